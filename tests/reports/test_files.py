"""Exports as files: each written whole or not at all, from one table of exporters."""

from __future__ import annotations

import contextlib
import json
import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from judge.files import as_json, write_json, write_whole
from judge.model import Graded, Host, Problem
from judge.reports import EXPORTS, Sheet, hand_out
from judge.store import Journal
from tests.refused import refused
from tests.reports.graded import everybody, graded, judgement, problem, undrawable

LARGE = "x" * 100_000
HOST = Host("plain", (), (), "cgroup", LARGE, "", "", 2)


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow beyond 4 KiB: the write begins, and fails in the middle as it does on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_whole_or_not_at_all(tmp_path: Path) -> None:
    """And not into what is no file: `--json /dev/stdout`, by an administrator, must not end with a file in /dev."""
    path, null = tmp_path / "out.json", tmp_path / "null"
    null.symlink_to("/dev/null")
    for one in ("one", "two"):
        write_json(path, {"schema": one})
        write_json(null, {"schema": one})
        assert path.read_bytes() == b'{\n "schema": "%s"\n}\n' % one.encode()
    assert null.is_symlink()
    assert {*tmp_path.iterdir()} == {path, null}


WRITERS: dict[str, Callable[[Path], None]] = {
    "json": lambda path: write_json(path, {"text": LARGE}),
    "text": lambda path: write_whole(path, LARGE),
    "journal": lambda path: Journal(path, HOST, [], list).event(),
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_a_full_disk_keeps_what_was_there_and_leaves_nothing_beside_it(
    tmp_path: Path, write: Callable[[Path], None]
) -> None:
    path = tmp_path / "out.json"
    path.write_text("before")
    with full_disk(), refused("E435"):
        write(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_text_makes_its_folder_and_keeps_its_line_ends_and_json_does_not(tmp_path: Path) -> None:
    write_whole(tmp_path / "a" / "b" / "c.csv", "one\r\ntwo\n")
    assert (tmp_path / "a" / "b" / "c.csv").read_bytes() == b"one\r\ntwo\n"
    with refused("E435"):
        write_json(tmp_path / "gone" / "out.json", {})


def test_names_that_are_no_utf_8_are_written_all_the_same() -> None:
    written = as_json({"name\udcff": ["b\ud800", {"c": ("\udcfe", 1, None)}]})
    assert json.loads(written) == {"name\\udcff": ["b\\ud800", {"c": ["\\udcfe", 1, None]}]}


SHEET = Sheet("Homework 1", "50 points for all", column="Homework 1 (1234)")


def waiting() -> list[Graded]:
    """A class of two, of whom the judge failed on one."""
    return [graded(1, judgement("AC AC AC AC", 50.0)), graded(2, judgement("AC JE AC AC", None))]


@pytest.mark.parametrize("name", EXPORTS)
def test_each_writes_what_its_option_takes_and_says_so(tmp_path: Path, name: str) -> None:
    target = tmp_path / "new" / "out"
    line, *warnings = hand_out(everybody(), {name: target}, SHEET)
    assert all(one.startswith("warning: ") for one in warnings)
    assert line.startswith(f"{target}: ")
    assert target.is_dir() == EXPORTS[name].metavar.startswith("FOLDER")
    assert target.is_dir() or target.stat().st_size
    written = [path for path in target.rglob("*") if path.is_file()] or [target]
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path not in written]


def test_gradebooks_come_last_and_the_sheet_reaches_the_exports(tmp_path: Path) -> None:
    lines = list(hand_out(everybody(), {name: tmp_path / name for name in EXPORTS}, SHEET))
    said = [line.partition(":")[0].rpartition("/")[2] for line in lines]
    assert [word for word in said if word != "warning"] == [
        *("feedback", "gradescope", "junit"),
        *("gradebook", "canvas", "moodle", "blackboard", "brightspace"),
    ]
    assert "Homework 1 (1234)" in (tmp_path / "canvas").read_text().splitlines()[0]
    assert "50 points for all" in json.loads((tmp_path / "gradescope/ann_1/results.json").read_text())["output"]


@pytest.mark.parametrize("name", EXPORTS)
def test_points_that_wait_end_an_export_of_marks_after_all_is_written_or_are_allowed(tmp_path: Path, name: str) -> None:
    lines = hand_out(waiting(), {name: tmp_path / "out"}, SHEET)
    assert next(lines).startswith(f"{tmp_path}/out: ")
    if not EXPORTS[name].scored:
        assert list(lines) == []
        return
    with refused("E306"):
        list(lines)
    *_, last = hand_out(waiting(), {name: tmp_path / "again"}, SHEET, allow_judge_errors=True)
    assert last.startswith("1 of 2 students have no points yet")


def test_who_waits_is_said_and_whether_bonuses_do(tmp_path: Path) -> None:
    bonus = replace(problem(), scheme=Problem.Scheme(bonus=Problem.Scheme.Bonus(0.1, 5)))
    seven = [graded(90 + k, judgement("AC AC JE AC", None)) for k in range(7)]
    one = [graded(1, judgement("JE AC JE AC", None, bonus))]
    for rows, named, said in ((seven, "U90, U91, U92, U93, U94 and 2 more", False), (one, "U1", True)):
        with refused("E306", f"{len(rows)} ") as caught:
            list(hand_out(rows, {"gradebook": tmp_path / "out"}, SHEET))
        assert named in caught.value.note
        assert ("bonuses" in caught.value.note) == said


def test_of_two_faults_one_is_said_and_one_ends_it(tmp_path: Path) -> None:
    rows = [*waiting(), *(undrawable(graded(number, None)) for number in (3, 4))]
    said: list[str] = []
    with refused("E306"):
        said.extend(hand_out(rows, {"feedback": tmp_path / "f", "canvas": tmp_path / "c"}, SHEET))
    assert "the page of U3 could not be made, and those of 1 more" in said[-1]
    Path(said[-1].rpartition("kept in ")[2]).unlink()
