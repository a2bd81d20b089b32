"""What holds for any class: nobody gets somebody else's grade, and nothing is lost. A sample; thousands when slow."""

from __future__ import annotations

import csv
import re
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from judge.classroom import Match, Roster, read_roll
from judge.model import Roll
from judge.reports import MatchFile
from tests.classes import write_zip
from tests.classroom.platforms import EARLY, SHAPES, Made, another, made_class, marks_in, whole_class

ATTEMPT = re.compile(r"(?P<head>[^/]+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_[^/]+|\.txt)")  # of Blackboard
FEW = 3  # classes of each shape
# Whose lists tell which numbers or users count.
AS_A_WHOLE = ("plain", "nbgrader", "Moodle", "Moodle, blind", "Blackboard", "GitHub Classroom")
SEEDS = [
    pytest.param(range(FEW), id="few"),
    pytest.param(range(FEW, 40), id="more", marks=pytest.mark.nightly(sample=3)),
    pytest.param(range(40, 200), id="many", marks=pytest.mark.nightly),
]
Whose = dict[str, set[str]]  # of each source, by its mark, the students who have it for certain


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


def given(roll: Roll) -> Whose:
    found: Whose = {}
    for one in roll.members:
        for mark in set() if one.doubt else set.union(*map(_marks, (one, *one.others))):
            found.setdefault(mark, set()).add(one.student.id)
    return found


def _all(one: Roll.Member) -> list[Roll.Member]:
    return [each for other in one.others for each in _all(other)] + [one]


def _marks(one: Roll.Member) -> set[str]:
    return {mark for _, data in one.files for mark in marks_in(data)}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seeds", SEEDS)
def test_nobody_is_given_somebody_else_s_work(shape: str, seeds: Sequence[int]) -> None:
    """Nor is anything lost, whatever files are called, whoever is listed, whatever is settled, however it is packed."""
    right = Counter[str]()
    for seed in seeds:
        made = made_class(seed, shape)
        roll = read(made)
        whose = given(roll)
        assert strangers(made, whose) == []
        assert lost(made, roll) == [], (seed, roll, made.roster)
        assert_own_words_name_nobody_else(seed, made, whose)
        assert_one_more_takes_no_work(seed, made, whose)
        assert_what_is_settled_is_not_asked_again(seed, made, roll)
        assert_packing_changes_nothing(seed, made, whose)
        listed = {one.sid for one in made.people if one.listed}
        right.update("given" if mark in whose else "doubt" for mark, own in made.owners.items() if listed & {*own})
    assert right["given"] > right.total() / 10, "most doubts are needless then"


def strangers(made: Made, whose: Whose) -> list[str]:
    """Return the sources that somebody else is given, but for a namesake's."""

    def called(sid: str) -> str:
        [name] = (one.name for one in made.people if one.sid == sid)
        return " ".join(unicodedata.normalize("NFC", name).lower().replace("\u2019", "'").split())

    return [
        f"{mark} of {owners} to {who}: {made.files}\n{made.roster}"
        for mark, owners in made.owners.items()
        for who in whose.get(mark, set()).difference(owners)
        if called(who) not in map(called, owners)
    ]


def lost(made: Made, roll: Roll) -> list[str]:
    """Return the files that are nowhere: no member's, no older attempt, and named in no doubt and as no stray."""
    there = {mark for one in roll.members for each in _all(one) for mark in _marks(each)}
    named = [f"{one.folder} {one.doubt.what}" for one in roll.unmatched] + [one.where for one in roll.strays]
    named += [f"{one.folder} {one.doubt.where} {one.doubt.what}" for one in roll.members if one.doubt]
    named += [f"{one.folder} {text}" for one in roll.members for text in one.remarks]
    return [
        path
        for path, data in made.files.items()
        if not there.issuperset(marks_in(data)) and not any(_is_told(path, text) for text in named)
    ]


def _is_told(path: str, text: str) -> bool:
    """Say whether a folder that is named holds a file. Of a pile without a folder, one of the files names it."""
    parts = path.split("/")
    if (attempt := ATTEMPT.fullmatch(path)) and text.startswith(attempt["head"]):
        return f"{attempt['head']}_attempt_{attempt['time']}" in text
    if " - " in parts[0] and parts[0].partition(" - ")[0] + " - " in text:
        return True
    return any("/".join(parts[at:end]) in text for at in range(len(parts)) for end in range(at + 1, len(parts) + 1))


def assert_own_words_name_nobody_else(seed: int, made: Made, whose: Whose) -> None:
    """Other names of the files in the same places change nothing."""
    plain = given(read(made_class(seed, made.shape, rest="hw.py")))
    shared = whose.keys() & plain.keys()
    assert {one: whose[one] for one in shared} == {one: plain[one] for one in shared}, (seed, made.files)


