"""Read one case and an answer from their files, and what is drawn of them, for `judge check` and `judge show`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import Answer, Case, Given, Instance, Limits, Problem, ReadWarning
from judge.problems import puzzles
from judge.problems.formats.size import Shape
from judge.problems.formats.toml_source import TomlSource
from judge.problems.manifest import read_manifest
from judge.problems.package import problem_of, read_case
from judge.problems.puzzles.general import GENERAL

DEFAULT = "lizards"  # the puzzle of a case that lies in no package
CASE_LIMIT, ANSWER_LIMIT = 1 << 30, 256 << 20  # bytes; what is longer is no case, and is cut before it is read
_ANY_LENGTH = Limits(output=1 << 20)  # MiB: no package says how long an answer may be


class OneCase(msgspec.Struct, frozen=True, eq=False):
    """Holds a case, the problem as which it is judged, and what its file was forgiven.

    `packed` says whether a package has it; else nothing but the puzzle is known. The problem has this case alone.
    """

    problem: Problem
    case: Case
    warnings: tuple[ReadWarning, ...] = ()
    packed: bool = False


def read_one(path: Path, puzzle: str | None = None) -> OneCase:
    """Return the case in a file `<package>/<group>/<case>/input.txt`, as a run of its package has it.

    Where there is no problem.toml, or `puzzle` is another than the package's, it is read alone, as a case of `puzzle`
    or of lizards. JudgeError as of `read_package`; E435 for a file that can't be opened.
    """
    file = path.resolve()
    root = _as_written(file.parent.parent.parent, path)
    if (root / "problem.toml").is_file():
        manifest = read_manifest(root)
        if puzzle in (None, manifest.puzzle):
            inside = root / Path(*file.parts[-3:])
            read_file(inside, 0)  # one that is not there is no fault of the package
            case, warnings = read_case(root, inside, manifest)
            return OneCase(problem_of(manifest, (case,)), case, warnings, packed=True)
    return _alone(path, puzzle or DEFAULT)


def alone(case: Case, puzzle: str) -> OneCase:
    """Return a case of which nothing but the puzzle is known."""
    chosen = puzzles.puzzle_named(puzzle)
    parted, word = chosen.parted, chosen.words.one
    problem = Problem(
        case.name, "", puzzle, ("ANY",), False, _ANY_LENGTH, {}, (case,), piece=word, keyless=chosen.goal.keyless,
        parted=parted, scored=chosen.goal.scored,
    )  # fmt: skip
    return OneCase(problem, case)


def strictly(problem: Problem) -> Problem:
    """Return the problem with `answers = "strict"`: an answer is read in its one form, or not at all."""
    programs = msgspec.structs.replace(problem.programs, shapes=False, pairs=None, fail_words=())
    return msgspec.structs.replace(problem, strict=True, programs=programs)


def _as_written(root: Path, path: Path) -> Path:
    """Return the folder as the words of `path` name it, if they do, so that messages do."""
    said = path.parents[2] if len(path.parents) > 2 else root
    return said if said.resolve() == root else root


def _alone(path: Path, puzzle: str) -> OneCase:
    board, warnings = load_case(path, puzzle)
    puzzles.puzzle_fits(board, puzzle)
    case = Case(path.resolve().parent.name, "", board, truth_beside(path, puzzle, board.shape))
    return msgspec.structs.replace(alone(case, puzzle), warnings=warnings)


def load_case(path: Path, puzzle: str = DEFAULT) -> tuple[Instance, tuple[ReadWarning, ...]]:
    """Return the board in the file, which is a case of this puzzle, and what was forgiven; JudgeError E401 to E409,
    E435, E476."""
    return puzzles.puzzle_named(puzzle).cases.read(read_file(path, CASE_LIMIT), str(path))


def drawing(answer: Answer, shape: Shape) -> Any:
    """Return the answer as a board to look at; None where it is no board, or more than one."""
    columns, (n, width) = answer.columns, shape
    if answer.board is not None or columns is None or columns.shape != (1, n):
        return answer.board
    if ((columns < 0) | (columns >= width)).any():
        return None
    board = np.zeros(shape, dtype=np.int8)
    board[np.arange(n), columns[0]] = 1
    return board


def read_file(path: Path, limit: int) -> bytes:
    """Return at most so many bytes of a file; JudgeError E435 when it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(limit)
    except OSError as error:
        raise JudgeError("E435", f"{path} can't be read: {error.strerror}", help="name a file that is there") from error


def read_answer_file(path: Path) -> bytes:
    """Return a file that holds an answer, cut where no answer is as long; JudgeError E435 when it can't be read."""
    return read_file(path, ANSWER_LIMIT)


def puzzle_of(case_path: Path) -> str:
    """Return the puzzle of the package in which the case lies, `<package>/<group>/<case>/input.txt`; else lizards."""
    manifest = case_path.resolve().parent.parent.parent / "problem.toml"
    try:
        name = tomllib.loads(manifest.read_text(encoding="utf-8")).get("puzzle")
    except (OSError, ValueError):
        return DEFAULT
    if isinstance(name, dict):
        from judge.problems.row.file import reference_of  # few packages have a puzzle of their own
        from judge.problems.row.read import read_row

        return reference_of(read_row(name, TomlSource.of(manifest.read_bytes(), str(manifest), "E422", "")))
    if name == GENERAL.name:
        message = "the case is of a problem without a board, whose answers a validator looks at"
        repair = "judge show PROBLEM CASE  shows it, judge run FILE --problem PROBLEM --case CASE  runs it"
        raise JudgeError("E430", message, help=repair)
    return name if name in puzzles.puzzle_names() else DEFAULT


def truth_beside(case_path: Path, puzzle: str, shape: Shape) -> Answer | None:
    """Return what the answer.txt beside a case says; None where there is none, or none that can be read."""
    path = case_path.with_name("answer.txt")
    if not path.is_file():
        return None
    answer = puzzles.read_answer(read_answer_file(path), puzzle, shape)
    return answer if isinstance(answer, Answer) else None


def given_of(answer: Answer, shape: Shape) -> Given | None:
    """Return what a submission answered to a case of this shape: FAIL, a number, or one board.

    None for a text, and for what is no board of that shape. Of a board that is too large, only that there is one.
    """
    if answer.fail:
        return Given(fail=True)
    if answer.count is not None:
        return Given(count=answer.count)
    if answer.columns is not None and len(answer.columns) != 1:
        return Given(count=len(answer.columns))
    board = drawing(answer, shape)
    return None if board is None or board.shape != shape or shape[0] == 0 else Given.of_board(board)
