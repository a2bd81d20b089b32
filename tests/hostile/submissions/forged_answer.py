# Writes a whole answer frame by itself, a wrong one, and leaves: right or wrong is not its word.
# expect: WA
import os
import struct


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    os.write(4, struct.pack("<cQQQ", b"A", 16 + 64, 8, 8) + b"\1" * 64)
    os._exit(0)
