"""Programs as people hand them in, each with the verdict and the sentence that its author gets: see habits.toml and
last_words.txt; and one honest program in each of four languages."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import msgspec
import pytest

from judge.executors import executor_of
from judge.model import Limits, Problem, Programs, Submission
from judge.problems import read_package
from judge.sandbox import Facts, Sandbox
from judge.submissions import handed_in, languages, read_submission
from tests.boxed import ANSWER, WRONG, judged, problem_of, python, skip_without
from tests.conftest import there
from tests.executors.made_up import outcome_of
from tests.executors.make import LIMITS, asked, ready_of, rows_of, tried
from tests.make import replace
from tests.problems.told import hold, in_lines

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


# --- by its last words and by what it has left, without a box ---------------------------------------------------------
PROBLEM = problem_of(limits=Limits(time_limit=5.0))
MINE = Submission("s", "p", "program", Path("s.py"), b"1\n", "x")
WORDS = rows_of("program/last_words.toml")
RUNTIMES = WORDS["runtimes"]
SAID = RUNTIMES | {"ANSWER": ANSWER, "WRONG": WRONG}


class Words(Template):
    """A text in which ${NAME} may be of several words."""

    braceidpattern = "[^}]+"


def told(left: dict[str, Any], rules: dict[str, Any]) -> list[str]:
    """All that is said of it."""
    words = dict(rules)
    problem = problem_of(words.pop("puzzle", "lizards"), PROBLEM.limits, strict=words.pop("strict", False))
    made: dict[str, Any] = {"status": 0, "memory_bytes": 3 << 20}
    made |= {key: Words(held).substitute(SAID) if isinstance(held, str) else held for key, held in left.items()}
    made |= {key: made[key].encode() for key in ("output", "stdout") if key in made}
    problem = replace(problem, programs=msgspec.convert(words, Programs))
    found = asked(outcome_of(MINE, problem, Facts(**made)), problem, problem.cases[0])
    if found.finding:
        return in_lines(found.outcome.otherwise or found.finding)
    return ["AC", *(f"{notice.code} {notice.message}" for notice in found.outcome.notices)]


def test_what_is_said_of_the_last_words_of_a_program_is_kept() -> None:
    lines = [
        f"{name}, {status}: {line}"
        for (name, words), status in product(RUNTIMES.items(), (1, 0))
        for line in told({"status": status, "stderr": words}, {})
    ]
    lines += [f"a full stack: {line}" for line in told({"status": -11, "memory_bytes": Sandbox.STACK_BYTES}, {})]
    lines += [f"{name}: {line}" for name, row in WORDS["left"].items() for line in told(*row)]
    hold(Path(__file__).with_name("last_words.txt"), lines)


# --- honest ones, on shipped cases ------------------------------------------------------------------------------------
ROOT = Path(__file__).parents[3]
SMALL = {"assignment-8", "assignment-9", "crowd-2", "grove-6", "meadow-1"}
ALL = SMALL | {"half-10-10", "over-10-10", "forest-1000"}  # each is decided in time by backtracking
LATER = [
    pytest.param(name, ALL, marks=pytest.mark.nightly(sample=3))
    for name in ("lizards.c", "lizards.cpp", "Lizards.java", "lizards.py")
]


@pytest.mark.parametrize(("name", "chosen"), [("lizards.c", SMALL), *LATER])
def test_an_honest_program_is_right_in_the_strict_form(each_tier: Sandbox, name: str, chosen: set[str]) -> None:
    skip_without(name)
    problem = read_package(ROOT / "testcases" / "lizards")
    mine, executor = read_submission(ROOT / "tests/programs" / name, problem.name), executor_of("program")
    assert mine.contract == "program"
    place, ready = executor.place(each_tier), ready_of(each_tier, mine, problem)
    assert ready.note == "", "no compiler has anything to warn of"
    assert ready.language == there(languages().of(mine.path.suffix)).name
    cases = [case for case in problem.cases if case.name in chosen]
    assert len(cases) == len(chosen)
    assert {case.answer.fail for case in cases if case.answer} == {False, True}
    for case in cases:
        run = tried(place, ready, problem, case)
        assert (run.finding, run.code) == (None, ""), case.name
        facts = run.outcome.facts
        assert min(facts.cpu_s, facts.wall_s, facts.memory_bytes) > 0
    place.forget(ready.home)
