"""Programs as people hand them in, each with the verdict and the sentence that its author gets; see habits.py."""

from __future__ import annotations

import shutil

import pytest

from judge.model import Problem, Programs
from judge.sandbox import Sandbox
from judge.submissions import handed_in
from tests.boxed import judged, problem_of, skip_without
from tests.executors.make import LIMITS
from tests.executors.program.habits import ANSWERS, CALLED, ENDINGS, LEFT, SLOW, SOURCES, Habit
from tests.make import replace

ROOM = replace(LIMITS, time_limit=0.3, memory=192, output=16, compilation_time=30, processes=64)
HABITS = ANSWERS | ENDINGS | SOURCES | LEFT | CALLED


def problem_for(habit: Habit) -> Problem:
    rules = dict(habit.rules)
    strict = bool(rules.pop("strict", False))
    limits = {name: rules.pop(name) for name in ("memory", "time_limit", "output") if name in rules}
    problem = problem_of(limits=replace(ROOM, **limits), strict=strict)
    return replace(problem, programs=Programs(**rules))


def skip_unless_possible(habit: Habit, sandbox: Sandbox) -> None:
    for name in habit.files:
        skip_without(name)
    if habit.code == "E220" and shutil.which("python2"):
        pytest.skip("Python 2 is installed")
    if habit.code in ("E203", "E223") and sandbox.host().clock != "cgroup":
        pytest.skip("without a cgroup the program meets a MemoryError of its own")


def is_slow(name: str, habit: Habit) -> bool:
    """A compiler takes longer than the rest, and so does what is named."""
    return name in SLOW or (habit.code != "E225" and not next(iter(habit.files)).endswith(".py"))


@pytest.mark.parametrize(
    ("lean", "habit"),
    [
        pytest.param(habit.tier, habit, id=name, marks=[pytest.mark.nightly(sample=8)] * is_slow(name, habit))
        for name, habit in HABITS.items()
    ],
    indirect=["lean"],
)
def test_a_habit_gets_its_verdict_and_its_sentence(lean: Sandbox, habit: Habit) -> None:
    skip_unless_possible(habit, lean)
    files = tuple((name, text.encode()) for name, text in habit.files.items())
    prepared, run = judged(lean, handed_in("habit", "pkg", files[0][0], files), problem_for(habit))
    finding, notices = run.finding if run else prepared.finding, run.notices if run else ()
    texts = [prepared.message, *(f"{notice.code} {notice.message}" for notice in notices)]
    if finding:
        texts += [finding.message, finding.where, finding.note, finding.help]
        assert finding.message
        assert "\n" not in finding.message, "one sentence"
        assert habit.help or not finding.help
    told = "".join(f"{text}\n" for text in texts)
    codes = [finding.code] if finding else [notice.code for notice in notices]
    assert (run.verdict if run else prepared.verdict, "".join(codes)) == (habit.verdict, habit.code), told
    assert habit.says in told
