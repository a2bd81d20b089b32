"""A report is written whole, in place of an earlier one, and over nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.reports.site.folder import check_folder, write_folder
from judge.reports.site.write import write_site
from tests.reports.runs import record

FILES = {"index.html": b"new", "1-c001.html": b"new", "assets/report.js": b"new"}


def held(folder: Path) -> set[str]:
    return {str(one.relative_to(folder)) for one in folder.rglob("*") if not one.is_dir()}


def test_a_report_replaces_an_earlier_one(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    write_site(record(3, 6), folder)
    made = write_site(record(2, 3), folder)
    assert made.index.is_file()
    assert len([*folder.glob("*.html")]) == made.pages
    assert [one.name for one in folder.parent.iterdir()] == ["report"]
    said = (folder / "judge-report.txt").stat().st_size
    assert made.size_bytes == sum((folder / one).stat().st_size for one in held(folder)) - said


def test_what_somebody_put_into_a_report_stays(tmp_path: Path) -> None:
    write_folder(tmp_path, FILES)
    own = {"run.json", "notes/today.txt", "mine.html"}
    for name in own:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine")
    del (left := dict(FILES))["1-c001.html"]
    write_folder(tmp_path, left)
    assert held(tmp_path) == {*own, *left, "judge-report.txt"}


def test_a_folder_in_which_somebody_stands_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = tmp_path.stat().st_ino
    for _ in range(2):
        write_site(record(1, 1), Path())
    assert Path().stat().st_ino == before
    assert "index.html" in os.listdir()  # noqa: PTH208 - of the folder itself, by whatever name


def test_a_writer_that_was_killed_leaves_nothing(tmp_path: Path) -> None:
    killed = f"""
import os, pathlib, shutil, signal
from judge.reports.site import folder
folder._put = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
folder.write_folder(pathlib.Path({str(tmp_path)!r}), {FILES!r})
"""
    subprocess.run([sys.executable, "-c", killed], check=False)
    assert any(name.startswith(".judge-") for name in held(tmp_path))
    check_folder(tmp_path)
    write_folder(tmp_path, FILES)
    assert held(tmp_path) == {*FILES, "judge-report.txt"}


def test_what_can_not_be_written_changes_nothing(tmp_path: Path) -> None:
    write_folder(tmp_path / "old", FILES)
    for folder in (tmp_path / "old", tmp_path / "new"):
        with pytest.raises(JudgeError) as raised:
            write_folder(folder, {**FILES, "x" * 300: b""})
        assert raised.value.code == "E435"
    assert [one.name for one in tmp_path.iterdir()] == ["old"]
    assert held(tmp_path / "old") == {*FILES, "judge-report.txt"}


def test_a_link_in_a_report_is_not_followed(tmp_path: Path) -> None:
    report, other = tmp_path / "report", tmp_path / "other"
    other.mkdir()
    write_folder(report, {"index.html": b"old"})
    (report / "assets").rmdir()
    (report / "assets").symlink_to(other)
    write_folder(report, FILES)
    assert held(other) == set()
    assert held(report) == {*FILES, "judge-report.txt"}


@pytest.mark.parametrize("check", [check_folder, lambda folder: write_site(record(1, 3), folder)])
def test_a_folder_of_something_else_stays_as_it_is(tmp_path: Path, check: object) -> None:
    own = tmp_path / "homework.py"
    own.write_text("print(1)")
    with pytest.raises(JudgeError, match="is not empty") as raised:
        check(tmp_path)  # type: ignore[operator]
    assert raised.value.code == "E475"
    assert [*tmp_path.iterdir()] == [own]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file, link = tmp_path / "report", tmp_path / "link"
    file.write_text("x")
    link.symlink_to(tmp_path / "nothing")
    for place in (file, file / "inside", link, tmp_path / ("x" * 300)):
        with pytest.raises(JudgeError) as raised:
            check_folder(place)
        assert raised.value.code == "E435"
