# Writes over its own memory until something breaks.
# expect: RTE, TLE, WA
import ctypes


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for address in range(id(grid) & ~0xFFFF, id(grid) + (1 << 30), 4096):
        ctypes.memset(address, 0xAA, 4096)
    return grid
