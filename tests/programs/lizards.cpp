// Save the lizards, in C++: backtracking over stretches.
//
// A stretch is a run of cells without a tree, in a row, a column or along a diagonal. Two lizards see each other
// exactly when they stand in one stretch. So every cell lies on four stretches, one for each direction, and the
// puzzle is: choose cells of which no two share a stretch.
//
// The search goes through the stretches of the columns, from the left column to the right and in each from the top.
// In each stretch it tries the cells from the top; the last choice is to leave the stretch empty. It turns back as
// soon as more lizards are left than stretches to come. It keeps its own stack of choices: a board of 1000 x 1000
// would need a call stack a quarter of a million deep.
//
// Cost: O(n * n) time and memory for the first way down, which is enough where lizards have room. The whole search
// is complete (FAIL means that every arrangement was ruled out), but exponential in the worst case: it can't decide
// crowded boards from about 10 x 10 on within seconds.
#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

constexpr char tree = '2';

struct Board {
    std::string algorithm;
    int n = 0, lizards = 0;
    std::vector<std::string> rows;

    bool is_free(int row, int column) const {
        return row >= 0 && column >= 0 && row < n && column < n && rows[row][column] != tree;
    }
};

std::istream &operator>>(std::istream &in, Board &board) {
    in >> board.algorithm >> board.n >> board.lizards;
    board.rows.resize(board.n);
    for (std::string &row : board.rows) in >> row;
    return in;
}

// A cell of a column's stretch, with the numbers of the three other stretches that it lies on.
struct Cell {
    int row, column;
    std::array<int, 3> stretches;
};

class Search {
  public:
    explicit Search(Board &board) : board(board) {
        number_stretches();
        for (int column = 0; column < board.n; column++)
            for (int row = 0; row < board.n; row++) {
                if (!board.is_free(row, column)) continue;
                if (!board.is_free(row - 1, column)) columns.emplace_back();
                columns.back().push_back({row, column, number[row * board.n + column]});
            }
    }

    // Put the lizards on the board. Returns whether that can be done.
    bool run() {
        int left = board.lizards;
        if (left > rows_have) return false;
        std::vector<std::size_t> choices;  // for each stretch so far: the cell, or beyond the last one for none
        std::size_t next = 0;              // the first cell that is still to be tried in the stretch after those
        while (left > 0) {
            std::size_t k = choices.size();
            if (left <= int(columns.size() - k) && next <= columns[k].size()) {
                while (next < columns[k].size() && is_watched(columns[k][next])) next++;
                if (next < columns[k].size()) {
                    set(columns[k][next], true);
                    left--;
                }
                choices.push_back(next);
                next = 0;
            } else if (k > 0) {  // nowhere: back to the stretch before
                next = choices.back();
                choices.pop_back();
                if (next < columns[k - 1].size()) {
                    set(columns[k - 1][next], false);
                    left++;
                }
                next++;
            } else {
                return false;
            }
        }
        return true;
    }

  private:
    void number_stretches() {
        constexpr std::array<std::array<int, 2>, 3> before{{{0, -1}, {-1, -1}, {-1, 1}}};
        int n = board.n;
        number.resize(std::size_t(n) * n);
        for (std::size_t direction = 0; direction < before.size(); direction++) {
            int count = 0;
            for (int row = 0; row < n; row++)
                for (int column = 0; column < n; column++) {
                    int r = row + before[direction][0], c = column + before[direction][1];
                    if (board.is_free(row, column))
                        number[row * n + column][direction] =
                            board.is_free(r, c) ? number[r * n + c][direction] : count++;
                }
            taken[direction].resize(count);
            if (direction == 0) rows_have = count;
        }
    }

    bool is_watched(const Cell &cell) const {
        for (std::size_t direction = 0; direction < taken.size(); direction++)
            if (taken[direction][cell.stretches[direction]]) return true;
        return false;
    }

    void set(const Cell &cell, bool lizard) {
        for (std::size_t direction = 0; direction < taken.size(); direction++)
            taken[direction][cell.stretches[direction]] = lizard;
        board.rows[cell.row][cell.column] = lizard ? '1' : '0';
    }

    Board &board;
    std::vector<std::array<int, 3>> number;      // of the row's and the two diagonals' stretch, for each cell
    std::array<std::vector<char>, 3> taken;      // whether there is a lizard in it
    std::vector<std::vector<Cell>> columns;      // the stretches of the columns
    int rows_have = 0;                           // how many stretches the rows have: no more lizards fit
};

int main() {
    Board board;
    if (!(std::ifstream("input.txt") >> board)) {
        std::cerr << "input.txt can't be read\n";
        return 1;
    }
    bool found = Search(board).run();
    std::ofstream out("output.txt");
    out << (found ? "OK\n" : "FAIL\n");
    if (found)
        for (const std::string &row : board.rows) out << row << '\n';
    out.close();
    return out ? 0 : 1;
}
