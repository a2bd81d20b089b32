// Kills itself in a way that looks like the judge's own kill.
// expect: RTE
#include <signal.h>

int main(void) { return raise(SIGKILL); }
