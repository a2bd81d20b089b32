"""A zip as a list of files. Nothing is unpacked: a file is read into memory, bounded, when somebody asks for it."""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from judge.classroom.files import bounds
from judge.classroom.files.bounds import (
    DEPTH_LIMIT,
    DIRECTORY_LIMIT,
    FOLDER_MOST,
    refused,
    shared_by,
    student_folder,
    too_many,
)
from judge.classroom.files.codepage import SPECIFIED, Encoding, Fits, encoding_of
from judge.classroom.files.file import NAME_LIMIT, REST, SURPLUS, Count, File, is_junk, mode_fault
from judge.problems import bounded_zip

_SOUND = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others expand without a bound in Python's reader


def open_zip(path: Path) -> zipfile.ZipFile:
    if not stat.S_ISREG(path.stat().st_mode):
        raise refused(path, "it is neither a folder nor a plain file", "name a folder or a zip")
    try:
        return bounded_zip.open_zip(path, DIRECTORY_LIMIT)
    except bounded_zip.TooLongError as fault:
        raise too_many(path, fault.names, bounds.MOST_ENTRIES) from None
    except zipfile.BadZipFile as error:
        repair = "download the zip again, or unpack it and name the folder"
        raise refused(path, f"it is not a whole zip: {error}", repair) from error


def encoding(archive: zipfile.ZipFile, fits: Fits | None) -> Encoding:
    """Return the encoding of the names that do not say theirs; of each only what a student's folder is called. The
    folders around all may be one student's."""
    infos = archive.infolist()
    if len(infos) > bounds.MOST_ENTRIES or all(info.orig_filename.isascii() for info in infos):
        return Encoding()
    shared = shared_by(info.orig_filename for info in infos if not is_junk(info.orig_filename))
    unsaid = [_raw(info).split(b"/", shared + 2) for info in infos if not _says(info)]
    around = [folder for parts in unsaid[:1] for folder in parts[:shared]] if fits else []
    return encoding_of((*around, *(b"/".join(parts[shared : shared + 2]) for parts in unsaid)), fits)


def entries(archive: zipfile.ZipFile, path: Path, count: Count, names_in: Encoding | None = None) -> list[File]:
    infos = archive.infolist()
    names_in = names_in or encoding(archive, None)
    names = [_zip_name(info, names_in) for info in infos]
    if len(infos) > bounds.MOST_ENTRIES:
        raise too_many(path, names, bounds.MOST_ENTRIES)
    junk = [is_junk(name) for name in names]  # what systems have left behind
    shared = shared_by(name for name, left in zip(names, junk, strict=True) if not left)
    held: Counter[tuple[str, bool]] = Counter()
    files: list[File] = []
    folders: set[str] = set()
    for info, name, left in zip(infos, names, junk, strict=True):
        owner = student_folder(name, shared), left
        held[owner] += 1
        if held[owner] > FOLDER_MOST:
            continue
        if len(files) >= bounds.MOST_FILES:
            raise too_many(path, (file.path for file in files), bounds.MOST_FILES)
        if name.endswith("/") or left:
            folders |= _above(name)
        else:
            files.append(File(name, info.file_size, _zip_reader(archive, info, count), _entry_fault(info)))
    for (owner_is, left), number in held.items():
        if number > FOLDER_MOST and not left:
            files.append(File(f"{owner_is}/{REST}", 0, lambda _: b"", SURPLUS))
    filled = {folder for file in files for folder in _above(file.path)}
    return files + [File(folder, 0, lambda _: b"") for folder in folders - filled]


def _above(path: str) -> set[str]:
    """Return the folder that something lies in and those above it, each with a slash behind; none of those that are
    junk, and none that is too deep to be anybody's: all of them together have the square of the name's length."""
    parts = path[:NAME_LIMIT].split("/")[:-1][:DEPTH_LIMIT]
    return {
        f"{name}/" for count in range(1, len(parts) + 1) if not is_junk(name := "/".join(parts[:count]), folder=True)
    }


def _zip_name(info: zipfile.ZipInfo, names_in: Encoding) -> str:
    """Return the name as it was meant: some of Windows's tools write a backslash for a slash."""
    name = info.orig_filename
    if not (_says(info) or name.isascii()):
        name = _named_again(info) or names_in.decode(_raw(info))
    return name.replace("\\", "/")


def _says(info: zipfile.ZipInfo) -> bool:
    """Say whether the zip says that the name is UTF-8."""
    return bool(info.flag_bits & 0x800)


def _raw(info: zipfile.ZipInfo) -> bytes:
    return info.orig_filename.encode(SPECIFIED)  # as which Python reads it


def _named_again(info: zipfile.ZipInfo) -> str:
    """Return the name in UTF-8 that some tools write beside the other; empty where there is none for this name."""
    data = info.extra
    while len(data) >= 4:
        kind, size = struct.unpack_from("<HH", data)
        if kind == 0x7075 and 5 < size <= len(data) - 4 and data[4] == 1:
            [crc] = struct.unpack_from("<L", data, 5)
            return data[9 : 4 + size].decode(errors="replace") if crc == zlib.crc32(_raw(info)) else ""
        data = data[4 + size :]
    return ""


def _entry_fault(info: zipfile.ZipInfo) -> str:
    if fault := mode_fault(info.external_attr >> 16):
        return fault
    if info.flag_bits & 0x1:
        return "it is encrypted"
    if info.compress_type not in _SOUND:
        return "it is compressed in an unusual way"
    return ""


def _zip_reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo, count: Count) -> Callable[[int], bytes]:
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
