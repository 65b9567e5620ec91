/* Row 60: lowers the limits, priority and scheduling of number 1, of its parent and of all its user's processes, and
 * signals them in every way there is; tells what it could do.
 * Expected: by output: nothing. Never to be run outside a process namespace of its own. */
#include "guard.h"
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#define BY_USER 3 /* ioprio_set: all processes of a user */

static void lower(const char *name, int pid) {
    static const struct { const char *name; int resource; } limits[] = {
        {"STACK", RLIMIT_STACK}, {"NOFILE", RLIMIT_NOFILE}, {"CORE", RLIMIT_CORE}, {"AS", RLIMIT_AS}, {"CPU", RLIMIT_CPU},
    };
    char what[80];
    for (int i = 0; i < 5; i++) {
        struct rlimit now;
        if (prlimit(pid, limits[i].resource, NULL, &now)) continue;
        struct rlimit less = {limits[i].resource == RLIMIT_STACK ? 65536 : now.rlim_cur, now.rlim_max};
        sprintf(what, "prlimit %s of %s", limits[i].name, name);
        tell(what, prlimit(pid, limits[i].resource, &less, NULL));
    }
    struct sched_param batch = {0};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    sprintf(what, "priority of %s", name);
    tell(what, setpriority(PRIO_PROCESS, pid, 19));
    sprintf(what, "scheduling class of %s", name);
    tell(what, sched_setscheduler(pid, SCHED_BATCH, &batch));
    sprintf(what, "affinity of %s", name);
    tell(what, sched_setaffinity(pid, sizeof one, &one));
    sprintf(what, "input priority of %s", name);
    tell(what, syscall(SYS_ioprio_set, 1, pid, 3 << 13));
}

static void *nothing(void *_) { return _; }

/* Gives the usual scheduling class to a process that has chosen another one. */
static void make_usual(void) {
    struct sched_param usual = {0};
    int chosen[2], child = pipe(chosen) ? -1 : fork();
    if (!child) {
        sched_setscheduler(0, SCHED_BATCH, &usual);
        close(chosen[0]), close(chosen[1]);
        nap(LATE);
        _exit(0);
    }
    if (child < 0) return;
    char byte;
    close(chosen[1]);
    (void)!read(chosen[0], &byte, 1);
    sched_setscheduler(child, SCHED_OTHER, &usual);
    tell("the usual class for another process", sched_getscheduler(child) == SCHED_BATCH ? -1 : 0);
    kill(child, SIGKILL);
}

int main(void) {
    lower("number 1", 1);
    if (getppid() > 1) {
        lower("the parent", getppid());
        tell("a signal to the parent", kill(getppid(), SIGCONT));
        tell("a signal to a thread of the parent", (int)syscall(SYS_tkill, getppid(), SIGCONT));
    }
    tell("priority of the user", setpriority(PRIO_USER, 0, 19));
    tell("input priority of the user", syscall(SYS_ioprio_set, BY_USER, geteuid(), 3 << 13));
    int parent = (int)syscall(SYS_pidfd_open, getppid() > 1 ? getppid() : 1, 0);
    if (parent >= 0) {
        tell("a signal by descriptor", (int)syscall(SYS_pidfd_send_signal, parent, SIGCONT, NULL, 0));
        tell("a descriptor of the parent", (int)syscall(SYS_pidfd_getfd, parent, 0, 0));
    }
    /* A program may still do this to itself. */
    struct rlimit own = {RLIM_INFINITY, RLIM_INFINITY};
    if (prlimit(0, RLIMIT_NOFILE, NULL, &own) || setrlimit(RLIMIT_NOFILE, &own)) puts("own limits failed");
    if (setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0))) puts("own priority failed");
    if (kill(getpid(), 0) || raise(SIGCONT)) puts("own signals failed");
    pthread_attr_t own_class;
    pthread_t thread;
    pthread_attr_init(&own_class);
    pthread_attr_setinheritsched(&own_class, PTHREAD_EXPLICIT_SCHED);
    if (pthread_create(&thread, &own_class, nothing, NULL) || pthread_join(thread, NULL)) puts("threads failed");
    make_usual();
    puts("done");
}
