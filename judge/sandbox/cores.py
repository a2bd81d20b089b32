"""Which judge times attempts on which core, so that no two that rank do on one.

Theory of operation. A judge that wants a core for itself makes a file `judge-core-<core>-<anything>` in a folder that
all users share, and holds a lock on it. A claim counts while its file is locked: the kernel lets go of the lock when
the judge ends, however it ends. Nobody has to open another's file to see that: `/proc/locks` lists every lock with its
process, and `stat` tells whose the file is. So the files are closed to others (0600), no name can be taken in advance,
and a user can neither break nor forge the claim of another. A judge that finds a second claim on a core beside its own
withdraws and tries again a little later. It claims all its cores or none, so two never wait for each other.

Judges that wait stand in line, each by such a file `judge-line-<cores>-<anything>`, in the order in which the kernel
has made these files: nobody can change its ctime into an earlier one. The first in line has the next free core, also
where a later one would need fewer.

A judge whose times rank nobody shares: it waits for nobody, nobody waits for it, and `judge-shared-<core>-<anything>`
lets others see that the core is used.

What stays open. A user can claim every core for as long as they like, as they could keep it busy without a claim.
Other users then wait, and are told for whom; root waits for an ordinary user PATIENCE_S, then goes on beside them and
says so. Containers that do not share the folder and the pids are other hosts to each other, though they share cores.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import re
import stat
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Literal

import msgspec

from judge.errors import JudgeError
from judge.locks import lock
from judge.sandbox.inside.linux import core_times
from judge.sandbox.machine import core_numbers

FOLDER = Path("/dev/shm")
LOCKS = Path("/proc/locks")
PREFIX = "judge-"
PATIENCE_S = 60.0
POLL_S = 0.2
MINUTE_S = 60.0
CORES_NAMED = 800  # the highest core that the name of a file in the line can hold
LOOK_S, STEPS = 0.1, 4  # how long the cores are looked at, and how finely: a quarter of their time
TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"

Kind = Literal["core", "shared", "line"]


class Holder(msgspec.Struct, frozen=True):
    """A judge that has locked a file. The `label` in its name is the core that it times attempts on, or, of one in the
    line, all cores that it wants, in hexadecimal. The kernel's time `made_ns` alone tells who came first."""

    label: str
    pid: int
    uid: int
    since_s: float
    path: Path = Path()
    made_ns: int = 0

    @property
    def core(self) -> int:
        """Return on which core it times attempts, if it stands in no line."""
        return int(self.label)

    def __str__(self) -> str:
        try:
            user = pwd.getpwuid(self.uid).pw_name
        except KeyError:
            user = f"user {self.uid}"
        since = time.strftime("%H:%M", time.localtime(self.since_s))
        return f"core {self.core} is timed by judge {self.pid} of {user}, since {since}"


class Waiting(msgspec.Struct, frozen=True):
    """How long a judge has waited for a core, at which place in the line, and for whom."""

    MOST_S: ClassVar = 600.0  # unless somebody says otherwise

    waited_s: float
    place: int
    taken: tuple[Holder, ...]

    def __str__(self) -> str:
        minutes, seconds = divmod(int(self.waited_s), 60)
        last = {1: "st", 2: "nd", 3: "rd"}.get(self.place % 10 if self.place % 100 not in (11, 12, 13) else 0, "th")
        return f"waiting {minutes}:{seconds:02} for a core ({self.place}{last} in line)"

    @property
    def why(self) -> str:
        """Return who has the cores, and how not to wait."""
        return "; ".join([*map(str, self.taken), "--share-core  runs at the same time, and its times are rough"])

    @staticmethod
    def now_and_then(say: Callable[[str], object]) -> Say:
        """Return a Say that tells of waiting at its beginning and then each minute, in one line."""
        next_s = 0.0

        def told(words: str | Waiting) -> None:
            nonlocal next_s
            if isinstance(words, str):
                say(words)
            elif words.waited_s >= next_s:
                say(f"{words}: {words.why}")
                next_s = words.waited_s + MINUTE_S

        return told


Say = Callable[[str | Waiting], object]


class Wish(msgspec.Struct, frozen=True):
    """`jobs` of these cores, the first ones that are free (`idlest`: those with the least to do) within `wait_s`; or to
    `share` those that are used least."""

    cores: tuple[int, ...]
    jobs: int
    idlest: bool = True
    share: bool = False
    wait_s: float = Waiting.MOST_S


