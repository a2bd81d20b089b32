"""Every word about an answer that is checked from its file, as it is kept in `kept/`."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.judging.check import check_files
from judge.problems import check as reading
from judge.problems.check import load_case
from tests.problems import told
from tests.problems.test_package import INPUT, put

KEPT = Path(__file__).parent / "kept"
CHECKED = {  # the answer that is checked, and what lies beside the case
    "right": ("OK\n10\n00\n", None),
    "wrong": ("OK\n11\n00\n", None),
    "not read": ("10\n00\n", None),
    "tolerant": ("ok\r\n1 0\r\n00", None),
    "FAIL, unknown": ("FAIL\n", None),
    "FAIL, known": ("FAIL\n", "OK\n10\n00\n"),
    "FAIL, as known": ("FAIL\n", "FAIL\nproof: x\n"),
    "FAIL refuted": ("OK\n10\n00\n", "FAIL\nproof: x\n"),
    "known, not read": ("FAIL\n", "what\n"),
    "columns": ("1 2\n", None),
    "columns beyond": ("1 3\n", None),
    "a count": ("2\n1 2\n", None),
}


@pytest.mark.parametrize("puzzle", ["lizards", "spies", "all-queens"])
def test_what_is_told_of_files_that_are_checked(tmp_path: Path, puzzle: str) -> None:
    case, answer, lines = tmp_path / "secret/one/input.txt", tmp_path / "mine.txt", list[str]()
    pieces = 1 if puzzle == "lizards" else 2
    put(case, f"SA\r\n2\n{pieces}\n00\n00\n")
    for name, (text, known) in CHECKED.items():
        put(answer, text)
        case.with_name("answer.txt").unlink(missing_ok=True)
        if known is not None:
            put(case.with_name("answer.txt"), known)
        for strict in (False, True):
            checked = check_files(case, answer, puzzle, strict)
            facts = [checked.finding, checked.case_notices, checked.answer_notices]
            said = [*told.in_lines(facts), checked.puzzle, told.grid(checked.board)]
            lines += [f"{name}, {strict}", *(f"    {line}" for line in told.plain(said, tmp_path))]
    told.hold(KEPT / f"checked-{puzzle}.txt", lines)


def test_what_is_told_of_files_that_can_not_be_checked(tmp_path: Path) -> None:
    case, answer = tmp_path / "secret/one/input.txt", tmp_path / "mine.txt"
    put(case, "SA\n2\n2\n00\n02\n")
    said = told.told(lambda: load_case(case))
    said += told.told(lambda: check_files(case, answer, None, False))
    said += told.told(lambda: load_case(tmp_path / "nowhere"))
    put(answer, "FAIL\n")
    said += told.told(lambda: check_files(case, answer, "queens", False))
    put(case, "SA\n2\n2\n00\n01\n")
    said += told.told(lambda: check_files(case, answer, None, False))
    told.hold(KEPT / "unchecked.txt", told.plain(said, tmp_path))


def test_a_file_is_read_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case, answer = tmp_path / "secret/one/input.txt", tmp_path / "mine.txt"
    put(case, "SA\n2\n2\n00\n00\n")
    put(answer, "FAIL\n")
    put(case.with_name("answer.txt"), "FAIL\nproof: x\n")
    said = told.in_lines(check_files(case, answer, None, False).finding)
    monkeypatch.setattr(reading, "ANSWER_LIMIT", 3)
    said += told.in_lines(check_files(case, answer, None, False).finding)
    put(answer, "OK\n10\n00\n")
    said += told.in_lines(check_files(case, answer, None, False).finding)
    monkeypatch.setattr(reading, "ANSWER_LIMIT", 4)
    put(answer, "FAIL\n")
    said += told.in_lines(check_files(case, answer, None, False).finding)
    monkeypatch.setattr(reading, "CASE_LIMIT", 3)
    said += told.told(lambda: load_case(case))
    monkeypatch.setattr(reading, "ANSWER_LIMIT", 6)
    put(case.with_name("answer.txt"), "OK\n10\n00\n")
    monkeypatch.setattr(reading, "CASE_LIMIT", 100)
    said += told.in_lines(check_files(case, answer, None, False).finding)
    told.hold(KEPT / "checked-limits.txt", told.plain(said, tmp_path))


def _answer(folder: Path) -> Path:
    put(folder / "mine.txt", "FAIL\n")
    return folder / "mine.txt"


def test_a_case_without_a_package_is_of_lizards(tmp_path: Path) -> None:
    case = tmp_path / "secret/one/input.txt"
    put(case, INPUT)
    assert check_files(case, _answer(tmp_path), None, False).puzzle == "lizards"
    put(tmp_path / "problem.toml", 'puzzle = "queens"')
    with pytest.raises(JudgeError, match="'title' is missing"):
        check_files(case, _answer(tmp_path), None, False)
    manifest = 'title = "Queens"\npuzzle = "queens"\nalgorithms = ["DFS"]\n[groups.secret]\n'
    put(tmp_path / "problem.toml", manifest)
    put(case, "DFS\n2\n2\n00\n00\n")
    assert check_files(case, _answer(tmp_path), None, False).puzzle == "queens"
    put(case, INPUT)
    with pytest.raises(JudgeError, match="trees"):
        check_files(case, _answer(tmp_path), None, False)
