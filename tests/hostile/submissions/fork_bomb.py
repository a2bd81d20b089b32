# Forks as fast as it can, children too.
# expect: TLE, RTE, MLE
import contextlib
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    while True:
        with contextlib.suppress(OSError):
            os.fork()
