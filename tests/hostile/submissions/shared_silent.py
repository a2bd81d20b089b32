# Lays a right answer into the shared memory, and never says so.
# expect: TLE
# cases: large
import sys
import time


def solve(algorithm, n, lizards, grid):
    if n != 160:
        return None
    board = sys._getframe(1).f_locals["desk"]._shared[: n * n].reshape(n, n)
    board[:] = 0
    board[range(n), [*range(1, n, 2), *range(0, n, 2)]] = 1
    time.sleep(1000)
