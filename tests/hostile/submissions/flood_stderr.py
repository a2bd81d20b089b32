# Prints for ever, on stderr, from a child.
# expect: OLE
import os
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    if os.fork() == 0:
        while True:
            os.write(2, b"spam " * 10_000)
    time.sleep(1000)
