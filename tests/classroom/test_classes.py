"""Whose each submission of a class is, how its platform calls it, and what belongs to nobody: classes in words, as
exports, people and match files say them, and what they are read as. What was given to somebody else once is here."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from judge.classroom import Roster, read_roll
from judge.errors import JudgeError
from judge.files import write_whole
from judge.model import Graded, Roll, Student
from judge.reports import MatchFile
from tests.classes import write_zip
from tests.classroom import make
from tests.classroom.make import SOURCE, by_id, failing, packed, read, roll_of, written, written_rows
from tests.conftest import there
from tests.make import replace
from tests.refused import refused


# --- a class of classes.toml ------------------------------------------------------------------------------------------
def pairs(some: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{name} = {words}" for name, words in some]


def facts(roll: Roll) -> dict[str, Any]:
    """What a class may say of itself, under the names that it has there."""
    who = [(one.student.id, one) for one in roll.members]
    attempts = [(known, (*(() if one.doubt else (one,)), *one.others)) for known, one in who if one.others]
    students = (one.student for one in roll.members)
    return {
        "given": pairs((one.folder, known) for known, one in who if not one.doubt),
        "unclear": [known for known, one in who if one.doubt],
        "waits": pairs((one.folder, " ".join(student.id for student in one.nearest)) for one in roll.unmatched),
        "strays": [one.where for one in roll.strays],
        "absent": [one.id for one in roll.absent],
        "aside": [one.id for one in roll.absent if roll.lack(one) == Graded.SET_ASIDE],
        "shape": roll.shape,
        "by": pairs((known, one.matched) for known, one in who),
        "runs": pairs((known, one.main) for known, one in who),
        "pages": pairs((known, one.page + " late" * one.late) for known, one in who),
        "others": pairs((known, " > ".join(one.folder for one in several)) for known, several in attempts),
        "at": pairs((known, make.moment(one)) for known, one in who),
        "twins": [" = ".join(one.folder for one in group) for group in roll.twins],
        "who": [", ".join((one.id, one.name, one.email, one.login, one.lms_id)) for one in students],
        "notes": [f"{known}: {text}" for known, one in who for text in one.remarks],
        "asks": [" | ".join(row) for row in MatchFile.of(roll).rows],
    }


def said(roll: Roll) -> dict[str, list[str]]:
    """What is told in words, of which a class says some."""
    doubts = [*(one.doubt for one in roll.members), *(one.doubt for one in roll.unmatched)]
    waiting = [doubt for doubt in doubts if doubt]
    assert all(one.help for one in waiting)
    return {"said": [f"{one.where}: {one.what}" for one in (*waiting, *roll.strays)], "remarks": [*roll.remarks]}


READS = [
    pytest.param({**one, **how}, id=f"{one['of']} {number}")
    for one in written_rows("classes.toml", "class")
    for number, how in enumerate(one.get("read", [{}]))
]


@pytest.mark.parametrize("one", READS)
def test_what_a_class_is_read_as(tmp_path: Path, one: dict[str, Any]) -> None:
    files = written(one.get("files", ()), one.get("texts", ()))
    problem = replace(make.BERLIN, main=one.get("asked", ""))
    roll = roll_of(tmp_path, files, one.get("roster", ""), one.get("match", ""), problem, "zip")
    found, words = facts(roll), said(roll)
    expected = {"given": [], "unclear": [], "waits": [], "strays": []} | one
    shared = found.keys() & expected.keys()
    assert {kind: found[kind] for kind in shared} == {kind: expected[kind] for kind in shared}
    for name in words.keys() & one.keys():
        assert bool(words[name]) == bool(one[name])
        assert all(any(word in text for text in words[name]) for word in one[name]), words[name]


# --- whose each is ----------------------------------------------------------------------------------------------------
def given(roll: Roll) -> dict[str, str]:
    """Return whose each submission is, by its folder; what waits is nobody's."""
    found = {one.folder: one.student.id for one in roll.members if not one.doubt}
    return found | {one.folder: "" for one in roll.unmatched}


CLASSES = [
    (form, f"{one['head']}\n{rows}", whose)
    for one in written_rows("whose.toml", "export")
    for form in one["files"]
    for whose, rows in one["classes"]
]


@pytest.mark.parametrize(("form", "roster", "whose"), CLASSES)
def test_whose_a_submission_is(tmp_path: Path, form: str, roster: str, whose: dict[str, str]) -> None:
    owners = {form.format(name, at): owner for at, (name, owner) in enumerate(whose.items())}
    roll = read(tmp_path, [f"{name}hw.py" if name.endswith("/") else name for name in owners], roster)
    assert given(roll) == {name.removesuffix("/"): owner for name, owner in owners.items()}


GRADESCOPE = "id,name,email\ns1,Ann Lee,ann@x\ns2,Bob Ray,bob@x\n"


