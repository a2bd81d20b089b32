# Lets orphans compute, for whom nobody waits, and sleeps meanwhile: their time is its time.
# expect: TLE
# limits: time_limit = 0.2
import os
import signal
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    if os.fork() == 0:
        if os.fork() == 0:
            while True:
                pass
        os._exit(0)
    time.sleep(1.0)
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
