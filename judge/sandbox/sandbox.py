"""Starts and ends boxes; with box.py, inside/zygote.py and inside/init.py the only place that does.

Theory of operation. A `Sandbox` owns one zygote (see inside/zygote.py) on one core and runs one box at a time. `start`
has the zygote fork, puts the child under its meter and limits, and only then lets it go; the `Box` it returns has
proven its seal and is spoken to in frames (see box.py). Whatever ends a box, its whole process tree is dead before the
next one starts.

Two kinds of failure never mix: what the program did stands in Facts; what the judge could not do is a JudgeError
E303. Nothing here knows what a board is: bytes go in, a bounded frame comes out.
"""

from __future__ import annotations

import contextlib
import os
import platform
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

import msgspec

from judge.errors import JudgeError
from judge.model import Finding, Host, Limits, version_of
from judge.sandbox import protocol
from judge.sandbox.box import Bounds, Box, Process
from judge.sandbox.cache import Cache, cache_basis, cache_digest
from judge.sandbox.cgroup import meter_maker
from judge.sandbox.clock import no_turn, unseen
from judge.sandbox.holdings import PATH, Scratch, UserId, can_be_given, python_is_open, remove_tree, threads_in_use
from judge.sandbox.inside import artifacts, jail, linux
from judge.sandbox.machine import calibrated
from judge.sandbox.names import name_finding, why_not_kept
from judge.sandbox.protocol import Home, Job
from judge.sandbox.provision import Provision, close_all, open_pipes
from judge.sandbox.tiers import TIERS, Root, Tier, enforced, missing
from judge.sandbox.zygote_client import ZygoteProcess, host_pid

SEAL_S = 10.0
KEPT_FORMAT = 3  # goes up when other things are kept of the same prepare phase
NoteT = TypeVar("NoteT", bound=msgspec.Struct)


