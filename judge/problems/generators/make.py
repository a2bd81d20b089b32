"""Make the cases of a package as its generators.toml says, one after the other.

Only input.txt is written. A case whose board changes loses its answer.txt first, as that answers another board: so
whoever is killed in between leaves no wrong answer behind, and a second run goes on where the first one stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from judge.errors import JudgeError, Place
from judge.model import Instance
from judge.model.package import Made
from judge.problems import puzzles
from judge.problems.atomic import write_file
from judge.problems.formats.case import CaseFormat
from judge.problems.generators.keys import ValueFault
from judge.problems.generators.lock import Lock, board_digest, digest
from judge.problems.generators.most import Most, most_pieces
from judge.problems.generators.recipe import Recipe
from judge.problems.inside import read_if_there, refuse_outside
from judge.problems.puzzles.constraints import no_attack
from judge.problems.rules.plain import TREE

OF_THE_BOARD: Final = ("answer.txt", "certificate.json")  # what is said of a board, and of no other
_RULES: Final = (no_attack,)  # those for which the most pieces can be found


class Order(msgspec.Struct, frozen=True):
    """What is to be done: `writes` or only say it; CP-SAT gets so many seconds a board."""

    package: Path
    puzzle: str
    file: str  # generators.toml
    writes: bool
    seconds: float


def make(order: Order, recipe: Recipe, lock: Lock) -> Made:
    """Make one case, and keep in the lock what was found and written. Raises JudgeError E411 for a case that the
    puzzle has not, and E435 for a file that can't be read or written."""
    board = _board(order, recipe)
    name = "" if recipe.pieces.kind == "number" else board_digest(board.grid)
    most = _most(order, recipe, board, lock) if name else None
    trees = int(np.count_nonzero(board.grid == TREE))
    about = Made(recipe.path, "undecided", recipe.n, trees, board=name, columns=board.columns)
    if most is not None:
        about = msgspec.structs.replace(about, most=most.pieces, most_proven=most.proven)
    if why := _undecided(recipe, most):
        return msgspec.structs.replace(about, note=why)
    board = board if most is None else msgspec.structs.replace(board, pieces=recipe.pieces.of(most.pieces))
    _refuse_misfit(order, recipe, board)
    puzzle = puzzles.named(order.puzzle)
    cases, asked = puzzle.cases, 0 if puzzle.goal.scored else board.pieces  # of the best, no number is asked
    data, about = cases.write(board), msgspec.structs.replace(about, pieces=asked)
    found = _compared(order.package / recipe.path, data, cases, lock.cases.get(recipe.path, ""), about)
    if found.state in ("new", "stale"):
        found = _written(order, recipe, data, found)
    if found.state != "edited" and order.writes:
        lock.cases[recipe.path] = digest(data)
    return found


def _board(order: Order, recipe: Recipe) -> Instance:
    try:
        return recipe.board()
    except ValueFault as fault:
        message = f"{recipe.path} can't be made: {fault.what}"
        raise JudgeError("E411", message, Place(order.file, recipe.line), help=fault.repair) from None


def _most(order: Order, recipe: Recipe, board: Instance, lock: Lock) -> Most | None:
    """Return the most that the board holds: from the lock, else found now and kept there."""
    if puzzles.named(order.puzzle).rules != _RULES:
        message = f"the most pieces on a board can't be found for the puzzle {order.puzzle}"
        raise JudgeError("E411", message, Place(order.file, recipe.line), help="write pieces as a number")
    name = board_digest(board.grid)
    known = lock.boards.get(name)
    if order.writes and (known is None or (recipe.pieces.kind == "most" and not known.proven)):
        known = lock.boards[name] = most_pieces(board, order.puzzle, order.seconds)
        lock.write(order.package)
    return known


def _undecided(recipe: Recipe, most: Most | None) -> str:
    """Return why the number of pieces is not known; nothing where it is."""
    if recipe.pieces.kind == "number":
        return ""
    if most is None:
        return "it is not known yet how many pieces the board holds; without --check it is found"
    if recipe.pieces.kind == "most" and not most.proven:
        return f"{most.pieces:,} pieces were placed, {most.how}"
    return "" if recipe.pieces.of(most.pieces) > 0 else f"the board holds {most.pieces}, so no piece would be left"


def _refuse_misfit(order: Order, recipe: Recipe, board: Instance) -> None:
    try:
        puzzles.puzzle_fits(board, order.puzzle)
    except JudgeError as fault:
        message = f"{recipe.path} is no case of this puzzle: {fault.message}"
        raise JudgeError("E411", message, Place(order.file, recipe.line), fault.note, "correct the recipe") from None


def _compared(folder: Path, data: bytes, cases: CaseFormat, written: str, about: Made) -> Made:
    """Say how the file of a case differs from what its recipe makes."""
    file = folder / "input.txt"
    refuse_outside(folder, folder.parent.parent)
    there = read_if_there(file) if file.is_file() else None
    if there is None:
        return msgspec.structs.replace(about, state="new")
    if there == data or _says(there, data, cases):
        return msgspec.structs.replace(about, state="same")
    if digest(there) == written:
        return msgspec.structs.replace(about, state="stale")
    note = "input.txt is not what the recipe makes, nor what was written: delete it, or declare the case in by_hand"
    return msgspec.structs.replace(about, state="edited", note=note)


def _says(there: bytes, data: bytes, cases: CaseFormat) -> bool:
    """Say whether a file says the same in another form, such as with Windows' line ends."""
    try:
        return cases.write(cases.read(there, "input.txt")[0]) == data
    except JudgeError:
        return False


def _written(order: Order, recipe: Recipe, data: bytes, found: Made) -> Made:
    folder = order.package / recipe.path
    gone = list(_answers(folder))
    if order.writes:
        for file in gone:
            _remove(file)
        write_file(folder / "input.txt", data)
    names = " and ".join(file.name for file in gone)
    goes = f"{names} of another board {'is' if order.writes else 'will be'} removed" if gone else ""
    return msgspec.structs.replace(found, note=goes)


def _answers(folder: Path) -> Iterator[Path]:
    yield from (folder / name for name in OF_THE_BOARD if (folder / name).is_file() or (folder / name).is_symlink())


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as fault:
        raise JudgeError("E435", f"{file} can't be removed: {fault.strerror}") from fault
