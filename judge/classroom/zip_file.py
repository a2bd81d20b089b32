"""A zip as a list of files. Nothing is unpacked: a file is read into memory, bounded, when somebody asks for it."""

from __future__ import annotations

import stat
import struct
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from judge.classroom.file import (
    DEPTH_LIMIT,
    DIRECTORY_LIMIT,
    FOLDER_MOST,
    MOST_ENTRIES,
    MOST_FILES,
    NAME_LIMIT,
    REST,
    SURPLUS,
    File,
    is_junk,
    mode_fault,
    refused,
    shared_by,
    student_folder,
    too_many,
)
from judge.zips import TooLongError, open_bounded_zip

SPECIFIED = "cp437"  # by the zip specification, appendix D
_LATIN = SPECIFIED, "cp1252", "cp850"
_TRIED = (
    *_LATIN, "gb18030", "cp932", "cp950", "cp949", "cp1251", "cp866", "koi8_r", "koi8_u", "cp1256", "cp720", "cp864",
    "cp1255", "cp862", "cp1253", "cp737", "cp1254", "cp857", "cp1250", "cp852", "cp1257", "cp775", "cp1258", "cp874",
)  # fmt: skip
_CALLED = {"gb18030": "GBK", "cp932": "Shift-JIS", "cp950": "Big5", "cp949": "EUC-KR"}
_MOSTLY = 0.75  # a name of one or two letters in another encoding is often UTF-8 as well
_MOST = 2000  # names that are looked at
Fits = Callable[[Sequence[str]], int]  # how many of these names the roster has


class Encoding(msgspec.Struct, frozen=True):
    """The encoding of a class's names, and what is to be said of it."""

    name: str = SPECIFIED
    mostly: bool = False  # most names that are not ASCII are in it: UTF-8 only by chance
    remark: str = ""

    def decode(self, raw: bytes) -> str:
        """Return a name as it was meant: many tools write UTF-8 without saying so."""
        tried = (self.name, "utf-8") if self.mostly else ("utf-8", self.name)
        return next(text for one in (*tried, SPECIFIED) if (text := _as(raw, one)) is not None)


def encoding_of(names: Iterable[bytes], fits: Fits | None) -> Encoding:
    """Return the encoding in which the most names are in the roster; without one, the likeliest of Western Europe."""
    odd = [name for name in dict.fromkeys(names) if not name.isascii()]
    unsaid = [name for name in odd if _as(name, "utf-8") is None]
    if not unsaid:
        return Encoding()
    sample = unsaid[:_MOST]
    if fits:
        scores = {encoding: fits(decoded) for encoding in _TRIED if (decoded := _decoded(sample, encoding))}
        best = max(scores, key=lambda encoding: scores[encoding])  # of equals the first
        if scores[best]:
            said = f"the zip's names are read as {_called(best)}: {scores[best]} of {len(sample)} are in the roster"
            return Encoding(best, _MOSTLY * len(odd) < len(unsaid), said)
    strange = {encoding: _strange(sample, encoding) for encoding in _LATIN}
    best = min(_LATIN, key=lambda encoding: strange[encoding])
    if strange[best]:
        said = f"the zip's names are read as {SPECIFIED}, which may be wrong: a roster says it for certain"
        return Encoding(remark=said)
    return Encoding(
        best, remark="" if best == SPECIFIED else f"the zip's names are read as {_called(best)}, the likeliest"
    )


def _called(encoding: str) -> str:
    return f"{_CALLED[encoding]} ({encoding})" if encoding in _CALLED else encoding


def _as(name: bytes, encoding: str) -> str | None:
    """Return a name that is in this encoding; None where it is not."""
    try:
        return name.decode(encoding)
    except UnicodeDecodeError:
        return None


def _decoded(names: Iterable[bytes], encoding: str) -> list[str]:
    """Return the names that are in this encoding; a backslash may be half of a letter in another one."""
    return [text.replace("\\", "/") for name in names if (text := _as(name, encoding)) is not None]


def _strange(names: Sequence[bytes], encoding: str) -> int:
    """Return in how many names a letter is not Latin, or a capital stands behind a small letter, as in `JosÚ`."""
    texts = _decoded(names, encoding)
    return len(names) - len(texts) + sum(any(map(_odd, f" {text}", text)) for text in texts)


def _odd(before: str, letter: str) -> bool:
    if letter.isascii():
        return False
    return not unicodedata.name(letter, "").startswith("LATIN ") or (letter.isupper() and before.islower())


_SOUND = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others expand without a bound in Python's reader


def open_zip(path: Path) -> zipfile.ZipFile:
    if not stat.S_ISREG(path.stat().st_mode):
        raise refused(path, "it is neither a folder nor a plain file", "name a folder or a zip")
    try:
        return open_bounded_zip(path, DIRECTORY_LIMIT)
    except TooLongError as fault:
        raise too_many(path, fault.names, MOST_ENTRIES) from None
    except zipfile.BadZipFile as error:
        repair = "download the zip again", "or unpack it and name the folder"
        raise refused(path, f"it is not a whole zip: {error}", repair) from error


def encoding(archive: zipfile.ZipFile, fits: Fits | None) -> Encoding:
    """Return the encoding of the names that do not say theirs; of each only what a student's folder is called. The
    folders around all may be one student's."""
    infos = archive.infolist()
    if len(infos) > MOST_ENTRIES or all(info.orig_filename.isascii() for info in infos):
        return Encoding()
    shared = shared_by(info.orig_filename for info in infos if not is_junk(info.orig_filename))
    unsaid = [_raw(info).split(b"/", shared + 2) for info in infos if not _says(info)]
    around = [folder for parts in unsaid[:1] for folder in parts[:shared]] if fits else []
    return encoding_of((*around, *(b"/".join(parts[shared : shared + 2]) for parts in unsaid)), fits)


def entries(archive: zipfile.ZipFile, path: Path, names_in: Encoding | None = None) -> list[File]:
    infos = [info for info in archive.infolist() if info.orig_filename not in ("./", ".\\")]
    names_in = names_in or encoding(archive, None)
    names = [_zip_name(info, names_in) for info in infos]
    if len(infos) > MOST_ENTRIES:
        raise too_many(path, names, MOST_ENTRIES)
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
        if len(files) >= MOST_FILES:
            raise too_many(path, (file.path for file in files), MOST_FILES)
        if name.endswith("/") or left:
            folders |= _above(name)
        else:
            files.append(File(name, info.file_size, _zip_reader(archive, info), _entry_fault(info)))
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
    """Return the name as it was meant: some of Windows's tools write a backslash for a slash, and
    others begin each name with the folder in which they are."""
    name = info.orig_filename
    if not (_says(info) or name.isascii()):
        name = _named_again(info) or names_in.decode(_raw(info))
    return name.replace("\\", "/").removeprefix("./")


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


def _zip_reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        # A declared size proves nothing: the decompressor stops after `limit` bytes.
        try:
            with archive.open(info) as file:
                return file.read(limit)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
            raise OSError(0, f"it is damaged: {error}") from error

    return read
