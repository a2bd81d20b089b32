# Kills itself in every attempt before it is ready, so that the judge may think that its own box broke.
# expect: RTE
import os
import signal

import numba

if numba.config.CACHE_DIR.endswith(".kernels"):
    os.kill(os.getpid(), signal.SIGKILL)


def solve(algorithm, n, lizards, grid):
    return None
