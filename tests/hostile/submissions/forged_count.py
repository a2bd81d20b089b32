# Answers with a number of four hundred digits that are none of ASCII's, for a reader that asks isdigit of text.
# expect: RTE, WA
import os
import struct
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    digits = "\u0661\u00b2".encode() * 90
    os.write(4, b"N" + struct.pack("<Q", len(digits)) + digits)
    time.sleep(9)
