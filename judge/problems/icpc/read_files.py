"""The files of an ICPC package, in a folder or a zip. Nothing is unpacked: each is read, bounded, when it is asked for.

A package is a stranger's. No name and no link leads out of it, and nothing is larger than what the bounds say.
"""

from __future__ import annotations

import os
import re
import stat
import struct
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from judge.errors import JudgeError, Place
from judge.files import lies_inside
from judge.text import listed
from judge.zips import TooLongError, open_bounded_zip

MOST_FILES: Final = 20_000
FILE_LIMIT, TOTAL_LIMIT = 64 << 20, 512 << 20  # bytes of a file, and of all that is read: it is held in memory
DIRECTORY_LIMIT = 8 << 20  # bytes of a zip's list of contents; zipfile takes 2 s for the most entries that fit
PARTS: Final = (  # of a package; whatever else lies there is passed over
    "data", "output_validator", "output_validators", "submissions", "statement", "problem_statement",
    "include", "graders", "static_validator",
)  # fmt: skip
RECIPES: Final = "generators/generators.yaml"  # of BAPCtools: from them it makes the cases
TOP: Final = ("problem.yaml", ".timelimit", "domjudge-problem.ini", RECIPES)
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}")  # other names are ignored, as the format says
SHOWN = 3  # files in a sentence
_HELP = "get the package again from where it came"
_LINK_HELP = "if you trust it, import a copy with files in place of links, such as that of  cp -rL PACKAGE COPY"
Read = Callable[[str, int], bytes]


class Files:
    """The files of a package by path, each with its size as the disk or the zip has it. While they are read, `lost` is
    filled with a sentence for each thing that a host should know, and `unread` with the keys of a file that nothing is
    made of."""

    def __init__(self, name: str, sizes: Mapping[str, int], read: Read, ignored: Iterable[str] = ()) -> None:
        self.name, self.sizes, self._read = name, dict(sorted(sizes.items())), read
        self.ignored = tuple(sorted(filter(_is_misnamed, ignored)))  # what might be meant as a part of the package
        self.lost: list[str] = []
        self.unread: dict[str, set[str]] = defaultdict(set)
        self._room = TOTAL_LIMIT

    def read(self, path: str, limit: int = FILE_LIMIT) -> bytes:
        """Return the bytes of a file. JudgeError E428 where they are more than `limit`, or all together too many."""
        data = self._read(path, limit + 1)
        self._room -= len(data)
        if len(data) > limit:
            raise refused(f"{path} has more than {limit:,} bytes", self.name)
        if self._room < 0:
            raise refused(f"its files have more than {TOTAL_LIMIT >> 20} MiB", self.name)
        return data

    def below(self, folder: str) -> Iterator[str]:
        """Yield the paths of the files below a folder."""
        return (path for path in self.sizes if path.startswith(f"{folder}/"))

    def not_taken(self) -> Iterator[str]:
        """Yield a sentence for the keys that are not taken over, one for all files with the same."""
        places: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for path, unread in self.unread.items():
            places[tuple(sorted(unread))].append(path)
        for keys, paths in places.items():
            if keys:
                yield f"{listed(paths, SHOWN)}: not taken over is {', '.join(map(named, keys))}"


def refused(what: str, name: str, repair: str = _HELP) -> JudgeError:
    """Return the error of a package that is not as a package should be."""
    return JudgeError("E428", f"the package can't be read: {what}", Place(name), help=repair)


def named(key: str) -> str:
    """Return a key for a sentence, whatever a stranger has written there."""
    return key if key.replace(".", "_").isidentifier() else repr(key[:80])


@contextmanager
def open_files(path: Path) -> Iterator[Files]:
    """Open a folder or a zip. JudgeError E428 where it is neither, or holds too much; E435 for what can't be opened."""
    try:
        if path.is_dir():
            yield _folder(path)
        elif path.is_file():
            with open_bounded_zip(path, DIRECTORY_LIMIT) as archive:
                yield _zip(archive, path)
        else:
            raise refused("there is neither a folder nor a zip of this name", str(path), "name a folder or a zip")
    except TooLongError:
        raise refused(f"it has more than {MOST_FILES:,} files", str(path)) from None
    except (zipfile.BadZipFile, NotImplementedError, zlib.error, EOFError, UnicodeError) as error:
        raise refused(f"it is not a whole zip: {error}", str(path)) from error
    except OSError as error:
        named = error.filename or path
        raise JudgeError("E435", f"{named} can't be opened: {error.strerror}", help="make it readable") from error


