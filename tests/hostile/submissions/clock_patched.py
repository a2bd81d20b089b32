# Replaces every clock of its process by one that stands still, and computes for ever.
# expect: TLE
import time

for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime"):
    setattr(time, name, lambda *_: 0)
    setattr(time, f"{name}_ns", lambda *_: 0)
time.sleep = lambda _: None


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    while True:
        pass
