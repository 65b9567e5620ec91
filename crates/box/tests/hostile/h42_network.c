/* Row 42: connects by TCP to the port given as argument, sends a datagram there, and connects to the socket of the path given.
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
    puts("done");
}
