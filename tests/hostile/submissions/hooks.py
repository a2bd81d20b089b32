# Plants tracers, exit handlers, garbage-collector callbacks and finalizers that would answer in its place.
# expect: WA
import atexit
import gc
import os
import struct
import sys
import threading

RIGHT = bytearray(64)
for row, column in enumerate((0, 4, 7, 5, 2, 6, 1, 3)):
    RIGHT[8 * row + column] = 1


def answer(*_):
    os.write(4, struct.pack("<cQQQ", b"A", 16 + 64, 8, 8) + RIGHT)
    os._exit(0)


class Final:
    __del__ = answer


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    atexit.register(answer)
    sys.excepthook = threading.excepthook = sys.unraisablehook = answer
    os.write(4, struct.pack("<cQQQ", b"A", 16 + 64, 8, 8) + bytes(64))  # the empty board comes first and counts
    gc.callbacks.append(answer)
    sys.settrace(answer)
    sys.setprofile(answer)
    Final()
    raise RuntimeError