class Claim:
    """The claims of this judge."""

    def __init__(self) -> None:
        self._files: dict[Path, int] = {}

    def place(self, wanted: Sequence[int], kind: Literal["core", "shared"] = "core") -> None:
        """Let every judge know; OSError where there is no place for that."""
        for core in wanted:
            self._lock(kind, str(core))

    def stand_in_line(self, wanted: Sequence[int]) -> None:
        """Let every judge know who came when, and for which cores."""
        self._lock("line", f"{sum(1 << core for core in {*wanted} if core <= CORES_NAMED):x}")

    def _lock(self, kind: Kind, what: str) -> None:
        fd, name = tempfile.mkstemp(prefix=f"{PREFIX}{kind}-{what}-", dir=FOLDER)
        self._files[Path(name)] = fd
        lock(fd)

    @property
    def paths(self) -> set[Path]:
        """Return its files."""
        return {*self._files}

    def withdraw(self) -> None:
        """Let others have them."""
        for path, fd in self._files.items():
            path.unlink(missing_ok=True)
            os.close(fd)
        self._files.clear()


def holders(kind: Literal["core", "shared"] = "core") -> list[Holder]:
    """Return the other judges of this host that time attempts, one for each core of theirs: a core they have for
    themselves, or share."""
    return [one for one in _locked(kind) if re.fullmatch("[0-9]{1,5}", one.label) and one.pid != os.getpid()]


def timed_cores(*kinds: Literal["core", "shared"]) -> set[int]:
    """Return the cores that other judges have for themselves, or use in these ways, as far as they can be known."""
    with contextlib.suppress(OSError):
        return {holder.core for kind in kinds or ("core",) for holder in holders(kind)}
    return set()


def _ahead(own: Claim, patient: bool) -> int:
    """Return how many stand in line for one of the same cores, and came earlier."""
    line = sorted(_locked("line"), key=lambda one: (one.made_ns, one.path))
    mine = next((at for at, one in enumerate(line) if one.path in own.paths), len(line))
    wanted = int(line[mine].label, 16) if mine < len(line) else 0
    earlier = [one for one in line[:mine] if patient or _binds(one.uid)]
    return sum(bool(int(one.label, 16) & wanted) for one in earlier if re.fullmatch("[0-9a-f]{1,250}", one.label))


def _locked(kind: Kind) -> list[Holder]:
    """Return who has locked a file of a kind. What a judge that was killed has left is removed on the way, by whoever
    may."""
    pids = _pids()
    found: list[Holder] = []
    for path in sorted(FOLDER.glob(f"{PREFIX}{kind}-*")):
        name = re.fullmatch(rf"{PREFIX}{kind}-([0-9a-f]+)-\w+", path.name)
        with contextlib.suppress(OSError):
            facts = path.lstat()
            if name is None or not stat.S_ISREG(facts.st_mode) or facts.st_nlink != 1:
                continue
            pid = pids.get((facts.st_dev, facts.st_ino))
            if pid is None:
                _remove_old(path, facts)
            else:
                found.append(Holder(name[1], pid, facts.st_uid, facts.st_mtime, path, facts.st_ctime_ns))
    return found


def _pids() -> dict[tuple[int, int], int]:
    """Return device and inode of each file that is locked, and by which process; OSError where the system does not
    tell."""
    found: dict[tuple[int, int], int] = {}
    for line in LOCKS.read_text().splitlines():
        held = re.match(r"\d+: FLOCK +\w+ +WRITE +(\d+) +([0-9a-f]+):([0-9a-f]+):(\d+) ", line)
        if held:
            found[os.makedev(int(held[2], 16), int(held[3], 16)), int(held[4])] = int(held[1])
    return found


def _remove_old(path: Path, facts: os.stat_result) -> None:
    """Remove a file of ours that nobody has locked. A new one is locked only a moment after it is made; and who holds a
    lock in another pid namespace is not listed, so that the lock itself is tried."""
    if facts.st_uid != os.geteuid() or time.time() - facts.st_mtime <= PATIENCE_S:
        return
    fd = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        lock(fd)
        path.unlink()
    finally:
        os.close(fd)


@contextlib.contextmanager
def claimed(wish: Wish, say: Say) -> Iterator[list[int]]:
    """Claim cores for this judge while inside. One that does not share waits for them, in the order of arrival, and
    tells by `say` how long already; JudgeError E311 when it has waited for `wish.wait_s`. Where the host has no place
    for claims it goes on without."""
    claim = Claim()
    try:
        try:
            chosen = _shared(claim, wish, say) if wish.share else _held(claim, wish, say)
        except OSError as error:
            claim.withdraw()
            say(f"cores can't be claimed here, so other judges may time on the same ones: {error}")
            chosen = _pick([wish.cores], wish.jobs, set())
        yield chosen
    finally:
        claim.withdraw()


