"""One file of a class: its name, how to read it within a bound, and why it must not be read."""

from __future__ import annotations

import stat
import unicodedata
from collections import Counter
from collections.abc import Callable

import msgspec

from judge.classroom.files.bounds import DEPTH_LIMIT, FOLDER_MOST, shared_by

NAME_LIMIT, PART_LIMIT = 1024, 255  # bytes of a path and of a name in it
SURPLUS = f"its folder holds more than {FOLDER_MOST:,} files"
REST = "..."  # the name that stands for all the files left out
_JUNK = {"__MACOSX", "__pycache__", "site-packages", "Thumbs.db", "desktop.ini", ".DS_Store", ".localized"}
_JOINERS = "\u200c\u200d"  # invisible, and part of names in Persian and Hindi
Count = Callable[[str, bytes], bytes]  # a path and what was read of it


class File(msgspec.Struct, frozen=True):
    """One file: its path from the root of the class, its size as declared, in bytes, and how to read at most so many
    bytes of it. `fault` says why it must not be read. A path that ends in a slash is a folder without any file."""

    path: str
    size: int
    read: Callable[[int], bytes]
    fault: str = ""


def checked(files: list[File]) -> list[File]:
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
    if any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") for character in _visible(path)):
        return "its name holds a character that can't be seen or is no Unicode"
    return ""


def _visible(path: str) -> str:
    return "".join(character for character in path if character not in _JOINERS)


def is_junk(path: str, *, folder: bool = False) -> bool:
    """Say whether systems and tools leave it behind: nobody has handed it in. Other hidden files may be somebody's."""
    *above, name = path.split("/")
    hidden = [part for part in (*above, name if folder else "") if part.startswith(".") and part.strip(".")]
    return bool(hidden) or name.startswith("._") or not _JUNK.isdisjoint([*above, name])


def mode_fault(mode: int) -> str:
    """Return why a file of this kind is not opened; empty for a plain one."""
    if stat.S_ISLNK(mode):
        return "it is a link"
    return "" if stat.S_IFMT(mode) in (0, stat.S_IFREG) else "it is not a plain file"
