// Prints for ever on stderr, in pieces of one byte.
// expect: OLE, TLE
#include <unistd.h>

int main(void) {
    for (;;) write(2, "s", 1);
}
