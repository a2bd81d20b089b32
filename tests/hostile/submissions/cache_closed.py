# Closes the kernel cache and what is in it to everybody, or removes and renames it, before its prepare phase ends.
# expect: AC, RTE, CE
# repeat: 2
import contextlib
import os

from prelude import CACHE

for act in (
    lambda: os.mkdir(f"{CACHE}/folder"),
    lambda: os.chmod(f"{CACHE}/folder", 0),
    lambda: os.chmod(CACHE, 0),
    lambda: os.rename(CACHE, f"{CACHE}2"),
    lambda: os.symlink("@CONTEST@", CACHE),
):
    with contextlib.suppress(OSError):
        act()


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
