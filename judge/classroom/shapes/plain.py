"""A class of no LMS: a file or a folder for each student, called as the student is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.classroom.files.file import File
from judge.classroom.shapes.pile import Pile, Sorted, any_of, top


def sort(files: Sequence[File], suffixes: Iterable[str]) -> Sorted:
    """Sort the files by folder. Loose ones are a submission if they end in one of `suffixes`, in letters of any case,
    or with a `.txt` behind it, as browsers put one there."""
    found: dict[str, Pile] = {}
    endings = (*suffixes, ".zip")
    strays = [file for file in files if not _placed(file, found, endings)]
    return Sorted("plain", list(found.values()), strays)


def _placed(file: File, found: dict[str, Pile], endings: tuple[str, ...]) -> bool:
    name, slash, inside = file.path.partition("/")
    if not name or name == "..":
        return False
    if not slash:
        meant = name[: -len(".txt")] if name.lower().endswith(".txt") else name
        if not (name.endswith(endings) or meant.lower().endswith(endings)):
            return False
        stem = meant.rpartition(".")[0] or meant
        name, inside = stem, name
    if name not in found:
        found[name] = Pile(name, any_of(name), flat=not slash)
    pile = found[name]
    if pile.files and pile.flat == bool(slash):  # alice.py beside alice/
        pile.twice.append(file.path)
    pile.add(inside, file, top(file.path))
    return True
