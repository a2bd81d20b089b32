"""One file of a class: its name, how to read it within a bound, why it must not be; and how much a class may hold."""

from __future__ import annotations

import stat
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import takewhile
from pathlib import Path

import msgspec

from judge.errors import JudgeError, Place, Todo
from judge.files import LEFT_BEHIND

FOLDER_MOST = 2048  # files of one student: a program may have 256, and reports and data lie beside it
MOST_FILES = 100_000  # of a class, without what its students have too many of; each takes 2 KiB of memory
# Python's reader makes an object of every entry of a zip before anybody can pass over it: 10 microseconds and 700 bytes
# for each. So many cost 4 seconds, and are more than a folder of installed packages or a whole history has.
MOST_ENTRIES = 400_000
DIRECTORY_LIMIT = 64 << 20  # bytes of a zip's list of contents; 400,000 entries have about 60 MiB
DEPTH_LIMIT = 24  # folders in folders
READ_LIMIT = 256 << 20  # bytes of one class, in all; who reads asks for little of each student
_SHOWN = 80  # characters of a name, in a sentence


def refused(path: Path, what: str, repair: Todo) -> JudgeError:
    """Return the error of a class that is unreadable or boundless as a whole."""
    return JudgeError("E461", f"{path.name} can't be read as a class: {what}", Place(str(path)), help=repair)


def too_many(path: Path, names: Iterable[str], limit: int) -> JudgeError:
    """Return the error of a class with more than `limit` files, and which folders have the most."""
    most = fullest(Counter(names), "files")
    repair = "take out what is no submission, or grade a part of the class"
    return refused(path, f"it holds more than {limit:,} files{most}", repair)


def fullest(amounts: Counter[str], unit: str) -> str:
    """Return which folders have the most, for the end of a sentence; `amounts` are by path."""
    held: Counter[str] = Counter()
    for shared in range(shared_by(amounts), -1, -1):  # further up where all are in one student's folder
        held.clear()
        for name, amount in amounts.items():
            if name.count("/") > shared:
                held[student_folder(name, shared)] += amount
        if 100 * max(held.values(), default=0) >= amounts.total():
            break
    most = ", ".join(f"{ascii(folder[:_SHOWN])[1:-1]} ({amount:,} {unit})" for folder, amount in held.most_common(3))
    return f"; the fullest folders are {most}" if most else ""


def shared_by(names: Iterable[str]) -> int:
    """Return how many folders all the files are in: those are the class's, and the next is a student's."""
    names = list(names)
    if not names:
        return 0
    ends = zip(min(names).split("/")[:-1], max(names).split("/")[:-1], strict=False)
    alike = takewhile(lambda pair: pair[0] == pair[1], ends)
    return min(sum(1 for _ in alike), DEPTH_LIMIT)


def student_folder(name: str, shared: int) -> str:
    """Return the student's folder that a file is in, or the file itself where it is in none."""
    return "/".join(name.split("/", shared + 1)[: shared + 1])


NAME_LIMIT, PART_LIMIT = 1024, 255  # bytes of a path and of a name in it
SURPLUS = f"its folder holds more than {FOLDER_MOST:,} files"
REST = "..."  # the name that stands for all the files left out
_JOINERS = "\u200c\u200d"  # invisible, and part of names in Persian and Hindi


class File(msgspec.Struct, frozen=True):
    """One file: its path from the root of the class, its size as declared, in bytes, and how to read at most so many
    bytes of it. `fault` says why it must not be read. A path that ends in a slash is a folder without any file."""

    path: str
    size: int
    read: Callable[[int], bytes]
    fault: str = ""


def checked_names(files: list[File]) -> list[File]:
    """Return the files by path; names that no honest tool makes and names that come twice have a fault."""
    # Only names of a sound length are normalized, and once: long runs of accents take the square of their length.
    files = _without_marks(files)
    faults = [name_fault(file.path.removesuffix("/")) for file in files]
    keys = [
        file.path if fault else unicodedata.normalize("NFC", file.path)
        for file, fault in zip(files, faults, strict=True)
    ]
    seen = Counter(keys)
    found = []
    for file, name_is, key in zip(files, faults, keys, strict=True):
        fault = file.fault or name_is or ("there are two files of this name" if seen[key] > 1 else "")
        found.append(msgspec.structs.replace(file, fault=fault))
    return sorted(found, key=lambda file: file.path)


def _without_marks(files: list[File]) -> list[File]:
    """Take marks that can't be seen out of what students are called: platforms put them there. In the names of files
    that students made they stay, as a fault."""
    if all(file.path.isascii() for file in files):
        return files
    depth = shared_by(file.path for file in files) + 1
    found = []
    for file in files:
        parts = file.path.split("/", depth)
        clean = "/".join([*map(_unmarked, parts[:depth]), *parts[depth:]])
        found.append(file if clean == file.path else msgspec.structs.replace(file, path=clean))
    return found


def _unmarked(name: str) -> str:
    if name.isascii():
        return name
    return "".join(one for one in name if unicodedata.category(one) != "Cf" or one in _JOINERS) or name


def name_fault(path: str) -> str:
    """Return why no file should be called so: it leads elsewhere, is too long, or can't be seen; empty where it may."""
    parts = path.split("/")
    if path.startswith("/") or path[1:2] == ":":
        return "its name is an absolute path"
    if ".." in parts:
        return "its name leads out of its folder"
    if "" in parts or "." in parts:
        return "its name has an empty part"
    if len(parts) > DEPTH_LIMIT or len(path.encode(errors="surrogatepass")) > NAME_LIMIT:
        return "its name is too long"
    if any(len(part.encode(errors="surrogatepass")) > PART_LIMIT for part in parts):
        return "its name is too long"
    if any(unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp") for one in path if one not in _JOINERS):
        return "its name holds a character that can't be seen or is no Unicode"
    return ""


def is_junk(path: str, *, folder: bool = False) -> bool:
    """Say whether systems and tools leave it behind: nobody has handed it in. Other hidden files may be somebody's."""
    *above, name = path.split("/")
    hidden = [part for part in (*above, name if folder else "") if part.startswith(".") and part.strip(".")]
    return bool(hidden) or name.startswith("._") or not LEFT_BEHIND.isdisjoint([*above, name])


def mode_fault(mode: int) -> str:
    """Return why a file of this kind is not opened; empty for a plain one."""
    if stat.S_ISLNK(mode):
        return "it is a link"
    return "" if stat.S_IFMT(mode) in (0, stat.S_IFREG) else "it is not a plain file"
