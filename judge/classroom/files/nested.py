"""A zip that a student handed in, opened one level deep: Canvas and Blackboard have no folders, so every submission of
more than one file is a zip there.

It is held in memory while its student's files are read, and never unpacked. Its bounds are those of a class; what goes
beyond them costs its student alone. A zip in it stays closed.
"""

from __future__ import annotations

import zipfile
from pathlib import Path, PurePosixPath

import msgspec

from judge.classroom.exports import Pile
from judge.classroom.files.file import File, checked
from judge.classroom.files.zipped import entries
from judge.classroom.homework.unclear import UnclearError
from judge.problems import bounded_zip
from judge.submissions.languages import is_source
from judge.submissions.notebook import is_notebook
from judge.text import listed

ZIP_LIMIT = 64 << 20  # bytes of a zip in the class
LIST_LIMIT = 1 << 20  # bytes of its list of contents: some 20,000 names, and a student may hand in 2,048 files
ALONE, AGAIN = "let the student hand in the sources alone", "let the student hand it in once more"


def opened(pile: Pile) -> tuple[Pile, list[str]]:
    """Return the pile with the files of the zip that it consists of, and what that zip and the folders around its files
    are called. A report may lie beside it. Where a source does, the zip is not the submission, and stays closed."""
    path = _zip_in(pile)
    if not path:
        return pile, []
    files, around = _unwrapped(_files(pile.files[path]))
    beside = {name: file for name, file in pile.files.items() if name != path}
    inside = {file.path: _placed(file, f"{pile.files[path].path}/") for file in files if not file.path.endswith("/")}
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
    if not zips or any(is_source(path) or is_notebook(path) for path in pile.files):
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
            raise UnclearError(file.path, f"it is longer than {ZIP_LIMIT >> 20} MiB", ALONE)
        archive = bounded_zip.open_zip(data, LIST_LIMIT)
        return checked(entries(archive, Path(file.path), lambda _, read: read))
    except bounded_zip.TooLongError:
        raise UnclearError(file.path, "it has too many files", ALONE) from None
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


def _placed(file: File, folder: str) -> File:
    return msgspec.structs.replace(file, path=folder + file.path)
