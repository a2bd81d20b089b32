# Takes every name by which judges have claimed users and cores, so that a next box finds none.
# expect: AC, RTE
# repeat: 2
import contextlib
import os
import socket

held = []
for number in range(100):
    for name in (f"user-{64000 + number}", f"core-{number}"):
        with contextlib.suppress(OSError):
            held.append(socket.socket(socket.AF_UNIX))
            held[-1].bind(f"\0judge-{name}")
        for folder in ("/run/judge", "/dev/shm", "/tmp", "/var/lib/judge"):
            with contextlib.suppress(OSError):
                held.append(os.open(f"{folder}/judge-{name}", os.O_RDWR | os.O_CREAT))


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