def _shared(claim: Claim, wish: Wish, say: Say) -> list[int]:
    """Share the cores that are used least: by a judge that has one for itself, by others that share, by anything. Say
    in a line who else is there."""
    alone, together = holders(), holders("shared")
    held, shared = {one.core for one in alone}, Counter(one.core for one in together)
    idlest = _idlest(list(wish.cores), wish)
    groups: dict[tuple[bool, int], list[int]] = {}
    for core in idlest:
        groups.setdefault((core in held, shared[core]), []).append(core)
    chosen = _pick([groups[use] for use in sorted(groups)], wish.jobs, held)
    claim.place(chosen, "shared")
    if there := [one for one in (*alone, *together) if one.core in chosen]:
        more = f" and {len(there) - 1} more" if there[1:] else ""
        say(f"{there[0]}{more}: it is shared, so these times are rough")
    return chosen


def _held(claim: Claim, wish: Wish, say: Say) -> list[int]:
    """Wait in line for cores that no other judge has for itself; rather for those that nobody shares."""
    line, start_s = Claim(), time.monotonic()
    try:
        line.stand_in_line(wish.cores)
        while True:
            waited_s = time.monotonic() - start_s
            patient = waited_s < PATIENCE_S
            ahead, taken = _ahead(line, patient), holders()
            binding = [one for one in taken if patient or _binds(one.uid)]
            free = [core for core in wish.cores if core not in {one.core for one in binding}]
            if not ahead and len(free) >= wish.jobs:
                if chosen := _claim(claim, free, wish, patient):
                    _warn(chosen, taken, say)
                    return chosen
            elif waited_s >= wish.wait_s:
                raise _too_long(wish, binding)
            else:
                say(Waiting(waited_s, 1 + ahead, tuple(one for one in binding if one.core in wish.cores)))
            time.sleep(POLL_S * random.uniform(0.5, 1.5))
    finally:
        line.withdraw()


def _claim(claim: Claim, free: list[int], wish: Wish, patient: bool) -> list[int]:
    """Claim some of these cores; none where another judge has done so at the same time."""
    shared = Counter(one.core for one in holders("shared"))
    ordered = sorted(_idlest(free, wish), key=lambda core: shared[core])
    chosen = _pick([ordered], wish.jobs, {one.core for one in holders()})
    claim.place(chosen)
    if {one.core for one in holders() if patient or _binds(one.uid)} & {*chosen}:
        claim.withdraw()
        return []
    return chosen


def _too_long(wish: Wish, taken: Sequence[Holder]) -> JudgeError:
    waited = f"{wish.wait_s / 60:g} min" if wish.wait_s >= 60 else f"{wish.wait_s:g} s"
    return JudgeError(
        "E311",
        f"no core became free within {waited}, so nothing was run",
        note="\n".join(map(str, taken)),
        help="--wait 30m  waits longer; --share-core  runs at once beside another judge, and its times are rough",
    )


def _binds(uid: int) -> bool:
    """Say whether a judge of this user has to be waited for as long as it takes: root need not wait for a user for
    ever."""
    return os.geteuid() != 0 or uid == 0


def idlest(cores: list[int]) -> list[int]:
    """Return these cores, that with the least to do first; those that are about equal keep their order."""
    before = {core: core_times(core).idle_s for core in cores}
    time.sleep(LOOK_S)
    idle = {core: core_times(core).idle_s - before[core] for core in cores}
    return sorted(cores, key=lambda core: -round(STEPS * idle[core] / LOOK_S))


def siblings(core: int) -> set[int]:
    """Return the other halves of this core, where two or more share its units; none where the system does not tell."""
    with contextlib.suppress(OSError):
        return core_numbers(Path(TOPOLOGY.format(core)).read_text()) - {core}
    return set()


def _idlest(found: list[int], wish: Wish) -> list[int]:
    return idlest(found) if wish.idlest and len(found) > wish.jobs else found


def _pick(groups: Sequence[Sequence[int]], jobs: int, busy: set[int]) -> list[int]:
    """Return the first `jobs`, those of an earlier group first, but of no core that is one with a taken one as long as
    there is another choice in its group."""
    chosen: list[int] = []
    for group in groups:
        for whole in (True, False):
            for core in group:
                alone = not siblings(core) & {*chosen, *busy}
                if len(chosen) < jobs and core not in chosen and (alone or not whole):
                    chosen.append(core)
    return chosen


def _warn(chosen: list[int], taken: list[Holder], say: Say) -> None:
    for holder in taken:
        if holder.core in chosen:
            say(f"{holder}, too: both disturb each other")
    timed = {*chosen, *(holder.core for holder in taken)}
    for core in chosen:
        for other in sorted(siblings(core) & timed):
            if other not in chosen or core < other:
                say(f"cores {core} and {other} are two halves of one: attempts on both slow each other down")
