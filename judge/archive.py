"""A folder or a zip as a list of files, whatever hostile hands have made of it.

Nothing is unpacked: a file of a zip is read into memory, bounded, when somebody asks for it, so a name can't lead out
of anywhere and a bomb can't fill a disk. A name that no honest tool makes, a link, a second file of the same name: each
is a file with a `fault` instead of bytes, so that one student's trick costs only that student. Only what
makes the whole unreadable or boundless is an error: JudgeError E461.
"""

from __future__ import annotations

import io
import os
import stat
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from judge.errors import JudgeError, Place

MOST_FILES = 20_000
DIRECTORY_LIMIT = 4 << 20  # bytes of a zip's list of contents; 20,000 entries have about 3 MiB
NAME_LIMIT, PART_LIMIT, DEPTH_LIMIT = 1024, 255, 24  # bytes of a path and of a name in it, folders in folders
READ_LIMIT = 256 << 20  # bytes of one class, in all
_JUNK = {"__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini", ".DS_Store", ".localized"}
_SOUND = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others expand without a bound in Python's reader
_JOINERS = "\u200c\u200d"  # invisible, and part of names in Persian and Hindi


class File(msgspec.Struct, frozen=True):
    """One file: its path from the root of the class, its size as declared, in bytes, and how to read at most so many
    bytes of it. `fault` says why it must not be read. A path that ends in a slash is a folder without any file."""

    path: str
    size: int
    read: Callable[[int], bytes]
    fault: str = ""


class Archive:
    """The files of a class. Close it after reading, or use it in a `with`."""

    def __init__(self, path: Path) -> None:
        self.path, self._zip, self._left = path, None, READ_LIMIT
        try:
            if path.is_dir():
                self.files = _checked(_walk(path, self._count))
                return
            self._zip = _open_zip(path)
        except OSError as error:
            raise _refused(path, f"it can't be opened: {error.strerror}", "name a folder or a zip") from error
        try:
            self.files = _checked(_entries(self._zip, path, self._count))
        except JudgeError:
            self._zip.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        if self._zip:
            self._zip.close()

    def _count(self, data: bytes) -> bytes:
        """However many files there are, what is read of them in all stays in memory."""
        self._left -= len(data)
        if self._left < 0:
            raise _refused(
                self.path,
                f"its submissions have more than {READ_LIMIT >> 20} MiB in all",
                "grade a part of the class",
            )
        return data


def _refused(path: Path, what: str, repair: str) -> JudgeError:
    return JudgeError("E461", f"{path.name} can't be read as a class: {what}", Place(str(path)), help=repair)


def _too_many(path: Path) -> JudgeError:
    repair = "take out what is no submission, or grade a part of the class"
    return _refused(path, f"it holds more than {MOST_FILES:,} files", repair)


def _checked(files: list[File]) -> list[File]:
    """The files by path; names that no honest tool makes and names that come twice have a fault."""
    # Only names of a sound length are normalized, and once: long runs of accents take the square of their length.
    faults = [name_fault(file.path.removesuffix("/")) for file in files]
    keys = [
        file.path if fault else unicodedata.normalize("NFC", file.path)
        for file, fault in zip(files, faults, strict=True)
    ]
    seen = Counter(keys)
    checked = []
    for file, name_is, key in zip(files, faults, keys, strict=True):
        fault = name_is or file.fault or ("there are two files of this name" if seen[key] > 1 else "")
        checked.append(msgspec.structs.replace(file, fault=fault))
    return sorted(checked, key=lambda file: file.path)


def name_fault(path: str) -> str:
    """Why no file should be called so: it leads elsewhere, is too long, or can't be seen; empty where it may."""
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


def _is_junk(path: str, *, folder: bool = False) -> bool:
    """What systems and tools leave behind: nobody has handed it in. Other hidden files may be somebody's."""
    *above, name = path.split("/")
    hidden = [part for part in (*above, name if folder else "") if part.startswith(".") and part.strip(".")]
    return bool(hidden) or name.startswith("._") or not _JUNK.isdisjoint([*above, name])


