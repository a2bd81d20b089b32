# Replaces the judge's own functions in its process, and numpy's and os's, so that a wrong board would go out as right.
# expect: WA
import gc
import os
import sys

import numpy as np


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    gc.disable()
    attempt = sys.modules["judge.sandbox.inside.attempt"]
    frames = sys.modules["judge.sandbox.protocol"]
    attempt._encode = lambda _: (b"A", frames.SHAPE.pack(8, 8), bytes(64))
    os.write = lambda *_: 0
    np.ascontiguousarray = lambda _: np.zeros((8, 8), np.int8)
    return grid
