"""`judge new --example class` writes a class that can be graded, and changes nothing that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.example import write_example
from judge.problems.package import read_package
from tests.refused import refused


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
    with refused("E436"):
        write_example(tmp_path, "class")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "mine")]
    with refused("E435"):
        write_example(tmp_path / name / "folder", "class")
