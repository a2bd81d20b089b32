# Closes every descriptor, and puts others in their place.
# expect: RTE, TLE
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    os.closerange(0, 4096)
    for _ in range(8):
        os.open("/dev/zero", os.O_RDWR)
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
