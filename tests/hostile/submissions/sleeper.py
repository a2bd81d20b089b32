# Sleeps, which costs no CPU.
# expect: TLE
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    time.sleep(1000)
