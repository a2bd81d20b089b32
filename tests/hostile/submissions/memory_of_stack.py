# Takes all memory by a stack without a limit, which is in no data segment.
# expect: MLE
# limits: time_limit = 20
import resource

import numpy as np
from numba import njit

resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@njit
def down(depth):
    if depth < 0:
        return 0.0
    kept = np.empty(1)
    kept[0] = down(depth + 1)
    return kept[0] + 1


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    return down(0)
