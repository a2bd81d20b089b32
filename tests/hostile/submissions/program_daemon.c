// Leaves a daemon that holds its pipes open and prints on.
// expect: AC
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define ANSWER "OK\n10000000\n00001000\n00000001\n00000100\n00100000\n00000010\n01000000\n00010000\n"

int main(void) {
    fputs(ANSWER, stdout);
    fflush(stdout);
    if (fork() == 0) {
        setsid();
        signal(SIGHUP, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        if (fork() == 0)
            for (;;) {
                usleep(200000);
                puts("FAIL");
                fflush(stdout);
            }
    }
    return 0;
}
