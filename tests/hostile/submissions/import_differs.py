# Is imported without a fault while it is prepared, and is another program in every attempt.
# expect: RTE
from prelude import ATTEMPT

if ATTEMPT:
    raise OSError("not this time")


def solve(algorithm, n, lizards, grid):
    return None
