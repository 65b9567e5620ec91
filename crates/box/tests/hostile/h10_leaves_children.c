/* Row 10: prints the answer, leaves N sleeping children (N is its argument), and ends well.
 * Expected: by output, with a note on the processes left. */
#include "guard.h"

int main(int argc, char **argv) {
    int many = argc > 1 ? atoi(argv[1]) : 100;
    for (int i = 0; i < many && i < 400; i++)
        if (fork() == 0) {
            nap(LATE);
            return 0;
        }
    puts("42");
}
