"""What is compared of a class: sources as text, each folder once; and starters, or why they can't be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.similar.works import given_to_all, unclear, works_of
from judge.errors import JudgeError
from judge.model.classroom import Doubt, Member, Roll, Student
from judge.problems import puzzles


def member(name: str, group: str = "", **files: bytes) -> Member:
    """Return a submission; in a file's name `__` is the dot."""
    held = tuple((path.replace("__", "."), data) for path, data in files.items())
    return Member(Student(name, group=group), name, name, held[0][0], held)


def test_sources_are_compared_and_nothing_else() -> None:
    (work,) = works_of(
        Roll("plain", (member("ada", a__py=b"\xef\xbb\xbfx = 1\r\ny\r", b__h=b"int", c__csv=b"1,2", d__PY=b"z"),))
    )
    assert work.files == (("a.py", "x = 1\ny\n"), ("b.h", "int"), ("d.PY", "z"))
    assert (work.students, work.past, work.name) == (("ada",), "", "ada")


def test_what_is_no_text_is_read_as_far_as_it_is_one() -> None:
    (work,) = works_of(Roll("plain", (member("ada", a__py=b"x = '\xff'", b__py=b"\0\1\2"),)))
    assert work.files == (("a.py", "x = '\ufffd'"),)


def test_a_team_is_one_work() -> None:
    ada, bob = member("ada", "A", a__py=b"x"), member("bob", "A", a__py=b"x")
    team = Member(bob.student, ada.folder, "bob", bob.main, bob.files)
    (work,) = works_of(Roll("plain", (ada, team)), "2025")
    assert (work.students, work.group, work.name) == (("ada", "bob"), "A", "ada, bob (2025)")


def test_who_has_nothing_clear_is_said() -> None:
    roll = Roll("plain", (Member(Student("ada"), "ada", "ada", doubt=Doubt("ada", "it is empty")),))
    assert works_of(roll) == []
    assert unclear(roll) == [("ada", "it is empty")]


def test_a_starter_is_a_file_or_a_folder(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a.cpp").write_text("int x;")
    (tmp_path / "README.md").write_text("read")
    own = given_to_all([])
    assert {path for path, _ in own} == {f"{name}.py" for name in puzzles.names()}
    assert given_to_all([tmp_path])[len(own) :] == [("a.cpp", "int x;")]
    assert given_to_all([tmp_path / "inner" / "a.cpp"])[len(own) :] == [("a.cpp", "int x;")]


@pytest.mark.parametrize("name", ["nothing.py", "empty"])
def test_a_starter_that_can_not_be_read_is_an_error(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(JudgeError, match="starter") as caught:
        given_to_all([tmp_path / name])
    assert caught.value.code == "E494"
