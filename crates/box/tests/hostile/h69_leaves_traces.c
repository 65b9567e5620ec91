/* Row 69: leaves to the next run what its argument says: `mode`, the mode of its folders; `time`, their times; `file`, a file;
 * `gone`, nothing but that there was one; `folder`, a folder; in as many of its folders as the second says; `number`, a
 * higher number of the next process, which it tells; `counts`, faults of pages that its supervisor counts and numbers of files
 * without a name, which it tells. It tells what it found.
 * Expected: by output: "fresh", each time, with the same numbers. */
#include "guard.h"
#include <pthread.h>

static void *ends(void *_) { return _; }

int main(int argc, char **argv) {
    static const char *const folders[] = {".", "/dev/shm"};
    int many = atoi(argv[2]);
    for (int i = 0; i < many; i++) {
        struct stat found;
        if (stat(folders[i], &found)) continue;
        if ((found.st_mode & 0777) != 0755 && (found.st_mode & 0777) != 0700) return puts("a mode"), 0;
        if (found.st_mtime < 1000000000) return puts("a time"), 0;
        if (found.st_nlink != 2) return puts("a folder"), 0;
    }
    if (!access("left", F_OK) || many > 1 && !access("/dev/shm/left", F_OK)) return puts("a file"), 0;
    puts("fresh");
    if (!strcmp(argv[1], "number")) {
        pthread_t thread;
        for (int i = 0; i < 20; i++)
            if (!pthread_create(&thread, NULL, ends, NULL)) pthread_join(thread, NULL);
        printf("%d\n", getpid());
    }
    if (!strcmp(argv[1], "counts")) {
        char text[1024] = "hidden";
        struct stat found = {0};
        int about = open("/proc/1/stat", O_RDONLY);
        if (about >= 0) text[read(about, text, sizeof text - 1)] = 0;
        for (int i = 0; i < many; i++) {
            int file = open(folders[i], O_TMPFILE | O_RDWR, 0600);
            if (file >= 0 && !fstat(file, &found)) printf("file %lu\n", (unsigned long)found.st_ino);
            close(file);
        }
        puts(text);
    }
    for (int i = 0; i < many; i++) {
        struct timespec old[2] = {{1, 0}, {1, 0}};
        char path[64];
        sprintf(path, "%s/left", folders[i]);
        if (!strcmp(argv[1], "mode")) chmod(folders[i], 0711);
        if (!strcmp(argv[1], "time")) utimensat(AT_FDCWD, folders[i], old, 0);
        if (!strcmp(argv[1], "file") || !strcmp(argv[1], "gone")) close(open(path, O_WRONLY | O_CREAT, 0600));
        if (!strcmp(argv[1], "folder")) mkdir(path, 0700);
        if (!strcmp(argv[1], "gone")) unlink(path);
    }
}
