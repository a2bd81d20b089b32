// Leaves a device that never ends as its answer.
// expect: WA, RTE
#include <sys/stat.h>
#include <sys/sysmacros.h>

int main(void) {
    return mknod("output.txt", S_IFCHR | 0666, makedev(1, 5));
}
