# Returns an empty board that a thread makes right after it was returned.
# expect: WA
import threading
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None

    def mend():
        time.sleep(0.05)
        grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1

    threading.Thread(target=mend).start()
    return grid
