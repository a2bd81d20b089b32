/* judge: problem = lizards */
/* A program with a board of 8 x 8 at most: what is larger overwrites its own memory. */
#include <stdio.h>
#include <stdlib.h>

static int n, p;
static char board[8][9];

static int seen(int row, int column) {
    static const int down[] = {-1, 0, -1, -1}, right[] = {0, -1, -1, 1};
    for (int k = 0; k < 4; k++)
        for (int r = row + down[k], c = column + right[k]; r >= 0 && c >= 0 && c < n && board[r][c] != '2';
             r += down[k], c += right[k])
            if (board[r][c] == '1') return 1;
    return 0;
}

static int place(int left, int cell) {
    if (!left) return 1;
    for (int at = cell; at < n * n; at++) {
        if (board[at / n][at % n] != '0' || seen(at / n, at % n)) continue;
        board[at / n][at % n] = '1';
        if (place(left - 1, at + 1)) return 1;
        board[at / n][at % n] = '0';
    }
    return 0;
}

int main(void) {
    char name[8];
    FILE *in = fopen("input.txt", "r"), *out = fopen("output.txt", "w");
    if (!in || !out || fscanf(in, "%7s %d %d", name, &n, &p) != 3) return 1;
    if (n > 8) abort();
    for (int r = 0; r < n; r++)
        if (fscanf(in, "%8s", board[r]) != 1) return 1;
    if (!place(p, 0)) return fputs("FAIL\n", out), 0;
    fputs("OK\n", out);
    for (int r = 0; r < n; r++) fprintf(out, "%s\n", board[r]);
    return 0;
}
