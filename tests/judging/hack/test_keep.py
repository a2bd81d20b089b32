"""A board that was found becomes a case of the package."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.judging import add_hacked, write_board
from judge.judging.hack.keep import RECIPES, declare, group_for, same_case
from judge.model import Answer, Hack, Hunt, Instance, Problem, Run, Submission, Verdict
from judge.problems import lone_case, read_package, validate_package
from tests.conftest import MakePackage, MakeSubmission, refused, there

CORNER = "DFS\n2\n1\n20\n00\n"
CASES = {"sample/corner": (CORNER, "OK\n20\n01\n"), "secret/two": ("DFS\n2\n2\n00\n00\n", "FAIL\nproof: counted\n")}


def found_on(board: Instance, submission: Submission, answer: Answer | None = None) -> Hunt:
    said = Hack.Said(submission, Run("board", "hack", "DFS", Verdict.WA, "E113"))
    hack = Hack(board, board, ("E113",), (said,), 3, 3, answer)
    return Hunt(7, 1.5, 1.0, {2: 1}, hack)


def board(pieces: int, *rows: str) -> Instance:
    grid = np.array([[int(cell) for cell in row] for row in rows], np.int8)
    return Instance("DFS", len(rows), pieces, grid)


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    return read_package(package(cases=CASES))


def test_a_board_is_added_with_its_answer_and_where_it_comes_from(problem: Problem, submission: MakeSubmission) -> None:
    one = submission(name='a"b\\c\x7f')
    folder = add_hacked(problem, found_on(board(2, "020", "000", "000"), one), "secret")
    assert folder.parent == Path(problem.path, "secret")
    assert folder.name.startswith("hack-3-")
    again = read_package(Path(problem.path))
    assert not [remark for remark in validate_package(again) if remark.case.startswith("secret/hack")]
    case = next(case for case in again.cases if case.name == folder.name)
    assert not there(case.answer).fail
    [row] = tomllib.loads(Path(problem.path, "hacks.toml").read_text(encoding="utf-8"))["hack"]
    assert (row["case"], row["seed"], row["against_rules"]) == (f"secret/{folder.name}", 7, True)
    assert row["submissions"] == [{"name": one.name, "sha256": one.sha256, "verdict": "WA", "code": "E113"}]


def test_a_second_board_is_noted_below_the_first(problem: Problem, submission: MakeSubmission) -> None:
    names = [
        add_hacked(read_package(Path(problem.path)), found_on(one, submission()), "secret").name
        for one in (board(9, "02", "00"), board(4, "00", "00"))
    ]
    rows = tomllib.loads(Path(problem.path, "hacks.toml").read_text(encoding="utf-8"))["hack"]
    assert [row["case"] for row in rows] == [f"secret/{name}" for name in names]
    answer = Path(problem.path, "secret", names[0], "answer.txt").read_text()
    assert answer == "FAIL\nproof: 9 pieces, but only 3 free cells\n"


def test_a_board_is_never_added_twice_nor_turned(problem: Problem, submission: MakeSubmission) -> None:
    for turned in (board(1, "20", "00"), board(1, "02", "00"), board(1, "00", "02")):
        with pytest.raises(JudgeError, match="sample/corner") as caught:
            add_hacked(problem, found_on(turned, submission()), "secret")
        assert caught.value.code == "E447"
    assert same_case(problem, board(2, "20", "00")) is None
    assert not Path(problem.path, "hacks.toml").exists()


def test_a_fail_that_nothing_proves_is_never_added(
    problem: Problem, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.judging.hack.keep.STEPS", 3)
    hard = board(9, *["0" * 9] * 9)
    for said in (None, Answer(fail=True)):
        error = refused(add_hacked, problem, found_on(hard, submission(), said), "secret")
        assert error.code == "E448"
    assert not list(Path(problem.path, "secret").glob("hack-*"))


def test_a_folder_that_can_not_be_written_is_said(problem: Problem, submission: MakeSubmission) -> None:
    Path(problem.path, "solid").write_text("")
    error = refused(add_hacked, problem, found_on(board(2, "02", "00"), submission()), "solid")
    assert error.code == "E435"


def test_notes_are_not_written_through_a_link(problem: Problem, submission: MakeSubmission) -> None:
    outside = Path(problem.path).parent / "outside"
    outside.write_bytes(b"# \xff is no UTF-8\n")
    Path(problem.path, "hacks.toml").symlink_to(outside)
    add_hacked(problem, found_on(board(2, "02", "00"), submission()), "secret")
    assert outside.read_bytes() == b"# \xff is no UTF-8\n"
    assert Path(problem.path, "hacks.toml").read_bytes().startswith(b"# Cases that")


def test_a_board_is_kept_to_be_run_again(problem: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = write_board(problem, board(2, "02", "00"))
    kept = lone_case(path)
    assert (kept.case.board.pieces, kept.case.board.grid.tolist(), kept.warnings) == (2, [[0, 2], [0, 0]], ())
    assert path == write_board(problem, board(2, "20", "00")), "an image has the same name"


@pytest.mark.parametrize(
    ("groups", "group"), [(["sample", "a", "secret"], "secret"), (["sample", "a"], "a"), (["sample"], "sample")]
)
def test_the_group_of_a_new_case_is_secret_where_there_is_one(groups: list[str], group: str) -> None:
    assert group_for(groups) == group


# --- A case that was added is no orphan of `judge generate` ----------------------------------------------------------
TABLE = "\n[secret.forest]   # many\nn = [8, 10]\n"
DECLARED = {  # generators.toml, and what two cases make of it
    'by_hand = ["sample/*"]  # ours\n' + TABLE: 'by_hand = ["sample/*", "secret/a", "secret/b"]  # ours\n' + TABLE,
    TABLE: 'by_hand = ["secret/a", "secret/b"]\n' + TABLE,
    'by_hand = ["*/[ab]"]\n': 'by_hand = ["*/[ab]"]\n',
    'by_hand = ["x"]\r\n[secret.forest]\r\n': 'by_hand = ["x", "secret/a", "secret/b"]\r\n[secret.forest]\r\n',
    "by_hand = [": "by_hand = [",
    "by_hand = 3\n": "by_hand = 3\n",
}


@pytest.mark.parametrize("text", DECLARED)
def test_a_case_is_named_once_and_all_else_stays(tmp_path: Path, text: str) -> None:
    file = tmp_path / RECIPES
    file.write_bytes(text.encode())
    for case in ("secret/a", "secret/b", "secret/a"):
        declare(tmp_path, case)
    assert file.read_bytes().decode() == DECLARED[text]


def test_without_the_file_or_through_a_link_nothing_is_written(tmp_path: Path) -> None:
    outside = tmp_path / "outside.toml"
    outside.write_text(TABLE)
    (tmp_path / "cup").mkdir()
    declare(tmp_path / "cup", "secret/a")
    assert not list((tmp_path / "cup").iterdir())
    (tmp_path / "cup" / RECIPES).symlink_to(outside)
    declare(tmp_path / "cup", "secret/a")
    assert outside.read_text() == TABLE
