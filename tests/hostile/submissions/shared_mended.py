# Says that an empty board is its answer, and makes it right in the shared memory after that.
# expect: WA
# cases: large
import os
import struct
import sys
import time


def solve(algorithm, n, lizards, grid):
    if n != 160:
        return None
    board = sys._getframe(1).f_locals["desk"]._shared[: n * n].reshape(n, n)
    board[:] = 0
    os.write(4, struct.pack("<cQQQ", b"a", 16, n, n))
    time.sleep(0.05)
    board[range(n), [*range(1, n, 2), *range(0, n, 2)]] = 1
    time.sleep(1000)
