"""What a student handed in, as it is read: the bytes of its files, each under the name that it was meant to have.

A zip is opened one level deep, a notebook is read as a Python file, and Canvas's copies get their own names back.
Each guess is remarked on. A zip is held in memory while its student's files are read, and never unpacked; its bounds
are those of a class."""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path, PurePosixPath

import msgspec

from judge.classroom.file import FOLDER_MOST, SURPLUS, File, checked_names
from judge.classroom.shapes import Pile
from judge.classroom.zip_file import entries
from judge.model import Graded, Programs, Roll
from judge.submissions import LIMITS, MainFile, languages, read_notebook, version_in
from judge.text import listed
from judge.zips import TooLongError, open_bounded_zip


class UnclearError(Exception):
    """Why nothing in a pile can be judged."""

    def __init__(self, where: str, what: str, repair: str, command: str = "") -> None:
        super().__init__(what)
        self.doubt = Roll.Doubt(where, what, repair, command)


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
        return {path: text for path, text in self.data.items() if languages().is_source(path)}

    def rename(self, path: str, name: str) -> None:
        """Read a file by another name, unless a file has it already, and say so."""
        if name not in self.data:
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
        raise UnclearError(pile.folder, Graded.NOTHING, "ask the student")
    if pile.twice:
        repair = "leave the one that counts in the class"
        raise UnclearError(pile.folder, f"there are two of {listed(sorted(pile.twice))}", repair)
    if len(pile.files) > FOLDER_MOST or any(file.fault == SURPLUS for file in pile.files.values()):
        raise UnclearError(pile.folder, f"it has more than {FOLDER_MOST:,} files", ALONE)
    handed = Handed(pile, names)
    java = any(path.lower().endswith(".java") for path in pile.files)
    taken = 0  # bytes, also of what is then left out
    for path, file in pile.files.items():
        if languages().is_notebook(path) and not file.fault:
            handed.books[path] = file
            continue
        fault, content = _bytes(path, file, LIMITS.folder if java and path.lower().endswith(".jar") else LIMITS.source)
        taken += len(content)
        if not fault:
            handed.data[path] = content
        elif languages().is_source(path):
            handed.damaged[path] = fault
        else:
            handed.remarks.append(f"{path}: {fault}")
        if len(handed.data) > LIMITS.files or taken > LIMITS.folder:
            what = f"it has more than {LIMITS.files} files, or more than {LIMITS.folder >> 20} MiB of them"
            raise UnclearError(pile.folder, what, ALONE)
    return handed


def _bytes(path: str, file: File, limit: int) -> tuple[str, bytes]:
    """Return what is wrong with a file, and the bytes that were read of it."""
    if file.fault:
        return file.fault, b""
    if PurePosixPath(path).name.startswith(".") and not languages().is_source(path):
        return "it is hidden", b""
    if path.lower().endswith(ARCHIVES) and limit == LIMITS.source:
        return "it is an archive, which is not opened", b""
    too_long = f"it is longer than {limit >> 10} KiB"
    if file.size > limit:
        return too_long, b""
    try:
        content = file.read(limit + 1)
    except OSError as error:
        return error.strerror or "it can't be read", b""
    return too_long if len(content) > limit else "", content


ZIP_LIMIT = 64 << 20  # bytes of a zip in the class
LIST_LIMIT = 1 << 20  # bytes of its list of contents: some 20,000 names, and a student may hand in 2,048 files
SOURCES_ALONE, AGAIN = "let the student hand in the sources alone", "let the student hand it in once more"


def opened(pile: Pile) -> tuple[Pile, list[str]]:
    """Return the pile with the files of the zip that it consists of, and what that zip and the folders around its files
    are called. A report may lie beside it. Where a source does, the zip is not the submission, and stays closed."""
    path = _zip_in(pile)
    if not path:
        return pile, []
    files, around = _unwrapped(_files(pile.files[path]))
    beside = {name: file for name, file in pile.files.items() if name != path}
    inside = {
        file.path: msgspec.structs.replace(file, path=f"{pile.files[path].path}/{file.path}")
        for file in files
        if not file.path.endswith("/")
    }
    if not inside:
        raise UnclearError(pile.folder, f"there is nothing in {path}", "ask the student")
    tops = {name: pile.tops.get(path, pile.folder) for name in inside}
    main = "" if pile.main == path else pile.main.removeprefix(f"{path}/")
    made = msgspec.structs.replace(pile, files={**beside, **inside}, tops={**pile.tops, **tops}, main=main)
    return made, [PurePosixPath(path).stem, *around]


def _zip_in(pile: Pile) -> str:
    """Return the zip that is the submission; empty where there is none."""
    zips = [path for path in pile.files if path.lower().endswith(".zip")]
    if named := [path for path in zips if pile.main == path or pile.main.startswith(f"{path}/")]:
        return named[0]
    if not zips or any(languages().is_source(path) or languages().is_notebook(path) for path in pile.files):
        return ""
    if len(zips) > 1:
        what = f"it is not clear which of its archives is the submission: {listed(sorted(zips))}"
        raise UnclearError(pile.folder, what, "leave the one that counts in the class")
    return zips[0]


