/* Row 76: lets its files be more than one may be, where they are hard to find. Argument: the way.
 * Expected: refused (3), or noticed; in tier 1 there is no room (1). */
#include "guard.h"
#include <sys/prctl.h>
#include <sys/socket.h>

static void fill(int file) {
    static char block[1 << 20];
    for (int i = 0; i < 9; i++)
        if (file < 0 || write(file, block, sizeof block) != sizeof block) exit(1);
}

/* Makes four files here, each below the limit for one file. */
static void fill_folder(void) {
    char name[8];
    for (int i = 0; i < 4; i++) {
        sprintf(name, "%d", i);
        fill(open(name, O_WRONLY | O_CREAT, 0600));
    }
}

/* Sends a file away without keeping it. */
static int send_file(int by, int file) {
    char room[CMSG_SPACE(sizeof file)] = {0};
    struct iovec word = {"x", 1};
    struct msghdr message = {.msg_iov = &word, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    *head = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof file), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(head), &file, sizeof file);
    int sent = (int)sendmsg(by, &message, 0);
    close(file);
    return sent;
}

static void fill_nameless(void) {
    for (int i = 0; i < 4; i++) {
        int file = open("nameless", O_WRONLY | O_CREAT | O_EXCL, 0600);
        unlink("nameless");
        fill(file);
    }
}

int main(int argc, char **argv) {
    const char *way = argc > 1 ? argv[1] : "";
    char name[201];
    memset(name, 'x', 200);
    name[200] = 0;
    if (!strcmp(way, "closed")) {
        if (mkdir("closed", 0300) || chdir("closed")) return 3;
        fill_folder();
    } else if (!strcmp(way, "masked")) {
        if (umask(0500) == (mode_t)-1) return 3;
        mkdir("closed", 0777);
        umask(0);
        if (chdir("closed")) return 3;
        fill_folder();
    } else if (!strcmp(way, "deep")) {
        for (int i = 0; i < 30; i++)
            if (mkdir(name, 0700) || chdir(name)) return 1;
        fill_folder();
    } else if (!strcmp(way, "deep and nameless")) {
        for (int i = 0; i < 30; i++)
            if (mkdir(name, 0700) || chdir(name)) return 1;
        fill_nameless();
    } else if (!strcmp(way, "process")) {
        if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)) return 3;
        fill_nameless();
    } else if (!strcmp(way, "executable")) {
        int from = open("/proc/self/exe", O_RDONLY), to = open("copy", O_WRONLY | O_CREAT, 0111);
        if (to < 0) return 3;
        for (ssize_t count; (count = read(from, name, 200)) > 0;)
            if (write(to, name, (size_t)count) != count) return 1;
        close(to);
        execl("./copy", "copy", "nameless", (char *)0);
        return 2;
    } else if (!strcmp(way, "nameless")) {
        fill_nameless();
    } else if (!strcmp(way, "on their way")) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 3;
        for (int i = 0; i < 4; i++) {
            int file = open("nameless", O_RDWR | O_CREAT | O_EXCL, 0600);
            unlink("nameless");
            fill(file);
            if (send_file(ends[0], file) < 0) return 3;
        }
    } else if (!strcmp(way, "reserved")) {
        int file = open("file", O_WRONLY | O_CREAT, 0600);
        if (fallocate(file, 1 /* KEEP_SIZE */, 0, 40 << 20)) return 3;
    }
    nap(1);
    puts("hidden");
}
