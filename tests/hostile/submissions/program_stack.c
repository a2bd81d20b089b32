// Uses a stack of gigabytes.
// expect: RTE, MLE
#include <string.h>

static int down(volatile char *above) {
    volatile char here[4096];
    memset((char *)here, above[0], sizeof here);
    return down(here) + here[1];
}

int main(void) {
    char first = 1;
    return down(&first);
}
