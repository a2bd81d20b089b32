# Writes FAIL, exit statuses and whole output files as frames to every descriptor that there may be.
# expect: WA, RTE
import contextlib
import os
import struct


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    status = struct.pack("<cQi", b"Z", 4, 0)
    output = struct.pack("<cQ", b"O", 3) + b"OK\n"
    for fd in (*range(5, 300), 3, 0, 1, 2, 4):
        with contextlib.suppress(OSError):
            os.set_blocking(fd, False)
            os.write(fd, status + output + struct.pack("<cQ", b"F", 0))
    os._exit(0)
