"""The trials, as a plugin of pytest: which test enters which function, then a fork for each mutant."""

from __future__ import annotations

import contextlib
import inspect
import os
import resource
import signal
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.fresh import fails_afresh
from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.patch import install

SURVIVED, KILLED, UNREACHED, UNCHANGED = 10, 11, 12, 13
WORDS = {SURVIVED: "survived", KILLED: "killed", UNREACHED: "no test enters it", UNCHANGED: "could not be installed"}


class Trial(msgspec.Struct):
    """What became of a mutant."""

    mutant: Mutant
    outcome: int

    @property
    def killed(self) -> bool:
        return self.outcome == KILLED


class Trials:
    """The plugin: it takes the place of pytest's own loop over the tests."""

    def __init__(self, mutants: Sequence[Mutant], options: Sequence[str]) -> None:
        self._options = options
        self.mutants = mutants
        self.done: list[Trial] = []
        self.healthy = False
        self._reached: dict[str, list[pytest.Item]] = defaultdict(list)
        self._cost: dict[str, float] = {}
        self._kills: Counter[tuple[str, str]] = Counter()
        self._unsteady: set[str] = set()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not (session.testsfailed or self._failed_before(session.items)):
            self.healthy = True
            for mutant in self.mutants:
                self.done.append(self._tried(mutant))
                _show_progress(self.done, len(self.mutants))
        return True

    def _failed_before(self, items: Sequence[pytest.Item]) -> bool:
        """Run all tests on the code as it is, noting what each enters; a test that fails already kills nothing."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            _forget()
            began = time.perf_counter()
            with _entered() as entered:
                failed = _fails(item, following)
            if failed:
                print(f"{item.nodeid} fails without any mutant", file=sys.__stderr__)
                return True
            self._cost[item.nodeid] = time.perf_counter() - began
            for where in entered:
                self._reached[where].append(item)
        return False

    def _tried(self, mutant: Mutant) -> Trial:
        items = sorted(
            self._reaching(mutant),
            key=lambda item: (-self._kills[mutant.where, item.nodeid], self._cost[item.nodeid]),
        )
        outcome = self._confirmed(mutant, items)
        if outcome == UNCHANGED and not mutant.function:
            files = list(dict.fromkeys(str(item.path) for item in items))
            outcome = KILLED if fails_afresh(mutant, self._options, files) else SURVIVED
        return Trial(mutant, outcome)

    def _confirmed(self, mutant: Mutant, items: Sequence[pytest.Item]) -> int:
        """Return what became of the mutant. A test that now fails without it as well has killed nothing, and is asked
        no more."""
        outcome = UNREACHED
        while asked := [item for item in items if item.nodeid not in self._unsteady]:
            outcome, killer = self._forked(mutant, asked)
            if not killer or self._forked(None, [killer])[0] == SURVIVED:
                break
            print(f"{killer.nodeid} fails without any mutant, and is left out", file=sys.__stderr__, flush=True)
            self._unsteady.add(killer.nodeid)
            outcome = SURVIVED
        return outcome

    def _reaching(self, mutant: Mutant) -> Iterable[pytest.Item]:
        if mutant.function:
            return self._reached[mutant.where]
        for place in (mutant.path, mutant.path.rpartition("/")[0]):  # a file without functions is its folder's
            reached = [items for where, items in self._reached.items() if where.startswith(place)]
            if reached:
                break
        return {item.nodeid: item for items in reached for item in items}.values()

    def _forked(self, mutant: Mutant | None, items: Sequence[pytest.Item]) -> tuple[int, pytest.Item | None]:
        """Try the mutant in a process of its own, which tells by a pipe the number of the test that failed."""
        expected = sum(self._cost[item.nodeid] for item in items)
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            _be_mutant(mutant, items, writer, expected)
        os.close(writer)
        status = _waited(child, 60 + 30 * expected)
        with os.fdopen(reader) as pipe:
            told = pipe.read()
        killer = items[int(told)] if told else None
        if killer and mutant:
            self._kills[mutant.where, killer.nodeid] += 1
        code = os.waitstatus_to_exitcode(status)
        return code if code in WORDS else KILLED, killer  # an endless loop, or a process that is gone


def _be_mutant(mutant: Mutant | None, items: Sequence[pytest.Item], writer: int, expected: float) -> None:
    """Run the tests with the mutant until the first one fails, and never come back."""
    code = KILLED
    with contextlib.suppress(BaseException):
        os.setsid()
        used = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(used.ru_utime + used.ru_stime + 10 + 5 * expected)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        code = _tested(mutant, items, writer)
    os._exit(code)


def _tested(mutant: Mutant | None, items: Sequence[pytest.Item], writer: int) -> int:
    if mutant and not install(mutant):
        return UNCHANGED
    _forget()
    for number, item in enumerate(items):
        following = items[number + 1] if number + 1 < len(items) else None
        if _fails(item, following):
            os.write(writer, str(number).encode())
            item.session._setupstate.teardown_exact(None)
            return KILLED
    return SURVIVED


def _forget() -> None:
    """Empty what functions have kept: else what a mutant would say was asked before it was there."""
    for kept in _keeping(len(sys.modules)):
        kept.cache_clear()


@cache
def _keeping(_modules: int) -> list[_lru_cache_wrapper[Any]]:
    """Return the functions of the judge and its tests that keep what they have returned, of so many modules."""
    ours = [one for name, one in sys.modules.items() if name.startswith(("judge.", "tests.")) and name != __name__]
    places = [place for one in ours for place in (one, *filter(inspect.isclass, vars(one).values()))]
    return [value for place in places for value in vars(place).values() if isinstance(value, _lru_cache_wrapper)]


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def _waited(child: int, seconds: float) -> int:
    """Wait for the mutant; then end it and all that it has started."""
    end = time.monotonic() + seconds
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            ended = os.waitpid(child, 0)
            break
        time.sleep(0.002)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return ended[1]


@contextlib.contextmanager
def _entered() -> Iterator[set[str]]:
    """Yield the functions of the judge that are entered meanwhile, as PATH::NAME."""
    entered: set[str] = set()
    known: dict[tuple[str, object], str] = {}
    root = f"{ROOT}/"

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        key = code.co_filename, code  # the same lines at the same place of two files are equal
        if event == "call" and key not in known:
            name = code.co_qualname.split(".<locals>")[0]
            known[key] = f"{code.co_filename.removeprefix(root)}::{name}"
            inside = code.co_flags & inspect.CO_OPTIMIZED and not name.startswith(
                "<"
            )  # whoever imports a file enters no function
            if inside and code.co_filename.startswith(f"{root}judge/"):
                entered.add(known[key])

    sys.setprofile(note)
    threading.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _show_progress(done: Sequence[Trial], of: int) -> None:
    if len(done) % 100 == 0:
        killed = sum(trial.killed for trial in done)
        print(f"{len(done)} of {of} mutants, {killed} killed", file=sys.__stderr__, flush=True)


def tests_of(rooms: Sequence[str]) -> list[str]:
    return [str(path) for room in rooms if (path := Path(ROOT, "tests", room)).is_dir()]
