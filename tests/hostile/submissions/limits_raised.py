# Raises its own limits.
# expect: AC
import resource


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for name in ("CPU", "FSIZE", "NOFILE", "NPROC", "STACK", "MEMLOCK", "CORE", "DATA", "MSGQUEUE", "NICE", "RTPRIO"):
        limit = getattr(resource, f"RLIMIT_{name}", None)
        if limit is None or resource.getrlimit(limit)[1] == resource.RLIM_INFINITY:
            continue
        hard = resource.getrlimit(limit)[1]
        try:
            resource.setrlimit(limit, (hard, hard + 1))
        except (OSError, ValueError):
            continue
        raise SystemExit(f"{name} was raised")
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
