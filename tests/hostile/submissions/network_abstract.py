# Talks to a process of the host through an abstract socket.
# expect: AC
import contextlib
import socket


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    with contextlib.suppress(OSError):
        socket.socket(socket.AF_UNIX).connect("\0@ABSTRACT@")
        raise SystemExit("a process of the host answered")
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
