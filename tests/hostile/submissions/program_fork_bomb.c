// Forks as fast as it can.
// expect: TLE, RTE, MLE
#include <unistd.h>

int main(void) {
    for (;;) fork();
}
