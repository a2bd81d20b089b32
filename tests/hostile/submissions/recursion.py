# Recurses until the stack of the C level is gone.
# expect: RTE, MLE, TLE
import sys


def down(depth):
    return down([down, depth].__getitem__(1) + 1)


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    sys.setrecursionlimit(1 << 30)
    return down(0)
