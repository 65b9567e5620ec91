/* Row 79: works for as many seconds as it is told, and answers.
 * Expected: by output, however busy the machine is. */
#include "guard.h"

int main(int count, char **words) {
    burn(atof(words[1]));
    puts("42");
}
