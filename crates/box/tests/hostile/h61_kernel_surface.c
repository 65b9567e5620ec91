/* Row 61: calls what no contest program needs of the kernel; tells what it could do.
 * Expected: by output: nothing. */
#include "guard.h"
#include <sched.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

/* Reports a call that the sandbox did not refuse itself: other kernels and disks may allow it. */
static void refused(const char *what, long result) {
    if (result >= 0 || errno != EPERM) printf("%s was not refused by the box\n", what);
}

#define TRY(what, ...) tell(what, (int)syscall(__VA_ARGS__))

int main(int argc, char **argv) {
    char text[256];
    struct iovec here = {text, sizeof text};
    long zeros[32] = {0};
    TRY("io_uring", SYS_io_uring_setup, 4, zeros);
    TRY("userfaultfd", SYS_userfaultfd, O_CLOEXEC | 1);
    zeros[0] = 1 | 120L << 32; /* PERF_TYPE_SOFTWARE */
    zeros[5] = 0x3 << 5;       /* not of the kernel */
    TRY("perf_event_open", SYS_perf_event_open, zeros, 0, -1, -1, 0);
    memset(zeros, 0, sizeof zeros);
    TRY("bpf", SYS_bpf, 0, zeros, sizeof zeros);
    TRY("memfd_create", SYS_memfd_create, "hidden", 0);
    tell("memory of System V", shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600));
    tell("messages of System V", msgget(IPC_PRIVATE, IPC_CREAT | 0600));
    tell("semaphores of System V", semget(IPC_PRIVATE, 1000, IPC_CREAT | 0600));
    /* The first argument names a segment of another process. */
    int segment = argc > 1 ? atoi(argv[1]) : 0;
    struct shmid_ds about;
    tell("attaching the memory of others", shmat(segment, NULL, SHM_RDONLY) == (void *)-1 ? -1 : 0);
    tell("looking at the memory of others", shmctl(segment, IPC_STAT, &about));
    tell("removing the memory of others", shmctl(segment, IPC_RMID, NULL));
    int own = open("own", O_RDWR | O_CREAT, 0600);
    TRY("an attribute of a file", SYS_setxattr, "own", "user.row", "61", 2, 0);
    int flags = 0x80; /* FS_NOATIME_FL */
    tell("a flag of a file", ioctl(own, 0x40086602 /* FS_IOC_SETFLAGS */, &flags));
    tell("the generation of a file", ioctl(own, 0x40087602 /* FS_IOC_SETVERSION */, &flags));
    tell("the same by its old number", ioctl(own, 0x40086604 /* EXT4_IOC_SETVERSION_OLD */, &flags));
    int me = getpid();
    tell("a signal at news of a file", fcntl(own, F_SETSIG, SIGKILL));
    tell("who gets it", fcntl(own, F_SETOWN, me));
    tell("who gets it, by kind", fcntl(own, F_SETOWN_EX, &(struct f_owner_ex){F_OWNER_PID, me}));
    tell("who gets it, by ioctl", ioctl(own, 0x8901 /* FIOSETOWN */, &me));
    tell("room beyond the end of a file", fallocate(own, 1 /* KEEP_SIZE */, 0, 1 << 20));
    refused("a new command for files", fcntl(own, 1040 /* F_SETDELEG */, 0));
    static const unsigned char disks[] = {'f', 'v', 'X', 'r', 0x83, 0x94, 0x97, 0xbc, 0xcf, 0xf5};
    for (unsigned i = 0; i < sizeof disks; i++) {
        sprintf(text, "request %x of a disk", disks[i]);
        refused(text, ioctl(own, disks[i] << 8 | 1, 0));
    }
    close(own);
    unlink("own");
    /* A page of a file of the system, in the machine's cache. */
    int common = open("/usr/bin/env", O_RDONLY);
    tell("taking a page from the cache", posix_fadvise(common, 0, 4096, POSIX_FADV_DONTNEED) ? -1 : 0);
    tell("asking the cache by reading", (int)preadv2(common, &here, 1, 0, 8 /* RWF_NOWAIT */));
    refused("reading past the cache", preadv2(common, &here, 1, 0, 0x80 /* RWF_DONTCACHE */));
    TRY("asking the cache", SYS_mincore, mmap(NULL, 4096, PROT_READ, MAP_SHARED, common, 0), 4096, text);
    TRY("asking the cache in numbers", 451 /* cachestat */, common, zeros, zeros + 2, 0);
    close(common);
    TRY("a core of its own", SYS_prctl, 62 /* PR_SCHED_CORE */, 0, 0, 0, zeros);
    /* Sanitizers need a report of success. With 0 a service would get the dump. */
    struct rlimit before, after, none = {0, 0};
    getrlimit(RLIMIT_CORE, &before);
    if (setrlimit(RLIMIT_CORE, &none)) puts("no limit on dumps");
    getrlimit(RLIMIT_CORE, &after);
    if (before.rlim_cur != before.rlim_max || after.rlim_cur != before.rlim_cur) puts("another limit on dumps");
    TRY("a ruleset", SYS_landlock_create_ruleset, (zeros[0] = 0, zeros[1] = 1, zeros), 16, 0);
    TRY("asking for the version of rulesets", SYS_landlock_create_ruleset, NULL, 0, 1);
    TRY("a filter", SYS_seccomp, 2 /* GET_ACTION_AVAIL */, 0, (zeros[0] = 0x7fff0000, zeros));
    memset(zeros, 0, sizeof zeros);
    TRY("asynchronous input and output", SYS_io_setup, 8, zeros);
    TRY("watching names", SYS_inotify_init1, 0);
    int ends[2];
    if (!pipe(ends)) TRY("a page in a pipe", SYS_vmsplice, ends[1], &here, 1, 0);
    tell("a large pipe", pipe(ends) ? -1 : fcntl(ends[1], F_SETPIPE_SZ, 1 << 20));
    int pair[2];
    socklen_t length = 8;
    if (!socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) {
        TRY("the number of a socket", SYS_getsockopt, pair[0], SOL_SOCKET, 57 /* SO_COOKIE */, text, &length);
        struct { unsigned short count; void *code; } filter = {1, &(unsigned long long){6}};
        TRY("a filter on a socket", SYS_setsockopt, pair[0], SOL_SOCKET, 26 /* SO_ATTACH_FILTER */, &filter, sizeof filter);
        refused("the number of a network", getsockopt(pair[0], SOL_SOCKET, 71 /* SO_NETNS_COOKIE */, text, &length));
    }
    TRY("personality", SYS_personality, ADDR_NO_RANDOMIZE);
    TRY("ptrace", SYS_ptrace, PTRACE_TRACEME, 0, 0, 0);
    TRY("process_vm_readv", SYS_process_vm_readv, getpid(), &here, 1, &here, 1, 0);
    TRY("process_vm_writev", SYS_process_vm_writev, getpid(), &here, 1, &here, 1, 0);
    TRY("kcmp", SYS_kcmp, getpid(), getpid(), 0, 0, 1);
    int myself = (int)syscall(SYS_pidfd_open, getpid(), 0);
    TRY("pidfd_getfd", SYS_pidfd_getfd, myself, 0, 0);
    TRY("process_madvise", SYS_process_madvise, myself, &here, 1, 20 /* MADV_COLD */, 0);
    TRY("fanotify", SYS_fanotify_init, 0x200 /* FAN_REPORT_FID */, 0);
    TRY("quotactl", SYS_quotactl, 0x80000100, NULL, 0, zeros); /* Q_SYNC of all */
    TRY("open_by_handle_at", SYS_open_by_handle_at, AT_FDCWD, zeros, O_RDONLY);
    TRY("name_to_handle_at", SYS_name_to_handle_at, AT_FDCWD, "/", (zeros[0] = 128, zeros), text, 0);
    TRY("unshare of files", SYS_unshare, CLONE_NEWNS);
    TRY("unshare of the user", SYS_unshare, CLONE_NEWUSER);
    static const struct { const char *name; int domain, type; } sockets[] = {
        {"inet", AF_INET, SOCK_DGRAM},       {"inet tcp", AF_INET, SOCK_STREAM}, {"inet6", AF_INET6, SOCK_DGRAM},
        {"netlink", AF_NETLINK, SOCK_RAW},   {"vsock", 40, SOCK_STREAM},         {"alg", 38, SOCK_SEQPACKET},
        {"packet", AF_PACKET, SOCK_RAW},     {"rds", 21, SOCK_SEQPACKET},        {"tipc", 30, SOCK_STREAM},
        {"bluetooth", 31, SOCK_RAW},         {"can", 29, SOCK_RAW},              {"qipcrtr", 42, SOCK_DGRAM},
        {"smc", 43, SOCK_STREAM},            {"xdp", 44, SOCK_RAW},
    };
    for (unsigned i = 0; i < sizeof sockets / sizeof *sockets; i++) {
        sprintf(text, "a socket of %s", sockets[i].name);
        tell(text, socket(sockets[i].domain, sockets[i].type, 0));
    }
    TRY("keyctl", SYS_keyctl, 0 /* GET_KEYRING_ID */, -3, 0);
    TRY("a key of the user", SYS_add_key, "user", "row 61", "secret", 6, -4);
    TRY("request_key", SYS_request_key, "user", "row 61", NULL, -4);
    TRY("mount_setattr", SYS_mount_setattr, AT_FDCWD, "/", 0, zeros, 0);
    TRY("open_tree", SYS_open_tree, AT_FDCWD, "/", 1 /* CLONE */);
    TRY("fsopen", SYS_fsopen, "tmpfs", 0);
    TRY("setns", SYS_setns, open("/proc/self/ns/net", O_RDONLY), 0);
    void *pages = mmap(NULL, 1 << 21, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(pages, 1, 1 << 21);
    tell("swapping out", madvise(pages, 1 << 21, 21 /* MADV_PAGEOUT */));
    for (int i = 2; i < argc; i++) {
        int file = open(argv[i], O_RDONLY);
        if (file < 0) continue;
        struct flock range = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
        sprintf(text, "flock of %d", i);
        tell(text, flock(file, LOCK_EX | LOCK_NB));
        sprintf(text, "lock of %d", i);
        tell(text, fcntl(file, F_SETLK, &range));
        sprintf(text, "lock of description %d", i);
        tell(text, fcntl(file, F_OFD_SETLK, &range));
        sprintf(text, "lease of %d", i);
        tell(text, fcntl(file, F_SETLEASE, F_RDLCK));
        unsigned long hint = 2;
        sprintf(text, "hint at %d", i);
        tell(text, fcntl(file, F_SET_RW_HINT, &hint));
        sprintf(text, "hint at description %d", i);
        tell(text, fcntl(file, F_SET_FILE_RW_HINT, &hint));
    }
    /* A filter cannot see the flags of clone3. */
    zeros[0] = CLONE_NEWUSER;
    memset(zeros + 1, 0, sizeof zeros - sizeof *zeros);
    zeros[4] = SIGCHLD;
    long child = syscall(SYS_clone3, zeros, 64);
    if (child == 0) _exit(0);
    tell("clone3 with a user namespace", (int)child);
    child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    tell("clone with a user namespace", (int)child);
    child = syscall(SYS_clone, CLONE_VM | SIGCHLD, (char *)pages + (1 << 20), 0, 0, 0);
    if (child == 0) _exit(0);
    tell("clone with the same memory", (int)child);
    puts("done");
}
