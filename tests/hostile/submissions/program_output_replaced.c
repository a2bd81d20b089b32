// Answers wrongly and ends; a daemon of its own puts the right answer in its place as soon as it has.
// expect: WA
#include <stdio.h>
#include <unistd.h>

#define ANSWER "OK\n10000000\n00001000\n00000001\n00000100\n00100000\n00000010\n01000000\n00010000\n"

static void answer(const char *text) {
    FILE *file = fopen("scratch", "w");
    fputs(text, file);
    fclose(file);
    rename("scratch", "output.txt");
}

int main(void) {
    answer("FAIL\n");
    int main_pid = getpid();
    if (fork() == 0) {
        while (getppid() == main_pid) continue;
        usleep(20000);
        for (;;) answer(ANSWER);
    }
    return 0;
}
