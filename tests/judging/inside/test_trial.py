"""How submissions are run on boards, and differ there: who is late, who is asked again, whom larger boards are spared.

An inside, because it is hard: a hunt shows its end alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest

from judge.judging.crew import Crew
from judge.judging.hack.boards import Space
from judge.judging.hack.trial import Runner, is_same, kind_of
from judge.model import Entry, Instance, Run, Verdict
from judge.problems import read_package
from tests.conftest import MakePackage, MakeSubmission
from tests.pretended import Pretended

HARD = Instance("DFS", 8, 9, np.zeros((8, 8), np.int8))
Runners = Callable[..., Runner]
SIMPLE = Instance("DFS", 2, 2, np.zeros((2, 2), np.int8))


@pytest.fixture
def runner(pretended: Pretended, package: MakePackage, submission: MakeSubmission) -> Runners:
    """Return what runs submissions of these names on boards."""

    def made(*names: str, puzzle: str = "lizards") -> Runner:
        problem, given = read_package(package(puzzle=puzzle, time_limit=5.0)), [submission(name=one) for one in names]
        tries = Runner(Crew(pretended.hands), Space(puzzle, ("DFS",), 65), Entry(problem, tuple(given)))
        assert [one.verdict for one in tries.prepare()] == ["AC"] * len(names)
        return tries

    return made


class Row(NamedTuple):
    """Boards that are tried in turn, how the runs end, which kinds are found, and how many runs that takes."""

    boards: list[Instance]
    ends: list[str]
    kinds: list[tuple[str, ...] | None]
    runs: int
    puzzle: str = "lizards"
    patient: bool = True


LATE = {
    "on an easy board it is asked again with the whole limit": Row([SIMPLE], ["E201", "E201"], [("TLE",)], 2),
    "a shrinker does not wait for that": Row([SIMPLE], ["E201"], [("TLE",)], 1, patient=False),
    "where only n varies, each has the whole limit at once": Row([SIMPLE], ["E201"], [("TLE",)], 1, "queens"),
    "who needs it once always gets it": Row([SIMPLE, SIMPLE], ["E201", "", "E201"], [None, ("TLE",)], 3),
    "on a hard board it has said nothing, and is spared others": Row([HARD, HARD, SIMPLE], ["E201"], [None] * 3, 2),
}


@pytest.mark.parametrize("row", LATE.values(), ids=LATE)
def test_who_is_late(pretended: Pretended, runner: Runners, row: Row) -> None:
    tries, pretended.codes = runner("a", puzzle=row.puzzle), list(row.ends)
    assert [trial.kind for trial in tries.run(row.boards, patient=row.patient)] == row.kinds
    assert pretended.asked[1:] == ["run a"] * row.runs


def test_each_is_run_on_each_board_and_two_wrong_alike_do_not_differ(pretended: Pretended, runner: Runners) -> None:
    tries, pretended.codes = runner("a", "b"), ["", "", "E106", "", "E106", "E106"]
    assert [trial.kind for trial in tries.run([SIMPLE, HARD, SIMPLE])] == [None, ("E106", "right"), None]
    assert pretended.asked[2:] == ["run a", "run b"] * 3


# --- What counts as a difference between two submissions -------------------------------------------------------------
def attempts(codes: str) -> list[Run | None]:
    """Runs that ended so: `right`, a share of the best, a code, or `-` for none."""
    verdicts = {"E201": "TLE", "E202": "TLE", "E205": "RTE", "E301": "JE", "E307": "JE"}
    made: list[Run | None] = []
    for word in codes.split():
        score = float(word) if word[0] in "01" else None
        code = word if word[0] == "E" else ""
        verdict = Verdict(verdicts.get(code, "WA") if code else "AC")
        made.append(None if word == "-" else Run("board", "hack", "DFS", verdict, code, score=score))
    return made


# One is right or they fail in different ways; whatever is not right, against the rules; and where nobody knows what is
# right, an arrangement refutes FAIL.
KINDS: dict[str, dict[str, tuple[str, ...] | None]] = {
    "two": {
        "right right": None, "right E113": ("right", "E113"), "E106 right": ("E106", "right"), "E106 E113": None,
        "E106 E205": ("E106", "E205"), "right E202": ("right", "TLE"), "E201 E202": None, "right E307": None,
        "E106 E307": None, "E106 -": None, "1.0 0.75": ("right", "less"), "0.5 0.75": None, "1.0 1.0": None,
        "0.5 right": ("less", "right"),
    },
    "against the rules": {
        "right": None, "0.5": None, "E106": ("E106",), "E201": ("TLE",), "E307": None, "-": None,
        "E106 E106": ("E106", "E106"), "E106 -": ("E106", ""),
    },
    "nobody knows": {
        "right right": None, "E301 E301": None, "E301 right": ("right", "E113"), "E106 right": ("E106", ""),
        "E301 E106": ("right", "E106"),
    },
    "nobody knows, against the rules": {"right": None, "E301": None},
}  # fmt: skip


@pytest.mark.parametrize("way", KINDS)
def test_what_is_a_difference(way: str) -> None:
    decided, against_rules = "nobody" not in way, "rules" in way
    for codes, kind in KINDS[way].items():
        assert kind_of(attempts(codes), decided=decided, against_rules=against_rules) == kind, codes


def test_a_smaller_board_shows_the_same_if_each_does_the_same() -> None:
    assert is_same(("E106", "right"), ("E106", "right"))
    assert not is_same(("E106", "E113"), ("E106", "right"))
    assert not is_same(None, ("E106",))
    assert is_same(("E106", "right"), ("E106", "")), "who said nothing may be right"
