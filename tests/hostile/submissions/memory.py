# Takes memory until there is none.
# expect: MLE
# limits: time_limit = 20
import numpy as np


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    hoard = []
    while True:
        hoard.append(np.ones(16 << 20, np.int8))
