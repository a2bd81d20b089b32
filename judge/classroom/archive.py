"""A folder or a zip as a list of files, whatever hostile hands have made of it.

Nothing is unpacked: a file of a zip is read into memory, bounded, when somebody asks for it, so a name can't lead out
of anywhere and a bomb can't fill a disk. A name that no honest tool makes, a link, a second file of the same name: each
is a file with a `fault` instead of bytes, so that one student's trick costs only that student. So does a folder with
more in it than a student may hand in: what is over is left out, and a file with the fault SURPLUS says so. Only what
makes the whole unreadable or boundless is an error: JudgeError E461.
"""

from __future__ import annotations

import io
import os
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, takewhile
from pathlib import Path

import msgspec

from judge.errors import JudgeError, Place

FOLDER_MOST = 2048  # files of one student: a program may have 256, and reports and data lie beside it
MOST_FILES = 100_000  # of a class, without what its students have too many of; each takes 2 KiB of memory
# Python's reader makes an object of every entry of a zip before anybody can pass over it: 10 microseconds and 700 bytes
# for each. So many cost 4 seconds, and are more than a folder of installed packages or a whole history has.
MOST_ENTRIES = 400_000
DIRECTORY_LIMIT = 64 << 20  # bytes of a zip's list of contents; 400,000 entries have about 60 MiB
NAME_LIMIT, PART_LIMIT, DEPTH_LIMIT = 1024, 255, 24  # bytes of a path and of a name in it, folders in folders
READ_LIMIT = 256 << 20  # bytes of one class, in all; who reads asks for little of each student
SURPLUS = f"its folder holds more than {FOLDER_MOST:,} files"
_REST = "..."  # the name that stands for all the files left out
_SHOWN = 80  # characters of a name, in a sentence
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


_Count = Callable[[str, bytes], bytes]  # a path and what was read of it


class Archive:
    """The files of a class. Close it after reading, or use it in a `with`."""

    def __init__(self, path: Path) -> None:
        self.path, self._zip = path, None
        self._taken: Counter[str] = Counter()  # bytes by path
        self._sum = 0
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

    def _count(self, path: str, data: bytes) -> bytes:
        """However many files there are, what is read of them in all stays in memory."""
        self._taken[path] += len(data)
        self._sum += len(data)
        if self._sum > READ_LIMIT:
            what = f"its submissions have more than {READ_LIMIT >> 20} MiB in all"
            most = _fullest(self._taken, "bytes")
            raise _refused(self.path, f"{what}{most}", "grade a part of the class")
        return data


def _refused(path: Path, what: str, repair: str) -> JudgeError:
    return JudgeError("E461", f"{path.name} can't be read as a class: {what}", Place(str(path)), help=repair)


def _too_many(path: Path, names: Iterable[str], limit: int) -> JudgeError:
    most = _fullest(Counter(names), "files")
    repair = "take out what is no submission, or grade a part of the class"
    return _refused(path, f"it holds more than {limit:,} files{most}", repair)


def _fullest(amounts: Counter[str], unit: str) -> str:
    """Which folders have the most, for the end of a sentence; `amounts` are by path."""
    held: Counter[str] = Counter()
    for shared in range(_shared(amounts), -1, -1):  # further up where all are in one student's folder
        held.clear()
        for name, amount in amounts.items():
            if name.count("/") > shared:
                held[_owner(name, shared)] += amount
        if 100 * max(held.values(), default=0) >= amounts.total():
            break
    most = ", ".join(f"{ascii(folder[:_SHOWN])[1:-1]} ({amount:,} {unit})" for folder, amount in held.most_common(3))
    return f"; the fullest folders are {most}" if most else ""


def _shared(names: Iterable[str]) -> int:
    """How many folders all the files are in: those are the class's, and the next is a student's."""
    names = list(names)
    if not names:
        return 0
    ends = zip(min(names).split("/")[:-1], max(names).split("/")[:-1], strict=False)
    alike = takewhile(lambda pair: pair[0] == pair[1], ends)
    return min(sum(1 for _ in alike), DEPTH_LIMIT)


def _owner(name: str, shared: int) -> str:
    """The student's folder that a file is in, or the file itself where it is in none."""
    return "/".join(name.split("/", shared + 1)[: shared + 1])


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
        fault = file.fault or name_is or ("there are two files of this name" if seen[key] > 1 else "")
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
def _walk(root: Path, count: _Count) -> list[File]:
    """Every file below `root`; links are not followed, pipes and devices not opened."""
    files: list[File] = []
    for path, status, fault in _descend(root, "", _folders_around(root)):
        if len(files) >= MOST_FILES:
            raise _too_many(root, (file.path for file in files), MOST_FILES)
        why = fault or ("" if path.endswith("/") else _mode_fault(status.st_mode))
        files.append(File(path, status.st_size, _file_reader(root, path, count), why))
    return files


