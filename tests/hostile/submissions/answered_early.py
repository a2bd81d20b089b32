# Has its answer in the pipe before it is given the case.
# expect: RTE
import os
import struct

from prelude import ATTEMPT

if ATTEMPT:
    os.write(4, struct.pack("<cQcQ", b"R", 0, b"F", 0))


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
