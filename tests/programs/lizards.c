/* Save the lizards, in C: backtracking over stretches.
 *
 * A stretch is a run of cells without a tree, in a row, a column or along a diagonal. Two lizards see each other
 * exactly when they stand in one stretch. So every cell lies on four stretches, one for each direction, and the
 * puzzle is: choose cells of which no two share a stretch.
 *
 * The search goes through the stretches of the columns, from the left column to the right and in each from the top.
 * In each stretch it tries the cells from the top; the last choice is to leave the stretch empty. It turns back as
 * soon as more lizards are left than stretches to come. There is no recursion, so a board of 1000 x 1000 needs no
 * deep call stack: what was chosen in stretch k stands in choice[k].
 *
 * Cost: O(n * n) time and memory for the first way down, which is enough where lizards have room. The whole search
 * is complete (FAIL means that every arrangement was ruled out), but exponential in the worst case: it can't decide
 * crowded boards from about 10 x 10 on within seconds.
 */
#include <stdio.h>
#include <stdlib.h>

enum { COLUMN, ROW, FALLING, RISING, DIRECTIONS };

typedef struct {
    int n, lizards;
    char *cells;                 /* n * n digits, row by row */
    int *stretch[DIRECTIONS];    /* of each cell: the number of its stretch; unused at trees */
    int count[DIRECTIONS];       /* how many stretches there are */
} Board;

static void *allocate(size_t number, size_t size) {
    void *memory = calloc(number ? number : 1, size);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static Board read_board(const char *name) {
    Board board = {0};
    char algorithm[8];
    FILE *file = fopen(name, "r");
    if (file == NULL || fscanf(file, "%7s %d %d", algorithm, &board.n, &board.lizards) != 3) {
        fprintf(stderr, "%s can't be read\n", name);
        exit(1);
    }
    size_t n = (size_t)board.n;
    board.cells = allocate(n * n + 1, 1);
    for (size_t cell = 0; cell < n * n; cell++)
        if (fscanf(file, " %c", &board.cells[cell]) != 1) {
            fprintf(stderr, "%s ends too early\n", name);
            exit(1);
        }
    fclose(file);
    return board;
}

/* Number the stretches of one direction. The step leads from a cell to the one before it on its line. */
static void number_stretches(Board *board, int direction, int row_step, int column_step) {
    int n = board->n;
    int *stretch = board->stretch[direction] = allocate((size_t)n * n, sizeof *stretch);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            /* The stretches of the columns are numbered column by column: the search goes through them in this order. */
            int row = direction == COLUMN ? j : i, column = direction == COLUMN ? i : j;
            if (board->cells[row * n + column] == '2')
                continue;
            int r = row + row_step, c = column + column_step;
            int goes_on = r >= 0 && c >= 0 && c < n && board->cells[r * n + c] != '2';
            stretch[row * n + column] = goes_on ? stretch[r * n + c] : board->count[direction]++;
        }
}

static int is_watched(const Board *board, char *taken[], int cell) {
    return taken[ROW][board->stretch[ROW][cell]] || taken[FALLING][board->stretch[FALLING][cell]]
        || taken[RISING][board->stretch[RISING][cell]];
}

static void set(Board *board, char *taken[], int cell, int lizard) {
    for (int direction = ROW; direction < DIRECTIONS; direction++)
        taken[direction][board->stretch[direction][cell]] = (char)lizard;
    board->cells[cell] = lizard ? '1' : '0';
}

/* Put the lizards on the board. Returns 0 if that can't be done. */
static int search(Board *board) {
    int n = board->n, stretches = board->count[COLUMN];
    int *first = allocate(stretches, sizeof *first);   /* cell of each stretch of a column */
    int *length = allocate(stretches, sizeof *length);
    int *choice = allocate(stretches, sizeof *choice); /* which cell of each stretch, its length for none */
    char *taken[DIRECTIONS];                           /* whether there is a lizard in a stretch */
    for (int direction = ROW; direction < DIRECTIONS; direction++)
        taken[direction] = allocate(board->count[direction], 1);
    for (int cell = n * n - 1; cell >= 0; cell--)
        if (board->cells[cell] != '2') {
            int k = board->stretch[COLUMN][cell];
            first[k] = cell;
            length[k]++;
        }

    int left = board->lizards, k = 0, next = 0; /* next: the first cell still to be tried in stretch k */
    while (left > 0) {
        if (left <= stretches - k && next <= length[k]) {
            while (next < length[k] && is_watched(board, taken, first[k] + next * n))
                next++;
            if (next < length[k]) {
                set(board, taken, first[k] + next * n, 1);
                left--;
            }
            choice[k++] = next;
            next = 0;
        } else if (k > 0) { /* nowhere: back to the stretch before */
            next = choice[--k];
            if (next < length[k]) {
                set(board, taken, first[k] + next * n, 0);
                left++;
            }
            next++;
        } else {
            return 0;
        }
    }
    return 1;
}

int main(void) {
    Board board = read_board("input.txt");
    number_stretches(&board, COLUMN, -1, 0);
    number_stretches(&board, ROW, 0, -1);
    number_stretches(&board, FALLING, -1, -1);
    number_stretches(&board, RISING, -1, 1);
    int found = board.lizards <= board.count[ROW] && search(&board);

    FILE *out = fopen("output.txt", "w");
    if (out == NULL) {
        fputs("output.txt can't be written\n", stderr);
        return 1;
    }
    fputs(found ? "OK\n" : "FAIL\n", out);
    for (int row = 0; found && row < board.n; row++)
        fprintf(out, "%.*s\n", board.n, board.cells + (size_t)row * board.n);
    return fclose(out) != 0;
}
