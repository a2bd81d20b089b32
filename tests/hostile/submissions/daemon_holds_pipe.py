# Exits, and leaves a daemon that keeps every pipe open, so that a reader would wait for ever.
# expect: RTE
import os
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    if os.fork() == 0:
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    os.wait()
    os._exit(0)
