"""The seal of a box: what a process gives up for good before a line of a submission runs in it.

`seal` drops the user id and every capability, sets no_new_privs, enters a Landlock domain and loads a seccomp filter;
then it looks whether that holds, by trying, and raises where it does not. The filter is a deny list: everything that
would reach out of the box, speak to the kernel's rarer parts, or escape from its session and its core. It answers
EPERM, so that a program sees an ordinary error; a call of a foreign architecture kills.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterable, Sequence
from typing import Final

# --- system calls by architecture: x86_64 from its table, aarch64 from asm-generic --------------------------------
# name: (x86_64, aarch64), None where the architecture has no such call
DENIED: Final[dict[str, tuple[int | None, int | None]]] = {
    # other processes
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "process_madvise": (440, 440), "process_mrelease": (448, 448),
    "move_pages": (279, 239), "migrate_pages": (256, 238),
    # the kernel's rarer parts
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "keyctl": (250, 219),
    "add_key": (248, 217), "request_key": (249, 218), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "lookup_dcookie": (212, 18), "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263), "modify_ldt": (154, None), "iopl": (172, None), "ioperm": (173, None),
    "uselib": (134, None), "personality": (135, 92), "syslog": (103, 116), "acct": (163, 89),
    "quotactl": (179, 60), "quotactl_fd": (443, 443), "nfsservctl": (180, 42), "vhangup": (153, 58),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225),
    # namespaces and mounts
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "unshare": (272, 97),
    "setns": (308, 268), "move_mount": (429, 429), "open_tree": (428, 428), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "sethostname": (170, 161),
    "setdomainname": (171, 162),
    # the clock, the core and the session that the judge has given
    "clock_settime": (227, 112), "clock_adjtime": (305, 266), "settimeofday": (164, 170), "adjtimex": (159, 171),
    "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119), "sched_setparam": (142, 118),
    "sched_setattr": (314, 274), "setpriority": (141, 140), "ioprio_set": (251, 30), "setsid": (112, 157),
    "setpgid": (109, 154),
    # memory and locks that outlive a process, or that no counter sees
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "msgget": (68, 186), "msgsnd": (69, 189),
    "msgrcv": (70, 188), "msgctl": (71, 187), "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191),
    "semtimedop": (220, 192), "mq_open": (240, 180), "mq_unlink": (241, 181), "memfd_create": (319, 279),
    "memfd_secret": (447, 447), "flock": (73, 32),
}  # fmt: skip
ABSENT: Final = {"clone3": (435, 435)}  # ENOSYS: libc then falls back to clone, whose flags a filter can read
CLONE: Final = (56, 220)
IOCTL: Final = (16, 29)
SOCKET: Final = (41, 198)
FCNTL: Final = (72, 25)
MMAP: Final = (9, 222)
SHARED_AND_ANONYMOUS: Final = 0x21  # MAP_SHARED | MAP_ANONYMOUS
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446  # the same everywhere
SECCOMP: Final = (317, 277)
CAPSET: Final = (126, 91)

CLONE_NAMESPACES: Final = 0x7E020000  # every CLONE_NEW flag that clone takes
TERMINAL_IOCTLS: Final = (0x5412, 0x541C)  # TIOCSTI types into a terminal, TIOCLINUX pastes into a console
LOCK_COMMANDS: Final = (5, 6, 7, 36, 37, 38, 1024)  # F_GETLK, F_SETLK, F_SETLKW, F_OFD_*, F_SETLEASE
AF_UNIX: Final = 1

AUDIT_ARCH: Final = (0xC000003E, 0xC00000B7)
X32_BIT: Final = 0x40000000
PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_CAPBSET_DROP, PR_SET_DUMPABLE = 38, 39, 21, 24, 4
SECCOMP_SET_MODE_FILTER, SPEC_ALLOW = 1, 4
SECCOMP_MODE_FILTER = 2

# --- BPF --------------------------------------------------------------------------------------------------------
LOAD, EQUAL, AND, RETURN, SET_BITS, AT_LEAST = 0x20, 0x15, 0x54, 0x06, 0x45, 0x35
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, ARCH, ARGUMENT_0, ARGUMENT_1, ARGUMENT_3 = (
    0,
    4,
    16,
    24,
    40,
)  # offsets in struct seccomp_data; arguments' low halves


class SealError(Exception):
    """The box could not be sealed, or does not hold; nothing of a submission has run."""


_libc = ctypes.CDLL(None, use_errno=True)
_ISA = {"x86_64": 0, "aarch64": 1}.get(platform.machine())


def require() -> None:
    """OSError where this machine can't seal a box at all."""
    if _ISA is None:
        raise OSError(errno.ENOSYS, f"no table of system calls for {platform.machine()}")
    if not landlock_abi():
        raise OSError(errno.ENOSYS, "this kernel has no Landlock (it came with Linux 5.13, and can be switched off)")


