/* Row 63: reads keys that others have left in the session keyring and in that of the user, and leaves one for the next.
 * Expected: by output: nothing is found. */
#include "guard.h"
#include <sys/syscall.h>

enum { SESSION = -3, USER = -4, USER_SESSION = -5, SEARCH = 10, READ = 11, JOIN = 1 };

static void look(const char *where, int ring, const char *name) {
    char text[64] = "";
    long key = syscall(SYS_keyctl, SEARCH, ring, "user", name, 0);
    if (key < 0) return;
    syscall(SYS_keyctl, READ, key, text, sizeof text - 1);
    printf("found %s in %s: %s\n", name, where, text);
}

int main(void) {
    static const char *const names[] = {"of the judge", "row 63"};
    for (int i = 0; i < 2; i++) {
        look("the session", SESSION, names[i]);
        look("the user", USER, names[i]);
        look("the user session", USER_SESSION, names[i]);
    }
    tell("a key for the next", (int)syscall(SYS_add_key, "user", "row 63", "hello", 5, USER));
    puts("done");
}
