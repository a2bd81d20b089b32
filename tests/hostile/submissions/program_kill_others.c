// Kills and stops every process that it can name.
// expect: AC
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define ANSWER "OK\n10000000\n00001000\n00000001\n00000100\n00100000\n00000010\n01000000\n00010000\n"

int main(void) {
    for (int pid = -1; pid < 5000; pid++)
        if (pid && pid != getpid()) {
            kill(pid, SIGSTOP);
            kill(pid, SIGKILL);
        }
    kill(getppid(), SIGKILL);
    fputs(ANSWER, stdout);
    return 0;
}