def seccomp_program(*, unix_sockets: bool, shared_memory: bool) -> bytes:
    """The filter as an array of `struct sock_filter`.

    Without `unix_sockets` no socket at all can be made. Without `shared_memory` nothing but files can be mapped shared:
    pages that one child touches and another keeps are in nobody's account, unless a cgroup counts them.
    """
    assert _ISA is not None
    steps: list[tuple[int, int, int, int]] = []

    def add(code: int, value: int, if_true: int = 0, if_false: int = 0) -> None:
        steps.append((code, if_true, if_false, value))

    def refuse(number: int | None, how: int) -> None:
        if number is not None:
            add(EQUAL, number, 0, 1)
            add(RETURN, how)

    def refuse_argument(number: int, offset: int, code: int, values: Iterable[int]) -> None:
        """EPERM for this call when its argument meets one of the values; the call number is loaded again after."""
        body = [(code, 0, 1, value) if code != EQUAL else (EQUAL, 0, 1, value) for value in values]
        add(EQUAL, number, 0, 2 * len(body) + 2)
        add(LOAD, offset)
        for step in body:
            steps.extend((step, (RETURN, 0, 0, ERRNO | errno.EPERM)))
        add(LOAD, NUMBER)

    add(LOAD, ARCH)
    add(EQUAL, AUDIT_ARCH[_ISA], 1, 0)
    add(RETURN, KILL)
    add(LOAD, NUMBER)
    if _ISA == 0:
        add(AT_LEAST, X32_BIT, 0, 1)
        add(RETURN, ERRNO | errno.ENOSYS)
    for absent in ABSENT.values():
        refuse(absent[_ISA], ERRNO | errno.ENOSYS)
    for denied in DENIED.values():
        refuse(denied[_ISA], ERRNO | errno.EPERM)
    refuse_argument(CLONE[_ISA], ARGUMENT_0, SET_BITS, (CLONE_NAMESPACES,))
    refuse_argument(IOCTL[_ISA], ARGUMENT_1, EQUAL, TERMINAL_IOCTLS)
    refuse_argument(FCNTL[_ISA], ARGUMENT_1, EQUAL, LOCK_COMMANDS)
    if not shared_memory:
        add(EQUAL, MMAP[_ISA], 0, 5)
        add(LOAD, ARGUMENT_3)
        add(AND, SHARED_AND_ANONYMOUS)
        add(EQUAL, SHARED_AND_ANONYMOUS, 0, 1)
        add(RETURN, ERRNO | errno.EPERM)
        add(LOAD, NUMBER)
    if unix_sockets:
        add(EQUAL, SOCKET[_ISA], 0, 4)
        add(LOAD, ARGUMENT_0)
        add(EQUAL, AF_UNIX, 1, 0)
        add(RETURN, ERRNO | errno.EPERM)
        add(LOAD, NUMBER)
    else:
        refuse(SOCKET[_ISA], ERRNO | errno.EPERM)
    add(RETURN, ALLOW)
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