def _files(file: File) -> list[File]:
    """Return the files of a zip; UnclearError where it can't be opened within its bounds."""
    if file.fault:
        raise UnclearError(file.path, file.fault, AGAIN)
    try:
        data = file.read(ZIP_LIMIT + 1) if file.size <= ZIP_LIMIT else None
        if data is None or len(data) > ZIP_LIMIT:
            raise UnclearError(file.path, f"it is longer than {ZIP_LIMIT >> 20} MiB", SOURCES_ALONE)
        archive = open_bounded_zip(data, LIST_LIMIT)
        return checked_names(entries(archive, Path(file.path)))
    except TooLongError:
        raise UnclearError(file.path, "it has too many files", SOURCES_ALONE) from None
    except zipfile.BadZipFile as error:
        raise UnclearError(file.path, f"it is not a whole zip: {error}", AGAIN) from error
    except OSError as error:
        raise UnclearError(file.path, error.strerror or "it can't be read", AGAIN) from error


def _unwrapped(files: list[File]) -> tuple[list[File], list[str]]:
    """Return the files without the folders that hold all of them, and the names of these folders."""
    around: list[str] = []
    while len(tops := {file.path.partition("/")[0] for file in files if "/" in file.path}) == 1:
        [top] = tops
        if top in (".", "..", "") or not all("/" in file.path for file in files):
            break
        around.append(top)
        inner = [msgspec.structs.replace(file, path=file.path.partition("/")[2]) for file in files]
        files = [file for file in inner if file.path]
    return files, around


REPAIR = "let the student export it as a Python file"


def with_books(handed: Handed, wanted: str, rules: Programs) -> None:
    """Add the Python files that notebooks would be: the one that somebody has named, or all of them where no source is
    one that is run, by the package's `rules`. What is read so is no longer a notebook among the files."""
    sources = handed.sources
    asked = MainFile.named([*sources, *handed.books], wanted) if wanted else []
    taken = [path for path in asked or handed.books if path in handed.books]
    if not asked and MainFile.is_any_of(sources, rules):
        taken = []
    left = LIMITS.notebook  # bytes, of all notebooks of a student
    faults: dict[str, UnclearError] = {}
    for path in taken:
        try:
            left -= _take_book(handed, path, left)
        except UnclearError as fault:
            faults[path] = fault
    if faults and not handed.sources:
        raise next(iter(faults.values()))
    handed.remarks += [f"{path}: {fault}" for path, fault in faults.items()]


def _take_book(handed: Handed, path: str, limit: int) -> int:
    """Add what a notebook would be as a Python file, and return how many bytes were read; UnclearError where it can't
    be read within the bound."""
    file = handed.books[path]
    try:
        data = file.read(limit + 1) if file.size <= limit else None
        if data is None or len(data) > limit:
            what = f"the notebook is longer than {LIMITS.notebook >> 20} MiB"
            raise UnclearError(file.path, what, REPAIR)
        source, words = read_notebook(data)
    except OSError as error:
        raise UnclearError(file.path, error.strerror or "it can't be read", REPAIR) from error
    except ValueError as error:
        raise UnclearError(file.path, str(error), REPAIR) from error
    made = f"{path.removesuffix(PurePosixPath(path).suffix)}.py"
    made = made if made not in handed.data else f"{path}.py"
    handed.data[made], handed.origins[made] = source, path
    del handed.books[path]
    handed.remarks.append(f"{path}: read as {made}: {words}")
    return len(data)


_COUNTED = 16


def newest(pile: Pile, wanted: str) -> tuple[Pile, list[str]]:
    """Return a pile of Canvas's with one file of each name, and a remark on the others. It is the newest, or the one
    that is `wanted` by its whole name."""
    asked = MainFile.named(pile.files, pile.main or wanted, exactly=True)
    copies: dict[str, list[str]] = defaultdict(list)
    for path in pile.files:
        copies[version_in(path).name].append(path)
    left: set[str] = set()
    remarks: list[str] = []
    for name, paths in copies.items():
        # Without one of the bare name their author called them so.
        if len(paths) == 1 or "/" in name or name not in paths:
            continue
        last = max(paths, key=lambda path: version_in(path).number)
        meant = next((path for path in asked if path in paths and (pile.main or path != name)), last)
        others = [path for path in paths if path != meant]
        left.update(others)
        why = "a later file of the same name" if meant == last else "which is asked for"
        remarks.append(f"{', '.join(others)}: left out for {meant}, {why}")
    files = {path: file for path, file in pile.files.items() if path not in left}
    return msgspec.structs.replace(pile, files=files), remarks


def as_meant(handed: Handed, wanted: str) -> None:
    """Give files the names that they were meant to have. `wanted` is the file that somebody has named."""
    alone = not (handed.books or any(languages().is_source(path) for path in handed.data))
    for path in list(handed.data):
        stem = path[: -len(".txt")]
        if path.lower().endswith(".txt") and languages().is_source(stem):
            asked = wanted and (MainFile.named([path], wanted) or MainFile.named([stem], wanted))
            if asked or alone:
                handed.rename(path, languages().as_in_table(stem))
        elif languages().as_in_table(path) != path:
            handed.rename(path, languages().as_in_table(path))


def before_canvas(handed: Handed, attached: Collection[str]) -> None:
    """Give files of Canvas's their own names back where another file needs them by that name. Only what was `attached`
    has a name of Canvas's, and nothing in a zip."""
    counted = [path for path in attached if path in handed.data and version_in(path).number]
    for path in counted[:_COUNTED]:  # each is looked for in every source
        name = version_in(path).name
        own, canvas = (PurePosixPath(one).stem.encode() for one in (name, path))
        word = re.compile(rb"\b%b\b(?!-\d)" % re.escape(own))
        texts = [text for other, text in handed.sources.items() if other != path]
        if any(word.search(text) for text in texts) and not any(canvas in text for text in texts):
            handed.rename(path, name)
