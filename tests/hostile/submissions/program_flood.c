// Prints for ever.
// expect: OLE
#include <stdio.h>

int main(void) {
    for (;;) puts("spam spam spam spam");
}
