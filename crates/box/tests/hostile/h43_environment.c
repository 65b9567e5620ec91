/* Row 43: prints its environment and its folder.
 * Expected: by output: four variables and no secret. */
#include "guard.h"

extern char **environ;

int main(void) {
    for (char **variable = environ; *variable; variable++) puts(*variable);
    char folder[4096];
    puts(getcwd(folder, sizeof folder) ? folder : "nowhere");
}
