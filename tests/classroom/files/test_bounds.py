"""How much a class may hold, and how a refusal says where to look."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from judge.classroom.files.file import fullest, refused, shared_by, student_folder, too_many
from judge.errors import Place


def test_a_class_that_is_refused_is_named() -> None:
    error = refused(Path("x/class.zip"), "it is odd", "mend it")
    assert (error.code, error.place, error.help) == ("E461", Place("x/class.zip"), "mend it")
    assert error.message == "class.zip can't be read as a class: it is odd"


def test_too_many_files_are_said_with_the_fullest_folders() -> None:
    names = [f"hw/{name}/{number}" for name, count in zip("abcd", (1, 4, 3, 2), strict=True) for number in range(count)]
    error = too_many(Path("class.zip"), names, 1000)
    fullest_are = "the fullest folders are hw/b (4 files), hw/c (3 files), hw/d (2 files)"
    assert error.message == f"class.zip can't be read as a class: it holds more than 1,000 files; {fullest_are}"
    assert (error.code, error.place) == ("E461", Place("class.zip"))
    assert error.help == "take out what is no submission, or grade a part of the class"


@pytest.mark.parametrize(
    ("amounts", "said"),
    [
        ({}, ""),
        ({"a/x": 1234567}, "a (1,234,567 bytes)"),
        ({"a/x": 1, "a/y": 2, "b/x": 4}, "b (4 bytes), a (3 bytes)"),
        ({"eve/x/1": 5, "eve/y/1": 5}, "eve/x (5 bytes), eve/y (5 bytes)"),
        ({"eve/x/1": 5, "eve/y": 5, "eve/z": 5}, "eve/x (5 bytes)"),
        ({"a\n\u00e9/x": 1}, "a\\n\\xe9 (1 bytes)"),
        ({"x" * 100 + "/a": 1, "b": 1}, f"{'x' * 80} (1 bytes)"),
        ({"a": 5}, ""),
    ],
)
def test_the_fullest_folders_are_the_students(amounts: dict[str, int], said: str) -> None:
    found = fullest(Counter(amounts), "bytes")
    assert found == (f"; the fullest folders are {said}" if said else "")


@pytest.mark.parametrize(("count", "said"), [(100, "eve/s0 (1 files), "), (101, "eve (101 files)")])
def test_a_folder_with_less_than_a_hundredth_of_all_is_not_the_one_to_look_into(count: int, said: str) -> None:
    names = Counter({f"eve/s{number}/x": 1 for number in range(count)})
    assert fullest(names, "files").startswith(f"; the fullest folders are {said}")


@pytest.mark.parametrize(
    ("names", "shared"),
    [
        ([], 0),
        (["x.py"], 0),
        (["a/x.py"], 1),
        (["hw/a/x.py", "hw/b/x.py"], 1),
        (["hw/a/x.py", "hw/a/y.py"], 2),
        (["hw/a/x.py", "hw/y.py"], 1),
        (["a/b/x", "c/b/x"], 0),
        (["d/" * 40 + "x"], 24),
        (["d/" * 23 + "x"], 23),
    ],
)
def test_how_many_folders_all_are_in(names: list[str], shared: int) -> None:
    assert shared_by(iter(names)) == shared


@pytest.mark.parametrize(
    ("name", "shared", "folder"),
    [
        ("a/b/c.py", 0, "a"),
        ("a/b/c.py", 1, "a/b"),
        ("a/b/c.py", 2, "a/b/c.py"),
        ("a.py", 0, "a.py"),
        ("a.py", 1, "a.py"),
    ],
)
def test_whose_folder_a_file_is_in(name: str, shared: int, folder: str) -> None:
    assert student_folder(name, shared) == folder
