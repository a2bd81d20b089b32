// Blocks every signal and computes for ever.
// expect: TLE
#include <signal.h>

int main(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, 0);
    for (;;) continue;
}