def _mode_fault(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "it is a link"
    return "" if stat.S_IFMT(mode) in (0, stat.S_IFREG) else "it is not a plain file"


# --- a folder ---------------------------------------------------------------------------------------------------------
def _walk(root: Path, count: Callable[[bytes], bytes]) -> list[File]:
    """Every file below `root`; links are not followed, pipes and devices not opened."""
    files: list[File] = []
    for number, (path, status, fault) in enumerate(_descend(root, "")):
        if number >= MOST_FILES:
            raise _too_many(root)
        why = fault or ("" if path.endswith("/") else _mode_fault(status.st_mode))
        files.append(File(path, status.st_size, _file_reader(root / path, count), why))
    return files


def _descend(folder: Path, prefix: str, depth: int = 0) -> Iterator[tuple[str, os.stat_result, str]]:
    empty = bool(prefix)
    with os.scandir(folder) as entries:
        for entry in entries:
            path, status = prefix + entry.name, entry.stat(follow_symlinks=False)
            is_folder = entry.is_dir(follow_symlinks=False)
            if _is_junk(entry.name, folder=is_folder):
                continue
            empty = False
            if not is_folder:
                yield path, status, ""
            elif depth >= DEPTH_LIMIT:
                yield path, status, "its name is too long"
            else:
                try:
                    yield from _descend(Path(entry.path), f"{path}/", depth + 1)
                except PermissionError:
                    yield path, status, "the folder can't be opened"
        if empty:
            yield prefix, os.stat(folder), ""  # noqa: PTH116 - as the others are


def _file_reader(path: Path, count: Callable[[bytes], bytes]) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        # The kind was looked at before; a link that has come since is refused, a pipe does not hang.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            return count(file.read(limit))

    return read


# --- a zip ------------------------------------------------------------------------------------------------------------
class _Bounded(io.BufferedReader):
    """zipfile reads the list of contents in one piece, of whatever size the file claims."""

    def read(self, size: int | None = -1, /) -> bytes:
        left = max(0, os.fstat(self.fileno()).st_size - self.tell())
        wanted = left if size is None or size < 0 else min(size, left)
        if wanted > DIRECTORY_LIMIT:
            raise OverflowError
        return super().read(wanted)


def _open_zip(path: Path) -> zipfile.ZipFile:
    if not stat.S_ISREG(path.stat().st_mode):
        raise _refused(path, "it is neither a folder nor a plain file", "name a folder or a zip")
    file: BinaryIO = _Bounded(io.FileIO(path))
    try:
        return zipfile.ZipFile(file)
    except OverflowError:
        file.close()
        raise _too_many(path) from None
    except (zipfile.BadZipFile, NotImplementedError, ValueError, UnicodeError) as error:
        file.close()
        repair = "download the zip again, or unpack it and name the folder"
        raise _refused(path, f"it is not a whole zip: {error}", repair) from error


def _entries(archive: zipfile.ZipFile, path: Path, count: Callable[[bytes], bytes]) -> list[File]:
    infos = archive.infolist()
    if len(infos) > MOST_FILES:
        raise _too_many(path)
    files, folders = [], set()
    for info in infos:
        name = _zip_name(info)
        if info.is_dir() or name.endswith("/") or _is_junk(name):
            folders |= _above(name)
        else:
            files.append(File(name, info.file_size, _zip_reader(archive, info, count), _entry_fault(info)))
    filled = {folder for file in files for folder in _above(file.path)}
    return files + [File(folder, 0, lambda _: b"") for folder in folders - filled]


def _above(path: str) -> set[str]:
    """The folder that something lies in and those above it, each with a slash behind; none of those that are junk, and
    none that is too deep to be anybody's: all of them together have the square of the name's length."""
    parts = path[:NAME_LIMIT].split("/")[:-1][:DEPTH_LIMIT]
    return {
        f"{name}/" for count in range(1, len(parts) + 1) if not _is_junk(name := "/".join(parts[:count]), folder=True)
    }


def _zip_name(info: zipfile.ZipInfo) -> str:
    """As it was meant: many tools write UTF-8 without saying so, and some of Windows's a backslash for a slash."""
    name = info.orig_filename
    if not info.flag_bits & 0x800:
        try:
            name = name.encode("cp437").decode()
        except UnicodeError:
            name = info.orig_filename
    return name.replace("\\", "/")


def _entry_fault(info: zipfile.ZipInfo) -> str:
    if fault := _mode_fault(info.external_attr >> 16):
        return fault
    if info.flag_bits & 0x1:
        return "it is encrypted"
    if info.compress_type not in _SOUND:
        return "it is compressed in an unusual way"
    return ""


def _zip_reader(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, count: Callable[[bytes], bytes]
) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        # A declared size proves nothing: the decompressor stops after `limit` bytes.
        try:
            with archive.open(info) as file:
                return count(file.read(limit))
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            ValueError,
        ) as error:
            raise OSError(0, f"it is damaged: {error}") from error

    return read
