"""How long others kept a box from its core: schedules whose truth is known, and real processes. Whoever gets no turn on
a busy host is waited for: the judge's own processes, and commands of the host."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model import Limits
from judge.sandbox import Box, Sandbox, clock, printed_folder
from judge.sandbox import box as boxes
from judge.sandbox.box import Process
from judge.sandbox.cgroup import meter_maker
from judge.sandbox.clock import TICKS_S, Patience, WindowClock, unseen
from judge.sandbox.inside.linux import CoreTimes, Turns, core_times
from tests.boxed import attempted, solving
from tests.conftest import refused

FIRST = 1  # the box's own process, which is never looked at
SLICE_S = 0.003


class Core:
    """A core that one box shares with strangers, in slices; it keeps the kernel's accounts and the truth."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.accounts: dict[int, Turns] = {}
        self.gone: set[int] = set()
        self.wall_s = self.used_s = self.idle_s = self.lost_s = 0.0
        monkeypatch.setattr(clock, "turns", lambda tid: None if tid in self.gone else self.accounts[tid])
        monkeypatch.setattr(clock, "children", lambda _: sorted(self.accounts)[:1])
        monkeypatch.setattr(clock, "core_times", lambda _: CoreTimes(self.idle_s))

    def threads(self) -> list[int]:
        return [FIRST, *self.accounts]

    def cpu_s(self) -> float:
        return self.used_s

    def slice(self, ready: set[int], runs: int | None, stranger: bool) -> None:
        """`ready` threads want the core; one of them `runs`, or a stranger, or nobody."""
        if runs is None and not stranger and ready:
            runs = min(ready)  # a core is not idle while somebody wants it
        for tid in ready:
            computed, waited = self.accounts.get(tid, Turns(0, 0))
            ns = round(SLICE_S * 1e9)
            self.accounts[tid] = Turns(computed + ns, waited) if tid == runs else Turns(computed, waited + ns)
        self.wall_s += SLICE_S
        self.used_s += SLICE_S * (runs is not None)
        self.idle_s += SLICE_S * (runs is None and not stranger)
        self.lost_s += SLICE_S * (runs is None and stranger and bool(ready))


Schedule = list[tuple[set[int], int | None, bool]]


@st.composite
def slices(draw: st.DrawFn, threads: int) -> tuple[set[int], int | None, bool]:
    ready = draw(st.sets(st.integers(10, 9 + threads)))
    runs = draw(st.sampled_from([None, *sorted(ready)]))
    return ready, runs, runs is None and draw(st.booleans())


def told_s(core: Core, schedule: Schedule, number: int | None = 1) -> float:
    window = WindowClock(core, FIRST, number)  # type: ignore[arg-type]
    for one in schedule:
        core.slice(*one)
    window.look()
    return window.lost_s(core.wall_s, core.cpu_s())


def schedules(threads: int, *, strangers: bool = True) -> st.SearchStrategy[Schedule]:
    one = slices(threads) if strangers else slices(threads).map(lambda one: (one[0], one[1], False))
    return st.lists(one, max_size=60)


@given(schedules(1), schedules(5), schedules(5, strangers=False))
def test_what_others_took_is_exact_or_bounded(one: Schedule, many: Schedule, own: Schedule) -> None:
    with pytest.MonkeyPatch.context() as patch:
        core = Core(patch)
        assert told_s(core, one) == pytest.approx(core.lost_s)
    with pytest.MonkeyPatch.context() as patch:
        core = Core(patch)
        told = told_s(core, many)
        assert core.lost_s - 1e-9 <= told, "a busy host costs nobody a point"
        strangers_s = core.wall_s - core.used_s - core.idle_s
        assert told <= min(core.wall_s - core.used_s, strangers_s + TICKS_S) + 1e-9, "nobody loses more than others had"
    with pytest.MonkeyPatch.context() as patch:
        assert told_s(Core(patch), own) <= TICKS_S + 1e-9, "nobody buys time with threads of their own"
    with pytest.MonkeyPatch.context() as patch:
        core = Core(patch)
        assert told_s(core, many, None) <= core.lost_s + 1e-9, "without a core of its own it is never too much"


def test_who_has_ended_counts_as_it_was_last_seen_or_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    core = Core(monkeypatch)
    core.slice({10}, 10, False)
    window = WindowClock(core, FIRST, 1)  # type: ignore[arg-type]
    core.wall_s = core.used_s = 0.0
    for _ in range(20):
        core.slice({10}, None, True)
    window.look()
    for _ in range(20):
        core.slice({10}, None, True)
    core.gone.add(10)
    window.look()
    assert window.lost_s(core.wall_s, 0) == pytest.approx(20 * SLICE_S)
    window.ended(core.accounts[10])
    assert window.lost_s(core.wall_s, 0) == pytest.approx(40 * SLICE_S)


def test_of_a_box_that_ends_before_anybody_looked_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    window = WindowClock(Core(monkeypatch), FIRST, 1)  # type: ignore[arg-type]
    window.ended(Turns(9, 9))
    assert window.lost_s(1.0, 1.0) == 0


def test_what_a_hypervisor_takes_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    core = Core(monkeypatch)
    window = WindowClock(core, FIRST, 1)  # type: ignore[arg-type]
    monkeypatch.setattr(clock, "core_times", lambda _: CoreTimes(0.0, 0.5))
    assert window.lost_s(1.0, 1.0) == 0.5


def test_a_host_that_does_not_tell_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "SCHEDSTAT", "/nonexistent")
    assert len(unseen()) == 1
    monkeypatch.setattr(clock, "SCHEDSTAT", "/")
    assert unseen() == ()


