// Starts a chain of vforks, each link suspended until the next one ends.
// expect: TLE, RTE, MLE
#include <unistd.h>

static void link_(void) {
    if (vfork() == 0) link_();
    for (;;) pause();
}

int main(void) {
    link_();
}
