/* Row 71: holds memory in what was written to sockets and never read, as its argument says: `pairs`, in pairs of sockets;
 * `wide`, in pairs that may hold more; `backlog`, in connections that nobody accepted; `passed`, in pairs on their way
 * through another; `tables` and `ranges`, in pairs that only threads with descriptors of their own can reach. Tells how many MB.
 * Expected: MLE, or little held. */
#include "guard.h"
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

static size_t held;
static char block[100 << 10];

static void fill(int end) {
    ssize_t written;
    while (!late() && (written = send(end, block, sizeof block, MSG_DONTWAIT)) > 0) held += (size_t)written;
}

/* Fills pairs of sockets until there are no more, and keeps the last one for `also`. */
static void pairs(int wide, void (*also)(int[2])) {
    int ends[2], size = 2 << 20;
    while (held < 600u << 20 && !late() && !socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) {
        for (int i = 0; i < 2; i++) {
            if (wide) setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
            fill(ends[i]);
        }
        if (also) also(ends);
    }
}

static int way_out[2];

/* Sends both, so that this process can use its descriptors again. */
static void pass(int ends[2]) {
    union { struct cmsghdr head; char room[CMSG_SPACE(2 * sizeof(int))]; } control = {{0}};
    struct iovec byte = {"x", 1};
    struct msghdr message = {.msg_iov = &byte, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    control.head = (struct cmsghdr){CMSG_LEN(2 * sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.head), ends, 2 * sizeof(int));
    if (sendmsg(way_out[0], &message, MSG_DONTWAIT) == 1) close(ends[0]), close(ends[1]);
}

static void backlog(void) {
    struct sockaddr_un name = {AF_UNIX, "\0row 71"};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (void *)&name, sizeof name) || listen(listener, 4096)) return;
    while (held < 600u << 20 && !late()) {
        int client = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
        if (client < 0 || connect(client, (void *)&name, sizeof name)) break;
        fill(client);
        close(client);
    }
}

static volatile int running;

/* Flag 2, CLOSE_RANGE_UNSHARE, gives a thread its own descriptors. */
static int in_a_table_of_its_own(void *by_range) {
    if (!by_range || !syscall(SYS_close_range, ~0u, ~0u, 2)) pairs(0, NULL);
    running--;
    pause();
    return 0;
}

static void tables(int by_range) {
    int shared = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | (by_range ? CLONE_FILES : 0);
    for (int i = 0; i < 8; i++) {
        running++;
        if (clone(in_a_table_of_its_own, (char *)malloc(64 << 10) + (64 << 10), shared, by_range ? &by_range : NULL) < 0) break;
        while (running && !late()) usleep(1000);
    }
}

int main(int argc, char **argv) {
    if (!strcmp(argv[1], "pairs")) pairs(0, NULL);
    if (!strcmp(argv[1], "wide")) pairs(1, NULL);
    if (!strcmp(argv[1], "backlog")) backlog();
    if (!strcmp(argv[1], "passed") && !socketpair(AF_UNIX, SOCK_DGRAM, 0, way_out)) pairs(0, pass);
    if (!strcmp(argv[1], "tables")) tables(0);
    if (!strcmp(argv[1], "ranges")) tables(1);
    nap(0.1); /* long enough to be seen */
    printf("%zu MB held\n", held >> 20);
    fflush(stdout);
    _exit(0);
}
