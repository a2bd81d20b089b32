# Leaves fifty children that compute while it sleeps up to the limit, to be taken for a victim of a busy host.
# expect: TLE, RTE
import os
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for _ in range(50):
        if not os.fork():
            while True:
                pass
    time.sleep(60)