# --- real processes ---------------------------------------------------------------------------------------------------
def test_the_core_that_is_asked_for_is_looked_at() -> None:
    before = core_times(0)
    time.sleep(0.05)
    after = core_times(0)
    assert after.idle_s >= before.idle_s > 0
    assert after.stolen_s >= before.stolen_s >= 0
    assert core_times(None).idle_s >= after.idle_s
    assert core_times(99_999) == CoreTimes(), "a core that there is none of"


# --- processes of the judge's own -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("seconds", "waited_s", "over", "code"),
    [
        (9.9, 0.0, False, ""),
        (10.1, 0.0, True, ""),
        (100.0, 95.0, False, "E307"),
        (100.0, 85.0, True, "E307"),
        (201.0, 200.5, True, "E307"),
    ],
)
def test_who_gets_no_turn_is_not_late(
    monkeypatch: pytest.MonkeyPatch, seconds: float, waited_s: float, over: bool, code: str
) -> None:
    now_s, now = 50.0, Turns(0, 7_000_000_000)
    monkeypatch.setattr(time, "monotonic", lambda: now_s)
    monkeypatch.setattr(clock, "tree", lambda _: [1])
    monkeypatch.setattr(clock, "threads", lambda _: [1])
    monkeypatch.setattr(clock, "turns", lambda _: now)
    patience = Patience(1, 10.0)
    assert not patience.is_over()
    now_s, now = 50.0 + seconds, Turns(0, now.waited_ns + round(waited_s * 1e9))
    assert patience.is_over() == over
    fault = patience.fault("nothing could be done")
    assert (fault.code if fault else "") == code


@pytest.mark.parametrize("no_turn", [True, False])
def test_what_a_program_left_is_waited_for(monkeypatch: pytest.MonkeyPatch, no_turn: bool) -> None:
    """Nobody's answer is lost because the judge's own process in the box had no turn to read it."""
    monkeypatch.setattr(clock, "turns", lambda _: Turns(0, time.monotonic_ns() if no_turn else 0))
    monkeypatch.setattr(boxes, "COLLECT_S", 0.05)
    monkeypatch.setattr(boxes, "LOOK_S", 0.02)
    pipes = [os.pipe() for _ in range(5)]
    ours = [pipes[0][1], *(read for read, _ in pipes[1:])]
    box = Box(Process(os.getpid(), None, *ours), meter_maker()[0](Limits()), Limits(), lambda: None)
    for fd in ours[1:]:
        os.set_blocking(fd, False)
    try:
        if no_turn:
            assert refused(box._collect).code == "E307"
        else:
            assert box._collect() == b""
    finally:
        box.end()
        for fd in (pipes[0][0], *(write for _, write in pipes[1:])):
            os.close(fd)


# --- real processes of the judge's own, and commands of the host ------------------------------------------------------
Starve = Callable[[bool], None]
CLOCK, CLIENT, HOST = "judge.sandbox.clock", "judge.sandbox.zygote_client", "judge.sandbox.host"


@pytest.fixture
def starve(monkeypatch: pytest.MonkeyPatch) -> Starve:
    """Have the kernel tell that others had the core all the time, or never."""

    def starve(no_turn: bool) -> None:
        monkeypatch.setattr(
            f"{CLOCK}.turns",
            lambda _: SimpleNamespace(computed_ns=0, waited_ns=time.monotonic_ns() if no_turn else 0),
        )

    return starve


@pytest.mark.parametrize(("no_turn", "code"), [(True, "E307"), (False, "E303")])
def test_a_zygote_without_a_turn(starve: Starve, monkeypatch: pytest.MonkeyPatch, no_turn: bool, code: str) -> None:
    with Sandbox(tier="plain", warm=False) as own:
        assert own.tier == "plain"
        pid = own.zygote.pid
        monkeypatch.setattr(f"{CLIENT}.REPLY_S", 0.1)
        starve(no_turn)
        if no_turn:
            os.kill(pid, signal.SIGSTOP)
            goes_on = threading.Timer(0.5, os.kill, (pid, signal.SIGCONT))
            goes_on.start()
            own.keep({"a.txt": b"a"})
            goes_on.join()
        monkeypatch.setattr(f"{CLIENT}.GRACE_S", 0.1)
        os.kill(pid, signal.SIGSTOP)
        assert refused(own.keep, {"a.txt": b"a"}).code == code
        assert refused(own.keep, {"a.txt": b"a"}).code == "E303", "it is gone, which has it opened anew"
        own.restart()
        own.keep({"a.txt": b"a"})


@pytest.mark.parametrize(("starved", "told"), [(1000, "home"), (1, "E307"), (0, "")])
def test_a_shim_that_gets_no_turn_is_waited_for(
    tmp_path: Path, starve: Starve, monkeypatch: pytest.MonkeyPatch, starved: int, told: str
) -> None:
    """Else the language would be none of this host's, and each program in it a compile error."""
    shim = tmp_path / "old-python"
    shim.write_text("#!/bin/sh\nsleep 0.5\npwd -P\n")
    shim.chmod(0o755)
    monkeypatch.setattr(f"{HOST}.PROBE_S", 0.1)
    monkeypatch.setattr(f"{CLOCK}.STARVED", starved or 20)
    starve(bool(starved))
    if told == "E307":
        assert refused(printed_folder, (str(shim),)).code == told
    else:
        assert bool(printed_folder((str(shim),))) == bool(told)


def test_who_can_not_be_stopped_is_told_by_the_wall(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.sandbox.box.bring_to_rest", lambda _: False)
    facts = attempted(sandbox, solving("time.sleep(0.1)\nreturn None"))
    assert facts.cpu_s == pytest.approx(facts.wall_s - facts.lost_s)
    assert facts.cpu_s > 0.05
