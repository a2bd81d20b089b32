"""Round trip with Blackboard and Brightspace: their importers take our files, first and after a regrade."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Graded, Roll, Student
from judge.reports import Sheet
from tests.classes import SHAPES, pupils
from tests.importers.gradebooks import Blackboard, Brightspace
from tests.importers.handed import first, graded_class, later, written

EVERYBODY = pupils(30)


@pytest.mark.parametrize("file", ["out.csv", "out.xls", "out.txt"])
def test_blackboard_gives_everybody_their_points(tmp_path: Path, file: str) -> None:
    here = Blackboard([str(one.number) for one in EVERYBODY])
    numbers = {one.name: str(one.number) for one in EVERYBODY}
    for points in (first, later):
        handed = graded_class(SHAPES["Blackboard"](tmp_path, EVERYBODY), points)
        assert handed.export("blackboard", tmp_path / file, here.header) == ()
        here.take((tmp_path / file).read_bytes())
        assert here.points == {numbers[name]: value for name, value in handed.points().items()}
        assert here.created == []


def test_blackboard_s_own_list_has_the_column(tmp_path: Path) -> None:
    here = Blackboard(["a"])
    (tmp_path / "bb.csv").write_text(f'"Last Name","First Name","Username","{here.header}"\n"Lee","Ann","a",""\n')
    handed = graded_class(SHAPES["plain"](tmp_path, EVERYBODY), first, lms=tmp_path / "bb.csv")
    for title in ("", "homework 1"):
        handed.rows = [Graded(Student("1", "Ann", login="a"), points=5.0, max_points=10)]
        assert handed.export("blackboard", tmp_path / "out.csv", title) == ()
        here.take((tmp_path / "out.csv").read_bytes())
        assert (here.points, here.created) == ({"a": 5.0}, [])


def test_blackboard_s_username_is_what_the_zip_tells(tmp_path: Path) -> None:
    """Whatever the roster calls them: by the institution's ids, by logins of another system, or as the match file."""
    folder = tmp_path / "class"
    folder.mkdir()
    for user, name in (("alo1", "Ann Lo"), ("bray", "Bob Ray"), ("cx", "Cy Fox")):
        attempt = f"HW1_{user}_attempt_2026-11-20-10-00-00"
        (folder / f"{attempt}_hw.py").write_text(f"print('{user}')\n")
        (folder / f"{attempt}.txt").write_text(f"Name: {name} ({user})\n")
    here = Blackboard(["alo1", "bray", "cx", "1001", "ann@git"])
    for head, ann in (("id,name", "1001,Ann Lo"), ("id,name,github username", "1001,Ann Lo,ann@git")):
        (tmp_path / "roster.csv").write_text(f"{head}\n{ann}\n1002,Bob Ray\nid3,Cy Dee\n")
        handed = graded_class(folder, lambda place: place + 1.0, roster=tmp_path / "roster.csv")
        by_hand = Graded(Student("id3", "Cy Dee"), points=9.0)  # nobody told a login
        handed.rows = [*handed.rows, by_hand]
        [warning] = handed.export("blackboard", tmp_path / "out.csv", here.header)
        here.take((tmp_path / "out.csv").read_bytes())
        assert here.points == {"alo1": 1.0, "bray": 2.0}
        assert warning.startswith("1 student without a username of their own left out: id3")


@given(
    st.lists(st.sets(st.sampled_from(["id", "login"])), min_size=1, max_size=5),
    st.sampled_from(["Blackboard", "Moodle", "plain", "GitHub Classroom"]),
)
@settings(max_examples=60, deadline=None)
def test_both_find_those_who_are_meant_and_nobody_else(people: list[set[str]], shape: Roll.Shape) -> None:
    """Whatever is known of each, and though a name at GitHub is another student's user name here."""
    github, count = shape == "GitHub Classroom", len(people)
    users = [(f"o{k}", f"l{k}") for k in range(count)]
    rows = []
    for k, known in enumerate(people):
        login = f"l{(k + github) % count}" if github or "login" in known else ""
        who = f"o{k}" if "id" in known else login if github else f"own{k}"
        rows.append(Graded(Student(who, f"Ann {k}", login=login), points=float(k)))
    blackboard, brightspace = Blackboard([login for _, login in users]), Brightspace(users)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out"
        written("blackboard", rows, Sheet(column=blackboard.header, shape=shape), path)
        blackboard.take(path.read_bytes())
        written("brightspace", rows, Sheet("Homework 1", shape=shape), path)
        brightspace.take(path.read_bytes().decode())
    logins = {k for k, known in enumerate(people) if "login" in known and not github}
    assert blackboard.points == {f"l{k}": float(k) for k in logins}
    assert brightspace.points == {users[k]: float(k) for k, known in enumerate(people) if "id" in known}


def test_who_can_t_be_named_is_left_out_and_told(tmp_path: Path) -> None:
    row = Graded(Student("Ann Lee", "Ann Lee"), points=5.0, max_points=10)
    for name in ("blackboard", "brightspace"):
        *_, warning = written(name, [row], Sheet("Homework 1"), tmp_path / "out.csv")
        assert "left out: Ann Lee" in warning
        assert "Ann" not in (tmp_path / "out.csv").read_text()
    given = (("1", "lee", 5.0), ("2", "lee", None), ("3", "lee", 2.0), ("4", "ray", 1.0))
    rows = [Graded(Student(who, login=login), points=points) for who, login, points in given]
    *_, warning = written("blackboard", rows, Sheet("HW"), tmp_path / "out.txt")
    assert "left out: 1, 3" in warning.replace(" and", ","), "whose the username is nobody knows"
    assert (tmp_path / "out.txt").read_bytes().decode("utf-16").splitlines()[1:] == ['"ray"\t"1"']
    rows = [Graded(Student(who, login="lee"), points=points) for who, points in (("1", 5.0), ("ann@x", 2.0))]
    *_, warning = written("brightspace", rows, Sheet("HW"), tmp_path / "out.csv")
    assert "left out: ann@x" in warning, "the id is another student's own, the username is not"
    assert (tmp_path / "out.csv").read_text().splitlines()[1:] == ["#1,5,#"]


@pytest.mark.parametrize(
    ("student", "head", "line"),
    [
        (Student("07", "Ann", login="ann"), "OrgDefinedId,Username", "#07,#ann,5,#"),
        (Student("07", "Ann"), "OrgDefinedId", "#07,5,#"),
        (Student("ann@x", "Ann", "ann@x"), "Username", "#ann@x,5,#"),
        (Student("5", "Ann", login="ann", lms_id="5"), "Username", "#ann,5,#"),
    ],
)
def test_brightspace_knows_an_id_or_a_username(tmp_path: Path, student: Student, head: str, line: str) -> None:
    written("brightspace", [Graded(student, points=5.0)], Sheet("HW"), tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == f"{head},HW Points Grade,End-of-Line Indicator\n{line}\n"
