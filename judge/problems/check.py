"""Read one case and an answer from files or values, and what is drawn of them, for `judge check` and `judge show`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import numpy as np

from judge.errors import JudgeError, meant
from judge.model import Answer, Case, Finding, Limits, Problem, ReadWarning
from judge.problems import puzzles
from judge.problems.formats.values import Table, as_text, bad_value, says_pieces, take_answer, take_board, take_pieces
from judge.problems.manifest import read_manifest
from judge.problems.package import problem_of, read_case
from judge.problems.puzzles import GENERAL, Puzzle
from judge.problems.puzzles.goals import first_of, wild_cells
from judge.problems.puzzles.trial import Trial

CASE_LIMIT, ANSWER_LIMIT = 1 << 30, 256 << 20  # bytes; what is longer is no case, and is cut before it is read
_TINY = np.iinfo(np.int8)
_ANY_LENGTH = Limits(output=1 << 20)  # MiB: no package says how long an answer may be


class OneCase(msgspec.Struct, frozen=True, eq=False):
    """Holds a case, the problem as which it is judged, and what its file was forgiven.

    `packed` says whether a package has it; else nothing but the puzzle is known. The problem has this case alone.
    `assumed` says that as many pieces as rows are asked for, as nobody said how many.
    """

    problem: Problem
    case: Case
    warnings: tuple[ReadWarning, ...] = ()
    packed: bool = False
    assumed: bool = False

    @classmethod
    def of_file(cls, path: Path, puzzle: str | None = None, *, strict: bool = False) -> OneCase:
        """Return the case in a file `<package>/<group>/<case>/input.txt`, as a run of its package has it.

        Where there is no problem.toml, or `puzzle` is another than the package's, it is read alone, as a case of
        `puzzle` or of lizards. With `strict` an answer is read in its one form, or not at all. JudgeError as of
        `read_package`; E435 for a file that can't be opened.
        """
        one = _read(path, puzzle)
        if not strict:
            return one
        programs = msgspec.structs.replace(one.problem.programs, shapes=False, pairs=None, fail_words=())
        problem = msgspec.structs.replace(one.problem, strict=True, programs=programs)
        return msgspec.structs.replace(one, problem=problem)

    @classmethod
    def of_value(cls, given: object, pieces: object = None, puzzle: object = None) -> OneCase:
        """Return the case that a board, the text of a case, or its path stands for, with so many pieces to place if
        anybody says how many. JudgeError E471 for what is none, and for what is no puzzle; else as of `of_file`."""
        name, names = puzzle if isinstance(puzzle, str) else "", puzzles.puzzle_names()
        if puzzle is not None and name not in names:
            near = meant(name, names) if name else ""
            raise bad_value(f"there is no puzzle {puzzle!r:.40}{near}", f"the puzzles are {', '.join(names)}")
        if isinstance(given, Path):
            one, said = cls.of_file(given, name or None), True
        else:
            name, said = name or _usual(), pieces is not None or says_pieces(given)
            one = _of_puzzle(Case("", "", take_board(given, puzzles.puzzle_named(name).cases)), name)
        board = one.case.board
        if pieces is not None and one.case.text is None:
            board = msgspec.structs.replace(board, pieces=take_pieces(pieces))
        puzzles.puzzle_fits(board, one.problem.puzzle)
        return msgspec.structs.replace(one, case=msgspec.structs.replace(one.case, board=board), assumed=not said)

    @classmethod
    def alone(cls, path: Path, puzzle: str | None = None) -> OneCase:
        """Return the case in a file of which nothing but the puzzle is known: this one, or that of the package in which
        it lies. What the puzzle asks of its cases is not looked at. JudgeError E401 to E409, E435, E476; E430 for a
        problem without a board."""
        name = puzzle or puzzle_of(path)
        board, warnings = puzzles.puzzle_named(name).cases.read(read_file(path, CASE_LIMIT), str(path))
        return msgspec.structs.replace(_of_puzzle(Case(path.resolve().parent.name, "", board), name), warnings=warnings)

    def answer(self, given: object) -> bytes | Answer | Finding:
        """Return an answer as `solve` returns it, or what is wrong with one of its cells; the bytes of a text or a
        file. JudgeError E471 for what is no answer, E435 for a file that can't be read."""
        text = read_file(given, ANSWER_LIMIT) if isinstance(given, Path) else as_text(given)
        if text is not None:
            return text
        if self.case.text is not None:
            raise bad_value("the problem has no board", "give the text of the answer, or its pathlib.Path")
        taken, puzzle = take_answer(given), puzzles.puzzle_named(self.problem.puzzle)
        return taken if isinstance(taken, Answer) else _arrangement(taken, puzzle, self.case)


