# Says that its answer is in the shared memory, and of its shape the half.
# expect: RTE
# cases: large
import os
import struct
import time


def solve(algorithm, n, lizards, grid):
    if n != 160:
        return None
    os.write(4, struct.pack("<cQQ", b"a", 8, n))
    time.sleep(1000)
