# Kills itself in every attempt before it is ready, so that the judge may think that its own box broke.
# expect: RTE
import os
import signal

from prelude import ATTEMPT

if ATTEMPT:
    os.kill(os.getpid(), signal.SIGKILL)


def solve(algorithm, n, lizards, grid):
    return None
