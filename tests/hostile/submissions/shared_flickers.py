# Goes on changing the answer in the shared memory, by a thread and by a child, while the judge reads it.
# expect: WA
# cases: large
import os
import struct
import sys
import threading
import time


def solve(algorithm, n, lizards, grid):
    if n != 160:
        return None
    board = sys._getframe(1).f_locals["desk"]._shared[: n * n].reshape(n, n)

    def flicker():
        while True:
            board[:] += 1

    threading.Thread(target=flicker).start()
    if os.fork() == 0:
        flicker()
    time.sleep(0.01)
    os.write(4, struct.pack("<cQQQ", b"a", 16, n, n))
    time.sleep(1000)