# --- a folder -------------------------------------------------------------------------------------------------------
def _folder(root: Path) -> Files:
    sizes: dict[str, int] = {}
    ignored: list[str] = []
    for path in _walk(root):
        name = path.relative_to(root).as_posix()
        if len(sizes) + len(ignored) == MOST_FILES:
            raise refused(f"it has more than {MOST_FILES:,} files", str(root))
        if not _is_part(name):
            ignored.append(name)
            continue
        if path.is_symlink() and (path.is_dir() or not lies_inside(path, root)):
            what = "is a link to a folder or to itself, or leads out of the package"
            raise refused(f"{name} {what}", str(root), _LINK_HELP)
        if not path.exists():
            raise refused(f"{name} is a link to a file that is not there", str(root))
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise refused(f"{name} is no plain file", str(root))
        sizes[name] = facts.st_size

    def read(name: str, limit: int) -> bytes:
        with (root / name).open("rb") as file:
            return file.read(limit)

    return Files(str(root), sizes, read, ignored)


def _walk(root: Path) -> Iterator[Path]:
    yield from (root / name for name in TOP if os.path.lexists(root / name))
    for part in PARTS:
        if (root / part).is_symlink():
            raise refused(f"{part} is a link", str(root))
        for folder, folders, names in os.walk(root / part):
            linked = (name for name in folders if Path(folder, name).is_symlink())
            yield from (Path(folder, name) for name in (*names, *linked))


# --- a zip ----------------------------------------------------------------------------------------------------------
def _zip(archive: zipfile.ZipFile, path: Path) -> Files:
    infos = [info for info in archive.infolist() if not info.filename.endswith("/")]
    top = _top(infos, path)
    entries: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        name = info.filename.removeprefix(top)
        if "\\" in info.orig_filename or PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise refused(f"the name {info.orig_filename!r:.80} leads out of the package", str(path))
        if not _is_part(name):
            continue
        if stat.S_ISLNK(info.external_attr >> 16):
            raise refused(f"{name} is a link, and those of a zip are not followed", str(path), "unpack it first")
        if info.flag_bits & 0x1:
            raise refused(f"{name} is encrypted", str(path))
        if name in entries:
            raise refused(f"{name} is in it twice", str(path))
        entries[name] = info
    if len(entries) > MOST_FILES:
        raise refused(f"it has more than {MOST_FILES:,} files", str(path))

    def read(name: str, limit: int) -> bytes:
        if entries[name].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise refused(f"{name} is compressed in an unusual way", str(path))  # others expand without a bound
        try:
            with archive.open(entries[name]) as file:
                return file.read(limit)
        except (OSError, ValueError, RuntimeError, struct.error) as error:
            raise zipfile.BadZipFile(f"{name} is damaged: {error}") from error

    ignored = [name for info in infos if not _is_part(name := info.filename.removeprefix(top))]
    return Files(str(path), {name: info.file_size for name, info in entries.items()}, read, ignored)


def _top(infos: list[zipfile.ZipInfo], path: Path) -> str:
    """Return the folder that the package lies in, with a slash; empty where it lies in none. JudgeError E428 where
    several lie side by side, as in the zip of a contest."""
    found = [info.filename for info in infos if PurePosixPath(info.filename).name == "problem.yaml"]
    depth = min((name.count("/") for name in found), default=0)
    tops = [name.removesuffix("problem.yaml") for name in found if name.count("/") == depth] or [""]
    if len({*tops}) > 1:
        repair = "unpack it, and name the folder of one"
        raise refused(f"it holds several packages: {listed(tops, SHOWN)}", str(path), repair)
    return tops[0]


def _is_part(name: str) -> bool:
    """Say whether a file may be one of the package: what is hidden, or called otherwise, is as if it were not there."""
    if name in TOP:
        return True
    parts = name.split("/")
    return parts[0] in PARTS and len(parts) > 1 and all(map(_NAME.fullmatch, parts))


def _is_misnamed(name: str) -> bool:
    """Say whether somebody may have meant a file for a case or a submission: nothing of it is hidden."""
    parts = name.split("/")
    return parts[0] in PARTS and len(parts) > 1 and not any(part.startswith(".") for part in parts)
