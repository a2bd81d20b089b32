# Fills shared memory in short-lived children, and keeps it mapped but untouched: no living process seems to use it.
# expect: MLE, RTE
# limits: time_limit = 2
import mmap
import os
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    block = mmap.mmap(-1, 1 << 30)
    for start in range(0, 1 << 30, 64 << 20):
        if os.fork() == 0:
            for offset in range(start, start + (64 << 20), 4096):
                block[offset] = 1
            os._exit(0)
        os.wait()
    time.sleep(1000)
