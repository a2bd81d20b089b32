"""The system calls that a box may not make: a seccomp filter, as the kernel reads it.

It is a deny list: everything that would reach out of the box, speak to the kernel's rarer parts, or escape from its
session and its core. It answers EPERM, so that a program sees an ordinary error; a call of a foreign architecture
kills.

A list of what is allowed would be shorter for functions alone. Traced with strace on Linux 6.18 (x86_64), importing
numpy and numba and compiling one function makes 39 distinct calls. Of these sysinfo is refused, and clone3 answers
ENOSYS; both fall back. But programs of any language run behind the same filter, and a teacher adds languages: g++ makes
35, javac 57, java 52 and node 48, all of them together 73, of which 34 are none of numba's. What the next runtime or
libc calls nobody knows before; a call that is missing then is a wrong verdict on somebody who did nothing wrong. So
what is refused is listed, each with its reason. The price: a call that a new kernel brings is allowed until somebody
has read what it does. It meets a process without privileges, in namespaces or Landlock, whose memory, processes and
files are counted; no_new_privs holds. So whoever moves to a new kernel reads its table of calls against this one.

Boxes of one machine share the kernel, and what it remembers outlives a box. Two such memories stay open:

    names    the kernel keeps which names of a folder do not exist: to ask for one that an earlier box has asked for
             takes 1.6 us, for another one 2.9 us. 100,000 bits a second and more, a few in a hundred of them wrong
    pages    a page of a file is in memory or not: 1,300 bits a second on two busy cores

Nothing closes the first: a filter sees no paths, Landlock lets everybody ask for a name, and an overlay's lower layer
shares its names. So one attempt can tell a later one something, and no submission is safe from its own past. What the
filter closes is the cheap way to it. No call is left that asks what is in the page cache without reading (mincore,
cachestat, reads that must not wait), none that clears it (advice to drop, reads past the cache), and none that loads
without reading. Nor is one left that counts for the whole machine, by which an attempt would know its own number:
sysinfo, and the cookie of a socket.

A lock on a file is granted and never made: the call returns 0. A real one on a file that all boxes read, or on a
device, would tell a box that runs now; and nobody counts the kernel's memory for locks. Within a process it makes no
difference; between two of a box a lock holds nobody off. To ask for a lock (F_GETLK) is left: no box can hold one.
"""

from __future__ import annotations

import errno
import platform
import struct
from functools import cache
from typing import Final

Numbers = tuple[int | None, int | None]
ISA: Final = {"x86_64": 0, "aarch64": 1}.get(platform.machine())  # which of two numbers of a call is this machine's

# --- system calls by architecture: x86_64 from its table, aarch64 from asm-generic --------------------------------
# name: (x86_64, aarch64), None where the architecture has no such call
DENIED: Final[dict[str, Numbers]] = {
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
    # memory that outlives a process, or that no counter sees
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "msgget": (68, 186), "msgsnd": (69, 189),
    "msgrcv": (70, 188), "msgctl": (71, 187), "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191),
    "semtimedop": (220, 192), "mq_open": (240, 180), "mq_unlink": (241, 181), "memfd_create": (319, 279),
    "memfd_secret": (447, 447), "vmsplice": (278, 75),
    # the page cache: to ask for what is in it, to clear and to fill it
    "fadvise64": (221, 223), "readahead": (187, 213), "mincore": (27, 232), "cachestat": (451, 451),
    "sync_file_range": (277, 84), "io_setup": (206, 0), "io_submit": (209, 2),
    "sysinfo": (99, 179),  # counts processes and memory of the whole machine
    "inotify_add_watch": (254, 27),  # tells whoever else on this machine reads the same file now
}  # fmt: skip
# What Landlock lets pass: marks on files that outlive the box. In a mount namespace of its own they end with it.
METADATA: Final[dict[str, Numbers]] = {
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "lchown": (94, None), "fchown": (93, 55), "fchownat": (260, 54), "truncate": (76, 45),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466),
    "file_setattr": (469, 469),
}  # fmt: skip
SIGNALS: Final[dict[str, Numbers]] = {
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_send_signal": (424, 424),
}  # fmt: skip
# ENOSYS: libc then falls back to clone and openat, whose flags a filter can read.
ABSENT: Final[dict[str, Numbers]] = {"clone3": (435, 435), "openat2": (437, 437)}
FLOCK: Final[Numbers] = (73, 32)
CLONE: Final[Numbers] = (56, 220)
IOCTL: Final[Numbers] = (16, 29)
SOCKET: Final[Numbers] = (41, 198)
FCNTL: Final[Numbers] = (72, 25)
MMAP: Final[Numbers] = (9, 222)
OPEN: Final[Numbers] = (2, None)
OPENAT: Final[Numbers] = (257, 56)
PRLIMIT: Final[Numbers] = (302, 261)
PRCTL: Final[Numbers] = (157, 167)
SETSOCKOPT: Final[Numbers] = (54, 208)
GETSOCKOPT: Final[Numbers] = (55, 209)
MADVISE: Final[Numbers] = (28, 233)
PREADV2: Final[Numbers] = (327, 286)
PWRITEV2: Final[Numbers] = (328, 287)
ACCESS_AND_TRUNC, READ_AND_TRUNC = 0x203, 0x200  # O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC
SHARED_AND_ANONYMOUS: Final = 0x21  # MAP_SHARED | MAP_ANONYMOUS

