# Starts threads until the system refuses; more than its 64 processes is a hole.
# expect: AC, RTE
import threading
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    started = 0
    try:
        for started in range(5000):
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    except RuntimeError:
        pass
    while started > 64:
        pass
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
