# Names a shape whose product overflows to the number of bytes that it sends.
# expect: RTE, WA
import os
import struct
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    os.write(4, struct.pack("<cQQQ", b"A", 16 + 64, 1 << 63, (1 << 64) - 1) + bytes(64))
    time.sleep(1000)
