"""The clocks of a window under stress: who computes on after the answer, and strangers on the same core."""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.executors import executor_of
from judge.model import Limits
from judge.sandbox import Bounds, Facts, Sandbox
from tests.boxed import (
    CASE,
    FAIL,
    GENEROUS,
    IMPORTED,
    READY,
    attempted,
    message,
    problem_of,
    solving,
    started,
    strangers,
)
from tests.conftest import MakeSubmission
from tests.executors.make import ready_of
from tests.sandbox.programs import PROGRAMS

LIMITS = Limits(time_limit=0.3, memory=256, output=1, compilation_time=20, processes=32)
CORE = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
ANSWER = message(FAIL)
TOP, THIEVES = PROGRAMS["spins"].format(ANSWER), PROGRAMS["thieves"]
# Eleven boxes each, so one of them by default: the one whose CPU is hardest to see.
EACH_THIEF = [
    pytest.param(source, id=name, marks=[] if name == "by a child" else pytest.mark.slow)
    for name, source in THIEVES.items()
]

pytestmark = pytest.mark.skipif(
    CORE is None or not Path("/proc/self/schedstat").exists(), reason="this system does not tell who waits for a core"
)


@pytest.fixture(scope="module")
def pinned() -> Iterator[Sandbox]:
    """A sandbox on one core, as in a contest."""
    with Sandbox(CORE, warm=False) as own:
        yield own


def attempt(sandbox: Sandbox, body: str, bounds: Bounds = GENEROUS) -> Facts:
    return attempted(sandbox, solving(body, TOP), LIMITS, bounds)


# --- who computes on after the answer ---------------------------------------------------------------------------------
@pytest.mark.parametrize("thief", EACH_THIEF)
@pytest.mark.parametrize("spent_s", [0.0005, pytest.param(0.002, marks=pytest.mark.nightly(sample=2))])
def test_who_computes_on_after_the_answer_has_stolen_nothing(pinned: Sandbox, thief: str, spent_s: float) -> None:
    """All that the tree could compute until the answer is on the clock, though the kernel books it only later."""
    if pinned.host().clock != "cgroup" and "fork" in thief:
        pytest.skip("without a cgroup wall time ranks what starts processes")
    told: list[float] = []
    for _ in range(11):
        facts = attempt(pinned, thief.format(spent_s))
        assert facts.frame == FAIL
        told.append(facts.cpu_s + facts.lost_s)
    assert statistics.median(told) >= 0.9 * spent_s
    assert statistics.quantiles(told, n=4)[0] >= 0.9 * spent_s


def test_an_honest_answer_is_not_charged_for_the_rest(pinned: Sandbox) -> None:
    told = [attempt(pinned, "return None") for _ in range(11)]
    assert statistics.median(facts.cpu_s for facts in told) < 0.002
    assert min(facts.wall_s - facts.lost_s for facts in told) < 0.005


def test_frames_before_the_last_stop_nobody(pinned: Sandbox) -> None:
    """Who still computes when it says that it is imported goes on."""
    source = solving("return None", f"{TOP}threading.Thread(target=spin, args=(0.3,)).start()")
    with started(pinned, source, LIMITS) as box:
        facts = box.exchange(b"", GENEROUS)
        assert facts.frame == IMPORTED
        facts = box.exchange(b"", GENEROUS)
        assert facts.frame == READY
        assert box.exchange(CASE, GENEROUS).frame == FAIL


# --- strangers on the core --------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_wall_limit_counts_what_the_attempt_could_have_run(pinned: Sandbox) -> None:
    """0.2 s of CPU beside eight strangers take longer than 1.3 s, and yet are in time."""
    body = "end = time.thread_time() + 0.2\nwhile time.thread_time() < end: pass\nreturn None"
    with strangers(CORE, 8):
        facts = attempt(pinned, body, Bounds(LIMITS.time_limit, 0.5))
    assert facts.killed_for == ""
    assert facts.frame == FAIL
    assert facts.wall_s > 0.8
    assert facts.wall_s - facts.lost_s < 0.5


@pytest.mark.parametrize(
    "body",
    ["time.sleep(60)", "os.fork()\nfor _ in range(5): spin(0.01)\ntime.sleep(60)"],
    ids=["alone", "after waiting for its own"],
)
def test_who_sleeps_ends_at_the_wall_limit_beside_strangers_too(pinned: Sandbox, body: str) -> None:
    with strangers(CORE, 1):
        facts = attempt(pinned, body, Bounds(20, 0.4))
    assert facts.killed_for == "wall"


@pytest.mark.slow
@pytest.mark.parametrize("limit_s", [0.1, pytest.param(0.4, marks=pytest.mark.nightly)])
def test_who_gets_no_turn_is_starved_and_not_out_of_time(pinned: Sandbox, limit_s: float) -> None:
    """After twenty times its limit, also where its turns are further apart than that."""
    with strangers(CORE, 30):
        facts = attempt(pinned, "while True: pass", Bounds(20, limit_s))
    assert facts.killed_for == "starved"
    assert facts.wall_s >= 20 * limit_s
    assert facts.lost_s > 15 * limit_s


def test_a_program_that_has_ended_tells_what_it_lost(pinned: Sandbox, submission: MakeSubmission) -> None:
    """Also one that was over before anybody looked at it again."""
    source = "import time\nend = time.thread_time() + 0.02\nwhile time.thread_time() < end: pass\nprint('FAIL')\n"
    executor, problem = executor_of("program"), problem_of()
    ready = ready_of(pinned, submission(source, "mine.py"), problem)
    with strangers(CORE, 4):
        facts = executor.attempt(executor.place(pinned), ready, problem, problem.cases[0]).facts
    assert facts.lost_s > 0.5 * (facts.wall_s - facts.cpu_s)
    assert facts.lost_s > facts.cpu_s


def test_children_of_its_own_are_no_strangers(pinned: Sandbox) -> None:
    """Four that compute all the time have lost what they did not compute, and not what they waited for each other."""
    facts = attempt(pinned, "os.fork(); os.fork()\nspin(0.4)\nreturn None")
    assert facts.cpu_s + facts.lost_s == pytest.approx(facts.wall_s, abs=0.05)
