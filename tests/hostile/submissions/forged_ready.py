# Says READY while it is still being imported, and computes on: its clock has only started earlier.
# expect: TLE, RTE
import os
import struct

from prelude import ATTEMPT

os.write(4, struct.pack("<cQ", b"R", 0))
while ATTEMPT:
    pass


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
