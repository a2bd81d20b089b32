"""A board that was found becomes a case of the package."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.judging import add_hacked, write_board
from judge.model import Answer, Hunt, Instance, Run, Verdict
from judge.problems import OneCase, read_package, validate_package
from tests.conftest import MakePackage, MakeSubmission, refused, there
from tests.judging.make import rows_of
from tests.make import board

CORNER = "DFS\n2\n1\n20\n00\n"
CASES = {"sample/corner": (CORNER, "OK\n20\n01\n"), "secret/two": ("DFS\n2\n2\n00\n00\n", "FAIL\nproof: counted\n")}
Add = Callable[..., Path]


LARGE, CROWDED, FREE = board(rows="020 000 000", pieces=2), board(rows="02 00", pieces=9), board(rows="00 00", pieces=4)


@pytest.fixture
def folder(package: MakePackage) -> Path:
    return package(cases=CASES)


@pytest.fixture
def add(folder: Path, submission: MakeSubmission) -> Add:
    """Add a board on which a submission of this name was wrong; return the folder of the case."""

    def added(found: Instance, group: str = "secret", name: str = "mine", answer: Answer | None = None) -> Path:
        said = Hunt.Hack.Said(submission(name=name), Run("board", "hack", "DFS", Verdict.WA, "E113"))
        hack = Hunt.Hack(found, found, ("E113",), (said,), 3, 3, answer)
        return add_hacked(read_package(folder), Hunt(7, 1.5, 1.0, {2: 1}, hack), group)

    return added


def noted(folder: Path) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = tomllib.loads((folder / "hacks.toml").read_text(encoding="utf-8"))["hack"]
    return rows


def test_a_board_is_added_with_its_answer_and_its_origin(folder: Path, add: Add, submission: MakeSubmission) -> None:
    name = 'a"b\\c\x7f'
    made = add(LARGE, name=name)
    assert made.parent == folder / "secret"
    assert made.name.startswith("hack-3-")
    again = read_package(folder)
    assert not [remark for remark in validate_package(again) if remark.case.startswith("secret/hack")]
    case = next(case for case in again.cases if case.name == made.name)
    assert not there(case.answer).fail
    [row] = noted(folder)
    assert (row["case"], row["seed"], row["against_rules"]) == (f"secret/{made.name}", 7, True)
    sha256 = submission(name=name).sha256
    assert row["submissions"] == [{"name": name, "sha256": sha256, "verdict": "WA", "code": "E113"}]


def test_a_second_board_is_noted_below_the_first(folder: Path, add: Add) -> None:
    names = [add(one).name for one in (CROWDED, FREE)]
    assert [row["case"] for row in noted(folder)] == [f"secret/{name}" for name in names]
    assert (folder / "secret" / names[0] / "answer.txt").read_text() == "FAIL\nproof: 9 pieces, but only 3 free cells\n"


def test_a_board_is_never_added_twice_nor_turned(folder: Path, add: Add) -> None:
    for turned in (board(rows="20 00", pieces=1), board(rows="02 00", pieces=1), board(rows="00 02", pieces=1)):
        error = refused(add, turned)
        assert (error.code, "sample/corner" in error.message) == ("E447", True)
    assert not (folder / "hacks.toml").exists()
    add(board(rows="20 00", pieces=2))


def test_a_turned_board_is_another_where_rows_are_not_as_columns(folder: Path, add: Add) -> None:
    file = folder / "problem.toml"
    file.write_text(file.read_text().replace('puzzle = "lizards"\n', "") + rows_of("programs.toml")["asymmetric"])
    names = {add(board(rows=rows, pieces=1)).name for rows in ("22 00", "20 20")}
    assert len(names) == 2


def test_a_fail_that_nothing_proves_is_never_added(folder: Path, add: Add, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(add_hacked.__globals__, "STEPS", 3)  # of the search for a proof
    hard = board(rows=("0" * 9 + " ") * 9, pieces=9)
    for said in (None, Answer(fail=True)):
        assert refused(add, hard, answer=said).code == "E448"
    assert not list((folder / "secret").glob("hack-*"))


def test_a_folder_that_can_not_be_written_is_said(folder: Path, add: Add) -> None:
    (folder / "solid").write_text("")
    assert refused(add, board(rows="02 00", pieces=2), "solid").code == "E435"


def test_a_board_is_kept_to_be_run_again(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = write_board(read_package(folder), board(rows="02 00", pieces=2))
    kept = OneCase.alone(path)
    assert (kept.case.board.pieces, kept.case.board.grid.tolist(), kept.warnings) == (2, [[0, 2], [0, 0]], ())
    assert path == write_board(read_package(folder), board(rows="20 00", pieces=2)), "an image has the same name"


@pytest.mark.parametrize(
    ("groups", "group"), [(["sample", "a", "secret"], "secret"), (["sample", "a"], "a"), (["sample"], "sample")]
)
def test_the_group_of_a_new_case_is_secret_where_there_is_one(
    package: MakePackage, folder: Path, add: Add, groups: list[str], group: str
) -> None:
    shutil.rmtree(folder)
    package(cases={f"{one}/corner": (CORNER, "") for one in groups})
    assert add(FREE, "").parent.name == group


# --- A case that was added is no orphan of `judge generate` ----------------------------------------------------------
TABLE = "\n[secret.forest]   # many\nn = [8, 10]\n"
DECLARED = {  # generators.toml, and what two cases make of it
    'by_hand = ["sample/*"]  # ours\n' + TABLE: 'by_hand = ["sample/*", "{0}", "{1}"]  # ours\n' + TABLE,
    TABLE: 'by_hand = ["{0}", "{1}"]\n' + TABLE,
    'by_hand = ["*/hack-[2]*"]\n': 'by_hand = ["*/hack-[2]*"]\n',
    'by_hand = ["x"]\r\n[secret.forest]\r\n': 'by_hand = ["x", "{0}", "{1}"]\r\n[secret.forest]\r\n',
    "by_hand = [": "by_hand = [",
    "# \xe4\n": 'by_hand = ["{0}", "{1}"]\n# \xe4\n',
}


@pytest.mark.parametrize("text", DECLARED)
def test_a_case_is_named_once_and_all_else_stays(folder: Path, add: Add, text: str) -> None:
    recipes = folder / "generators.toml"
    recipes.write_bytes(text.encode())
    names = [f"secret/{add(one).name}" for one in (CROWDED, FREE)]
    wanted = DECLARED[text]
    for at, name in enumerate(names):
        wanted = wanted.replace(f"{{{at}}}", name)
    assert recipes.read_bytes().decode() == wanted


def test_nothing_is_written_through_a_link(folder: Path, add: Add) -> None:
    outside = {"hacks.toml": b"# \xff is no UTF-8\n", "generators.toml": TABLE.encode()}
    add(FREE)
    assert not (folder / "generators.toml").exists(), "nothing is declared without the file"
    (folder / "hacks.toml").unlink()
    for name, text in outside.items():
        (folder.parent / name).write_bytes(text)
        (folder / name).symlink_to(folder.parent / name)
    add(CROWDED)
    assert {name: (folder.parent / name).read_bytes() for name in outside} == outside
    assert (folder / "hacks.toml").read_bytes().startswith(b"# Cases that")
    assert (folder / "generators.toml").is_symlink()
