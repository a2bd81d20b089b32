# Is imported without a fault while it is prepared, and is another program in every attempt.
# expect: RTE
import numba

if numba.config.CACHE_DIR.endswith(".kernels"):
    raise OSError("not this time")


def solve(algorithm, n, lizards, grid):
    return None