CLONE_THREAD: Final = 0x10000
FORKS: Final[dict[str, Numbers]] = {"fork": (57, None), "vfork": (58, None)}
CLONE_NAMESPACES: Final = 0x7E020000  # every CLONE_NEW flag that clone takes
TERMINAL_IOCTLS: Final = (0x5412, 0x541C)  # TIOCSTI types into a terminal, TIOCLINUX pastes into a console
# A file system's own commands keep bits too (EXT4_IOC_PRECACHE_EXTENTS, FS_IOC_SETFLAGS): only those of terminals and
# descriptors are left, as FIONREAD.
IOCTL_KIND, IOCTL_KIND_MASK = 0x5400, 0xFF00
# MADV_WILLNEED loads, REMOVE, COLD and PAGEOUT clear, MERGEABLE and COLLAPSE change pages that others have too.
ADVICE: Final = (3, 9, 12, 20, 21, 25)
O_DIRECT: Final = (0x4000, 0x10000)
F_SETFL: Final = 4
LOCK_COMMANDS: Final = (6, 7, 37, 38)  # F_SETLK, F_SETLKW, and F_OFD_ of both
# F_SETLEASE; F_NOTIFY, which tells whoever else reads a folder; F_SET_RW_HINT, which marks a file for all who read it.
SHARED_COMMANDS: Final = (1024, 1026, 1036)
AF_UNIX: Final = 1
SO_SNDBUF, SO_COOKIE, PR_SET_DUMPABLE = 7, 57, 4

AUDIT_ARCH: Final = (0xC000003E, 0xC00000B7)
X32_BIT: Final = 0x40000000

# --- BPF --------------------------------------------------------------------------------------------------------
LOAD, EQUAL, AND, RETURN, SET_BITS, AT_LEAST = 0x20, 0x15, 0x54, 0x06, 0x45, 0x35
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
DONE: Final = ERRNO  # without an error: the call returns 0, and the kernel does nothing
EPERM, ENOSYS = ERRNO | errno.EPERM, ERRNO | errno.ENOSYS
NUMBER, ARCH, ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data; an argument has 8 bytes, the low half first
ALL_BITS: Final = 0xFFFFFFFF