@pytest.mark.parametrize(("sid", "email", "name", "owner"), written_rows("whose.toml", "gradescope"))
def test_gradescope_must_not_contradict_itself(tmp_path: Path, sid: str, email: str, name: str, owner: str) -> None:
    listed = f"submission_1:\n  :submitters:\n  - :name: {name}\n    :sid: '{sid}'\n    :email: {email or '~'}\n"
    listed += "submission_2:\n  :submitters:\n  - :name: Bob Ray\n    :sid: s2\n    :email: bob@x\n"
    files = written(["submission_1/hw.py"], [("submission_metadata.yml", listed)])
    assert given(read(tmp_path, files, GRADESCOPE)).get("submission_1", "") == owner


ILIAS = "id,name,login\n1,Ann Lee,alee\n2,Jörg Weiß,jw\n3,Ann de la Cruz,a_cruz\n4,李 小龍,xiao\n5,Eve Roe,er\n"


@pytest.mark.parametrize(("folder", "owner"), written_rows("whose.toml", "ilias"))
@pytest.mark.parametrize("stamp", ["20261120153012_", ""])
def test_a_folder_of_ilias_names_its_student(tmp_path: Path, folder: str, owner: str, stamp: str) -> None:
    roll = read(tmp_path, [f"{folder}/{stamp}hw.py", f"Roe_Eve_er_9/{stamp}hw.py"], ILIAS)
    assert (roll.shape, given(roll).get(folder, "")) == ("ILIAS", owner)


# --- the match file: what a dry run writes, what a row may not say ----------------------------------------------------
PEOPLE = "id,name,email,login\n1,Ann,ann@x,ann\n2,Bob,bob@x,bob\n3,Eve,,\n4,Eve,,\n"
FILES = {"ann/a.py": b"1", "who/a.py": b"2", "eve/a.py": b"3"}


@pytest.mark.parametrize(("match", "code", "said", "line"), written_rows("wrong.toml", "match"))
def test_a_row_that_settles_nothing_is_an_error(tmp_path: Path, match: str, code: str, said: str, line: int) -> None:
    files = FILES | ({"w'ho/a.py": b""} if "two" in said else {})
    with refused(code, said, tmp_path / "m.csv", line) as caught:
        roll_of(tmp_path, files, PEOPLE, match)
    assert caught.value.help


