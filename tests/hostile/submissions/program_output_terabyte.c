// Leaves a sparse file of a terabyte as its answer, or as much of one as it is given.
// expect: OLE, WA, RTE
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int fd = open("output.txt", O_CREAT | O_WRONLY, 0666);
    for (long size = 1L << 40; size; size /= 2)
        if (ftruncate(fd, size) == 0) break;
    return 0;
}
