# Asks for counters of the whole machine, by which it would know its own number: cries out where one is let through.
# expect: AC
import ctypes
import socket

libc = ctypes.CDLL(None, use_errno=True)
assert libc.sysinfo(ctypes.create_string_buffer(512)) != 0, "sysinfo is let through"
for end in socket.socketpair():
    try:
        end.getsockopt(socket.SOL_SOCKET, 57, 8)
    except PermissionError:
        continue
    raise AssertionError("SO_COOKIE is let through")


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
