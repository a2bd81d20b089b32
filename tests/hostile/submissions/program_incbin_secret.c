// Takes secrets into the program while it is assembled.
// expect: CE
#include <stdio.h>

__asm__("secret: .incbin \"@OUTSIDE@/canary.txt\"\n.byte 0\n");
extern char secret[];

int main(void) {
    fputs(secret, stderr);
    return 1;
}
