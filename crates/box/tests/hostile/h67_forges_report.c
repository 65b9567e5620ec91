/* Row 67: writes what could pass for a report of the box (the end of a run, exit code 0, time 0) to every descriptor it has,
 * and to every descriptor of every process that it can name; then it ends with exit code 3.
 * Expected: RE, and by output: nothing was written but to its own output. */
#include "guard.h"
#include <dirent.h>

/* Length, "finished", "no failure", "exited", 0; the rest reads as zeros. Then the byte of a supervisor that is ready. */
static unsigned char report[8 + 30 * 8 + 1];

static int is_same(int one, int other) {
    struct stat a, b;
    return fstat(one, &a) == 0 && fstat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static void forge(int descriptor, const char *where) {
    if (is_same(descriptor, 1) || is_same(descriptor, 2)) return;
    if (write(descriptor, report, sizeof report) > 0) printf("wrote to %s\n", where);
}

int main(void) {
    char path[600];
    report[0] = sizeof report - 9 & 0xff;
    report[8] = 1;
    report[sizeof report - 1] = '.';
    fwrite(report, 1, sizeof report, stderr);
    /* Try its input too: a process may read the other end. */
    for (int descriptor = 0; descriptor < 256; descriptor++) {
        sprintf(path, "descriptor %d", descriptor);
        forge(descriptor, path);
    }
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes)) && !late();) {
        if (strspn(entry->d_name, "0123456789") == 0 && strcmp(entry->d_name, "self")) continue;
        for (int descriptor = 0; descriptor < 64; descriptor++) {
            sprintf(path, "/proc/%s/fd/%d", entry->d_name, descriptor);
            int open_again = open(path, O_WRONLY | O_NONBLOCK);
            if (open_again < 0) continue;
            struct stat opened, devices;
            /* Any process may have the harmless devices open. */
            if (fstat(open_again, &opened) || !S_ISCHR(opened.st_mode) || stat("/dev/null", &devices)
                || opened.st_rdev != devices.st_rdev)
                forge(open_again, path);
            close(open_again);
        }
    }
    puts("done");
    return 3;
}
