"""Write the package of `judge new`: all that a package has, small, for its author to change.

What differs from puzzle to puzzle comes from its Puzzle, or is found by trying, so a new puzzle has nothing to add.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from judge.errors import JudgeError
from judge.model import Algorithm
from judge.problems import puzzles, skeleton_text
from judge.problems.manifest import read_manifest
from judge.problems.places import SHIPPED
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.sample import sample_board, smallest_answer
from judge.problems.statement import ENGLISH, STATEMENT, read_statement

_FREE: Final[tuple[Algorithm, ...]] = ("BFS", "DFS", "SA")
_REPAIR: Final = "choose another name, or move the folder away; nothing was changed"


def write_skeleton(package: Path, puzzle: str) -> Path:
    """Write a package of this puzzle, whole or not at all, and return its folder. JudgeError E412 where something is
    there already, E435 where it can't be written."""
    files = skeleton_files(package, puzzles.named(puzzle))
    try:
        _refuse_there(package)
        package.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".judge-new-", dir=package.parent) as scratch:
            whole = Path(scratch) / package.name
            for name, data in files.items():
                (whole / name).parent.mkdir(parents=True, exist_ok=True)
                (whole / name).write_bytes(data)
            _refuse_there(package)  # somebody may have been faster
            whole.rename(package)
    except OSError as error:
        raise JudgeError("E435", f"{package} can't be written: {error.strerror}") from error
    return package


def skeleton_files(package: Path, puzzle: Puzzle) -> dict[str, bytes]:
    """Return the files of a new package, by their paths in it."""
    board = sample_board(puzzle)
    trees = puzzle.homework and "tree" in puzzle.row.states
    samples = puzzle.recipes.samples
    recipes = skeleton_text.generators_toml(package.name, board.n, samples, trees=trees)
    answer = smallest_answer(puzzle, board)
    sample = f"sample/n-{board.n}"
    texts = {
        "problem.toml": skeleton_text.problem_toml(package.name, puzzle, _algorithms(trees), trees=trees),
        "generators.toml": recipes,
        f"{STATEMENT}/{ENGLISH}": _statement(package.name, puzzle),
        f"{sample}/input.txt": puzzle.cases.write(board).decode(),
        **({f"{sample}/answer.txt": puzzle.answers.write(answer).decode()} if answer else {}),
        "submissions/accepted/starter.py": _starter(package, puzzle),
        "submissions/wrong_answer/gives_up.py": skeleton_text.wrong(package.name, puzzle),
    }
    return {name: text.encode() for name, text in texts.items()}


def _algorithms(trees: bool) -> tuple[Algorithm, ...]:
    return _FREE if trees else ("ANY",)


def _starter(package: Path, puzzle: Puzzle) -> str:
    """Return the puzzle's starter, which declares this package as its problem."""
    path = package / "submissions/accepted/starter.py"
    text = puzzle.starter.replace("THIS_FILE", f"{path} --problem {package}")
    text = text.replace("THIS_PROBLEM", package.name)
    head, line, rest = text.partition("\n")
    declared = f"# judge: problem = {package.name}"
    return declared + (line + rest if head.startswith("# judge: problem") else f"\n{text}")


def _statement(name: str, puzzle: Puzzle) -> str:
    """Return the statement of the shipped package of this puzzle, under the new name; else one in a few words."""
    for manifest in sorted(SHIPPED.glob("*/problem.toml")):
        if read_manifest(manifest.parent).puzzle == puzzle.name and (text := read_statement(manifest.parent)):
            return f"# {name}\n{text.partition(chr(10))[2]}"
    return skeleton_text.statement(name, puzzle)


def _refuse_there(package: Path) -> None:
    if package.exists() or package.is_symlink():
        raise JudgeError("E412", f"{package} is there already", help=_REPAIR)
