// Computes before main and after it, in children that outlive it.
// expect: TLE, WA
#include <unistd.h>
__attribute__((constructor)) static void before(void) { for (int i = 0; i < 8; i++) if (!fork()) for (;;); }
int main(void) { sleep(60); return 0; }
