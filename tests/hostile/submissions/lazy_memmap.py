# Returns a memmap of a file that it goes on writing.
# expect: WA
import numpy as np


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    return np.memmap("answer", dtype=np.int8, mode="w+", shape=(8, 8))
