"""What counts of several decisions, and how each is said."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Mark

NOON_S = 1_795_348_800.0  # 2026-11-22 12:00 UTC


def mark(kind: Any, text: str = "why", points: float | None = None, owner: str = "ann") -> Mark:
    return Mark(owner, kind, text, "smith", NOON_S, points)


def test_it_is_said_with_who_when_and_why() -> None:
    assert str(mark("points", "by mail", 33.333333)) == "33.3333 points by hand (smith, 2026-11-22): by mail"
    assert str(mark("clear", "")) == "cleared (smith, 2026-11-22)"
    both = Mark.Decided(mark("excuse", "ill"), mark("comment", "get well"))
    assert str(both) == "excused (smith, 2026-11-22): ill; comment (smith, 2026-11-22): get well"


MARKS = st.builds(
    mark,
    st.sampled_from(["points", "excuse", "comment", "clear"]),
    st.sampled_from(["why", "for another reason"]),
    st.integers(0, 20).map(float),
    st.sampled_from(["ann", "bob", "cy"]),
)


@settings(deadline=None)
@given(st.lists(MARKS, max_size=12))
def test_what_counts_is_the_last_since_it_was_cleared_under_any_interleaving(marks: list[Mark]) -> None:
    found = Mark.Decided.by_owner(marks)
    for owner in ("ann", "bob", "cy"):
        theirs = [one for one in marks if one.owner == owner]
        since = theirs[max((at + 1 for at, one in enumerate(theirs) if one.kind == "clear"), default=0) :]
        grade = next((one for one in reversed(since) if one.kind in ("points", "excuse")), None)
        comment = next((one for one in reversed(since) if one.kind == "comment"), None)
        assert found.get(owner, Mark.Decided()) == Mark.Decided(grade, comment)
        assert found.get(owner, Mark.Decided()).excused == bool(grade and grade.kind == "excuse")
