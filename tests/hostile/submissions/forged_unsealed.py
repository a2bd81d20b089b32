# Says before the case that its box is not sealed, in the words of the judge's own first process.
# expect: RTE, CE
import os
import struct

from prelude import ATTEMPT

if ATTEMPT:
    os.write(4, b"U" + struct.pack("<Q", 3) + b"abc")


def solve(algorithm, n, lizards, grid):
    return None