class Sandbox:
    """A zygote on one core, and the boxes it forks, one at a time. Use it as a context manager.

    `tier` is the strongest that the host allows, or exactly the one asked for. `warm` loads numba; without it the
    zygote is lean, for programs, until `warm_up`. Its boxes show the `extra` folders too. What is prepared in it is
    kept in `cache`, where it is given one.
    """

    BOX_BYTES: Final = jail.BOX_BYTES  # that all files of a box may have
    SOURCE: Final = jail.SUBMISSION  # where it shows what was handed in
    STACK_BYTES: Final = 64 << 20
    ENVIRONMENT: Final = {
        "PATH": PATH,
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "USER": "box",
        "LOGNAME": "box",
        "PYTHONHASHSEED": "0",  # a set of strings has the same order in every run
        **{f"{library}_NUM_THREADS": "1" for library in ("NUMBA", "OMP", "OPENBLAS", "MKL")},  # a core is what each has
    }

    def __init__(
        self, core: int | None = None, tier: Tier = "auto", *, warm: bool = True, extra: Sequence[str] = ()
    ) -> None:
        self.core, self.asked, self.warm, self.extra = core, tier, warm, tuple(extra)
        self.cache: Cache | None = None
        self.shares = False  # the core, with another judge
        self.tiers = list(TIERS) if tier == "auto" else [tier]
        self.new_meter, self.exact, self.keeps_peak = meter_maker()
        self._scratch = Scratch()
        self.box: Box | None = None
        self.stopped = threading.Event()  # breaks off what runs, also in another thread, until it is cleared
        self._homes = 0
        self._lean: Sandbox | None = None
        self._user = UserId() if can_be_given() else None
        self.zygote = self._launch()  # forks the boxes; homes live as long as it does: `restart` starts another one

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the box, the zygote and the folders."""
        self._stop()
        if self._user is not None:
            self._user.close()
        self._scratch.remove()

    def warm_up(self) -> Self:
        """Have numba set up in the zygote, if it is not; the next home waits for that."""
        if not self.warm:
            self.zygote.warm_up()
            self.warm = True
        return self

    def lean(self, extra: Sequence[str] = ()) -> Sandbox:
        """Return a sandbox beside this one, on the same core and in the same tier, whose zygote has not loaded
        numba."""
        if self._lean is None:
            self._lean = Sandbox(self.core, self.asked, warm=False, extra=extra)
            self._lean.stopped = self.stopped
        self._lean.cache = self.cache
        return self._lean

    def restart(self) -> None:
        """Start a new zygote, after a JudgeError. The homes are gone with the old one, and with the lean one."""
        self._stop()
        self._scratch.clear()
        self.zygote = self._launch()

    @property
    def root(self) -> Path:
        """Return the folder of this sandbox on the host."""
        return self._scratch.root

    @property
    def tier(self) -> str:
        """Return the tier that is in force."""
        return self._hello().tier

    @property
    def uid(self) -> int | None:
        """Return the user id of what runs in the boxes; None for our own: a user namespace has no other, and outside
        the jail nobody else may be able to reach an interpreter in somebody's home."""
        if self._user is None or self.tier == "plain" or (self.tier == "landlock" and not python_is_open()):
            return None
        return self._user.uid

    @property
    def as_root(self) -> Root:
        """Say why root, who judges, has to stay root in the boxes of a tier that could do without; empty where it need
        not, and for root of a user namespace, who is somebody else outside."""
        if self.tier == "plain" or self.uid is not None:
            return ""
        if self._user is not None:
            return "others can't reach this Python"
        return "no other user can be given" if linux.is_host_root() else ""

    def host(self) -> Host:
        """Return this machine and what is enforced on it."""
        hello = self._hello()
        lacks = missing(hello.tier, counted=self.exact, as_root=self.as_root, keeps_peak=self.keeps_peak)
        return Host(
            sandbox=hello.tier,
            enforced=enforced(hello.tier, counted=self.exact),
            missing=(*lacks, *unseen(), *([Host.ROUGH] if self.shares else [])),
            clock="cgroup" if self.exact else "wall" if hello.tier == "plain" else "processes",
            system=f"{platform.system()} {platform.release()} {platform.machine()}",
            python=platform.python_version(),
            numba=version_of("numba"),
            cores=os.cpu_count() or 1,
            machine=calibrated(self.core),
        )

    def key_of(self, *facts: object) -> str:
        """Return the key, for its cache, of what these facts and this host decide."""
        return cache_digest((*facts, KEPT_FORMAT, self.tier, dict(Sandbox.ENVIRONMENT), cache_basis(self.core)))

    def prepared(self, key: str, kind: type[NoteT], home: Home | None = None) -> NoteT | None:
        """Return what was noted under a key, and lay what is kept there into a new home. None where nothing is
        kept, or not all could be laid there: then the home is as new."""
        if self.cache is None:
            return None
        with self.cache.find(key) as found, contextlib.suppress(msgspec.MsgspecError):  # another version wrote it
            note = msgspec.json.decode(found.note, type=kind) if found else None
            return note if found and (home is None or self._move(home, found.fd, into=True)) else None
        return None

    def keep_prepared(self, key: str, note: msgspec.Struct, home: Home | None = None) -> None:
        """Keep what a prepare phase has left in its home, and what is to be noted of it; without a home the note
        alone. Only what went well is kept: why it did not may be the host's doing, and is found out anew."""
        if self.cache is not None:
            self.cache.keep(key, msgspec.json.encode(note), lambda fd: not home or self._move(home, fd, into=False))

    def keep(self, files: Mapping[str, bytes], links: Sequence[str] = ()) -> Home | Finding:
        """Keep a submission's files in a folder, by relative path; E225 where no folder can hold them.
        Names in `links` lead to the working directory instead, whatever was handed in by them: some programs look for
        their input beside themselves."""
        handed_in = {name: data for name, data in files.items() if name.partition("/")[0] not in links}
        if fault := why_not_kept(tuple(handed_in.items())):
            return fault
        self._homes += 1
        request = protocol.HomeRequest(str(self._homes), self.uid, tuple(links), handed_in)
        reply, _ = self.zygote.ask(request, protocol.Kept)
        if reply.home is not None:
            return reply.home
        if reply.ours:
            raise JudgeError("E303", f"there is no room to keep a submission: {reply.refused}")
        return name_finding(reply.refused)

    def _move(self, home: Home, fd: int, *, into: bool) -> bool:
        """Write what a prepare phase has left in a home into an open file, or lay it from there `into` a new one; say
        whether that went well."""
        return self.zygote.ask(protocol.MoveRequest(Path(home.home).name, into), protocol.Done, [fd])[0].whole

    def forget(self, home: Home) -> None:
        """Let go of a submission's folder and of all that is in it. A zygote that is gone has taken it along."""
        name = Path(home.home).name
        with contextlib.suppress(JudgeError):
            self.zygote.ask(protocol.ForgetRequest(name), protocol.Done)
        remove_tree(self._scratch.homes / name)

    def start(self, home: Home, limits: Limits, job: Job) -> Box:
        """Fork a box for `job`, under `limits`, sealed and running."""
        with contextlib.ExitStack() as undo:  # until there is a box, which does that in its end
            provision = Provision(job.room, counted=self.exact)
            undo.callback(provision.close)
            try:
                meter = self.new_meter(limits if self.exact else provision.limits(limits))
            except OSError as error:
                raise JudgeError("E303", f"the box could not be given its limits: {error}") from error
            undo.callback(meter.close)
            ours, theirs = open_pipes()
            undo.callback(close_all, ours)
            doors: list[int] = []
            try:
                doors = meter.doors()
                request = self._box_request(home, limits, msgspec.structs.replace(job, room=provision.room))
                reply, pidfd = self.zygote.ask(request, protocol.Started, [*theirs, *provision.fds(), *doors])
            finally:
                close_all([*theirs, *doors])
            pid = host_pid(pidfd) if pidfd is not None else reply.pid
            self.box = box = Box(Process(pid, pidfd, *ours), meter, limits, lambda: self._end(home))
            undo.pop_all()
        box.core, box.provision, box.stopped = self.core, provision, self.stopped
        try:
            if not doors:
                meter.attach(pid)
            os.write(ours[0], protocol.GO)
        except OSError as error:
            box.end()
            raise JudgeError("E303", f"the box could not be put under its limits: {error}") from error
        _await_seal(box)
        return box

    def _box_request(self, home: Home, limits: Limits, job: Job) -> protocol.BoxRequest:
        environment = {**Sandbox.ENVIRONMENT, **dict.fromkeys(("HOME", "TMPDIR", "PWD"), home.work), **job.environment}
        return protocol.BoxRequest(
            home=home,
            job=msgspec.structs.replace(job, environment=environment),
            tier=self.tier,
            uid=self.uid,
            forbidden=(str(self._scratch.canary), *jail.forbidden_files()),
            extra=self.extra,
            counted=self.exact,
            shared_memory=self.exact or job.prepare,
            output_bytes=limits.output_bytes,
            rlimits={**self.rlimits(limits), **self._process_limit(limits)},
        )

    @staticmethod
    def can_count() -> bool:
        """Say whether a cgroup counts the whole tree of a box on this host."""
        return meter_maker()[1]

    @staticmethod
    def rlimits(limits: Limits) -> dict[str, int]:
        """Return the bounds of single processes, by the kernel's own limits, behind those of the tree.

        RLIMIT_AS is left alone: numba and the JVM reserve address space that they never touch. A submission may raise
        that of the stack: what a stack takes counts as memory.
        """
        return {
            "RLIMIT_CORE": 0,
            "RLIMIT_CPU": 2 * int(limits.compilation_time + limits.wall_limit_s) + 2,  # more than a whole look may take
            "RLIMIT_FSIZE": max(limits.output_bytes, 64 << 20),  # the kernel cache needs room too
            "RLIMIT_NOFILE": 256,
            "RLIMIT_STACK": Sandbox.STACK_BYTES,
            "RLIMIT_MEMLOCK": 64 << 10,
            "RLIMIT_MSGQUEUE": 0,
        }

    def _process_limit(self, limits: Limits) -> dict[str, int]:
        """Return the bound on processes. A user namespace or a user id of its own counts the box alone; where it has
        neither, all that its user runs counts too, and twice the limit leaves room for what starts then."""
        if self.tier == "plain":
            return {}
        alone = self._hello().apart or self.uid is not None
        return {"RLIMIT_NPROC": limits.processes if alone else threads_in_use() + 2 * limits.processes}

    def _end(self, home: Home) -> None:
        """Kill the box; returns once everything in it is dead. What it wrote goes at once: a tree of any size
        is removed by this process, as nobody waits for that with a deadline."""
        self.box = None
        self.zygote.ask(protocol.EndRequest(), protocol.Done)
        if self.tier != "namespaces":
            remove_tree(Path(home.work))
            remove_tree(Path(home.home, artifacts.LEFT))

    def _launch(self) -> ZygoteProcess:
        tiers, scratch = tuple(self.tiers), str(self._scratch.homes)
        uid = None if self._user is None else self._user.uid
        zygote = ZygoteProcess(protocol.Settings(tiers, self.core, uid, scratch, self.extra), Sandbox.ENVIRONMENT)
        if self.warm:
            zygote.warm_up()
        return zygote

    def _hello(self) -> protocol.Hello:
        """Return the tier that the zygote reached; JudgeError E303 when it was none that was asked for."""
        hello = self.zygote.hello()
        if hello.tier == "none":
            raise JudgeError(
                "E303",
                f"this host can't give the sandbox that was asked for: {', '.join(self.tiers)}",
                note="\n".join(hello.why_not),
                help=("", "judge doctor  says what is missing; without --sandbox the best that is there is taken"),
            )
        return hello

    def _stop(self) -> None:
        if self.box is not None:
            with contextlib.suppress(JudgeError):
                self.box.end()
            self.box = None
        if self._lean is not None:
            self._lean.close()
            self._lean = None
        self.zygote.close()


def _await_seal(box: Box) -> None:
    """Wait until it has proven its seal; JudgeError E303 where it can't, and it is ended."""
    facts = box.exchange(b"", Bounds(SEAL_S, SEAL_S))
    if facts.frame != protocol.SEALED:
        box.end()
        if facts.killed_for == "starved":
            raise no_turn(facts.wall_s, facts.lost_s, "its box could not be sealed")
        why = facts.frame[1:].decode(errors="replace") or facts.stderr.strip() or "it never said that it is sealed"
        raise JudgeError("E303", "the box could not be sealed, so nothing was run in it", note=why)
    box.sealed = True
