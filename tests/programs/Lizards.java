import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Save the lizards, in Java: backtracking over stretches.
 *
 * A stretch is a run of cells without a tree, in a row, a column or along a diagonal. Two lizards see each other
 * exactly when they stand in one stretch. So every cell lies on four stretches, one for each direction, and the
 * puzzle is: choose cells of which no two share a stretch.
 *
 * The search goes through the stretches of the columns, from the left column to the right and in each from the top.
 * In each stretch it tries the cells from the top; the last choice is to leave the stretch empty. It turns back as
 * soon as more lizards are left than stretches to come. It keeps its own stack, choice[], as a board of 1000 x 1000
 * would overflow the one of recursive calls.
 *
 * Cost: O(n * n) time and memory for the first way down, which is enough where lizards have room. The whole search
 * is complete (FAIL means that every arrangement was ruled out), but exponential in the worst case: it can't decide
 * crowded boards from about 10 x 10 on within seconds.
 */
public class Lizards {
    private static final int ROW = 0, FALLING = 1, RISING = 2, COLUMN = 3, DIRECTIONS = 4;
    private static final int[][] BEFORE = {{0, -1}, {-1, -1}, {-1, 1}, {-1, 0}};

    private final int n;
    private final byte[][] board; // digits
    private final int[][] number = new int[DIRECTIONS][]; // of its stretch, for each cell
    private final int[] count = new int[DIRECTIONS]; // of stretches

    private Lizards(byte[][] board) {
        this.n = board.length;
        this.board = board;
        for (int direction = 0; direction < DIRECTIONS; direction++)
            numberStretches(direction);
    }

    private boolean isFree(int row, int column) {
        return row >= 0 && column >= 0 && column < n && board[row][column] != '2';
    }

    /** Column by column: then the stretches of the columns have the numbers in which the search goes through them. */
    private void numberStretches(int direction) {
        int[] numbers = number[direction] = new int[n * n];
        boolean byColumns = direction == COLUMN;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int row = byColumns ? j : i, column = byColumns ? i : j;
                if (!isFree(row, column)) continue;
                int r = row + BEFORE[direction][0], c = column + BEFORE[direction][1];
                numbers[row * n + column] = isFree(r, c) ? numbers[r * n + c] : count[direction]++;
            }
    }

    /** Puts the lizards on the board. Returns whether that can be done. */
    private boolean place(int lizards) {
        int stretches = count[COLUMN];
        if (lizards > count[ROW]) return false;
        int[] first = new int[stretches]; // cell of each stretch of a column
        int[] length = new int[stretches];
        for (int cell = n * n - 1; cell >= 0; cell--)
            if (isFree(cell / n, cell % n)) {
                first[number[COLUMN][cell]] = cell;
                length[number[COLUMN][cell]]++;
            }
        boolean[][] taken = new boolean[COLUMN][];
        for (int direction = 0; direction < COLUMN; direction++)
            taken[direction] = new boolean[count[direction]];

        int[] choice = new int[stretches]; // which cell of each stretch, its length for none
        int k = 0, next = 0, left = lizards; // next: the first cell still to be tried in stretch k
        while (left > 0) {
            if (left <= stretches - k && next <= length[k]) {
                while (next < length[k] && isWatched(taken, first[k] + next * n)) next++;
                if (next < length[k]) {
                    set(taken, first[k] + next * n, true);
                    left--;
                }
                choice[k++] = next;
                next = 0;
            } else if (k > 0) { // nowhere: back to the stretch before
                next = choice[--k];
                if (next < length[k]) {
                    set(taken, first[k] + next * n, false);
                    left++;
                }
                next++;
            } else {
                return false;
            }
        }
        return true;
    }

    private boolean isWatched(boolean[][] taken, int cell) {
        return taken[ROW][number[ROW][cell]]
            || taken[FALLING][number[FALLING][cell]]
            || taken[RISING][number[RISING][cell]];
    }

    private void set(boolean[][] taken, int cell, boolean lizard) {
        for (int direction = 0; direction < COLUMN; direction++)
            taken[direction][number[direction][cell]] = lizard;
        board[cell / n][cell % n] = (byte) (lizard ? '1' : '0');
    }

    public static void main(String[] arguments) throws IOException {
        String[] lines = Files.readString(Path.of("input.txt")).split("\\s+");
        int n = Integer.parseInt(lines[1]), lizards = Integer.parseInt(lines[2]);
        byte[][] board = Arrays.stream(lines, 3, 3 + n).map(String::getBytes).toArray(byte[][]::new);
        StringBuilder answer = new StringBuilder("FAIL\n");
        if (new Lizards(board).place(lizards)) {
            answer = new StringBuilder("OK\n");
            for (byte[] row : board) answer.append(new String(row)).append('\n');
        }
        Files.writeString(Path.of("output.txt"), answer);
    }
}
