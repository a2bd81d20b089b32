"""Whole classes with every habit, in every export: rows right, nobody lost or invented, and no wrong person."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from judge.classroom.intake import read_roll
from judge.classroom.match import Match, read_match
from judge.classroom.roster import Roster, read_groups, read_roster
from judge.model.classroom import Roll
from judge.reports.export.match import rows_of, write_match
from tests.exported.people import STRANGER, everybody, owners_in
from tests.exported.shapes import SHAPES, Exported


def roster_of(tmp_path: Path, made: Exported) -> Roster:
    path = tmp_path / "roster.csv"
    path.write_text(made.roster, encoding="utf-8")
    roster = read_roster(path)
    if made.groups:
        groups = tmp_path / "groups.csv"
        groups.write_text(made.groups, encoding="utf-8")
        roster = read_groups(groups, roster)
    return roster


def assert_no_wrong_person(roll: Roll, sids: set[str]) -> None:
    """Each has a row of what they handed in, or is absent; who is neither in the roster has none."""
    present = [member.student.id for member in roll.members]
    assert len(present) == len(set(present)), "nobody has two rows"
    assert set(present) | {one.id for one in roll.absent} == sids, "nobody is lost, nobody invented"
    for member in roll.members:
        if member.main:
            [(_, data)] = member.files
            assert member.student.id in owners_in(data), member
            assert b"too early" not in data


def settled(tmp_path: Path, roll: Roll, made: Exported) -> Match:
    """Fill in the match file that a dry run writes, as an instructor does who asks everybody whose a submission is."""
    path = tmp_path / "match.csv"
    write_match(path, rows_of(roll))
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["file", "student", "main"])
        for row in rows:
            for owner in made.owners[row["file"]]:
                writer.writerow([row["file"], "-" if owner == STRANGER else owner, row["main"]])
    return read_match(path)


def check(tmp_path: Path, shape: str, count: int) -> None:
    students = everybody(count)
    made = SHAPES[shape](tmp_path, students)
    roster, sids = roster_of(tmp_path, made), {one.sid for one in students}
    roll = read_roll(made.path, roster)
    assert roll.shape == shape.partition(",")[0]
    assert_no_wrong_person(roll, sids)
    waiting = {owner for one in roll.unmatched for owner in made.owners[one.folder]}
    assert {one.id for one in roll.absent} == {*made.absent, *waiting} - {STRANGER}
    assert len(roll.unmatched) < count / 4, "few are to be asked about"
    assert all(one.doubt.what and one.main for one in roll.unmatched)
    if roll.unmatched:
        roll = read_roll(made.path, roster, settled(tmp_path, roll, made))
    assert_no_wrong_person(roll, sids)
    assert (roll.unmatched, {one.id for one in roll.absent}) == ((), set(made.absent))
    assert not [member.doubt for member in roll.members if member.doubt]


@pytest.mark.parametrize("shape", SHAPES)
def test_nobody_s_grade_goes_to_somebody_else(tmp_path: Path, shape: str) -> None:
    check(tmp_path, shape, 36)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_nobody_s_grade_goes_to_somebody_else_in_a_class_of_240(tmp_path: Path, shape: str) -> None:
    check(tmp_path, shape, 240)
