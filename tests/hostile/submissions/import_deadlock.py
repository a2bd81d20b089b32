# Waits for a lock that nobody will release while it is being imported.
# expect: CE
# limits: compilation_time = 1
import threading

lock = threading.Lock()
lock.acquire()
lock.acquire()


def solve(algorithm, n, lizards, grid):
    return grid
