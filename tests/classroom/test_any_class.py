"""What holds for any class: nobody gets somebody else's grade, and nothing is lost. A sample; thousands when slow."""

from __future__ import annotations

import csv
import re
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

from judge.classroom import Match, Roster, read_roll
from judge.files import write_whole
from judge.model import Roll
from judge.reports import MatchFile
from tests.classes import write_zip
from tests.classroom.platforms import EARLY, SHAPES, Made, One, another, made_class, marks_in, whole_class

ATTEMPT = re.compile(r"(?P<head>[^/]+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_[^/]+|\.txt)")  # of Blackboard
FEW = 4  # classes of each shape
# Whose lists tell which numbers or users count.
AS_A_WHOLE = ("Moodle", "Moodle, blind", "Blackboard", "GitHub Classroom")
SEEDS = [
    pytest.param(range(FEW), id="few"),
    pytest.param(range(FEW, 40), id="more", marks=pytest.mark.nightly(sample=2)),
    pytest.param(range(40, 200), id="many", marks=pytest.mark.nightly),
]


def of_each_shape(test: Callable[..., None]) -> Any:
    return pytest.mark.parametrize("shape", SHAPES)(pytest.mark.parametrize("seeds", SEEDS)(test))


def read(
    made: Made,
    match: Match | None = None,
    files: Mapping[str, bytes] | None = None,
    roster: Roster | Literal["none"] | None = None,
) -> Roll:
    with tempfile.TemporaryDirectory() as folder:
        path = write_zip(Path(folder) / "class.zip", dict(files or made.files))
        known = roster or Roster.read(Path("roster.csv"), made.roster.encode())
        return read_roll(path, None if known == "none" else known, match)


def given(roll: Roll) -> dict[str, set[str]]:
    """Return whose each source is for certain: the students' ids by the source's mark."""
    found: dict[str, set[str]] = {}
    for one in roll.members:
        for mark in set() if one.doubt else set.union(*map(_marks, (one, *one.others))):
            found.setdefault(mark, set()).add(one.student.id)
    return found


def called(one: One) -> str:
    return " ".join(unicodedata.normalize("NFC", one.name).lower().replace("\u2019", "'").split())


def strangers(made: Made, roll: Roll) -> list[str]:
    """Return the sources that somebody else is given, but for a namesake's."""
    people = {one.sid: one for one in made.people}
    names = {mark: {called(people[who]) for who in owners} for mark, owners in made.owners.items()}
    return [
        f"{mark} of {made.owners[mark]} to {who}: {made.files}\n{made.roster}"
        for mark, ids in given(roll).items()
        for who in ids
        if who not in made.owners[mark] and called(people[who]) not in names[mark]
    ]


@of_each_shape
def test_nobody_is_given_somebody_else_s_work(shape: str, seeds: Sequence[int]) -> None:
    right, found = Counter[str](), []
    for seed in seeds:
        made = made_class(seed, shape)
        roll = read(made)
        found += strangers(made, roll)
        whose = given(roll)
        listed = {one.sid for one in made.people if one.listed}
        for mark, owners in made.owners.items():
            if listed.intersection(owners):
                right["given" if mark in whose else "doubt"] += 1
    assert found == []
    assert right["given"] > right.total() / 10, "most doubts are needless then"


@of_each_shape
def test_every_file_is_somewhere(shape: str, seeds: Sequence[int]) -> None:
    """It is a member's, an older attempt, waits to be matched, or is a stray: of a doubt, its folder is named."""
    for seed in seeds:
        made = made_class(seed, shape)
        roll = read(made)
        there = {mark for one in roll.members for each in _all(one) for mark in _marks(each)}
        named = [f"{one.folder} {one.doubt.what}" for one in roll.unmatched] + [one.where for one in roll.strays]
        named += [f"{one.folder} {one.doubt.where} {one.doubt.what}" for one in roll.members if one.doubt]
        named += [f"{one.folder} {text}" for one in roll.members for text in one.remarks]
        for path, data in made.files.items():
            for mark in marks_in(data):
                assert mark in there or any(_is_told(path, text) for text in named), (seed, path, roll, made.roster)


def _all(one: Roll.Member) -> list[Roll.Member]:
    return [each for other in one.others for each in _all(other)] + [one]


def _marks(one: Roll.Member) -> set[str]:
    return {mark for _, data in one.files for mark in marks_in(data)}


def _is_told(path: str, text: str) -> bool:
    """Say whether a folder that is named holds a file. Of a pile without a folder, one of the files names it."""
    parts = path.split("/")
    if (attempt := ATTEMPT.fullmatch(path)) and text.startswith(attempt["head"]):
        return f"{attempt['head']}_attempt_{attempt['time']}" in text
    if " - " in parts[0] and parts[0].partition(" - ")[0] + " - " in text:
        return True
    return any("/".join(parts[at:end]) in text for at in range(len(parts)) for end in range(at + 1, len(parts) + 1))


@of_each_shape
def test_a_student_s_own_words_name_nobody_else(shape: str, seeds: Sequence[int]) -> None:
    """Other names of the files in the same places change nothing."""
    for seed in seeds:
        made = made_class(seed, shape)
        plain = made_class(seed, shape, rest="hw.py")
        one, other = given(read(made)), given(read(plain))
        assert not [mark for mark in one if mark in other and one[mark] != other[mark]], (seed, made.files)
        assert not strangers(made, read(made))


