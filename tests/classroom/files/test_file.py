"""Which names and kinds of files are read, and what is said of the others."""

from __future__ import annotations

import stat

import pytest

from judge.classroom.files.file import REST, SURPLUS, File, checked, is_junk, mode_fault, name_fault

ABSOLUTE, LEADS_OUT = "its name is an absolute path", "its name leads out of its folder"
EMPTY, LONG = "its name has an empty part", "its name is too long"
UNSEEN = "its name holds a character that can't be seen or is no Unicode"
LONGEST = "/".join([*["x" * 255] * 3, "x" * 253, "yy"])  # of 1,024 bytes


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("ada/homework.py", ""),
        ("a:b/x.py", ABSOLUTE),
        ("/etc/passwd", ABSOLUTE),
        ("C:x.py", ABSOLUTE),
        ("ab:x.py", ""),
        ("ada/../x.py", LEADS_OUT),
        ("ada/..x.py", ""),
        ("ada//x.py", EMPTY),
        ("ada/./x.py", EMPTY),
        ("ada/.x.py", ""),
        ("", EMPTY),
        ("d/" * 23 + "x", ""),
        ("d/" * 24 + "x", LONG),
        (LONGEST, ""),
        (f"{LONGEST}y", LONG),
        ("\u00e9" * 127 + "x", ""),
        ("\u00e9" * 128, LONG),
        ("x" * 256, LONG),
        ("\udcff" * 86, LONG),
        ("\u0645\u200c\u06cc\u200d.py", ""),
        ("a\x07.py", UNSEEN),
        ("a\u202e.py", UNSEEN),
        ("a\udcff.py", UNSEEN),
        ("a\u2028.py", UNSEEN),
        ("a\u2029.py", UNSEEN),
    ],
)
def test_names_that_no_honest_tool_makes(path: str, fault: str) -> None:
    assert name_fault(path) == fault


@pytest.mark.parametrize(
    ("path", "folder", "junk"),
    [
        ("ada/homework.py", False, False),
        ("ada/.env", False, False),
        (".git", True, True),
        (".X/a.py", False, True),
        (".git", False, False),
        ("ada/.git/config", False, True),
        ("ada/...", True, False),
        (".../x.py", False, False),
        ("ada/._x.py", False, True),
        ("ada/_x.py", False, False),
        ("__MACOSX/ada/x.py", False, True),
        ("ada/__pycache__/x.pyc", False, True),
        ("ada/venv/lib/python3.11/site-packages/numba/__init__.py", False, True),
        ("ada/Thumbs.db", False, True),
        ("ada/desktop.ini", False, True),
        ("ada/.DS_Store", False, True),
        ("ada/.localized", False, True),
        ("__MACOSX", True, True),
    ],
)
def test_what_systems_and_tools_leave_behind(path: str, folder: bool, junk: bool) -> None:
    assert is_junk(path, folder=folder) == junk
    assert folder or is_junk(path) == junk, "a file, if nothing is said"


@pytest.mark.parametrize(
    ("mode", "fault"),
    [
        (0, ""),
        (stat.S_IFREG | 0o644, ""),
        (0o777, ""),
        (stat.S_IFLNK | 0o777, "it is a link"),
        (stat.S_IFIFO, "it is not a plain file"),
        (stat.S_IFCHR, "it is not a plain file"),
        (stat.S_IFDIR | 0o755, "it is not a plain file"),
    ],
)
def test_kinds_of_files(mode: int, fault: str) -> None:
    assert mode_fault(mode) == fault


def file(path: str, fault: str = "") -> File:
    return File(path, 1, lambda _: b"x", fault)


def test_files_come_by_path_each_with_what_is_wrong_with_it() -> None:
    given = [file("b/"), file("c//x"), file("o\u0308"), file("\u00f6"), file("a/x.py"), file("d", "it is a link")]
    found = {one.path: one.fault for one in checked([*given, file("e//"), file("../x", "it is a link")])}
    assert list(found) == sorted(found)
    twice = "there are two files of this name"
    assert found == {
        "b/": "", "c//x": EMPTY, "o\u0308": twice, "\u00f6": twice, "a/x.py": "", "d": "it is a link",
        "e//": EMPTY, "../x": "it is a link",
    }  # fmt: skip
    assert all(one.read(1) == b"x" and one.size == 1 for one in checked(given))


def test_what_is_left_out_has_a_name_and_a_reason() -> None:
    assert (REST, SURPLUS) == ("...", "its folder holds more than 2,048 files")
    assert not name_fault(REST), "it can be shown as any other"
