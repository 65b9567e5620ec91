/* Row 54: tries to read process 1 and its parent, to trace them and to gain rights; tells what it could do, and its rights.
 * Expected: by output: nothing, and no rights. */
#include "guard.h"
#include <sched.h>
#include <sys/ptrace.h>

static void look_at(int pid) {
    static const char *const parts[] = {"environ", "mem", "maps", "fd/1", "cwd/."};
    char path[64];
    for (int i = 0; i < 5; i++) {
        sprintf(path, "/proc/%d/%s", pid, parts[i]);
        tell(path, open(path, O_RDONLY));
    }
    tell("ptrace", (int)ptrace(PTRACE_SEIZE, pid, NULL, NULL));
}

int main(void) {
    look_at(1);
    if (getppid() > 1) look_at(getppid());
    tell("unshare of mounts", unshare(CLONE_NEWNS));
    tell("setns", setns(open("/proc/1/ns/mnt", O_RDONLY), 0));
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (!strncmp(line, "Cap", 3) || !strncmp(line, "NoNewPrivs", 10)) fputs(line, stdout);
    tell("a user namespace with all rights", unshare(CLONE_NEWUSER));
}
