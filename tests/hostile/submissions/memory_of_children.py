# Takes 20 times 60 MiB in processes of its own.
# expect: MLE
# limits: time_limit = 20
import os
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for _ in range(20):
        if os.fork() == 0:
            block = bytearray(b"x") * (60 << 20)
            time.sleep(1000)
    time.sleep(1000)
