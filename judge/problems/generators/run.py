"""A whole run of `judge generate`: every recipe that is asked for, in order, then the orphans, then the lock.

Only input.txt is written. A case whose board changes loses its answer.txt first, as that answers another board: so
whoever is killed in between leaves no wrong answer behind, and a second run goes on where the first one stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from judge.errors import JudgeError, Place, ValueFault, meant
from judge.files import PART, remove, write_file
from judge.model import Instance, Made
from judge.problems.constraints import TREE
from judge.problems.generators.keys import Pieces
from judge.problems.generators.lock import board_digest, digest, read_lock
from judge.problems.generators.read import Generators, Recipe, read_generators
from judge.problems.manifest import read_manifest
from judge.problems.prove import CERTIFICATE
from judge.problems.prove.truth import Most, most_found
from judge.problems.puzzles import puzzle_fits, puzzle_named
from judge.problems.row.case import CaseFormat
from judge.problems.safe_files import files_inside, read_if_there, refuse_outside

_OF_THE_BOARD: Final = ("answer.txt", CERTIFICATE)  # what is said of a board, and of no other
_OURS: Final = ("input.txt", *_OF_THE_BOARD, PART)


class GenerateWish(msgspec.Struct, frozen=True):
    """What is asked of `generate`. `check` writes nothing; `only` are names of cases, or patterns of them. CP-SAT gets
    so many seconds a board."""

    check: bool = False
    only: tuple[str, ...] = ()
    remove_orphans: bool = False
    seconds: float = 20.0


def generate(package: Path, wish: GenerateWish) -> Iterator[Made]:
    """Yield each case as it is made, in the order of generators.toml, then orphans. Whoever stops in between loses
    nothing. Raises JudgeError E411 before the first one where the recipes are wrong, E421 and E422 for problem.toml;
    E411 for a case that the puzzle has not, and E435 for a file that can't be read or written."""
    manifest = read_manifest(package)
    generators = read_generators(package, manifest)
    return _Run(package, wish, manifest.puzzle, generators).made(_chosen(generators, wish.only), manifest.groups)


def _chosen(generators: Generators, words: tuple[str, ...]) -> tuple[Recipe, ...]:
    """Return the recipes that these words name; JudgeError E433 for a word that names none."""
    for word in words:
        if not any(_named(recipe, word) for recipe in generators.recipes):
            message = f"no recipe makes a case {word!r}{meant(word, [one.name for one in generators.recipes])}"
            repair = "name a case, or a pattern such as 'forest-*'"
            raise JudgeError("E433", message, Place(generators.file), help=repair)
    return tuple(one for one in generators.recipes if not words or any(_named(one, word) for word in words))


def _named(recipe: Recipe, word: str) -> bool:
    return fnmatchcase(recipe.name, word) or fnmatchcase(recipe.path, word)


