"""What is decided by hand follows one set of rules, for a command and for a form."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.classroom.gradebook.marks import Marking
from judge.errors import JudgeError

NOTHING = Marking("ada", None, False, "", False, "", "smith")
POINTS = st.none() | st.floats()
WORDS = st.sampled_from(["", " ", "by mail"])


def of(points: float | None = None, *, excuse: bool = False, clear: bool = False, why: str = "") -> Marking:
    return Marking("ada", points, excuse, "", clear, why, "smith")


@pytest.mark.parametrize(
    ("marking", "wrong"),
    [
        (of(5, excuse=True, why="x"), "several"),
        (of(math.inf, why="x"), "number"),
        (of(-0.5, why="x"), "number"),
        (of(5), "no reason"),
        (of(excuse=True, why=" "), "no reason"),
        (of(why="x"), "idle reason"),
        (Marking("ada", None, False, "well", False, "", " "), "nobody"),
    ],
)
def test_what_is_wrong_is_said_and_not_kept(marking: Marking, wrong: str) -> None:
    assert marking.wrong == wrong
    with pytest.raises(JudgeError, match="nothing was decided: ") as caught:
        marking.check()
    assert (caught.value.code, bool(caught.value.help)) == ("E516", True)


@given(POINTS, st.booleans(), WORDS, st.booleans(), WORDS)
def test_what_is_right_keeps_what_was_said_and_nothing_else(
    points: float | None, excuse: bool, comment: str, clear: bool, why: str
) -> None:
    marking = Marking("ada", points, excuse, comment, clear, why, "smith")
    if marking.wrong:
        return
    marking.check()
    kinds = [mark.kind for mark in marking.marks("ada")]
    asked = {"clear": clear, "points": points is not None, "excuse": excuse, "comment": bool(comment.strip())}
    assert kinds == [kind for kind, wanted in asked.items() if wanted]
    assert marking.overrides == bool(set(kinds) - {"comment"})
    assert all((mark.owner, mark.author) == ("ada", "smith") for mark in marking.marks("ada"))


def test_nothing_decided_keeps_nothing() -> None:
    assert (NOTHING.wrong, NOTHING.marks("ada"), NOTHING.overrides) == (None, [], False)
