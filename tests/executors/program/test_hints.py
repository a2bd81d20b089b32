"""Habits of real programs, each with the verdict and the sentence that its author gets; see habits.py."""

from __future__ import annotations

import shutil

import msgspec
import pytest

from judge.model import Limits, Prepared, Problem, Programs, Run
from judge.sandbox import Sandbox
from judge.submissions import handed_in
from tests.boxed import judged, problem_of, python, skip_without
from tests.executors.program.habits import ANSWERS, ENDINGS, SLOW, SOURCES, Habit

LIMITS = Limits(time_limit=0.3, memory=192, output=16, compilation_time=30, processes=64)


def problem_for(habit: Habit) -> Problem:
    rules = dict(habit.rules)
    strict = bool(rules.pop("strict", False))
    limits = {name: rules.pop(name) for name in ("memory", "time_limit") if name in rules}
    problem = problem_of(limits=msgspec.structs.replace(LIMITS, **limits), strict=strict)
    return msgspec.structs.replace(problem, programs=Programs(**rules))


def told(prepared: Prepared, run: Run | None) -> str:
    """Everything that the author of a program is told."""
    finding = run.finding if run else prepared.finding
    texts = [prepared.message, *(f"{notice.code} {notice.message}" for notice in (run.notices if run else ()))]
    if finding:
        texts += [finding.message, finding.where, finding.note, finding.help]
    return "\n".join(texts)


def skip_unless_possible(habit: Habit, sandbox: Sandbox) -> None:
    for name in habit.files:
        skip_without(name)
    if habit.code == "E220" and shutil.which("python2"):
        pytest.skip("Python 2 is installed")
    if habit.code in ("E203", "E223") and sandbox.host().clock != "cgroup":
        pytest.skip("without a cgroup the program meets a MemoryError of its own")


def is_slow(name: str, habit: Habit) -> bool:
    """Whether it is none of Python, whose every habit is tried each time: a compiler takes longer than the rest."""
    return name in SLOW or not next(iter(habit.files)).endswith(".py")


@pytest.mark.parametrize(
    "habit",
    [
        pytest.param(habit, id=name, marks=[pytest.mark.nightly(sample=8)] * is_slow(name, habit))
        for table in (ANSWERS, ENDINGS, SOURCES)
        for name, habit in table.items()
    ],
)
def test_a_habit_gets_its_verdict_and_its_sentence(sandbox: Sandbox, habit: Habit) -> None:
    skip_unless_possible(habit, sandbox)
    files = tuple((name, text.encode()) for name, text in habit.files.items())
    prepared, run = judged(sandbox, handed_in("habit", "pkg", files[0][0], files), problem_for(habit))
    finding = run.finding if run else prepared.finding
    code = finding.code if finding else habit.code if habit.code in told(prepared, run) else ""
    assert (run.verdict if run else prepared.verdict, code) == (habit.verdict, habit.code), told(prepared, run)
    assert habit.says in told(prepared, run)
    if finding:
        assert finding.message
        assert "\n" not in finding.message, "one sentence"
    if run and not habit.code:
        assert run.notices == ()


# --- clocks ------------------------------------------------------------------------------------------------
def test_a_slow_language_may_be_given_more_time(sandbox: Sandbox) -> None:
    burn = "while time.process_time() < 0.3: pass\nprint(ANSWER)"
    submission = handed_in("slow", "pkg", "slow.py", (("slow.py", python(burn).encode()),))
    limits = msgspec.structs.replace(LIMITS, time_limit=0.15)
    for factor, verdict in ((1.0, "TLE"), (6.0, "AC")):
        problem = msgspec.structs.replace(problem_of(limits=limits), programs=Programs(multipliers={"python": factor}))
        _, run = judged(sandbox, submission, problem)
        assert run is not None
        assert run.verdict == verdict, run.finding
