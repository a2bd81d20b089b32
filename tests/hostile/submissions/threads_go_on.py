# Answers, and leaves threads behind that compute and write for ever.
# expect: AC
import os
import threading


def go_on():
    while True:
        os.write(1, b".")


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for _ in range(8):
        threading.Thread(target=go_on, daemon=True).start()
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
