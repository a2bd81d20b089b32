"""What is said of measuring more: what was settled, what was not, and what was dropped."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.console import Console, Group

from judge.model import Measuring, Settling
from judge.reports.terminal.rounds import bonus_lines, measuring_lines

SETTLED = Settling("queens", 60.0, rounds=4, wall_s=12.34, times=84)


def text(group: Group) -> str:
    out = io.StringIO()
    Console(file=out, width=200, color_system=None).print(group)
    return out.getvalue().strip()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "order settled after 4 rounds, 12.3 s"),
        ({"rounds": 0}, "order settled without a further round"),
        ({"left": (("a", "b"),), "wall_s": 60.0}, "the budget of 60 s ended: these can't be told apart: a and b"),
        ({"left": (("a", "b"),)}, "stopped after 4 rounds, 12.3 s: these can't be told apart: a and b"),
        ({"left": (("a", "b"),), "rounds": 0}, "not measured again: these can't be told apart: a and b"),
        (
            {"left": (("a", "b"),) * 7, "wall_s": 60.0},
            f"the budget of 60 s ended: these can't be told apart: {'a and b; ' * 5}and 2 more",
        ),
        ({"left": (("a\x1b[2J", "b\n"),)}, "stopped after 4 rounds, 12.3 s: these can't be told apart: a and b\\n"),
        ({"disturbed": 3}, "order settled after 4 rounds, 12.3 s\n3 of 84 times were disturbed and dropped"),
        (
            {"disturbed": 81},
            "order settled after 4 rounds, 12.3 s\n"
            "81 of 84 times were disturbed and not dropped, as there are too few others",
        ),
        (
            {"missed": 1},
            "order settled after 4 rounds, 12.3 s\n1 of 84 times was not of a right answer, and dropped",
        ),
    ],
)
def test_what_came_of_the_rounds(changes: dict[str, object], said: str) -> None:
    now = msgspec.structs.replace(SETTLED, **changes)
    assert text(measuring_lines(Measuring(None, (now,)))) == said


def test_of_several_problems_each_is_named() -> None:
    other = msgspec.structs.replace(SETTLED, problem="spies", rounds=2)
    said = text(measuring_lines(Measuring(None, (SETTLED, other))))
    assert said == "queens: order settled after 4 rounds, 12.3 s\nspies: order settled after 2 rounds, 12.3 s"
    bonus = msgspec.structs.replace(SETTLED, problem="bonus for DFS")
    assert text(bonus_lines((bonus,))) == "bonus for DFS: order settled after 4 rounds, 12.3 s"


@pytest.mark.parametrize(("noise", "said"), [(0.031, "3 %"), (0.0123, "1.2 %"), (None, "")])
def test_the_noise(noise: float | None, said: str) -> None:
    assert text(measuring_lines(Measuring(noise))) == (f"noise of this machine: {said}" if said else "")
