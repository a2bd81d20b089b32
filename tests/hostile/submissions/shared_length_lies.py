# Says that its answer in the shared memory is longer than that, by a product that overflows to its length.
# expect: RTE
# cases: large
import os
import struct
import time


def solve(algorithm, n, lizards, grid):
    if n != 160:
        return None
    os.write(4, struct.pack("<cQQQ", b"a", 16, (1 << 63) + n, 2 * n))
    time.sleep(1000)
