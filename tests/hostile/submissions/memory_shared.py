# Takes 2 GiB as shared anonymous memory, which no process has for itself.
# expect: MLE, RTE
# limits: time_limit = 20
import mmap
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    hoard = []
    while len(hoard) < 32:
        block = mmap.mmap(-1, 64 << 20)
        for offset in range(0, 64 << 20, 4096):
            block[offset] = 1
        hoard.append(block)
    time.sleep(1000)
