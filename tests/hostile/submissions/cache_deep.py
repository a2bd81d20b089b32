# Leaves a cache that is thousands of folders deep, which every attempt would have to copy.
# expect: AC, RTE, CE
import contextlib
import os

from prelude import CACHE

with contextlib.suppress(OSError):
    os.chdir(CACHE)
    for _ in range(3000):
        os.mkdir("deep")
        os.chdir("deep")


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
