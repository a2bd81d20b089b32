# Leaves a daemon that listens on an abstract address, and asks it at the next attempt.
# expect: AC
# repeat: 3
import contextlib
import os
import socket
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    with contextlib.suppress(ConnectionRefusedError, PermissionError):
        socket.socket(socket.AF_UNIX).connect("\0hostile-was-here")
        raise SystemExit("an earlier attempt still lives")
    if os.fork() == 0:
        with contextlib.suppress(OSError):
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("\0hostile-was-here")
            listener.listen()
        time.sleep(1000)
    time.sleep(0.05)
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
