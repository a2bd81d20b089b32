"""Windows beside the same search in C: `python -m tests.bench.beside_c [REPETITIONS]`.

Each row is a case, the CPU of its window in the judge, that of a C program that does the same search step by step
(gcc -O2, its search alone), and the ratio. The least of the repetitions counts; the two are measured in turn.
The C program prints its answer too, which must be that of the solution. The champion of the lizards has no counterpart
here: its window is told alone.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from judge.executors import function
from judge.model import Case, Finding, Instance
from judge.problems.package import read_package
from judge.sandbox.cores import available
from judge.sandbox.request import Job
from judge.sandbox.room import room_for
from judge.sandbox.sandbox import Sandbox
from judge.submissions.read import handed_in
from tests.bench.window import one_attempt
from tests.shipped import ROOT, solution

HEAD = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static double cpu_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
"""
TAIL = r"""
int main(int count, char **words) {
    long n = atol(words[1]), pieces = atol(words[2]);
    unsigned char *grid = malloc(n * n);
    FILE *file = fopen(words[3], "rb");
    if (!file || fread(grid, 1, n * n, file) != (size_t)(n * n)) return 1;
    double start = cpu_ms();
    long answer = search(n, pieces, grid);
    printf("%.4f %ld\n", cpu_ms() - start, answer);
    return 0;
}
"""
ODOMETER = r"""
static int is_arrangement(long *columns, long n) {
    for (long row = 1; row < n; row++)
        for (long above = 0; above < row; above++) {
            long aside = labs(columns[row] - columns[above]);
            if (aside == 0 || aside == row - above) return 0;
        }
    return 1;
}
static long search(long n, long pieces, unsigned char *grid) {
    long columns[64] = {0}, found = 0, row = 0;
    while (row >= 0) {
        found += is_arrangement(columns, n);
        row = n - 1;
        while (row >= 0 && columns[row] == n - 1) columns[row--] = 0;
        if (row >= 0) columns[row]++;
    }
    return found;
}
"""
BACKJUMPING = r"""
static long search(long n, long pieces, unsigned char *grid) {
    long *columns = calloc(n, 8), *to_try = calloc(n, 8), *culprit = malloc(n * 8);
    long placements = 0, row = 0;
    culprit[0] = -1;
    while (row < n) {
        long column = to_try[row], above;
        if (column == n) {
            row = culprit[row];
            if (row < 0) return -1;
            continue;
        }
        to_try[row] = column + 1;
        for (above = 0; above < row; above++) {
            long aside = labs(columns[above] - column);
            if (aside == 0 || aside == row - above) break;
        }
        if (above < row) {
            if (above > culprit[row]) culprit[row] = above;
            continue;
        }
        columns[row++] = column;
        placements++;
        if (row < n) to_try[row] = 0, culprit[row] = -1;
    }
    return placements;
}
"""
GREEDY = r"""
static long search(long n, long pieces, unsigned char *grid) {
    long words = (n + 63) / 64, left = pieces;
    uint64_t *free_ = calloc(words, 8), *column = calloc(words, 8), *falling = calloc(words, 8);
    uint64_t *rising = calloc(words, 8);
    for (long r = 0; r < n && left; r++) {
        unsigned char *row = grid + r * n;
        memset(free_, 0, words * 8);
        for (long c = 0; c < n; c++) free_[c / 64] |= (uint64_t)(row[c] != 2) << (c % 64);
        uint64_t carry = 0, tail = 0, fallen = 0;
        for (long w = 0; w < words; w++) {
            uint64_t cells = free_[w], blocked = cells & (column[w] | falling[w] | rising[w]);
            uint64_t heads = cells & ~(cells << 1 | tail), half = heads + blocked, total = half + carry;
            tail = cells >> 63;
            carry = half < heads || total < half;
            uint64_t found = total & cells & ~blocked, down;
            while (__builtin_popcountll(found) > left) found &= ~(1ull << (63 - __builtin_clzll(found)));
            left -= __builtin_popcountll(found);
            for (uint64_t bits = found; bits; bits &= bits - 1) row[w * 64 + __builtin_ctzll(bits)] = 1;
            column[w] = (column[w] & cells) | found;
            down = (falling[w] & cells) | found;
            falling[w] = down << 1 | fallen;
            fallen = down >> 63;
            down = (rising[w] & cells) | found;
            rising[w] = down >> 1;
            if (w) rising[w - 1] |= down << 63;
        }
    }
    return pieces - left;
}
"""


