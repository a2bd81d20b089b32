// Leaves a FIFO as its answer, which a reader would wait for.
// expect: WA, RTE
#include <sys/stat.h>

int main(void) {
    return mkfifo("output.txt", 0666);
}
