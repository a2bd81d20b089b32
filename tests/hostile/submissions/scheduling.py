# Moves to another core, and asks for a better place in the queue.
# expect: AC
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    here = os.sched_getaffinity(0)
    asked = (
        lambda: os.sched_setaffinity(0, range(os.cpu_count())),
        lambda: os.setpriority(os.PRIO_PROCESS, 0, -10),
        lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)),
        lambda: os.setsid(),
        lambda: os.setpgid(0, 0),
    )
    for ask in asked:
        try:
            ask()
        except OSError:
            continue
        raise SystemExit("was granted")
    assert os.sched_getaffinity(0) == here
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
