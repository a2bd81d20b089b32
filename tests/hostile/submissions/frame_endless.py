# Promises a frame of an exabyte, and never stops writing it.
# expect: WA, OLE
import os
import struct


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    os.write(4, struct.pack("<cQ", b"A", 1 << 60))
    while True:
        os.write(4, b"x" * 65536)
