// Includes a file that never ends.
// expect: CE
// limits: compilation_time = 1
#include "/dev/zero"

int main(void) { return 0; }