def assert_one_more_takes_no_work(seed: int, made: Made, before: Whose) -> None:
    """With one more in the list, what was a doubt does not become that of somebody else, and what was certain stays or
    becomes a doubt. A team has one more then."""
    row = another(Random(seed), made)
    added = Made(made.shape, made.people, made.files, made.owners, made.head, [*made.rows, row])
    known = {one.sid for one in made.people if one.listed}
    after = given(read(added))
    moved = [mark for mark, who in after.items() if who - before.get(mark, who)]
    assert not moved or made.shape == "Moodle, teams", (seed, made.roster, row)
    new = [mark for mark, who in after.items() if mark not in before and who & known]
    right = all(after[mark] <= {*made.owners[mark]} for mark in new)
    assert not new or (made.shape in AS_A_WHOLE and (row in made.missing or right)), (seed, row)


def assert_what_is_settled_is_not_asked_again(seed: int, made: Made, roll: Roll) -> None:
    """The match file that a dry run writes, filled in, leaves no doubt that it asked about."""
    asked = MatchFile.of(roll).rows
    if asked:
        ids = [one.id for one in Roster.read(Path("r.csv"), made.roster.encode()).students]
        Random(seed).shuffle(ids)
        rows = csv.DictReader(str(MatchFile(asked)).removeprefix("\ufeff").splitlines())
        filled = [(row["file"], row["student"] or (ids.pop() if ids else "-")) for row in rows]
        settled = read(made, settled_by(filled))
        assert not {one.folder for one in settled.unmatched} & {row[0] for row in asked}, (seed, filled)


def settled_by(rows: Sequence[tuple[str, str]]) -> Match:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.csv"
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows([("file", "student"), *rows])
        return Match.read(path)


def assert_packing_changes_nothing(seed: int, made: Made, before: Whose) -> None:
    """The order of the files, a folder around them, and the form of accents."""
    names = list(made.files)
    Random(seed).shuffle(names)
    packed = [{name: made.files[name] for name in names}]
    packed.append({f"class/{name}": data for name, data in made.files.items()})
    packed.append({unicodedata.normalize("NFD", name): data for name, data in made.files.items()})
    for files in packed:
        assert len(files) < len(names) or given(read(made, files=files)) == before, (seed, names)


@pytest.mark.parametrize(
    ("count", "seed"), [(36, 0), *(pytest.param(240, seed, marks=pytest.mark.nightly(sample=4)) for seed in (0, 1))]
)
@pytest.mark.parametrize("shape", [*SHAPES, "Canvas, groups"])
def test_of_a_whole_class_few_are_asked_about_and_each_has_their_own(
    tmp_path: Path, shape: str, count: int, seed: int
) -> None:
    """Rows right, nobody lost or invented, and the newest counts. An instructor asks whose the rest is."""
    made, groups = whole_class(seed, shape, count), tmp_path / "groups.csv"
    groups.write_text(made.groups)
    people = {one.sid for one in (*made.people, *made.absent) if one.listed}
    absent = {one.sid for one in made.absent}
    roster = Roster.read(Path("roster.csv"), made.roster.encode())
    roster = roster.with_groups(groups) if shape == "Canvas, groups" else roster
    roll, rows = read(made, roster=roster), list[tuple[str, str]]()
    waiting = set().union(*(owners_of(made, one.folder) for one in roll.unmatched))
    assert roll.shape == shape.partition(",")[0]
    assert {one.id for one in roll.absent} - waiting == absent
    assert len(roll.unmatched) < count / 3
    alone = read(made, roster="none").members
    assert {mark for one in alone for each in _all(one) for mark in _marks(each)} == set(made.owners)
    for _ in range(2):  # of a stranger's older attempt it is asked when the newest is settled
        assert_right(made, roll, people)
        assert all(one.doubt.what and one.main for one in roll.unmatched)
        owners = [(row[0], owner) for row in MatchFile.of(roll).rows for owner in sorted(owners_of(made, row[0]))]
        rows += [(name, owner if owner in people else "-") for name, owner in owners]
        roll = read(made, settled_by(rows), roster=roster)
    assert_right(made, roll, people)
    assert (roll.unmatched, {one.id for one in roll.absent}) == ((), absent)
    assert not [one.doubt for one in roll.members if one.doubt]


def owners_of(made: Made, folder: str) -> set[str]:
    """Return whose a submission is, by its name in the export."""
    name = folder.removesuffix(".txt")  # the receipt of Blackboard
    paths = {path.replace("\u200f", "").removeprefix("HW 1/"): data for path, data in made.files.items()}
    found = [data for path, data in paths.items() if path == name or path.startswith((f"{name}/", f"{name}_"))]
    return {owner for data in found for mark in marks_in(data) for owner in made.owners[mark]}


def assert_right(made: Made, roll: Roll, people: set[str]) -> None:
    found = [*(one.student.id for one in roll.members), *(one.id for one in roll.absent)]
    assert sorted(found) == sorted(people), "nobody is lost, nobody invented"
    for one in roll.members:
        for _, data in one.files:
            [mark] = marks_in(data)
            assert one.student.id in made.owners[mark], made.files
            assert EARLY.encode() not in data
