// Includes secrets, so that the compiler tells their text.
// expect: CE
#include "@CONTEST@/canary.txt"
#include "@HOME@/canary.txt"
#include "@OUTSIDE@/canary.txt"
#include "/etc/shadow"

int main(void) { return 0; }
