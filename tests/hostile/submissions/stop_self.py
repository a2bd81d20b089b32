# Stops itself and its group, so that a waiting judge would wait for ever.
# expect: TLE
import os
import signal


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    os.killpg(0, signal.SIGSTOP)
