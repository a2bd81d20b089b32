// Leaves a folder as its answer.
// expect: WA
#include <sys/stat.h>

int main(void) {
    return mkdir("output.txt", 0777);
}
