"""In which order the attempts of a user are: by time, else by count, and never by the text of a name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom.intake import by_user, read_roll
from judge.classroom.people.match import read_match
from judge.classroom.people.roster import read_roster
from judge.classroom.shapes import Pile
from judge.model import AttemptRule
from tests.classes import RIGHT, write_zip

AT = datetime(2026, 11, 20, 12)


def pile(name: str, minute: int | None = None, version: int = 0, user: str = "u") -> Pile:
    at = None if minute is None else AT + timedelta(minutes=minute)
    return Pile(name, [], handed_in=at, user=user, version=version)


def named(piles: Sequence[Pile], rule: AttemptRule = "newest") -> list[list[str]]:
    return [[one.folder for one in attempts] for attempts in by_user(piles, rule)]


def test_the_newest_comes_first_and_each_user_where_the_export_has_them() -> None:
    made = [pile("a", 1), pile("b", user=""), pile("c", 3), pile("d", 2), pile("e", user=""), pile("x", 9, user="v")]
    assert named(made) == [["c", "d", "a"], ["b"], ["e"], ["x"]]


def test_without_times_the_exports_own_count_decides() -> None:
    assert named([pile("a_2", version=2), pile("a_10", version=10)]) == [["a_10", "a_2"]]
    assert named([pile("a_2", 5, version=2), pile("a_10", 1, version=10)]) == [["a_2", "a_10"]], "a time comes first"


@pytest.mark.parametrize(
    "attempts",
    [
        [pile("31-999", 5), pile("31-1000", 5)],
        [pile("30 sept. 2026"), pile("1 oct. 2026")],
        [pile("a", 1), pile("b")],
        [pile("a", 5, 3), pile("b", 5, 3), pile("c", 1, 1)],
    ],
)
def test_where_nobody_can_tell_each_stands_by_itself(attempts: list[Pile]) -> None:
    assert named(attempts) == [[one.folder] for one in attempts]


def test_older_ones_of_one_time_matter_to_the_last_on_time_alone() -> None:
    made = [pile("new", 9), pile("a", 5), pile("b", 5)]
    assert len(named(made)) == len(named(made, "best")) == 1
    assert named(made, "last-on-time") == [["new"], ["a"], ["b"]]


TOLD = st.tuples(st.none() | st.integers(0, 5), st.integers(0, 3))


@settings(deadline=None)
@given(
    st.lists(TOLD, min_size=1, max_size=5),
    st.lists(st.text(min_size=1, max_size=3), min_size=5, max_size=5, unique=True),
    st.permutations(range(5)),
    st.sampled_from(["newest", "best", "last-on-time"]),
)
def test_other_names_of_the_piles_and_another_order_of_the_export_change_nothing(
    told: list[tuple[int | None, int]], names: list[str], shuffled: list[int], rule: AttemptRule
) -> None:
    def newest(of: Sequence[int], names: Sequence[str]) -> set[int]:
        """Which are first in a list of their own: one alone, or all of them."""
        made = [pile(names[number], *told[number]) for number in of]
        return {names.index(attempts[0].folder) for attempts in by_user(made, rule)}

    there = [number for number in shuffled if number < len(told)]
    assert newest(range(len(told)), "abcde") == newest(there, names)


def test_times_with_zones_are_compared_as_moments() -> None:
    east, west = (AT.replace(tzinfo=UTC).astimezone(zone) for zone in (UTC, None))
    made = [pile("a"), pile("b")]
    made[0].handed_in, made[1].handed_in = east, west + timedelta(seconds=1)
    assert named(made) == [["b", "a"]]


FRENCH = {
    "31-999 - Ann Lee - 30 sept. 2026 926/hw.py": "old",
    "31-999 - Ann Lee - 1 oct. 2026 926/hw.py": "new",
    "32-999 - Bo Ray - 1 oct. 2026 926/hw.py": "alone",
}


def test_an_export_whose_times_can_not_be_read_waits_and_is_settled_by_the_match_file(tmp_path: Path) -> None:
    files = {name: RIGHT.format(text).encode() for name, text in FRENCH.items()}
    path, roster = write_zip(tmp_path / "class.zip", files), tmp_path / "roster.csv"
    roster.write_text("id,name\n1,Ann Lee\n2,Bo Ray\n")
    ann, bo = read_roll(path, read_roster(roster)).members
    assert (bo.doubt, bo.main) == (None, "hw.py")
    assert ann.doubt is not None
    assert (ann.doubt.what, ann.main, len(ann.others)) == ("1 has two submissions", "", 2)
    assert "match file" in ann.doubt.help
    settled = tmp_path / "match.csv"
    settled.write_text("file,student,main\n31-999 - Ann Lee - 1 oct. 2026 926,1,\n")
    roll = read_roll(path, read_roster(roster), read_match(settled))
    assert [(one.folder, one.doubt) for one in roll.members] == [
        ("31-999 - Ann Lee - 1 oct. 2026 926", None), ("32-999 - Bo Ray - 1 oct. 2026 926", None),
    ]  # fmt: skip
