# Leaves with status 0 before it has answered.
# expect: RTE
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    os._exit(0)
