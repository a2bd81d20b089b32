// Leaves a link to a secret as its answer.
// expect: WA, RTE
#include <unistd.h>

int main(void) {
    return symlink("@OUTSIDE@/canary.txt", "output.txt");
}
