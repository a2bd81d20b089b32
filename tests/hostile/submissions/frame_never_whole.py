# Holds back the last byte of its answer.
# expect: TLE
import os
import struct
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    os.write(4, struct.pack("<cQQQ", b"A", 16 + 64, 8, 8) + bytes(63))
    time.sleep(1000)
