// Tries nothing: an honest program.
// expect: AC
#include <stdio.h>

#define ANSWER "OK\n10000000\n00001000\n00000001\n00000100\n00100000\n00000010\n01000000\n00010000\n"

int main(void) {
    FILE *answer = fopen("output.txt", "w");
    fputs(ANSWER, answer);
    return fclose(answer);
}
