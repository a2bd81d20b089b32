// Takes a gigabyte of shared memory in children; where it is refused, the parent waits for nothing.
// expect: MLE, RTE, TLE
// limits: time_limit = 2
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    for (int child = 0; child < 8; child++)
        if (fork() == 0) {
            char *block = mmap(0, 128 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
            if (block == MAP_FAILED) return 1;
            memset(block, 1, 128 << 20);
            for (;;) pause();
        }
    for (;;) pause();
}
