/* Row 73: has the kernel hold memory, as its argument says: `hash`, for a table of futexes; `timers`, for timers; `spliced` and `sent`, in pages of a file that is cut off again,
 * of each of which a byte lies in a socket. Tells how many MB.
 * Expected: MLE, or little held. */
#include "guard.h"
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>

static size_t held;
static const size_t enough = 36 << 20;

static void pages(int by_splice) {
    static char block[8 << 20];
    int file = open("file", O_RDWR | O_CREAT, 0600), ends[2], way[2];
    off_t at = sizeof block;
    if (pipe(way)) return;
    for (int i = 0; held < enough && !late(); i ^= 1) {
        if (!i && socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends)) return;
        for (ssize_t sent = 1; held < enough && sent > 0; held += sent > 0 ? sent * 4096 : 0) {
            if (at >= sizeof block) ftruncate(file, 0), at = 0, pwrite(file, block, sizeof block, 0);
            int in = 0;
            for (; by_splice && in < 16 && at < sizeof block; in++, at += 4095)
                if (splice(file, &at, way[1], NULL, 1, SPLICE_F_NONBLOCK) != 1) break;
            sent = by_splice ? splice(way[0], NULL, ends[i], NULL, in, SPLICE_F_NONBLOCK) : sendfile(ends[i], file, &at, 1);
            at += by_splice ? 0 : 4095;
        }
        if (!held) return;
    }
    ftruncate(file, 0);
}

int main(int argc, char **argv) {
    timer_t timer;
    if (!strcmp(argv[1], "hash") && !prctl(78 /* PR_FUTEX_HASH */, 1 /* SET_SLOTS */, 1 << 20, 0, 0)) held = 64 << 20;
    if (!strcmp(argv[1], "timers"))
        for (struct sigevent none = {.sigev_notify = SIGEV_NONE}; !timer_create(CLOCK_MONOTONIC, &none, &timer);) held += 400;
    if (!strcmp(argv[1], "spliced")) pages(1);
    if (!strcmp(argv[1], "sent")) pages(0);
    nap(0.1); /* long enough to be seen */
    printf("%zu MB held\n", held >> 20);
}
