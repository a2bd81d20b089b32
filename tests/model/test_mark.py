"""What counts of several decisions, and how each is said."""

from __future__ import annotations

from judge.model.mark import Decided, Mark, MarkKind, decided

NOON_S = 1_795_348_800.0  # 2026-11-22 12:00 UTC


def mark(kind: MarkKind, text: str = "why", points: float | None = None, owner: str = "ann") -> Mark:
    return Mark(owner, kind, text, "smith", NOON_S, points)


def test_the_last_of_each_kind_counts_and_a_comment_changes_no_points() -> None:
    low, high, said, more = mark("points", points=5), mark("points", points=7), mark("comment"), mark("comment", "b")
    assert decided([low, said, high, more]) == {"ann": Decided(high, more)}
    assert decided([high, mark("excuse")])["ann"].excused
    assert not decided([mark("excuse"), high])["ann"].excused


def test_clearing_takes_back_all_of_one_student_and_nothing_later() -> None:
    low, other = mark("points", points=5), mark("points", points=1, owner="bob")
    assert decided([low, mark("comment"), other, mark("clear")]) == {"bob": Decided(other)}
    assert decided([low, mark("clear"), mark("comment", "new")]) == {"ann": Decided(None, mark("comment", "new"))}


def test_it_is_said_with_who_when_and_why() -> None:
    assert str(mark("points", "by mail", 33.333333)) == "33.3333 points by hand (smith, 2026-11-22): by mail"
    assert str(mark("clear", "")) == "cleared (smith, 2026-11-22)"
    both = Decided(mark("excuse", "ill"), mark("comment", "get well"))
    assert str(both) == "excused (smith, 2026-11-22): ill; comment (smith, 2026-11-22): get well"
