# Sends a wrong answer a byte at a time, each a moment before it would be given up.
# expect: TLE, WA
import os
import struct
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for byte in b"A" + struct.pack("<QQQ", 16 + n * n, n, n) + bytes(n * n):
        os.write(4, bytes([byte]))
        time.sleep(0.1)
