// Takes a gigabyte of shared memory in children; where it is refused, they end, and so does it.
// expect: MLE, RTE
// limits: time_limit = 2
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (int child = 0; child < 8; child++)
        if (fork() == 0) {
            char *block = mmap(0, 128 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
            if (block == MAP_FAILED) return 1;
            memset(block, 1, 128 << 20);
            for (;;) pause();
        }
    while (wait(0) > 0) {}
    return 3;
}
