"""Programs as people hand them in, each with the verdict and the sentence that its author gets: see habits.toml."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from string import Template
from typing import Any, NamedTuple

import msgspec
import pytest

from judge.model import Problem, Programs
from judge.sandbox import Sandbox
from judge.submissions import handed_in
from tests.boxed import ANSWER, judged, problem_of, python, skip_without
from tests.executors.make import LIMITS, rows_of
from tests.make import replace

ROOM = replace(LIMITS, time_limit=0.3, memory=192, output=16, compilation_time=30, processes=64)
BOARD = ANSWER.partition("\n")[2].replace("\n", "\\n")
TEXTS = {
    "ANSWER": ANSWER,
    "BOARD": BOARD,
    "C_ANSWER": f'"OK\\n{BOARD}"',
    "HEAD": python("").removesuffix("\n"),
    "PRINT": 'StringBuilder out = new StringBuilder("OK\\n"); for (int at : new int[] {1, 3, 5, 0, 2, 4}) { '
    'for (int i = 0; i < 6; i++) out.append(i == at ? 1 : 0); out.append("\\n"); } System.out.print(out);',
}


class Habit(NamedTuple):
    """A program by its files, the first of which names it; `says` must stand in what its author is told, and without
    `help` no help."""

    told: tuple[str, str, str]
    files: Mapping[str, str] = {}
    python: str = ""
    rules: Mapping[str, Any] = {}
    tier: str = "auto"
    help: bool = True

    @property
    def sources(self) -> tuple[tuple[str, bytes], ...]:
        texts = {name: Template(text).substitute(TEXTS) for name, text in self.files.items()}
        own = {"homework.py": python(Template(self.python).substitute(TEXTS))} if self.python else {}
        return tuple((name, text.encode()) for name, text in (own | texts).items())

    @property
    def is_slow(self) -> bool:
        """Say whether it takes long, as whatever a compiler takes does."""
        return self.told[1] != "E225" and not self.sources[0][0].endswith(".py")


HABITS = {name: Habit(**row) for name, row in rows_of("program/habits.toml").items()}


def problem_for(habit: Habit) -> Problem:
    rules = dict(habit.rules)
    strict = bool(rules.pop("strict", False))
    limits = {name: rules.pop(name) for name in ("memory", "time_limit", "output") if name in rules}
    problem = problem_of(limits=replace(ROOM, **limits), strict=strict)
    return replace(problem, programs=msgspec.convert(rules, Programs))


def skip_unless_possible(habit: Habit, sandbox: Sandbox) -> None:
    for name, _ in habit.sources:
        skip_without(name)
    if habit.told[1] == "E220" and shutil.which("python2"):
        pytest.skip("Python 2 is installed")
    if habit.told[1] in ("E203", "E223") and sandbox.host().clock != "cgroup":
        pytest.skip("without a cgroup the program meets a MemoryError of its own")


@pytest.mark.parametrize(
    ("lean", "habit"),
    [
        pytest.param(habit.tier, habit, id=name, marks=[pytest.mark.nightly(sample=8)] * habit.is_slow)
        for name, habit in HABITS.items()
    ],
    indirect=["lean"],
)
def test_a_habit_gets_its_verdict_and_its_sentence(lean: Sandbox, habit: Habit) -> None:
    skip_unless_possible(habit, lean)
    verdict, code, says = habit.told
    prepared, run = judged(lean, handed_in("habit", "pkg", habit.sources[0][0], habit.sources), problem_for(habit))
    finding, notices = run.finding if run else prepared.finding, run.notices if run else ()
    texts = [prepared.message, *(f"{notice.code} {notice.message}" for notice in notices)]
    if finding:
        texts += [finding.message, finding.where, finding.note, finding.help]
        assert finding.message
        assert "\n" not in finding.message, "one sentence"
        assert habit.help or not finding.help
    told = "".join(f"{text}\n" for text in texts)
    codes = [finding.code] if finding else [notice.code for notice in notices]
    assert (run.verdict if run else prepared.verdict, "".join(codes)) == (verdict, code), told
    assert says in told