class Filter:
    """An array of `struct sock_filter` in the making; between two steps the accumulator holds the call's number."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, int, int, int]] = []
        self._add(LOAD, ARCH)
        self._add(EQUAL, AUDIT_ARCH[ISA or 0], 1, 0)
        self._add(RETURN, KILL)
        self._add(LOAD, NUMBER)
        if ISA == 0:
            self._add(AT_LEAST, X32_BIT, 0, 1)
            self._add(RETURN, ENOSYS)

    def refuse(self, calls: dict[str, Numbers], how: int = EPERM) -> None:
        """Refuse all of these calls."""
        for numbers in calls.values():
            if (number := _mine(numbers)) is not None:
                self._add(EQUAL, number, 0, 1)
                self._add(RETURN, how)

    def refuse_value(self, call: Numbers, argument: int, value: int, mask: int = ALL_BITS, how: int = EPERM) -> None:
        """Refuse this call when its argument, under the mask, is the value."""
        self._refuse_where(call, argument, mask, (EQUAL, 0, 1, value), how)

    def refuse_bits(self, call: Numbers, argument: int, bits: int) -> None:
        """Refuse this call when its argument has any of these bits."""
        self._refuse_where(call, argument, ALL_BITS, (SET_BITS, 0, 1, bits))

    def refuse_all_but(self, call: Numbers, argument: int, value: int, mask: int = ALL_BITS) -> None:
        """Refuse this call unless its argument, under the mask, is the value."""
        self._refuse_where(call, argument, mask, (EQUAL, 1, 0, value))

    def refuse_set_flags(self, bits: int) -> None:
        """Refuse fcntl when it sets any of these flags of an open file."""
        number = _mine(FCNTL)
        assert number is not None
        self._add(EQUAL, number, 0, 6)
        self._add(LOAD, ARGUMENTS + 8)
        self._add(EQUAL, F_SETFL, 0, 3)
        self._add(LOAD, ARGUMENTS + 16)
        self._add(SET_BITS, bits, 0, 1)
        self._add(RETURN, EPERM)
        self._add(LOAD, NUMBER)

    def _refuse_where(
        self, call: Numbers, argument: int, mask: int, test: tuple[int, int, int, int], how: int = EPERM
    ) -> None:
        if (number := _mine(call)) is not None:
            self._add(EQUAL, number, 0, 5)
            self._add(LOAD, ARGUMENTS + 8 * argument)
            self._add(AND, mask)
            self.steps.append(test)
            self._add(RETURN, how)
            self._add(LOAD, NUMBER)

    def _add(self, code: int, value: int, if_true: int = 0, if_false: int = 0) -> None:
        self.steps.append((code, if_true, if_false, value))

    def compiled(self) -> bytes:
        """Return what the kernel loads; everything that was not refused is allowed."""
        return b"".join(struct.pack("=HBBI", *step) for step in (*self.steps, (RETURN, 0, 0, ALLOW)))


@cache
def program(  # noqa: PLR0913 - what a box is, each said once
    landlock_abi: int, *, alone: bool, jailed: bool, counted: bool, shared_memory: bool, forks: bool = True
) -> bytes:
    """Return the filter of a box.

    Not `alone`, the box shares its user id with whoever runs the judge, and their files and processes are in sight:
    what this kernel's Landlock leaves open is closed here. Not `jailed`, files that it can reach outlive it, and an
    abstract socket may be somebody else's: no mark can be made and no socket. Not `counted`, no cgroup knows what the
    kernel keeps for it: what is looked at instead can't be hidden or made larger. Without `shared_memory` nothing but
    files can be mapped shared: pages that one child touches and another keeps are in nobody's account. Where it may not
    have `forks`, a process that starts another one dies by SIGSYS; threads stay.
    """
    made = Filter()
    made.refuse(ABSENT, ENOSYS)
    made.refuse(DENIED)
    made.refuse_bits(CLONE, 0, CLONE_NAMESPACES)
    _close_forks(made, forks)
    for command in TERMINAL_IOCTLS:
        made.refuse_value(IOCTL, 1, command)
    made.refuse_all_but(IOCTL, 1, IOCTL_KIND, IOCTL_KIND_MASK)
    made.refuse({"flock": FLOCK}, DONE)
    for command in LOCK_COMMANDS:
        made.refuse_value(FCNTL, 1, command, how=DONE)
    for command in SHARED_COMMANDS:
        made.refuse_value(FCNTL, 1, command)
    made.refuse_all_but(PRLIMIT, 0, 0)  # the limits of another process
    made.refuse_value(GETSOCKOPT, 2, SO_COOKIE)  # the number of this socket on the machine
    _close_page_cache(made)
    if not jailed:
        made.refuse(METADATA)
    if not alone:
        if landlock_abi < 3:  # opening for reading truncates as well
            for call, argument in ((OPEN, 1), (OPENAT, 2)):
                made.refuse_value(call, argument, READ_AND_TRUNC, ACCESS_AND_TRUNC)
        if landlock_abi < 6:
            made.refuse(SIGNALS)
    if not counted:
        made.refuse_value(SETSOCKOPT, 2, SO_SNDBUF)
        made.refuse_value(PRCTL, 0, PR_SET_DUMPABLE)  # whoever is not dumpable hides its descriptors
    if not shared_memory:
        made.refuse_value(MMAP, 3, SHARED_AND_ANONYMOUS, SHARED_AND_ANONYMOUS)
    if jailed:
        made.refuse_all_but(SOCKET, 0, AF_UNIX)
    else:
        made.refuse({"socket": SOCKET})
    return made.compiled()


def _close_forks(made: Filter, allowed: bool) -> None:
    """Kill who starts another process, where that is not allowed."""
    if not allowed:
        made.refuse(FORKS, KILL)
        made.refuse_value(CLONE, 0, 0, CLONE_THREAD, KILL)


def _close_page_cache(made: Filter) -> None:
    """Refuse what of it is in the flags of calls that programs need."""
    for call in (PREADV2, PWRITEV2):  # RWF_NOWAIT asks, RWF_DONTCACHE clears
        made.refuse_bits(call, 5, ALL_BITS)
    for advice in ADVICE:
        made.refuse_value(MADVISE, 2, advice)
    direct = O_DIRECT[ISA or 0]  # reads past the cache, and on some file systems clears it
    for call, argument in ((OPEN, 1), (OPENAT, 2)):
        made.refuse_bits(call, argument, direct)
    made.refuse_set_flags(direct)


def _mine(numbers: Numbers) -> int | None:
    assert ISA is not None
    return numbers[ISA]
