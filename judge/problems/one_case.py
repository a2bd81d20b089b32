"""Read one case by its file, with all that its package says of answers; or alone, where it lies in no package."""

from __future__ import annotations

from pathlib import Path

import msgspec

from judge.model import Case, Limits, Problem, ReadWarning
from judge.problems import puzzles
from judge.problems.check import DEFAULT, load_case, read_file, truth_beside
from judge.problems.manifest import Manifest, read_manifest
from judge.problems.package import problem_of, read_case

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
            return _in_package(root, root / Path(*file.parts[-3:]), manifest)
    return _alone(path, puzzle or DEFAULT)


def alone(case: Case, puzzle: str) -> OneCase:
    """Return a case of which nothing but the puzzle is known."""
    chosen = puzzles.named(puzzle)
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


def _in_package(root: Path, file: Path, manifest: Manifest) -> OneCase:
    read_file(file, 0)  # one that is not there is no fault of the package
    name, group = file.parent.name, file.parent.parent.name
    case, warnings = read_case(root, file, (name, group), manifest)
    return OneCase(problem_of(manifest, (case,)), case, warnings, packed=True)


def _alone(path: Path, puzzle: str) -> OneCase:
    board, warnings = load_case(path, puzzle)
    puzzles.puzzle_fits(board, puzzle)
    case = Case(path.resolve().parent.name, "", board, truth_beside(path, puzzle, board.shape))
    return msgspec.structs.replace(alone(case, puzzle), warnings=warnings)
