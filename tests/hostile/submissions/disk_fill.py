# Fills every place that it can write to; more than a few hundred MiB is a hole.
# expect: AC, MLE
# tiers: namespaces
import contextlib
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    written = 0
    for folder in (".", "/tmp", "/dev/shm", "/var/tmp", "/cache", "/submission", "/run", "/homes", "/", "@CONTEST@"):
        for number in range(20):
            with contextlib.suppress(OSError), open(f"{folder}/hostile-was-here-{number}", "wb") as file:
                while written < 1 << 30:
                    written += file.write(bytes(1 << 20))
                    file.flush()
                    os.fsync(file.fileno())
    assert written < 300 << 20, "a disk can be filled"
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
