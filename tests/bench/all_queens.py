"""The champion of all-queens beside the same search in C: `python -m tests.bench.all_queens`.

Both count the arrangements of n queens for n = 14 to 16, in turns in one process on one core, so that a slow moment
hits both; each time is the median of the CPU times of three counts. The C, compiled by gcc -O3 -march=native,
follows `solutions/all-queens/champion.py` line by line: the ratio is that of the compilers. The last column is
the search that everybody knows, in C as well: half of the first row, one word of bits a row, recursive; run once.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from tests.bench.timing import kernel_cache, timed
from tests.shipped import solution

Count = Callable[[int], int]

REPEATS = 3

SOURCE = r"""
#include <stdint.h>

typedef int64_t word;
struct level { word row, taken, falling, rising, free; };

static word weigh(word n, struct level at, const word *allowed, const word *must, word nearest)
{
    struct level stack[64], *top = stack;
    word before[64];
    const word last_column = (word)1 << (n - 1);
    word weight = 0;
    before[at.row] = at.taken;
    at.free = allowed[at.row] & ~(at.taken | at.falling | at.rising);
    for (;;) {
        if (at.free == 0) {
            if (top == stack)
                return weight;
            at = *--top;
        }
        word bit = at.free & -at.free;
        at.free ^= bit;
        word taken = at.taken | bit;
        word falling = (at.falling | bit) << 1;
        word rising = (at.rising | bit) >> 1;
        word free = allowed[at.row + 1] & ~(taken | falling | rising);
        if (free == 0 || (must[at.row + 1] & ~taken))
            continue;
        before[at.row + 1] = taken;
        if (at.row == n - 2) {
            word sides = 1;
            if (nearest > 0) {
                word left = before[n - nearest] ^ before[n - 1 - nearest];
                word right = before[nearest + 1] ^ before[nearest];
                sides += (left == 1) + (right == last_column) + (free == last_column >> nearest);
            }
            weight += 24 / sides;
            continue;
        }
        if (at.free)
            *top++ = at;
        at = (struct level){at.row + 1, taken, falling, rising, free};
    }
}

word champion(word n)
{
    const word everywhere = ((word)1 << n) - 1, both_ends = 1 | (word)1 << (n - 1);
    word allowed[64], must[64] = {0}, weight = 0;
    for (word row = 0; row < n; row++)
        allowed[row] = everywhere;
    for (word second = 2; second < n - 1; second++) {
        word bit = (word)1 << second;
        allowed[second] &= ~(word)2;
        weight += weigh(n, (struct level){2, 1 | bit, 4 | bit << 1, bit >> 1, 0}, allowed, must, 0);
    }
    for (word nearest = 1; nearest <= (n - 1) / 2; nearest++) {
        word bit = (word)1 << nearest;
        for (word row = 0; row < n; row++) {
            allowed[row] = row < nearest || row >= n - nearest ? everywhere & ~both_ends : everywhere;
            must[row] = row == n - nearest ? both_ends : 0;
        }
        allowed[n - 1] = everywhere >> (2 * nearest) << nearest;
        weight += weigh(n, (struct level){1, bit, bit << 1, bit >> 1, 0}, allowed, must, nearest);
    }
    return weight / 3;
}

static word below(word everywhere, word taken, word falling, word rising)
{
    word found = 0, free = everywhere & ~(taken | falling | rising);
    if (taken == everywhere)
        return 1;
    while (free) {
        word bit = free & -free;
        free ^= bit;
        found += below(everywhere, taken | bit, (falling | bit) << 1, (rising | bit) >> 1);
    }
    return found;
}

word half_board(word n)
{
    const word everywhere = ((word)1 << n) - 1;
    word found = 0;
    for (word column = 0; column < n / 2; column++) {
        word bit = (word)1 << column;
        found += 2 * below(everywhere, bit, bit << 1, bit >> 1);
    }
    if (n % 2) {
        word bit = (word)1 << n / 2;
        found += below(everywhere, bit, bit << 1, bit >> 1);
    }
    return found;
}
"""


def main() -> None:
    if shutil.which("gcc") is None:
        sys.exit("This benchmark compiles C with gcc, which is not installed: install gcc and start it again.")
    with kernel_cache() as folder:
        library = compiled(folder)
        in_c, half_board = c_function(library, "champion"), c_function(library, "half_board")
        in_numba: Count = solution("all-queens", "champion").count
        in_numba(5)
        table = Table("n", "arrangements", "C s", "numba s", "numba / C", "half board in C s")
        for n in range(14, 17):
            c_times, numba_times = in_turns(in_c, in_numba, n)
            c_s, numba_s = median(c_times), median(numba_times)
            found, half_s = timed(half_board, n)
            assert found == in_c(n) == in_numba(n)
            cells = (
                str(n),
                f"{found:,}",
                f"{c_s:.3f}",
                f"{numba_s:.3f}",
                f"{numba_s / c_s:.2f}",
                f"{half_s:.3f}",
            )
            table.add_row(*cells)
    Console().print(table)


def in_turns(one: Count, other: Count, n: int) -> tuple[list[float], list[float]]:
    """CPU seconds of both, count by count."""
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(REPEATS):
        for function, times in zip((one, other), taken, strict=True):
            times.append(timed(function, n)[1])
    return taken


def compiled(folder: Path) -> ctypes.CDLL:
    source, library = folder / "queens.c", folder / "queens.so"
    source.write_text(SOURCE)
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def c_function(library: ctypes.CDLL, name: str) -> Count:
    function = library[name]
    function.argtypes, function.restype = [ctypes.c_int64], ctypes.c_int64
    return function


if __name__ == "__main__":
    main()