def _folders_around(root: Path) -> int:
    """How many folders below `root`, one in the other, hold all the rest: as _shared, before the walk."""
    for number in range(DEPTH_LIMIT):
        try:
            with os.scandir(root) as entries:
                folders = ((entry, entry.is_dir(follow_symlinks=False)) for entry in entries)
                begin = list(islice((pair for pair in folders if not _is_junk(pair[0].name, folder=pair[1])), 2))
        except PermissionError:
            return max(0, number - 1)
        if len(begin) != 1 or not begin[0][1]:
            return number
        root = Path(begin[0][0].path)
    return DEPTH_LIMIT


_Found = tuple[str, os.stat_result, str]  # a path, what it is, and its fault


def _descend(folder: Path, prefix: str, shared: int, depth: int = 0) -> Iterator[_Found]:
    """What is below a folder; of each folder at the depth `shared`, which is a student's, FOLDER_MOST at most."""
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
                inner = _descend(Path(entry.path), f"{path}/", shared, depth + 1)
                try:
                    yield from _at_most(inner, path) if depth == shared else inner
                except PermissionError:
                    yield path, status, "the folder can't be opened"
        if empty:
            yield prefix, os.stat(folder), ""  # noqa: PTH116 - as the others are


def _at_most(found: Iterator[_Found], folder: str) -> Iterator[_Found]:
    yield from islice(found, FOLDER_MOST)
    for _, status, _ in found:
        yield f"{folder}/{_REST}", status, SURPLUS
        return


def _file_reader(root: Path, path: str, count: _Count) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        # The kind was looked at before; a link that has come since is refused, a pipe does not hang.
        descriptor = os.open(root / path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            return count(path, file.read(limit))

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

    def names(self) -> Iterator[str]:
        """Of the entries from here on, as far as the bound of their list goes."""
        end = self.tell() + DIRECTORY_LIMIT
        while self.tell() < end and (head := super().read(46)).startswith(b"PK\1\2") and len(head) == 46:
            name, *more = struct.unpack_from("<3H", head, 28)
            yield super().read(name).decode(errors="replace")
            self.seek(sum(more), os.SEEK_CUR)


def _open_zip(path: Path) -> zipfile.ZipFile:
    if not stat.S_ISREG(path.stat().st_mode):
        raise _refused(path, "it is neither a folder nor a plain file", "name a folder or a zip")
    file = _Bounded(io.FileIO(path))
    try:
        return zipfile.ZipFile(file)
    except OverflowError:
        with file:
            raise _too_many(path, file.names(), MOST_ENTRIES) from None
    except (zipfile.BadZipFile, NotImplementedError, ValueError, UnicodeError) as error:
        file.close()
        repair = "download the zip again, or unpack it and name the folder"
        raise _refused(path, f"it is not a whole zip: {error}", repair) from error


def _entries(archive: zipfile.ZipFile, path: Path, count: _Count) -> list[File]:
    infos = archive.infolist()
    names = [_zip_name(info) for info in infos]
    if len(infos) > MOST_ENTRIES:
        raise _too_many(path, names, MOST_ENTRIES)
    junk = [_is_junk(name) for name in names]
    shared = _shared(name for name, is_junk in zip(names, junk, strict=True) if not is_junk)
    held: Counter[tuple[str, bool]] = Counter()
    files: list[File] = []
    folders: set[str] = set()
    for info, name, is_junk in zip(infos, names, junk, strict=True):
        owner = _owner(name, shared), is_junk
        held[owner] += 1
        if held[owner] > FOLDER_MOST:
            continue
        if len(files) >= MOST_FILES:
            raise _too_many(path, (file.path for file in files), MOST_FILES)
        if info.is_dir() or name.endswith("/") or is_junk:
            folders |= _above(name)
        else:
            files.append(File(name, info.file_size, _zip_reader(archive, info, count), _entry_fault(info)))
    for (owner_is, is_junk), number in held.items():
        if number > FOLDER_MOST and not is_junk:
            files.append(File(f"{owner_is}/{_REST}", 0, lambda _: b"", SURPLUS))
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


def _zip_reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo, count: _Count) -> Callable[[int], bytes]:
    path = info.orig_filename

    def read(limit: int) -> bytes:
        # A declared size proves nothing: the decompressor stops after `limit` bytes.
        try:
            with archive.open(info) as file:
                return count(path, file.read(limit))
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
