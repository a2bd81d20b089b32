# Leaves objects of System V and POSIX IPC behind, which outlive their maker.
# expect: AC
import ctypes

libc = ctypes.CDLL(None, use_errno=True)
CREATE = 0o1666


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    made = (libc.shmget(4711, 64 << 20, CREATE), libc.msgget(4711, CREATE), libc.semget(4711, 8, CREATE))
    assert max(made) < 0, made
    assert libc.syscall(240, b"hostile-was-here", 0o102, 0o666, None) < 0, "mq_open"
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
