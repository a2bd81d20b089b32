"""What a student handed in, as far as it has been read: the bytes of its files, each under the name that it is read by,
and what is to be remarked about them."""

from __future__ import annotations

from pathlib import PurePosixPath

import msgspec

from judge.classroom.exports import Pile
from judge.classroom.files.bounds import FOLDER_MOST
from judge.classroom.files.file import SURPLUS, File
from judge.classroom.homework.unclear import UnclearError
from judge.model.classroom import NOTHING
from judge.submissions.folder import FILES_LIMIT, FOLDER_LIMIT, SOURCE_LIMIT
from judge.submissions.languages import is_source
from judge.submissions.notebook import is_notebook
from judge.text import listed

ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".jar")
ALONE = "leave the sources alone in it"


class Handed(msgspec.Struct):
    """The files of a pile that may be part of a program. `names` are what the folders and the zip around them are
    called, `origins` the paths in the pile of those files that are read by another name."""

    pile: Pile
    names: list[str]
    data: dict[str, bytes] = {}
    books: dict[str, File] = {}  # notebooks, which are read where they are needed
    origins: dict[str, str] = {}
    remarks: list[str] = []
    damaged: dict[str, str] = {}  # sources that must not be read, and why

    @property
    def sources(self) -> dict[str, bytes]:
        return {path: text for path, text in self.data.items() if is_source(path)}

    def rename(self, path: str, name: str) -> None:
        """Read a file by another name, which no file has yet, and say so."""
        self.data[name] = self.data.pop(path)
        self.origins[name] = path
        self.remarks.append(f"{path}: read as {name}")

    def refuse_damaged(self, main: str) -> None:
        """Raise UnclearError where a source that must not be read may be a part of the program, and remark on those of
        other languages."""
        for path, fault in self.damaged.items():
            if PurePosixPath(path).suffix.lower() == PurePosixPath(main).suffix or not main:
                where = self.pile.files[path].path
                raise UnclearError(where, fault, "let the student hand in a plain source file")
        self.remarks += [f"{path}: {fault}" for path, fault in self.damaged.items()]

    def top(self, path: str) -> str:
        """Return what a file is called in the export."""
        return self.pile.tops.get(self.origins.get(path, path), self.pile.folder)


def read(pile: Pile, names: list[str]) -> Handed:
    """Return the bytes of every file that may be part of a program, and remarks on the others. UnclearError where
    nothing in it can be judged."""
    if not pile.files:
        raise UnclearError(pile.folder, NOTHING, "ask the student")
    if pile.twice:
        repair = "leave the one that counts in the class"
        raise UnclearError(pile.folder, f"there are two of {listed(sorted(pile.twice))}", repair)
    if len(pile.files) > FOLDER_MOST or any(file.fault == SURPLUS for file in pile.files.values()):
        raise UnclearError(pile.folder, f"it has more than {FOLDER_MOST:,} files", ALONE)
    handed = Handed(pile, names)
    java = any(path.lower().endswith(".java") for path in pile.files)
    taken = 0  # bytes, also of what is then left out
    for path, file in pile.files.items():
        if is_notebook(path) and not file.fault:
            handed.books[path] = file
            continue
        fault, content = _bytes(path, file, FOLDER_LIMIT if java and path.lower().endswith(".jar") else SOURCE_LIMIT)
        taken += len(content)
        if not fault:
            handed.data[path] = content
        elif is_source(path):
            handed.damaged[path] = fault
        else:
            handed.remarks.append(f"{path}: {fault}")
        if len(handed.data) > FILES_LIMIT or taken > FOLDER_LIMIT:
            what = f"it has more than {FILES_LIMIT} files, or more than {FOLDER_LIMIT >> 20} MiB of them"
            raise UnclearError(pile.folder, what, ALONE)
    return handed


def _bytes(path: str, file: File, limit: int) -> tuple[str, bytes]:
    """Return what is wrong with a file, and the bytes that were read of it."""
    if file.fault:
        return file.fault, b""
    if PurePosixPath(path).name.startswith(".") and not is_source(path):
        return "it is hidden", b""
    if path.lower().endswith(ARCHIVES) and limit == SOURCE_LIMIT:
        return "it is an archive in the archive, which is not opened", b""
    too_long = f"it is longer than {limit >> 10} KiB"
    if file.size > limit:
        return too_long, b""
    try:
        content = file.read(limit + 1)
    except OSError as error:
        return error.strerror or "it can't be read", b""
    return too_long if len(content) > limit else "", content
