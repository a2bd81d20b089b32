"""Which judge times attempts on which core of this host, so that no two do on one.

Theory of operation. A judge that wants a core makes a file `judge-core-<core>-<anything>` in a folder that all users
share, and holds a lock on it. A claim counts while its file is locked: the kernel lets go of the lock when the judge
ends, however it ends. Nobody has to open another's file to see that: `/proc/locks` lists every lock with its process,
and `stat` tells whose the file is. So the files are closed to others (0600), no name can be taken in advance, and a
user can neither break nor forge the claim of another. Whoever finds a second claim on a core beside its own withdraws
and tries again a little later, so it needs no order; a judge that wants several cores claims all of them or none, so
two never wait for each other.

What stays open. A user can claim every core for as long as they like, as they could keep it busy without a claim.
Other users then wait, and are told for whom; root waits for an ordinary user PATIENCE_S, then goes on beside them and
says so. Containers that do not share the folder and the pids are other hosts to each other, though they share cores.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import random
import re
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from judge.sandbox import cores

FOLDER = Path("/dev/shm")
LOCKS = Path("/proc/locks")
PREFIX = "judge-core-"
PATIENCE_S = 60.0
POLL_S = 0.2

Say = Callable[[str], object]


class Holder(msgspec.Struct, frozen=True):
    """A judge that times attempts on a core."""

    core: int
    pid: int
    uid: int
    since_s: float

    def __str__(self) -> str:
        try:
            user = pwd.getpwuid(self.uid).pw_name
        except KeyError:
            user = f"user {self.uid}"
        since = time.strftime("%H:%M", time.localtime(self.since_s))
        return f"core {self.core} is timed by judge {self.pid} of {user}, since {since}"


class Wish(msgspec.Struct, frozen=True):
    """`jobs` of these cores, the first ones that are free (`idlest`: those with the least to do), or although somebody
    has them (`share`)."""

    cores: tuple[int, ...]
    jobs: int
    idlest: bool = True
    share: bool = False


class Claim:
    """The claims of this judge."""

    def __init__(self) -> None:
        self._files: dict[Path, int] = {}

    def place(self, wanted: Sequence[int]) -> None:
        """Let every judge know; OSError where there is no place for that."""
        for core in wanted:
            fd, name = tempfile.mkstemp(prefix=f"{PREFIX}{core}-", dir=FOLDER)
            self._files[Path(name)] = fd
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def withdraw(self) -> None:
        """Let others have them."""
        for path, fd in self._files.items():
            path.unlink(missing_ok=True)
            os.close(fd)
        self._files.clear()


def holders() -> list[Holder]:
    """Return the other judges of this host that time attempts, one for each core of theirs. What a judge that was
    killed has left is removed on the way, by whoever may."""
    locked = _locked()
    found: list[Holder] = []
    for path in sorted(FOLDER.glob(f"{PREFIX}*")):
        name = re.fullmatch(rf"{PREFIX}([0-9]{{1,5}})-\w+", path.name)
        with contextlib.suppress(OSError):
            facts = path.lstat()
            if name is None or not stat.S_ISREG(facts.st_mode) or facts.st_nlink != 1:
                continue
            pid = locked.get((facts.st_dev, facts.st_ino))
            if pid is None:
                _remove_old(path, facts)
            elif pid != os.getpid():
                found.append(Holder(int(name[1]), pid, facts.st_uid, facts.st_mtime))
    return found


def timed() -> set[int]:
    """Return the cores of other judges, as far as they can be known."""
    with contextlib.suppress(OSError):
        return {holder.core for holder in holders()}
    return set()


def _locked() -> dict[tuple[int, int], int]:
    """Return device and inode of each file that is locked, and by which process; OSError where the system does not
    tell."""
    found: dict[tuple[int, int], int] = {}
    for line in LOCKS.read_text().splitlines():
        lock = re.match(r"\d+: FLOCK +\w+ +WRITE +(\d+) +([0-9a-f]+):([0-9a-f]+):(\d+) ", line)
        if lock:
            found[os.makedev(int(lock[2], 16), int(lock[3], 16)), int(lock[4])] = int(lock[1])
    return found


def _remove_old(path: Path, facts: os.stat_result) -> None:
    """Remove a file of ours that nobody has locked. A new one is locked only a moment after it is made; and who holds a
    lock in another pid namespace is not listed, so that the lock itself is tried."""
    if facts.st_uid != os.geteuid() or time.time() - facts.st_mtime <= PATIENCE_S:
        return
    fd = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()
    finally:
        os.close(fd)


@contextlib.contextmanager
def claimed(wish: Wish, say: Say) -> Iterator[list[int]]:
    """Claim cores for this judge while inside; wait for them, and tell by `say` for whom. Where the host has no
    place for claims it goes on without."""
    claim = Claim()
    try:
        yield _claim(claim, wish, say)
    finally:
        claim.withdraw()


def _claim(claim: Claim, wish: Wish, say: Say) -> list[int]:
    start_s, said = time.monotonic(), False
    while True:
        try:
            taken = holders()
            patient = time.monotonic() - start_s < PATIENCE_S
            binding = {holder.core: holder for holder in taken if patient or _binds(holder)}
            free = [core for core in wish.cores if core not in binding]
            if wish.share or len(free) >= wish.jobs:
                others = [core for core in wish.cores if core in binding]
                chosen = _pick([*_in_order(free, wish), *others], wish.jobs, {holder.core for holder in taken})
                claim.place(chosen)
                if wish.share or not {holder.core for holder in holders() if patient or _binds(holder)} & {*chosen}:
                    _warn(chosen, taken, say)
                    return chosen
                claim.withdraw()
        except OSError as error:
            claim.withdraw()
            say(f"cores can't be claimed here, so other judges may time on the same ones: {error}")
            return _pick(list(wish.cores), wish.jobs, set())
        if not said and len(free) < wish.jobs:
            said = True
            say(_whose_turn([holder for core, holder in binding.items() if core in wish.cores]))
        time.sleep(POLL_S * random.uniform(0.5, 1.5))


def _whose_turn(taken: list[Holder]) -> str:
    turn = "; ".join(map(str, taken))
    return f"{turn}; waiting for {'it' if len(taken) == 1 else 'one of them'}; --share-core  runs at the same time"


def _binds(holder: Holder) -> bool:
    """Say whether it has to be waited for as long as it takes: root need not wait for a user for ever."""
    return os.geteuid() != 0 or holder.uid == 0


def _in_order(free: list[int], wish: Wish) -> list[int]:
    return cores.idlest(free) if wish.idlest and len(free) > wish.jobs else free


def _pick(ordered: list[int], jobs: int, busy: set[int]) -> list[int]:
    """Return the first `jobs`, but of no core that is one with a taken one as long as there is another choice."""
    chosen: list[int] = []
    for whole in (True, False):
        for core in ordered:
            alone = not cores.siblings(core) & {*chosen, *busy}
            if len(chosen) < jobs and core not in chosen and (alone or not whole):
                chosen.append(core)
    return chosen


def _warn(chosen: list[int], taken: list[Holder], say: Say) -> None:
    for holder in taken:
        if holder.core in chosen:
            say(f"{holder}, too: both disturb each other")
    timed = {*chosen, *(holder.core for holder in taken)}
    for core in chosen:
        for other in sorted(cores.siblings(core) & timed):
            if other not in chosen or core < other:
                say(f"cores {core} and {other} are two halves of one: attempts on both slow each other down")
