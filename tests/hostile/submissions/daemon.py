# Leaves a daemon: forked twice, with a session of its own if it gets one, deaf to signals.
# expect: AC
import contextlib
import os
import signal
import time


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    if os.fork() == 0:
        with contextlib.suppress(OSError):
            os.setsid()
        if os.fork() == 0:
            for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
                signal.signal(number, signal.SIG_IGN)
            for fd in range(5):
                os.close(fd)
            time.sleep(1000)
        os._exit(0)
    os.wait()
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
