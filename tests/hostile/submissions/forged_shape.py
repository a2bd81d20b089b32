# Sends an array whose rows and columns multiply to its length only where a product overflows.
# expect: RTE, WA
import os
import struct
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    os.write(4, b"A" + struct.pack("<QQQ", 16 + 64, (1 << 64) - 1, (1 << 64) - 64) + bytes(64))
    time.sleep(9)