class _Run:
    def __init__(self, package: Path, wish: GenerateWish, puzzle: str, generators: Generators) -> None:
        self.package, self.wish, self.puzzle, self.generators = package, wish, puzzle_named(puzzle), generators
        self.writes = not wish.check
        self.lock = read_lock(package)

    def made(self, recipes: Iterable[Recipe], groups: Iterable[str]) -> Iterator[Made]:
        """Make these cases, and where no others are left out, look for orphans."""
        used: set[str] = set()
        try:
            for recipe in recipes:
                found = self._case(recipe)
                used.add(found.board)
                yield found
            if not self.wish.only:
                for orphan in self._orphans(groups):
                    yield _removed(self.package, orphan) if self.wish.remove_orphans and self.writes else orphan
                self._forget(used)
        finally:
            if self.writes:
                self.lock.write(self.package)

    def _forget(self, used: set[str]) -> None:
        """Drop what no recipe needs any more."""
        lock, paths = self.lock, {recipe.path for recipe in self.generators.recipes}
        lock.cases = {case: digest for case, digest in lock.cases.items() if case in paths}
        lock.boards = {name: most for name, most in lock.boards.items() if name in used}

    def _orphans(self, groups: Iterable[str]) -> Iterator[Made]:
        """Yield each case of these groups that neither a recipe makes nor `by_hand` declares."""
        known = {recipe.path for recipe in self.generators.recipes}
        for group in groups:
            there = files_inside(self.package / group) if (self.package / group).is_dir() else []
            for case in (f"{group}/{path.name}" for path in there if not path.name.startswith(".")):
                if case not in known and not any(fnmatchcase(case, pattern) for pattern in self.generators.by_hand):
                    note = "no recipe makes it: declare it in by_hand, or give --remove-orphans"
                    yield Made(case, "orphan", note=note)

    def _case(self, recipe: Recipe) -> Made:
        """Make one case, and keep in the lock what was found and written."""
        board = self._board(recipe)
        name = "" if recipe.pieces is None else board_digest(board.grid)
        most = self._most(recipe.pieces, board, name) if recipe.pieces else None
        trees = int(np.count_nonzero(board.grid == TREE))
        about = Made(recipe.path, "undecided", recipe.n, trees, board=name, columns=board.columns)
        if most is not None:
            about = msgspec.structs.replace(about, most=most.pieces, most_proven=most.proven)
        if why := _undecided(recipe, most):
            return msgspec.structs.replace(about, note=why)
        if most is not None and recipe.pieces is not None:
            board = msgspec.structs.replace(board, pieces=recipe.pieces.of(most.pieces))
        try:
            puzzle_fits(board, self.puzzle.name)
        except JudgeError as fault:
            message = f"{recipe.path} is no case of this puzzle: {fault.message}"
            raise self._wrong(recipe, message, "correct the recipe", fault.note) from None
        asked = 0 if self.puzzle.goal.scored else board.pieces  # of the best, no number is asked
        return self._written(recipe, self.puzzle.cases.write(board), msgspec.structs.replace(about, pieces=asked))

    def _wrong(self, recipe: Recipe, message: str, repair: str, note: str = "") -> JudgeError:
        return JudgeError("E411", message, Place(self.generators.file, recipe.line), note, repair)

    def _board(self, recipe: Recipe) -> Instance:
        try:
            return recipe.board()
        except ValueFault as fault:
            raise self._wrong(recipe, f"{recipe.path} can't be made: {fault.what}", fault.help) from None

    def _most(self, asked: Pieces, board: Instance, name: str) -> Most | None:
        """Return the most that the board of this name holds: from the lock, else found now and kept there."""
        known = self.lock.boards.get(name)
        if self.writes and (known is None or (asked.kind == "most" and not known.proven)):
            known = self.lock.boards[name] = most_found(board, self.puzzle.name, self.wish.seconds)
            self.lock.write(self.package)
        return known

    def _written(self, recipe: Recipe, data: bytes, about: Made) -> Made:
        """Write the file of a case where it is not what its recipe makes, and say how it differed."""
        folder = self.package / recipe.path
        refuse_outside(folder, self.package)
        there = read_if_there(folder / "input.txt") if (folder / "input.txt").is_file() else None
        if there is not None and (there == data or _says(there, data, self.puzzle.cases)):
            about = msgspec.structs.replace(about, state="same")
        elif there is None or digest(there) == self.lock.cases.get(recipe.path, ""):
            about = msgspec.structs.replace(about, state="new" if there is None else "stale")
            about = self._replaced(folder, data, about)
        else:
            repair = "delete it, or declare the case in by_hand"
            note = f"input.txt is not what the recipe makes, nor what was written: {repair}"
            return msgspec.structs.replace(about, state="edited", note=note)
        if self.writes:
            self.lock.cases[recipe.path] = digest(data)
        return about

    def _replaced(self, folder: Path, data: bytes, about: Made) -> Made:
        files = [folder / name for name in _OF_THE_BOARD]
        gone = [file for file in files if file.is_file() or file.is_symlink()]
        if self.writes:
            for file in gone:
                remove(file)
            write_file(folder / "input.txt", data)
        names = " and ".join(file.name for file in gone)
        goes = f"{names} of another board {'is' if self.writes else 'will be'} removed" if gone else ""
        return msgspec.structs.replace(about, note=goes)


def _undecided(recipe: Recipe, most: Most | None) -> str:
    """Return why the number of pieces is not known; nothing where it is."""
    if recipe.pieces is None:
        return ""
    if most is None:
        return "it is not known yet how many pieces the board holds; without --check it is found"
    if recipe.pieces.kind == "most" and not most.proven:
        return f"{most.pieces:,} pieces were placed, {most.how}"
    return "" if recipe.pieces.of(most.pieces) > 0 else f"the board holds {most.pieces}, so no piece would be left"


def _says(there: bytes, data: bytes, cases: CaseFormat) -> bool:
    """Say whether a file says the same in another form, such as with Windows' line ends."""
    try:
        return cases.write(cases.read(there, "input.txt")[0]) == data
    except JudgeError:
        return False


def _removed(package: Path, orphan: Made) -> Made:
    """Remove the folder of a case. One that holds what is no file of a case stays, and that is said. So does what only
    a link leads to."""
    folder = package / orphan.case
    if folder.is_symlink() or folder.resolve() != package.resolve() / orphan.case:
        return Made(orphan.case, "orphan", note="it is not removed, as it is a link")
    if strange := [path.name for path in files_inside(folder) if path.name not in _OURS]:
        return Made(orphan.case, "orphan", note=f"it is not removed, as it holds {strange[0]}")
    for name in _OURS:
        remove(folder / name)
    remove(folder, folder=True)
    return Made(orphan.case, "removed")
