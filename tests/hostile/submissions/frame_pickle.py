# Answers with a pickle that leaves a file behind wherever it is loaded.
# expect: RTE, WA
import os
import pickle
import struct
import time


class Bomb:
    def __reduce__(self):
        return os.system, ("touch @CONTEST@/hostile-was-here",)


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    data = pickle.dumps(Bomb())
    os.write(4, struct.pack("<cQ", b"X", len(data)) + data)
    time.sleep(1000)