def _usual() -> str:
    """Return the puzzle of a case that lies in no package: the first of the table, the homework's."""
    return puzzles.puzzle_names()[0]


def _read(path: Path, puzzle: str | None) -> OneCase:
    file = path.resolve()
    root = _as_written(file.parent.parent.parent, path)
    if (root / "problem.toml").is_file():
        manifest = read_manifest(root)
        if puzzle in (None, manifest.puzzle):
            inside = root / Path(*file.parts[-3:])
            read_file(inside, 0)  # one that is not there is no fault of the package
            case, warnings = read_case(root, inside, manifest)
            return OneCase(problem_of(manifest, (case,)), case, warnings, packed=True)
    return _alone(path, puzzle or _usual())


def _arrangement(table: Table, puzzle: Puzzle, case: Case) -> Answer | Finding:
    """Return the array in the form that the puzzle asks for: a board, or columns from 0 where these are an answer."""
    taken, n = puzzle.answers.take(table), case.board.n
    if taken.count is not None:
        return taken
    if taken.columns is not None or (puzzle.answers.columns and table.ndim == 1):
        shape = (0, n) if not table.size else (1, *table.shape) if table.ndim == 1 else table.shape
        return Answer(columns=table.reshape(shape).astype(np.int64))
    board = np.ascontiguousarray(np.clip(table, _TINY.min, _TINY.max), dtype=np.int8)
    if board.shape == case.board.shape and (wild := wild_cells(table, case.board.grid)).any():
        cell = first_of(wild)  # whose value is named as it was, of any size
        return Trial(puzzle.row, case, Answer(board=board), board=board).wrong_cell(cell, int(table[cell]))
    return Answer(board=board)


def _of_puzzle(case: Case, puzzle: str) -> OneCase:
    """Return a case of which nothing but the puzzle is known."""
    facts = puzzles.puzzle_named(puzzle).facts
    return OneCase(Problem(case.name, "", puzzle, ("ANY",), False, _ANY_LENGTH, {}, (case,), **facts), case)


def _as_written(root: Path, path: Path) -> Path:
    """Return the folder as the words of `path` name it, if they do, so that messages do."""
    said = path.parents[2] if len(path.parents) > 2 else root
    return said if said.resolve() == root else root


def _alone(path: Path, puzzle: str) -> OneCase:
    """Return a case that no package has, with what the answer.txt beside it says where that can be read."""
    one, beside = OneCase.alone(path, puzzle), path.with_name("answer.txt")
    board = one.case.board
    puzzles.puzzle_fits(board, puzzle)
    answers = puzzles.puzzle_named(puzzle).answers
    said = answers.read(read_file(beside, ANSWER_LIMIT), board.shape, file=str(beside)) if beside.is_file() else None
    answer = said if isinstance(said, Answer) else None
    return msgspec.structs.replace(one, case=msgspec.structs.replace(one.case, answer=answer))


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
        return _usual()
    if isinstance(name, dict):
        from judge.problems.row.read import reference_in  # few packages have a puzzle of their own

        return reference_in(manifest)
    if name == GENERAL:
        message = "the case is of a problem without a board, whose answers a validator looks at"
        repair = "judge show PROBLEM CASE  shows it, judge run FILE --problem PROBLEM --case CASE  runs it"
        raise JudgeError("E430", message, help=repair)
    return name if name in puzzles.puzzle_names() else _usual()
