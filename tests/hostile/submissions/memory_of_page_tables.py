# Looks at one byte in every 2 MiB of a huge block that nobody writes to: no memory of its own, only tables of pages.
# expect: MLE
# limits: time_limit = 5
import mmap

NO_RESERVE = 0x4000


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    size = 2 << 40
    block = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE, mmap.PROT_READ)
    for offset in range(0, size, 2 << 20):
        block[offset]
    return None
