# Leaves its control group, raises its limits there, and protects itself from the out-of-memory killer.
# expect: AC
import contextlib
import glob
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    names = glob.glob("/sys/fs/cgroup/**/cgroup.procs", recursive=True) + glob.glob("/sys/fs/cgroup/*/*/pids.max")
    for name in names:
        with contextlib.suppress(OSError), open(name, "w") as file:
            file.write(str(os.getpid()) if name.endswith("procs") else "max")
            raise SystemExit(f"{name} was written")
    for name in ("/proc/self/oom_score_adj", "/proc/sys/kernel/core_pattern", "/proc/sys/vm/overcommit_memory"):
        with contextlib.suppress(OSError), open(name, "w") as file:
            file.write("-1000")
            raise SystemExit(f"{name} was written")
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
