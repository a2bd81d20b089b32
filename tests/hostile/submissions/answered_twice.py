# Says FAIL at once, to stop the clock, and lets a thread send the right answer later.
# expect: WA
import os
import struct
import threading
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1

    def correct():
        time.sleep(0.05)
        os.write(4, struct.pack("<cQQQ", b"A", 16 + 64, 8, 8) + grid.tobytes())

    threading.Thread(target=correct).start()
    return None
