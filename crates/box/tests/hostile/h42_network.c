/* Row 42: connects to a TCP port and a local socket, and sends datagrams by UDP and to another local socket, from
 * socket pairs too.
 * Expected: RE or WA: nothing goes out. */
#include "guard.h"
#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(int argc, char **argv) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(argc > 1 ? atoi(argv[1]) : 9)};
    inet_aton("127.0.0.1", &there.sin_addr);
    tell("TCP", connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&there, sizeof there));
    tell("UDP", (int)sendto(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, 0, (void *)&there, sizeof there));
    if (argc > 2) {
        struct sockaddr_un path = {.sun_family = AF_UNIX};
        strncpy(path.sun_path, argv[2], sizeof path.sun_path - 1);
        tell("a local socket", connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&path, sizeof path));
    }
    for (int type = SOCK_STREAM; argc > 3 && type <= SOCK_SEQPACKET; type++) {
        struct sockaddr_un path = {.sun_family = AF_UNIX};
        strncpy(path.sun_path, argv[3], sizeof path.sun_path - 1);
        struct iovec byte = {"x", 1};
        struct msghdr named = {.msg_name = &path, .msg_namelen = sizeof path, .msg_iov = &byte, .msg_iovlen = 1};
        int ends[2] = {socket(AF_UNIX, type, 0), -1};
        for (int pair = 0; pair < 2; pair++) {
            if (pair && socketpair(AF_UNIX, type, 0, ends)) continue;
            /* Sockets of other types ignore a name. */
            if (type == SOCK_DGRAM || type == SOCK_RAW) {
                tell("a datagram to a service", (int)sendto(ends[0], "x", 1, MSG_DONTWAIT, (void *)&path, sizeof path));
                tell("a message to a service", (int)sendmsg(ends[0], &named, MSG_DONTWAIT));
            }
            tell("a pair of sockets that turns to a service", connect(ends[0], (void *)&path, sizeof path));
        }
    }
    puts("done");
}
