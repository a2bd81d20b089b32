# Says that its answer is in shared memory, on a board that is too small to have any.
# expect: RTE
import os
import struct
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    os.write(4, struct.pack("<cQQQ", b"a", 16, n, n))
    time.sleep(1000)
