/* Row 77: one of 60 MB starts children, one after another, that are slow to become other programs; until then the two share
 * all of their memory, as after posix_spawn() on a busy machine. Argument: "more": a further child has 60 MB of its own meanwhile;
 * "thread": and what is slow is a thread.
 * Expected: by output, at a limit of 90 MB; with an argument over the limit. */
#include "guard.h"
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>

static char *fill(void) {
    size_t size = 60 << 20;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(memory, 1, size);
    return memory;
}

static int slow_thread(void *unused) {
    (void)unused;
    usleep(3500000);
    return (int)syscall(SYS_exit, 0);
}

int main(int argc, char **argv) {
    if (argc > 1 && !fork()) {
        /* Not before the other one waits. */
        usleep(200000);
        fill();
        nap(2);
        _exit(0);
    }
    char *memory = fill();
    if (argc > 1 && !strcmp(argv[1], "thread")) {
        static char stack[1 << 16] __attribute__((aligned(16)));
        clone(slow_thread, stack + sizeof stack,
              CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_VFORK, NULL);
    } else for (int i = 0; i < (argc > 1 ? 1 : 6); i++) {
        if (!vfork()) {
            usleep(argc > 1 ? 3500000 : 100000);
            _exit(0);
        }
        usleep(40000);
    }
    while (wait(NULL) > 0) {}
    puts(memory[0] == 1 ? "42" : "?");
}
