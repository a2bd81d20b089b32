// Makes system calls of the x32 kind: the same numbers with one more bit.
// expect: AC
#include <stdio.h>
#include <unistd.h>
#include <sys/syscall.h>

#define ANSWER "OK\n10000000\n00001000\n00000001\n00000100\n00100000\n00000010\n01000000\n00010000\n"

int main(void) {
    if (syscall(0x40000000 | SYS_getpid) > 0) return 1;
    if (syscall(0x40000000 | 521, 0, 0, 0, 0) == 0) return 2;  // ptrace there
    fputs(ANSWER, stdout);
    return 0;
}
