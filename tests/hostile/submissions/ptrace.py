# Attaches to its parents and reads and writes their memory.
# expect: AC
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
ATTACH, SEIZE, TRACE_ME = 16, 0x4206, 0


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    buffer = ctypes.create_string_buffer(64)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 64)
    for pid in (1, os.getppid()):
        calls = {
            "attach": libc.ptrace(ATTACH, pid, None, None),
            "seize": libc.ptrace(SEIZE, pid, None, None),
            "read": libc.process_vm_readv(pid, vector, 1, vector, 1, 0),
            "write": libc.process_vm_writev(pid, vector, 1, vector, 1, 0),
            "descriptor": libc.syscall(438, os.pidfd_open(pid), 4, 0),
        }
        for name, result in calls.items():
            assert result < 0, name
    assert libc.ptrace(TRACE_ME, 0, None, None) < 0
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
