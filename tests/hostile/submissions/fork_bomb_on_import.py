# Forks as fast as it can while it is being made ready.
# expect: CE
# limits: compilation_time = 1
import contextlib
import os

while True:
    with contextlib.suppress(OSError):
        os.fork()


def solve(algorithm, n, lizards, grid):
    return grid
