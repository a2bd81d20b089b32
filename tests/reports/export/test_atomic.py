"""Every file of the exports is written whole or not at all, and nothing is left beside it."""

from __future__ import annotations

import contextlib
import json
import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.model import Host
from judge.reports.export.atomic import write_json, write_whole
from judge.reports.export.journal import Journal

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
    path = tmp_path / "out.json"
    write_json(path, {"schema": "one"})
    write_json(path, {"schema": "two"})
    assert json.loads(path.read_text()) == {"schema": "two"}
    assert path.read_bytes().endswith(b"}\n")
    assert list(tmp_path.iterdir()) == [path]


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
    with full_disk(), pytest.raises(JudgeError) as caught:
        write(path)
    assert caught.value.code == "E435"
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """`--json /dev/stdout`, by an administrator, must not end with a plain file in /dev."""
    path = tmp_path / "null"
    path.symlink_to("/dev/null")
    write_json(path, {"schema": "one"})
    assert path.is_symlink()
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(JudgeError) as caught:
        write_json(tmp_path / "gone" / "out.json", {})
    assert caught.value.code == "E435"


def test_text_makes_its_folder_and_keeps_its_line_ends(tmp_path: Path) -> None:
    write_whole(tmp_path / "a" / "b" / "c.csv", "one\r\ntwo\n")
    assert (tmp_path / "a" / "b" / "c.csv").read_bytes() == b"one\r\ntwo\n"


def test_names_that_are_no_utf_8_are_written_all_the_same(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", {"name\udcff": ["b\ud800", {"c": ("\udcfe", 1, None)}]})
    assert json.loads((tmp_path / "a.json").read_text()) == {"name\\udcff": ["b\\ud800", {"c": ["\\udcfe", 1, None]}]}