class Row(NamedTuple):
    """A case of a solution, its program in C, and what both must find."""

    problem: str
    name: str
    case: str
    source: str
    found: Callable[[Any, Case], int]


def placements(module: Any, case: Case) -> int:
    return int(module.search(case.board.n, np.zeros(case.board.n, np.int64))[1])


def placed(module: Any, case: Case) -> int:
    board = case.board
    return int(np.count_nonzero(module.solve("DFS", board.n, board.pieces, board.grid) == 1))


ROWS = (
    Row("lizards", "greedy", "forest-1000", GREEDY, placed),
    Row("lizards", "champion", "forest-1000", "", placed),
    Row("spies", "champion", "n-999", "", placed),
    Row("queens", "backjumping", "n-0030", BACKJUMPING, placements),
    Row("all-queens", "odometer", "n-08", ODOMETER, lambda module, case: len(module.solve("", 8, 8, case.board.grid))),
)


def main() -> None:
    """Print a line for each row as it comes; the last one takes minutes."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    print(f"{'solution':<22}{'case':<18}{'window, ms':>11}{'C, ms':>10}{'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder, Sandbox(available()[-1]) as sandbox:
        sandbox.host()
        for row in ROWS:
            window, in_c = measured(sandbox, row, Path(folder), repetitions)
            told = f"{in_c:10.2f}{window / in_c:7.2f}" if in_c else ""
            print(f"{row.problem + '/' + row.name:<22}{row.case:<18}{window:11.2f}{told}", flush=True)
        print(f"{'spies/champion':<22}{'all odd n < 1000':<18}{all_odd(sandbox):11.0f}")


def prepared(sandbox: Sandbox, problem: str, name: str) -> function.Ready:
    """Compile a solution."""
    package = read_package(ROOT / "testcases" / problem)
    source = (ROOT / f"solutions/{problem}/{name}.py").read_bytes()
    ready = function.prepare(sandbox, handed_in("bench", problem, "bench.py", (("bench.py", source),)), package)
    assert not isinstance(ready, Finding), ready
    return ready


def window_ms(sandbox: Sandbox, ready: function.Ready, problem: str, case: Case) -> float:
    """Return the CPU of the window of one attempt."""
    limits = read_package(ROOT / "testcases" / problem).limits
    room = room_for(case.board.n, limits.memory_bytes)
    with sandbox.start(ready.home, limits, Job(prepare=False, main="bench.py", room=room)) as box:
        return 1000 * one_attempt(box, case)[1]


def measured(sandbox: Sandbox, row: Row, folder: Path, repetitions: int) -> tuple[float, float]:
    """Return the least CPU of the window and of the C program, 0 without one."""
    case = next(one for one in read_package(ROOT / "testcases" / row.problem).cases if one.name == row.case)
    program, board = folder / f"{row.problem}-{row.name}", folder / "board"
    if row.source:
        program.with_suffix(".c").write_text(HEAD + row.source + TAIL)
        subprocess.run(["gcc", "-O2", "-w", "-o", program, program.with_suffix(".c")], check=True)
    board.write_bytes(case.board.grid.tobytes())
    right = str(row.found(solution(row.problem, row.name), case))
    ready = prepared(sandbox, row.problem, row.name)
    window: list[float] = []
    in_c = [] if row.source else [0.0]
    for _ in range(repetitions):
        window.append(window_ms(sandbox, ready, row.problem, case))
        if row.source:
            words = [str(program), str(case.board.n), str(case.board.pieces), str(board)]
            took, found = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
            assert found == right, (found, right)
            in_c.append(float(took))
    sandbox.forget(ready.home)
    return min(window), min(in_c)


def all_odd(sandbox: Sandbox) -> float:
    """Return the CPU of the windows of all odd n below 1000, once each."""
    ready = prepared(sandbox, "spies", "champion")
    boards = (Instance("ANY", n, n, np.zeros((n, n), np.int8)) for n in range(9, 1000, 2))
    total = sum(window_ms(sandbox, ready, "spies", Case(f"n-{one.n}", "hard", one)) for one in boards)
    sandbox.forget(ready.home)
    return total


if __name__ == "__main__":
    main()
