# Changes modes, times, attributes and lengths of files that are not its own, and the limits of other processes.
# expect: RTE
import os
import resource

TARGETS = ("@CONTEST@", "@HOME@/canary.txt", "@OUTSIDE@/.judge/canary.txt")


def solve(algorithm, n, lizards, grid):
    for path in TARGETS:
        attempts = (
            lambda path=path: os.chmod(path, 0o777),
            lambda path=path: os.chown(path, os.getuid(), os.getgid()),
            lambda path=path: os.utime(path, (1, 1)),
            lambda path=path: os.setxattr(path, "user.judge", b"was here"),
            lambda path=path: os.truncate(path, 0),
        )
        for attempt in attempts:
            try:
                attempt()
            except OSError:
                continue
            return grid  # it did: the wrong answer that gives it away
    for pid in (os.getppid(), *range(max(2, os.getpid() - 40), os.getpid())):
        try:
            resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1))
        except OSError:
            continue
        return grid
    raise RuntimeError("nothing of it could be changed")
