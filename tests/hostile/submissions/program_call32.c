// Makes 32-bit system calls, which a filter for 64 bits would read as other ones.
// expect: RTE
#include <stdio.h>

int main(void) {
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(39), "b"("made32"), "c"(0755));  // 39 is mkdir there, getpid here
    puts("OK");
    return 0;
}