@of_each_shape
def test_one_more_in_the_list_takes_no_work_of_others(shape: str, seeds: Sequence[int]) -> None:
    """What was a doubt does not become that of somebody else, and what was certain stays or becomes a doubt. A team has
    one more then."""
    for seed in seeds:
        made, rng = made_class(seed, shape), Random(seed)
        before = given(read(made))
        row = another(rng, made)
        added = Made(made.shape, made.people, made.files, made.owners, made.head, [*made.rows, row])
        known = {one.sid for one in made.people if one.listed}
        after = given(read(added))
        moved = {mark: who for mark, who in after.items() if who - before.get(mark, who)}
        assert not moved or shape == "Moodle, teams", (seed, made.roster, row)
        new = [mark for mark, who in after.items() if mark not in before and who & known]
        assert not new or (row in made.missing and shape in AS_A_WHOLE), (seed, row)


@of_each_shape
def test_what_is_settled_is_not_asked_again(shape: str, seeds: Sequence[int], tmp_path: Path) -> None:
    """The match file that a dry run writes, filled in, leaves no doubt that it asked about."""
    path = tmp_path / "match.csv"
    for seed in seeds:
        made, rng = made_class(seed, shape), Random(seed)
        roll = read(made)
        asked = MatchFile.of(roll).rows
        if not asked:
            continue
        write_whole(path, str(MatchFile(asked)))
        ids = [one.id for one in Roster.read(Path("r.csv"), made.roster.encode()).students]
        rng.shuffle(ids)
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        filled = [(row["file"], row["student"] or (ids.pop() if ids else "-")) for row in rows]
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows([("file", "student"), *filled])
        roll = read(made, Match.read(path))
        assert not {one.folder for one in roll.unmatched} & {row[0] for row in asked}, (seed, filled)


@of_each_shape
def test_how_the_class_is_packed_changes_nothing(shape: str, seeds: Sequence[int]) -> None:
    """The order of the files, a folder around them, and the form of accents."""
    for seed in seeds:
        made = made_class(seed, shape)
        before = given(read(made))
        names = list(made.files)
        Random(seed).shuffle(names)
        shuffled = {name: made.files[name] for name in names}
        wrapped = {f"class/{name}": data for name, data in made.files.items()}
        apart = {unicodedata.normalize("NFD", name): data for name, data in made.files.items()}
        for files in (shuffled, wrapped, apart):
            if len(files) == len(made.files):
                assert given(read(made, files=files)) == before, (seed, names)


def whose(made: Made, folder: str) -> set[str]:
    """Return whose a submission is, by its name in the export."""
    name = folder.removesuffix(".txt")  # the receipt of Blackboard
    paths = {path.replace("\u200f", "").removeprefix("HW 1/"): data for path, data in made.files.items()}
    found = [data for path, data in paths.items() if path == name or path.startswith((f"{name}/", f"{name}_"))]
    return {owner for data in found for mark in marks_in(data) for owner in made.owners[mark]}


@pytest.mark.parametrize("count", [36, pytest.param(240, marks=pytest.mark.nightly(sample=5))])
@pytest.mark.parametrize("shape", [*SHAPES, "Canvas, groups"])
def test_of_a_whole_class_few_are_asked_about_and_each_has_their_own(tmp_path: Path, shape: str, count: int) -> None:
    """Rows right, nobody lost or invented, and the newest counts. An instructor asks whose the rest is."""
    path, groups = tmp_path / "match.csv", tmp_path / "groups.csv"
    for seed in range(2):
        made = whole_class(seed, shape, count)
        groups.write_text(made.groups)
        people = {one.sid for one in (*made.people, *made.absent) if one.listed}
        absent = {one.sid for one in made.absent}
        roster = Roster.read(Path("roster.csv"), made.roster.encode())
        roster = roster.with_groups(groups) if shape == "Canvas, groups" else roster
        roll, rows = read(made, roster=roster), [("file", "student")]
        waiting = set().union(*(whose(made, one.folder) for one in roll.unmatched))
        assert roll.shape == shape.partition(",")[0]
        assert {one.id for one in roll.absent} - waiting == absent
        assert len(roll.unmatched) < count / 3
        alone = read(made, roster="none").members
        assert {mark for one in alone for each in _all(one) for mark in _marks(each)} == set(made.owners)
        for _ in range(2):  # of a stranger's older attempt it is asked when the newest is settled
            assert_right(made, roll, people)
            assert all(one.doubt.what and one.main for one in roll.unmatched)
            owners = [(row[0], owner) for row in MatchFile.of(roll).rows for owner in sorted(whose(made, row[0]))]
            rows += [(name, owner if owner in people else "-") for name, owner in owners]
            with path.open("w", encoding="utf-8-sig", newline="") as file:
                csv.writer(file).writerows(rows)
            roll = read(made, Match.read(path), roster=roster)
        assert_right(made, roll, people)
        assert (roll.unmatched, {one.id for one in roll.absent}) == ((), absent)
        assert not [one.doubt for one in roll.members if one.doubt]


def assert_right(made: Made, roll: Roll, people: set[str]) -> None:
    found = [*(one.student.id for one in roll.members), *(one.id for one in roll.absent)]
    assert sorted(found) == sorted(people), "nobody is lost, nobody invented"
    for one in roll.members:
        for _, data in one.files:
            [mark] = marks_in(data)
            assert one.student.id in made.owners[mark], made.files
            assert EARLY.encode() not in data