# --- Landlock -----------------------------------------------------------------------------------------------------
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE, MAKE_DIR, MAKE_REG = (
    1 << bit for bit in (0, 1, 2, 3, 4, 5, 7, 8)
)
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
ALL_RIGHTS: Final = (1 << 16) - 1
RIGHTS_OF_ABI: Final = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}  # later ones: all
FILE_RIGHTS: Final = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV  # what a rule on a file may name
LOOK: Final = EXECUTE | READ_FILE | READ_DIR
# Links, FIFOs, sockets and devices can't be made at all: whoever reads results meets plain files and folders.
WORK: Final = LOOK | WRITE_FILE | TRUNCATE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER
NO_TCP, SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals


def landlock_abi() -> int:
    """The kernel's Landlock version, 0 where there is none."""
    return max(0, int(_libc.syscall(LANDLOCK_CREATE, None, 0, 1)))


def enter_landlock(readable: Sequence[str], writable: Sequence[str]) -> None:
    """Confine this process for good: LOOK below `readable`, WORK below `writable`, nothing elsewhere."""
    abi = landlock_abi()
    rights = RIGHTS_OF_ABI.get(abi, ALL_RIGHTS)
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    ruleset = _call(LANDLOCK_CREATE, struct.pack("=QQQ", rights, NO_TCP, SCOPES)[:size], size, 0)
    for paths, allowed in ((readable, LOOK), (writable, WORK)):
        for path in paths:
            _allow(ruleset, path, allowed & rights)
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    _call(LANDLOCK_RESTRICT, ruleset, 0)
    os.close(ruleset)


def _allow(ruleset: int, path: str, allowed: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    if not os.path.isdir(path):
        allowed &= FILE_RIGHTS
    _call(LANDLOCK_ADD, ruleset, 1, struct.pack("=Qi", allowed, fd), 0)
    os.close(fd)


# --- the seal -------------------------------------------------------------------------------------------------------
def seal(
    uid: int | None, readable: Sequence[str], writable: Sequence[str], *, unix_sockets: bool, shared_memory: bool
) -> None:
    """Give everything up, in the one order that works; raises SealError or OSError when a step fails.

    `uid` is the box's own user and group, None to keep the present one (a user namespace with a single id).
    """
    for capability in range(64):
        if _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) and capability == 0 and os.geteuid() == 0:
            raise SealError("the capability bounding set can't be dropped")
    enter_landlock(readable, writable)
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    assert _ISA is not None
    _call(CAPSET[_ISA], struct.pack("=Ii", 0x20080522, 0), bytes(24))
    program = seccomp_program(unix_sockets=unix_sockets, shared_memory=shared_memory)
    buffer = ctypes.create_string_buffer(program)
    fprog = struct.pack("@HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    # SPEC_ALLOW: without it kernels before 5.16 slow a filtered process down against a fault that is not our case.
    _call(SECCOMP[_ISA], SECCOMP_SET_MODE_FILTER, SPEC_ALLOW, fprog)


def attest(uid: int | None, forbidden: Sequence[str]) -> None:
    """Look from inside whether the seal holds; SealError names what does not. `forbidden` must not be readable."""
    import socket

    if uid is not None and set(os.getresuid() + os.getresgid()) != {uid}:
        raise SealError("the user id was not dropped")
    if _libc.prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1:
        raise SealError("no_new_privs is not set")
    if _libc.prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != SECCOMP_MODE_FILTER:
        raise SealError("no seccomp filter is loaded")
    capabilities = ctypes.create_string_buffer(24)
    assert _ISA is not None
    _call(CAPSET[_ISA] - 1, struct.pack("=Ii", 0x20080522, 0), capabilities)  # capget comes before capset
    if any(capabilities.raw):
        raise SealError("capabilities are left")
    try:
        socket.socket(socket.AF_INET).close()
    except PermissionError:
        pass
    else:
        raise SealError("a network socket could be made")
    for path in forbidden:
        try:
            os.listdir(path) if os.path.isdir(path) else os.close(os.open(path, os.O_RDONLY))
        except OSError:
            continue
        raise SealError(f"{path} can be read")


def _prctl(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl {option}")


def _call(number: int, *arguments: object) -> int:
    """A system call; OSError when it fails."""
    result = int(_libc.syscall(number, *arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"system call {number}: {os.strerror(code)}")
    return result
