# Leaves a tree of folders that is deeper than a recursion or a path name goes.
# expect: AC, TLE
import contextlib
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    with contextlib.suppress(OSError):
        for _ in range(3500):
            os.mkdir("deep")
            os.chdir("deep")
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
