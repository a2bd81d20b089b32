"""Which record counts, and when conditions are the same: if nothing has changed that decides a verdict or a time. What
classes of hosts are made of, and what is no part of them. What counts of several decisions, and how each is said."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case, Conditions, Host, Limits, Mark, Problem, Programs, Record, Verdict
from judge.scoring import Leaderboard
from tests.make import AC, HOST, JE, WA, answer, board, judgement, problem, replace

ROWS = ".T .."
CASE = Case("c", "secret", board(rows=ROWS), answer("QT .."))
PROBLEM = replace(problem(0), cases=(CASE,))
OLD = Conditions.of(PROBLEM, HOST)


def case(**changes: Any) -> Problem:
    return replace(PROBLEM, cases=(replace(CASE, **changes),))


def is_comparable(new: Conditions) -> bool:
    return Leaderboard.Ground("pkg", OLD.package, OLD.limits).like(new)


@pytest.mark.parametrize(
    "other",
    [
        *(replace(PROBLEM, strict=True), replace(PROBLEM, puzzle="queens"), replace(PROBLEM, cases=(CASE, CASE))),
        *(replace(PROBLEM, programs=Programs(io="stdio")), case(name="d"), case(group="sample")),
        *(case(board=board(rows=ROWS, algorithm="BFS")), case(board=board(rows=ROWS, pieces=2))),
        *(case(board=board(rows=".. T.")), case(answer=None), case(answer=Answer(fail=True))),
        *(case(answer=Answer(count=3)), case(answer=Answer(columns=np.array([[0, 1]])))),
    ],
)
def test_another_package_is_not_comparable(other: Problem) -> None:
    new = Conditions.of(other, HOST)
    assert OLD.package != new.package
    assert (OLD.limits, OLD.host) == (new.limits, new.host)
    assert not is_comparable(new)


def test_other_limits_and_repetitions_are_not_comparable_and_another_host_is() -> None:
    faster = replace(PROBLEM, limits=Limits(time_limit=1))
    for new in (Conditions.of(faster, HOST), Conditions.of(PROBLEM, HOST, repeat=3)):
        assert OLD.package == new.package
        assert not is_comparable(new)
    elsewhere = Conditions.of(PROBLEM, replace(HOST, sandbox="landlock"))
    assert elsewhere != OLD
    assert is_comparable(elsewhere)


@pytest.mark.parametrize(
    "same",
    [
        *(replace(PROBLEM, title="another"), replace(PROBLEM, path="elsewhere/pkg")),
        *(replace(PROBLEM, groups={"secret": Problem.Group(100)}), case(why_fail="proven otherwise")),
        case(board=board(rows=ROWS)),
    ],
)
def test_points_and_words_change_nothing(same: Problem) -> None:
    assert Conditions.of(same, HOST) == OLD


# --- the record that counts ------------------------------------------------------------------------------------------
def record(number: int, verdict: Any = AC, owner: str = "ann", name: str = "a") -> Record:
    return Record(number, owner, judgement(1, [verdict], name), OLD, judged_s=0.0, outcome=number)


@pytest.mark.parametrize(
    ("records", "counts"),
    [
        ([record(1), record(2), record(3)], 3),
        ([record(3), record(2), record(1)], 1),  # in the order in which they came to count, not as they were made
        ([record(1), record(2, JE), record(3, JE)], 1),
        ([record(1, JE), record(3, JE), record(2, JE)], 2),
    ],
)
def test_the_last_record_without_a_judge_error_counts(records: list[Record], counts: int) -> None:
    assert [one.id for one in Record.latest(records)] == [counts]


def test_each_owner_and_each_name_of_a_file_has_a_record_that_counts() -> None:
    """In the order in which they were made."""
    records = [record(1), record(4), record(2, name="b"), record(3, owner="bob")]
    assert [one.id for one in Record.latest(records)] == [2, 3, 4]


def test_times_are_compared_by_cpu_only_if_every_host_measured_it() -> None:
    by_cpu, by_wall = record(1), replace(record(2), clock="wall")
    assert [Record.clock_among(of) for of in ([], [by_cpu], [by_cpu, by_wall])] == ["cpu", "cpu", "wall"]


@pytest.mark.parametrize(("old", "new", "moves"), [(JE, WA, True), (JE, AC, True), (WA, WA, False), (WA, JE, False)])
def test_points_that_waited_are_a_change_even_if_they_come_to_nothing(
    old: Verdict, new: Verdict, *, moves: bool
) -> None:
    """A blank cell of the gradebook becomes a 0."""
    assert Record.Change(record(1, old), record(2, new)).moves == moves


# --- decisions --------------------------------------------------------------------------------------------------------
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


# --- hosts ------------------------------------------------------------------------------------------------------------
MACHINE = Host.Machine("a CPU", "performance", "acpi-cpufreq", Host.Machine.UNKNOWN, "off", 0.02)


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        (MACHINE, "a CPU, governor performance, acpi-cpufreq, boost off"),
        (Host.Machine("a CPU"), "a CPU"),
        (Host.Machine(governor="powersave", preference="power"), "governor powersave, preference power"),
        (Host.Machine(), Host.Machine.UNKNOWN),
    ],
)
def test_a_class_is_told_in_words(machine: Host.Machine, words: str) -> None:
    assert machine.host_class == words
    assert replace(HOST, machine=machine).host_class == words


def test_a_figure_makes_no_class_of_its_own_and_does_not_last() -> None:
    """It is measured: noise would make two hosts of one."""
    one, other = (replace(MACHINE, calibration_s=figure) for figure in (0.02, 0.03))
    assert one.host_class == other.host_class
    first, second = (replace(HOST, machine=machine) for machine in (one, other))
    assert first != second
    assert first.lasting == second.lasting


def test_a_host_that_was_stored_before_is_of_no_class() -> None:
    old = {key: value for key, value in msgspec.to_builtins(HOST).items() if key != "machine"}
    found = msgspec.json.decode(msgspec.json.encode(old), type=Host)
    assert found == HOST
    assert found.host_class == ""
