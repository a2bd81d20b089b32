"""`judge new --example class` writes a class that can be graded, and changes nothing that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.example import write_example
from judge.errors import JudgeError
from judge.problems.package import read_package


def test_a_quiz_a_class_and_its_roster_are_written(tmp_path: Path) -> None:
    written = write_example(tmp_path / "deep/course", "class")
    assert [path.name for path in written] == ["class", "quiz", "roster.csv"]
    quiz = read_package(tmp_path / "deep/course/quiz")
    assert [case.group for case in quiz.cases] == ["sample", "secret"]
    students = (tmp_path / "deep/course/roster.csv").read_text().splitlines()[1:]
    assert len(students) == 4
    assert sorted(path.name for path in (tmp_path / "deep/course/class").iterdir()) == ["ada", "bob", "cy"]


@pytest.mark.parametrize("name", ["class", "quiz", "roster.csv"])
def test_what_is_there_is_not_changed(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(JudgeError) as refused:
        write_example(tmp_path, "class")
    assert refused.value.code == "E436"
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_where_it_can_not_be_written_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JudgeError) as refused:
        write_example(tmp_path / "file/folder", "class")
    assert refused.value.code == "E435"
