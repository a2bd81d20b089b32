// Leaves a file with a second name as its answer.
// expect: WA, RTE
#include <stdio.h>
#include <unistd.h>

#define ANSWER "OK\n10000000\n00001000\n00000001\n00000100\n00100000\n00000010\n01000000\n00010000\n"

int main(void) {
    FILE *answer = fopen("other", "w");
    fputs(ANSWER, answer);
    fclose(answer);
    return link("other", "output.txt") || link("@OUTSIDE@/canary.txt", "output.txt");
}
