"""Write the package of `judge new`: all that a package has, small, for its author to change.

Its texts are the templates of shipped/starters. What differs from puzzle to puzzle comes from its Puzzle, so a new
puzzle has nothing to add.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from judge.errors import JudgeError, Place, ValueFault
from judge.files import whole, write_files
from judge.model import Instance, Problem
from judge.problems import puzzles
from judge.problems.manifest import NAME, NAME_HELP, read_manifest
from judge.problems.places import SHIPPED_PACKAGES
from judge.problems.prove.truth import truth_of
from judge.problems.puzzles import Puzzle
from judge.problems.row.case import free_fields, range_of
from judge.problems.row.read import row_text
from judge.problems.row.recipes import field_keys
from judge.problems.row.starter import filled
from judge.problems.row.words import Row
from judge.problems.safe_files import ENGLISH, STATEMENT, read_statement

_REPAIR: Final = "choose another name, or move the folder away; nothing was changed"
_NODES: Final = 100_000  # far more than a board of four rows takes


def write_skeleton(folder: Path, name: str, puzzle: str) -> Path:
    """Write a package of this puzzle, whole or not at all, and return its folder. ValueFault for what can't be its
    name, JudgeError E410 for a puzzle without a case, E412 where something is there, E435 where it can't be written."""
    if not NAME.fullmatch(name):
        raise ValueFault("NAME", f"{name!r} can't be the name of a package", NAME_HELP)
    package = folder / name
    files = _files(package, puzzles.puzzle_named(puzzle))
    _refuse_there(package)
    with whole(package) as scratch:
        write_files(scratch, files.items())
        _refuse_there(package)  # somebody may have been faster
    return package


def sample_board(puzzle: Puzzle) -> Instance:
    """Return the last of the public boards that a submission is warmed up with, which has an answer."""
    return msgspec.structs.replace(puzzle.boards[-1], algorithm="DFS" if _varies(puzzle) else "ANY")


def _files(package: Path, puzzle: Puzzle) -> dict[str, bytes]:
    """Return the files of a new package, by their paths in it."""
    board = sample_board(puzzle)
    if fault := puzzle.misfit(board):
        message = f"no small board is a case of the puzzle: {fault.message}"
        raise JudgeError("E410", message, Place("[puzzle]"), help="change the words that contradict each other")
    judged = puzzle.answers.is_text  # by a program of the package
    answer = None if judged else truth_of(board, puzzle.name, _NODES).answer
    sample, parameters = f"sample/n-{board.n}", puzzle.call.names if puzzle.call else ("*case",)
    texts = {
        "problem.toml": problem_toml(package.name, puzzle),
        "generators.toml": generators_toml(package.name, puzzle, board.n),
        f"{STATEMENT}/{ENGLISH}": _statement(package.name, puzzle),
        f"{sample}/input.txt": puzzle.cases.write(board).decode(),
        **({f"{sample}/answer.txt": puzzle.answers.write(answer).decode()} if answer and not answer.fail else {}),
        **({f"{Problem.VALIDATORS}/validator.py": filled("validator.py")} if judged else {}),
        "submissions/accepted/starter.py": _starter(package, puzzle),
        "submissions/wrong_answer/gives_up.py": filled("gives_up.py.jinja", parameters, name=package.name),
    }
    return {name: text.encode() for name, text in texts.items()}


def _varies(puzzle: Puzzle) -> bool:
    """Say whether cases name several algorithms: on boards without trees, these differ little."""
    return puzzle.row.names_algorithm and "tree" in puzzle.row.states


def problem_toml(name: str, puzzle: Puzzle) -> str:
    """Return what a new package of this name says about itself."""
    row = puzzle.row
    return filled(
        "problem.toml.jinja",
        row=row,
        title=msgspec.json.encode(row.title or name).decode(),
        puzzle=puzzle.name,
        own=row_text(puzzle.name) if puzzles.is_row(puzzle.name) else "",
        varies=_varies(puzzle),
        crowds=_crowds(row),
    )


def generators_toml(name: str, puzzle: Puzzle, sample_n: int) -> str:
    """Return the recipes of a new package whose sample has so many rows: small boards, which a slow solution does in a
    moment."""
    row, (least, most) = puzzle.row, range_of(puzzle.row, "n")

    def near(*sizes: int) -> list[int]:
        return sorted({max(least, min(size, most)) for size in sizes})

    drawn = {"tree", "closed", "piece"} & set(row.states) or row.parted or "weights" in row.drawn
    loose = row.goal in ("most", "heaviest", "all", "count") or not row.steps  # so much is left to try
    slow = loose and not puzzle.solution
    sizes = [n for n in range(least, min(5 if slow else 9, most) + 1) if n != sample_n]
    if not row.names_algorithm:
        sizes = sizes[:6]  # what tries everything needs minutes for 9 x 9 of some rows
    return filled(
        "generators.toml.jinja",
        name=name,
        row=row,
        crowds=_crowds(row),
        drawn=drawn,
        sizes=near(*((3, 4, 5) if slow else (4, 5, 6))) if drawn or not sizes else sizes,
        pieces=field_keys(row).get(row.total, ""),
        forest=near(6, 8, 10),
        shape=near(8),
        crowd=near(5, 6),
    )


def _crowds(row: Row) -> bool:
    """Say whether boards differ in trees, and the most that they hold is soon found: then more can be asked for."""
    found = row.only_queens and "m" not in row.fields and row.goal == "arrangement"
    return found and "tree" in row.states and row.total in free_fields(row)


def _starter(package: Path, puzzle: Puzzle) -> str:
    """Return the puzzle's starter, which declares this package as its problem."""
    path = package / "submissions/accepted/starter.py"
    text = puzzle.starter_in(f"{path} --problem {package}", package.name)
    head, line, rest = text.partition("\n")
    declared = f"# judge: problem = {package.name}"
    return declared + (line + rest if head.startswith("# judge: problem") else f"\n{text}")


def _statement(name: str, puzzle: Puzzle) -> str:
    """Return the statement of the shipped package of this puzzle, under the new name; else the puzzle's own."""
    for manifest in sorted(SHIPPED_PACKAGES.glob("*/problem.toml")):
        if read_manifest(manifest.parent).puzzle == puzzle.name and (text := read_statement(manifest.parent)):
            return f"# {name}\n{text.partition(chr(10))[2]}"
    return f"# {name}\n\n{puzzle.statement}"


def _refuse_there(package: Path) -> None:
    if os.path.lexists(package):  # a name that no file system takes is none
        raise JudgeError("E412", f"{package} is there already", help=_REPAIR)
