/* Row 64: holds 600 MiB where its resident memory does not show it: `file`, in memory files never mapped; `segment`, in
 * segments of System V that are detached again; `shared`, in shared mappings whose pages are given back; `zero`, the same
 * of /dev/zero; `queue`, in messages of System V.
 * Expected: refused, or MLE. */
#include "guard.h"
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/shm.h>
#include <sys/syscall.h>

enum { CHUNK = 8 << 20, CHUNKS = 75 };

static char chunk[CHUNK];

static int in_file(int file) {
    return file < 0 || write(file, chunk, CHUNK) != CHUNK;
}

static int in_segment(void) {
    int id = shmget(IPC_PRIVATE, CHUNK, IPC_CREAT | 0600);
    char *at = id < 0 ? (void *)-1 : shmat(id, NULL, 0);
    if (at == (void *)-1) return 1;
    memset(at, 1, CHUNK);
    return shmdt(at);
}

static int in_mapping(int flags, int file) {
    char *at = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED | flags, file, 0);
    if (at == MAP_FAILED) return 1;
    memset(at, 7, CHUNK);
    if (madvise(at, CHUNK, MADV_DONTNEED)) return 1;
    return at[CHUNK / 2] != 7; /* still there */
}

static int in_queues(void) {
    static struct { long type; char text[8000]; } message = {1};
    for (int sent = 0; sent < CHUNK;) {
        int queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
        if (queue < 0) return 1;
        while (!msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT)) sent += sizeof message.text;
    }
    return 0;
}

int main(int argc, char **argv) {
    int held = 0;
    for (; held < CHUNKS && !late(); held++) {
        int refused = 1;
        if (!strcmp(argv[1], "file")) refused = in_file((int)syscall(SYS_memfd_create, "", 0));
        if (!strcmp(argv[1], "segment")) refused = in_segment();
        if (!strcmp(argv[1], "shared")) refused = in_mapping(MAP_ANONYMOUS, -1);
        if (!strcmp(argv[1], "zero")) refused = in_mapping(0, open("/dev/zero", O_RDWR));
        if (!strcmp(argv[1], "queue")) refused = in_queues();
        if (refused) break;
    }
    usleep(50000); /* long enough to be seen */
    printf("%d MB hidden\n", held * (CHUNK >> 20));
}
