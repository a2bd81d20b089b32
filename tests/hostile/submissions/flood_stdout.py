# Prints for ever.
# expect: OLE
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    while True:
        os.write(1, b"spam " * 10_000)
