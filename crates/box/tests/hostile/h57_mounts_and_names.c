/* Row 57: tries to mount, to change the root and the host name, to make a device, to change settings.
 * Expected: by output: nothing succeeds. */
#include "guard.h"
#include <sys/mount.h>

int main(void) {
    tell("mount", mount("x", ".", "tmpfs", 0, NULL));
    tell("remount", mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
    tell("umount", umount2("/tmp", MNT_DETACH));
    tell("chroot", chroot("."));
    tell("sethostname", sethostname("x", 1));
    tell("mknod", mknod("device", S_IFBLK | 0600, 0x800));
    tell("sysctl", open("/proc/sys/kernel/core_pattern", O_WRONLY));
    puts("done");
}
