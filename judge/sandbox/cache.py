"""What was prepared, kept from run to run: files and bytes, by a key that holds all that decides them.

Theory of operation. An entry is one file, named by its key. It is written beside its place and renamed, so that two
judges at once never see half of one; its digest is looked at before anything is read out of it, and what is damaged is
removed. The judge alone writes: a box never sees this folder, but what the zygote lays into a home of the same key, as
files that nobody can change. What comes from a submission's own code in an entry goes to boxes of that submission
again, and to nobody else. The judge and its zygotes unpickle and run none of it.

The folder belongs to its user and is closed to all others; where it is not, nothing is kept. So does a disk that is
full or a folder that can't be written to: a cache saves time, and never fails anybody. What was used longest ago goes
first.

A key holds the bytes, the bounds, and whatever of this host and of the judge has a part in it: a fact that is missing
there is a verdict that depends on yesterday. What an import draws from a clock or at random is in no key: a kernel that
reads it is not taken where it differs (inside/content.py).
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import re
import secrets
import stat
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, Self

import msgspec

from judge.errors import JudgeError
from judge.locks import open_own
from judge.model import package_folders, version_of
from judge.sandbox import protocol
from judge.sandbox.machine import features, look_at_machine

MOST_BYTES: Final = 1 << 30
ENTRY_BYTES: Final = 40 << 20  # more than is ever packed
NOTE_BYTES: Final = 1 << 20
BLOCK: Final = 4096  # what the smallest file takes
LEFT_S: Final = 3600.0  # after which a file that is being written belongs to a judge that was killed
_COMPILERS: Final = ("numba", "llvmlite", "numpy")
_HEAD: Final = struct.Struct("<8s32sQ")  # the mark, the digest of key, note and content, the note's length
_MARK: Final = b"judge\0k1"
_NAME: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_BEING_WRITTEN: Final = re.compile(r"\.[0-9a-f]{64}-[0-9a-f]{16}", re.ASCII)
_READ: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE: Final = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Found(NamedTuple):
    """An entry: what its maker has noted, and a descriptor at the beginning of its content."""

    note: bytes
    fd: int


class Held(NamedTuple):
    """One entry from outside."""

    name: str
    size_bytes: int
    used_ns: int


class Cache:
    """A folder of entries, of at most so many bytes. Keys are digests: 64 hexadecimal digits."""

    def __init__(self, path: Path, most_bytes: int = MOST_BYTES) -> None:
        """Open the folder, and make it where it is missing; OSError where it can't be used."""
        self.path, self.most_bytes = path, most_bytes
        path.parent.mkdir(parents=True, exist_ok=True)
        self._folder = open_own(path)

    @classmethod
    def own(cls) -> Self:
        """Open this user's own. JudgeError E435 where that can't be used."""
        where = ""
        try:
            where = f"it lies in {(folder := _own_folder())}; "
            return cls(folder)
        except (OSError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or error
            note = f"{where}every run compiles everything anew meanwhile"
            raise JudgeError("E435", f"the cache can't be opened: {why}", note=note) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder. Safe to call twice."""
        if self._folder >= 0:
            os.close(self._folder)
            self._folder = -1

    @contextmanager
    def find(self, key: str) -> Iterator[Found | None]:
        """Open the entry of this key; None where there is none that is sound."""
        fd = -1
        try:
            with contextlib.suppress(OSError):
                fd = os.open(key, _READ, dir_fd=self._folder)
            yield self._read(key, fd) if fd >= 0 else None
        finally:
            if fd >= 0:
                os.close(fd)

    def keep(self, key: str, note: bytes, fill: Callable[[int], bool]) -> bool:
        """Make an entry, whose content `fill` writes into a descriptor; say whether it is kept."""
        name = f".{key}-{secrets.token_hex(8)}"
        try:
            fd = os.open(name, _WRITE, 0o600, dir_fd=self._folder)
        except OSError:
            return False
        try:
            kept = self._write(fd, (name, key), note, fill)
        except BaseException as error:
            self._remove(name)
            if isinstance(error, OSError):
                return False
            raise
        finally:
            os.close(fd)
        if not kept:
            self._remove(name)
        self._make_room()
        return kept

    def held(self) -> list[Held]:
        """Return all entries, the one first that was used longest ago."""
        found = [one for one in self._files() if _NAME.fullmatch(one.name)]
        return sorted(found, key=lambda one: one.used_ns)

    def clear(self) -> int:
        """Remove every entry, also those that a killed judge was writing; return how many there were."""
        return sum(self._remove(one.name) for one in self._files())

    def _read(self, key: str, fd: int) -> Found | None:
        """Check an entry, and mark it as used. One that is damaged is removed."""
        try:
            facts = os.fstat(fd)
            if stat.S_ISREG(facts.st_mode) and facts.st_uid == os.geteuid() and facts.st_size <= ENTRY_BYTES:
                with open(fd, "rb", closefd=False) as file:
                    mark, digest, length = _HEAD.unpack(file.read(_HEAD.size))
                    if mark == _MARK and length <= NOTE_BYTES and digest == _digest(key, file):
                        file.seek(_HEAD.size)
                        note = file.read(length)
                        os.lseek(fd, _HEAD.size + length, os.SEEK_SET)
                        with contextlib.suppress(OSError):
                            os.utime(fd)
                        return Found(note, fd)
        except (OSError, struct.error):
            pass
        self._remove(key)
        return None

    def _write(self, fd: int, names: tuple[str, str], note: bytes, fill: Callable[[int], bool]) -> bool:
        with open(fd, "w+b", closefd=False) as file:
            file.write(_HEAD.pack(_MARK, bytes(32), len(note)) + note)
            file.flush()
            if len(note) > NOTE_BYTES or not fill(fd) or os.fstat(fd).st_size > min(ENTRY_BYTES, self.most_bytes):
                return False
            file.seek(_HEAD.size)
            digest = _digest(names[1], file)
            file.seek(0)
            file.write(_HEAD.pack(_MARK, digest, len(note)))
        os.rename(*names, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        return True

    def _make_room(self) -> None:
        """Remove what was used longest ago, until the rest is small enough, and what killed judges were writing."""
        left_ns = time.time_ns() - int(LEFT_S * 1e9)
        entries = self.held()
        total = sum(one.size_bytes for one in entries)
        for one in entries:
            if total > self.most_bytes:
                self._remove(one.name)
                total -= one.size_bytes
        for one in self._files():
            if _BEING_WRITTEN.fullmatch(one.name) and one.used_ns < left_ns:
                self._remove(one.name)

    def _files(self) -> list[Held]:
        """Return the files of ours; what else lies here is nobody's business."""
        found = []
        with contextlib.suppress(OSError), os.scandir(self._folder) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):  # another judge has just removed it
                    facts = entry.stat(follow_symlinks=False)
                    if _NAME.fullmatch(entry.name) or _BEING_WRITTEN.fullmatch(entry.name):
                        found.append(Held(entry.name, -(-facts.st_size // BLOCK) * BLOCK, facts.st_mtime_ns))
        return found

    def _remove(self, name: str) -> bool:
        """Remove a file; say whether it was there."""
        with contextlib.suppress(OSError):
            os.unlink(name, dir_fd=self._folder)
            return True
        return False


def _own_folder() -> Path:
    """Return where a user's entries lie; RuntimeError where that user has no home."""
    from platformdirs import user_cache_path

    if named := os.environ.get("JUDGE_CACHE"):
        return Path(named).absolute() / "compiled"
    if not (folder := user_cache_path("judge")).is_absolute():
        raise RuntimeError("this user has no home")
    return folder / "compiled"


def own_cache() -> Cache | None:
    """Open this user's own cache; None where it can't be used."""
    with contextlib.suppress(JudgeError):
        return Cache.own()
    return None


def cache_in(path: Path) -> Cache | None:
    """Open the cache in this folder; None where it can't be used."""
    try:
        return Cache(path)
    except OSError:
        return None


def _digest(key: str, file: BinaryIO) -> bytes:
    """Return the digest of what follows in a file, and of the key: an entry that was renamed is none."""
    found = hashlib.sha256(key.encode())
    while chunk := file.read(1 << 20):
        found.update(chunk)
    return found.digest()


# --- keys -------------------------------------------------------------------------------------------------------
@functools.cache
def cache_basis(core: int | None) -> tuple[object, ...]:
    """Return what decides whatever is compiled on this machine, as one of its cores shows it; looked at once by a
    process. It is this Python, its packages, the processor, and the judge's own code that runs in a box."""
    packages = [file_stamp(folder) for folder in package_folders()]
    inside = hashlib.sha256()
    for path in sorted(Path(protocol.__file__).with_name("inside").glob("*.py")):
        inside.update(path.read_bytes())
    python = (sys.version, sys.prefix, file_stamp(sys.executable), packages, *map(version_of, _COMPILERS))
    return *python, inside.hexdigest(), look_at_machine(core).cpu, features(core)


def file_stamp(path: str) -> tuple[str, int, int]:
    """Return by what a file or a folder is known to be the same as before: a new version of a compiler has others."""
    real = Path(path).resolve()
    try:
        facts = real.stat()
    except OSError:
        return str(real), 0, 0
    return str(real), facts.st_size, facts.st_mtime_ns


def cache_digest(facts: Any) -> str:
    """Return the key of these facts. Texts among them need not be UTF-8: names of files are not."""
    return hashlib.sha256(json.dumps(msgspec.to_builtins(facts), sort_keys=True).encode()).hexdigest()
