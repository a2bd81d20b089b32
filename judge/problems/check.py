"""Check one answer to one case, both from files, for `judge check` and `judge show`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import Answer, Case, Finding, Instance, ReadWarning
from judge.problems import puzzles
from judge.problems.formats.size import Size, shape_of
from judge.problems.puzzles.general import GENERAL
from judge.problems.puzzles.rules import regions_alike

DEFAULT = "lizards"  # the puzzle of a case that lies in no package
CASE_LIMIT, ANSWER_LIMIT = (
    1 << 30,
    256 << 20,
)  # bytes; what is longer is no case, and is cut before it is read


class Checked(msgspec.Struct, frozen=True, eq=False):
    """Holds the finding (None: the answer is right), the board to draw, and what was read tolerantly from each file.

    `shown` is the board of a picture: that of the answer, of FAIL that of the case; None where there is none.
    `grid` is the board of the case, `regions` are those of its cells, if it has any.
    """

    puzzle: str
    finding: Finding | None
    board: Any
    case_notices: tuple[ReadWarning, ...]
    answer_notices: tuple[ReadWarning, ...]
    shown: Any = None
    grid: Any = None
    regions: Any = None


def load_case(path: Path, puzzle: str = DEFAULT) -> tuple[Instance, tuple[ReadWarning, ...]]:
    """Return the board in the file, which is a case of this puzzle, and what was forgiven; JudgeError E401 to E409,
    E435, E476."""
    return puzzles.named(puzzle).cases.read(read_file(path, CASE_LIMIT), str(path))


def check_files(case_path: Path, answer_path: Path, puzzle: str | None, strict: bool) -> Checked:
    """Judge one file by the other. The answer.txt beside the case, if there is one, says whether FAIL is right."""
    puzzle = puzzle or puzzle_of(case_path)
    board, case_notices = load_case(case_path, puzzle)
    puzzles.puzzle_fits(board, puzzle)
    read = puzzles.read_answer(read_file(answer_path, ANSWER_LIMIT), puzzle, board.shape, strict, str(answer_path))
    if isinstance(read, Finding):
        return Checked(puzzle, read, None, case_notices, ())
    case = Case(case_path.resolve().parent.name, "", board, truth_beside(case_path, puzzle, board.shape))
    finding = puzzles.judge(case, puzzle, read)
    if finding and finding.where.startswith("output.txt"):
        finding = msgspec.structs.replace(finding, where=str(answer_path) + finding.where.removeprefix("output.txt"))
    decided = puzzles.named(puzzle).goal.asks == "decision"  # about the board of the case
    drawn = board.grid if decided else drawing(read, board.shape)
    return Checked(
        puzzle,
        finding,
        drawn,
        case_notices,
        read.warnings,
        board.grid if read.fail else drawn,
        board.grid,
        regions(board, puzzle),
    )


def regions(board: Instance, puzzle: str) -> Any:
    """Return the region of each cell; None where the puzzle has no regions."""
    return board.layer if regions_alike in puzzles.named(puzzle).rules else None


def word(puzzle: str) -> str:
    """Return what the puzzle calls one of its pieces."""
    return puzzles.named(puzzle).words.one


def drawing(answer: Answer, size: Size) -> Any:
    """Return the answer as a board to look at; None where it is no board, or more than one."""
    columns, (n, width) = answer.columns, shape_of(size)
    if answer.board is not None or columns is None or columns.shape != (1, n):
        return answer.board
    if ((columns < 0) | (columns >= width)).any():
        return None
    board = np.zeros((n, width), dtype=np.int8)
    board[np.arange(n), columns[0]] = 1
    return board


def read_file(path: Path, limit: int) -> bytes:
    """Return at most so many bytes of a file; JudgeError E435 when it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(limit)
    except OSError as error:
        raise JudgeError("E435", f"{path} can't be read: {error.strerror}", help="name a file that is there") from error


def puzzle_of(case_path: Path) -> str:
    """Return the puzzle of the package in which the case lies, `<package>/<group>/<case>/input.txt`; else lizards."""
    manifest = case_path.resolve().parent.parent.parent / "problem.toml"
    try:
        name = tomllib.loads(manifest.read_text(encoding="utf-8")).get("puzzle")
    except (OSError, ValueError):
        return DEFAULT
    if name == GENERAL.name:
        message = "the case is of a problem without a board, whose answers a validator looks at"
        repair = "judge show PROBLEM CASE  shows it, judge run FILE --problem PROBLEM --case CASE  runs it"
        raise JudgeError("E430", message, help=repair)
    return name if name in puzzles.names() else DEFAULT


def truth_beside(case_path: Path, puzzle: str, size: Size) -> Answer | None:
    """Return what the answer.txt beside a case says; None where there is none, or none that can be read."""
    path = case_path.with_name("answer.txt")
    if not path.is_file():
        return None
    answer = puzzles.read_answer(read_file(path, ANSWER_LIMIT), puzzle, size)
    return answer if isinstance(answer, Answer) else None