def asked(tmp_path: Path, files: dict[str, bytes], roster: str = PEOPLE) -> list[list[str]]:
    """Its rows below the head: of each submission that is not clear whose it is, which file is run, whose it may be."""
    path = tmp_path / "out" / "m.csv"
    write_whole(path, str(MatchFile.of(roll_of(tmp_path, files, roster))))
    with path.open(encoding="utf-8-sig", newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["file", "student", "main", "nearest", "why"]
    return rows


def answered(name: str, student: str) -> str:
    file = io.StringIO(newline="")
    csv.writer(file).writerows([["file", "student"], [name, student]])
    return file.getvalue()


@pytest.mark.parametrize(
    "name", ["who ", " who", "wh\u00a0o", "wh\to", "w'ho", "=who", "who\u200d", "who\x07", "\x1b[1mwho"]
)
def test_any_name_can_be_settled(tmp_path: Path, name: str) -> None:
    [row] = asked(tmp_path, {f"{name}/a.py": b"1", "ann/a.py": b"2"})
    roll = roll_of(tmp_path, {}, PEOPLE, answered(row[0], "2"))
    assert (roll.unmatched, {one.student.id for one in roll.members}) == ((), {"1", "2"})


@pytest.mark.parametrize("known", ["-7", "=7", "@ann", "007", "1e5"])
def test_any_id_comes_back_as_it_was_written(tmp_path: Path, known: str) -> None:
    roster = f"id,name\n{known},Ann\n"
    [row] = asked(tmp_path, {f"{known}/{name}.py": name.encode() for name in "ab"}, roster)
    [one] = roll_of(tmp_path, {}, roster, answered(*row[:2])).members
    assert (one.student.id, one.folder, one.matched) == (known, known, "the match file")


# --- what an export looks like ----------------------------------------------------------------------------------------
SHAPES = [(shape, files) for shape, every in written_rows("exports.toml", "exports").items() for files in every]


@pytest.mark.parametrize(("shape", "files"), SHAPES)
def test_half_of_the_names_say_whose_export_it_is(tmp_path: Path, shape: str, files: list[str]) -> None:
    assert read(tmp_path, files).shape == shape


def shown(member: Roll.Member) -> str:
    """What is run, where its page lies, whether it was late, and what is not part of it; nothing where it waits."""
    if member.doubt:
        return ""
    left = [f" - {one.removesuffix(': not part of the program')}" for one in member.remarks if "not part" in one]
    return f"{member.main} {member.page}{' late' * member.late}{''.join(left)}"


@pytest.mark.parametrize("tree", written_rows("exports.toml", "tree"))
def test_a_tree_of_a_platform(tmp_path: Path, tree: dict[str, Any]) -> None:
    roll = read(tmp_path, tree["files"])
    assert {one.folder: (one.student, shown(one)) for one in roll.members} == {
        folder: (Student(**who), words) for folder, who, words in tree["submissions"]
    }
    assert [one.where for one in roll.strays] == tree["strays"]


@pytest.mark.parametrize(("name", "files", "students"), written_rows("exports.toml", "around"))
def test_a_folder_around_the_class_is_seen_through(tmp_path: Path, name: str, files: list[str], students: str) -> None:
    roll = read_roll(write_zip(tmp_path / name, written(files)))
    assert sorted(member.student.id for member in roll.members) == students.split()


def test_blackboard_s_users_begin_where_all_names_part(tmp_path: Path) -> None:
    """Where no receipt names them."""
    for at, users in enumerate((("ann_lee", "bob"), ("ann2", "ann"))):
        for title in ("HW1", "HW_1"):
            names = [f"{title}_{user}_attempt_2026-11-20-00-00-00_a.py" for user in users]
            members = read(tmp_path / f"{title}{at}", names).members
            assert [one.student for one in members] == [Student(user, login=user) for user in users]


@pytest.mark.parametrize(("paths", "twice"), written_rows("whose.toml", "twice"))
def test_two_files_for_one_are_not_clear(tmp_path: Path, paths: list[str], twice: bool) -> None:
    [member] = read(tmp_path, paths).members
    assert (member.doubt is not None, member.main) == (twice, "" if twice else "ada.py")
    assert not twice or any(name in member.doubt.what for name in (*paths, "a.py"))  # type: ignore[union-attr]


SHORT, LONG = (f"cid_{number}_8_{'x' * (length - 8)}" for number, length in ((7, 247), (9, 248)))


@pytest.mark.parametrize(
    ("name", "unnamed"), [(SHORT, b""), (LONG, LONG.encode()), (os.fsdecode(b"J\xf6rg"), b"J\xed\xb3\xb6rg")]
)  # no room for a page, or no text
def test_what_is_no_name_of_a_page_has_another(tmp_path: Path, name: str, unnamed: bytes) -> None:
    [one] = roll_of(tmp_path, {f"{name}.py": b"print(1)"}).members
    assert one.page == (f"unnamed-{sha256(unnamed).hexdigest()[:12]}/feedback" if unnamed else name)


# --- what nobody can read ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["zip", "folder"])
def test_a_folder_with_nothing_in_it_is_somebody_s(tmp_path: Path, kind: str) -> None:
    names = ["ada/main.py", ".DS_Store", "bob/.DS_Store", "bob/.git/config", "cid/", "cid/deep/er/", "dan/.main.py"]
    names += ["eve/main.py", "eve/.env"]
    files = {f"class/{name}": b"" if name.endswith("/") else SOURCE for name in names}
    files |= {"__MACOSX/class/ada/._main.py": b"\0\5\x16\7", "__MACOSX/class/": b""}
    roll = read_roll(packed(tmp_path / "any", files, kind))
    nothing = "nothing was handed in"
    assert {name: (row.main, row.doubt and row.doubt.what) for name, row in by_id(roll).items()} == {
        "ada": ("main.py", None), "bob": ("", nothing), "cid": ("", nothing), "dan": (".main.py", None),
        "eve": ("main.py", None),
    }  # fmt: skip
    assert (by_id(roll)["eve"].remarks, roll.strays) == ((".env: it is hidden",), ())


def test_what_the_judge_fails_to_read_costs_its_student_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "b.py", RecursionError("too deep"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    files = {"ann_5_801_a.py": SOURCE, "bob_LATE_6_802_b.py": SOURCE}
    ann, bob = roll_of(tmp_path, files, "Student,ID,SIS User ID\nann,5,U5\nBob,6,U6\n").members
    [trace] = tmp_path.glob("judge-crash-*")
    assert "RecursionError: too deep" in trace.read_text()
    assert ann.doubt is None
    doubt = there(bob.doubt)
    assert (doubt.ours, "RecursionError" in doubt.what, str(trace) in doubt.help) == (True, True, True)
    student = Student("U6", "Bob", lms_id="6", lms="Canvas")
    assert bob == Roll.Member(student, bob.folder, "", late=True, matched="id", doubt=doubt)


@pytest.mark.parametrize(
    ("name", "files", "student"),
    [
        ("b.py", {"submission_metadata.yml": b"", "submission_8/b.py": SOURCE}, Student("submission_8")),
        ("none", {"ada.py": SOURCE, "bob.py": SOURCE}, Student("ada", "ada")),  # not even the roster can be asked
    ],
)
def test_where_nothing_else_is_known_the_export_says_who_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, files: dict[str, bytes], student: Student
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    failing(monkeypatch, name, RecursionError("too deep"))
    monkeypatch.setattr(Roster, "by_any", Mock(side_effect=RecursionError("too deep")))
    member = roll_of(tmp_path, files, "id,name\n1,Ada\n").members[0]
    assert (member.student, member.matched, member.page) == (student, "the export", "")
    assert there(member.doubt).ours


def test_an_error_in_the_judges_own_words_ends_the_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Roster, "by_any", Mock(side_effect=JudgeError("E461", "it has no bounds")))
    with refused("E461", "it has no bounds"):
        roll_of(tmp_path, {"ada.py": SOURCE}, "id,name\n1,Ada\n")
