# Lets orphans compute, whose time no wait(2) tells, and sleeps until they have: their time is its time.
# expect: TLE
# limits: time_limit = 0.2
import os
import signal
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    done, tell = os.pipe()
    if os.fork() == 0:
        if os.fork() == 0:
            while time.process_time() < 0.5:
                pass
            os.write(tell, b".")
        os._exit(0)
    os.read(done, 1)
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
