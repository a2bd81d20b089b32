# Raises SystemExit(0) out of solve.
# expect: RTE
import sys


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    sys.exit(0)
