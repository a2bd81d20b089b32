# Makes files without content until the file system refuses.
# expect: AC
# tiers: namespaces
import contextlib


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    made = 0
    for folder in (".", "/tmp", "/dev/shm", "/cache", "/submission", "/"):
        with contextlib.suppress(OSError):
            while made < 30_000:
                open(f"{folder}/hostile-was-here-{made}", "wb").close()
                made += 1
    assert made < 20_000, "inodes can be used up"
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
