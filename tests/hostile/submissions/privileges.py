# Asks for every privilege: users, mounts, namespaces, keys, modules, the kernel's rarer parts.
# expect: AC
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
BUFFER = bytes(256)
CALLS = {
    "mount": (165, b"none", b"/tmp", b"tmpfs", 0, None),
    "umount": (166, b"/tmp", 2),
    "chroot": (161, b"."),
    "pivot_root": (155, b".", b"."),
    "unshare": (272, 0x10000000),
    "setns": (308, 0, 0),
    "add_key": (248, b"user", b"hostile-was-here", b"x", 1, -3),
    "keyctl": (250, 0, -3, 1),
    "bpf": (321, 0, BUFFER, 72),
    "perf_event_open": (298, BUFFER, 0, -1, -1, 0),
    "userfaultfd": (323, 1),
    "io_uring_setup": (425, 8, BUFFER),
    "fanotify_init": (300, 0, 0),
    "finit_module": (313, 0, b"", 0),
    "sethostname": (170, b"owned", 5),
    "syslog": (103, 3, BUFFER, 256),
    "swapon": (167, b"/dev/null", 0),
    "personality": (135, 0x0040000),
    "open_by_handle_at": (304, -100, BUFFER, 0),
    "fsopen": (430, b"tmpfs", 0),
    "open_tree": (428, -100, b"/", 1),
    "clone_newuser": (56, 0x10000000 | 17, 0, 0, 0, 0),
    "clone3": (435, BUFFER, 88),
    "iopl": (172, 3),
    "settimeofday": (164, BUFFER, None),
    "mknod": (133, b"device", 0o60666, 0x800),
    "setuid": (105, 0),
    "setgid": (106, 0),
    "setgroups": (116, 1, BUFFER),
    "capset": (126, (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)),
}


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for name, (number, *arguments) in CALLS.items():
        if name in ("setuid", "setgid") and os.getuid() == 0:
            continue
        result = libc.syscall(number, *arguments)
        if result == 0 and "clone" in name:
            os._exit(0)
        assert result < 0, f"{name} was granted"
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
