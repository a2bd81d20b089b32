"""Write a file or a folder whole or not at all, so that a judge that is killed leaves no half of one."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from judge.errors import JudgeError, Place, room_or
from judge.locks import alone

_OF_SYSTEMS = ("__MACOSX", "Thumbs.db", "desktop.ini", ".DS_Store", ".localized")
_OF_TOOLS = ("__pycache__", "site-packages", "activate_this.py", "CMakeFiles")
LEFT_BEHIND = frozenset((*_OF_SYSTEMS, *_OF_TOOLS))  # nobody has handed it in
PART = ".judge.part"  # what begins with a dot is no part of a package; the next writer takes the same name


def is_there(path: Path) -> bool:
    """Say whether it is a folder or a plain file, whatever can be read of it."""
    with contextlib.suppress(OSError):
        return path.is_dir() or path.is_file()
    return False


def entries_below(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield what lies in a folder and in those below it, however deep. What is hidden or left behind is passed over;
    so is a folder that can't be opened, or whose path is longer than any may be."""
    waiting = [str(folder)]
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as found:
            entries = [entry for entry in found if not (entry.name.startswith(".") or entry.name in LEFT_BEHIND)]
            yield from entries
            waiting += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]


def own_folder() -> Path:
    """Return where this user's files of configuration are, if there are any."""
    from platformdirs import user_config_path

    with contextlib.suppress(RuntimeError):  # a user that a service was given may have no home
        return user_config_path("judge")
    return Path()


def lies_inside(path: Path, folder: Path) -> bool:
    """Say whether the true place of a path is in the folder; a link that leads to itself has none."""
    try:
        place = path.resolve(strict=True)
    except RuntimeError:  # a loop of links, up to Python 3.12
        return False
    except OSError as fault:
        if fault.errno == errno.ELOOP:
            return False
        place = path.resolve()
    return place.is_relative_to(folder.resolve())


def read_given(path: Path, most: int, what: str) -> bytes:
    """Return at most so many bytes of a file that somebody names, `what` it has to be. JudgeError E435 when it can't be
    opened."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as fault:
        raise JudgeError("E435", f"{path} can't be opened: {fault.strerror}", help=f"name a {what}") from fault


def write_file(file: Path, data: bytes) -> None:
    """Write a file beside its place, then put it there, and make its folder; JudgeError E435 where that can't be done.

    A link that lies there is replaced, not followed.
    """
    scratch = file.with_name(PART)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with alone(file.parent):  # all take one name
            try:
                scratch.unlink(missing_ok=True)
                with scratch.open("xb") as part:
                    part.write(data)
                scratch.replace(file)
            finally:
                scratch.unlink(missing_ok=True)
    except OSError as error:
        message = f"{file} can't be written: {error.strerror}"
        raise JudgeError("E435", message, help=room_or(error, "name a folder that you may write to")) from error


def remove(path: Path, *, folder: bool = False) -> None:
    """Remove a file where there is one, or a folder that is empty; JudgeError E435 where that can't be done."""
    try:
        if folder:
            path.rmdir()
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        message = f"{path} can't be removed: {error.strerror}"
        raise JudgeError("E435", message, Place(str(path)), help="make its folder writable, and try again") from error


@contextlib.contextmanager
def whole(target: Path) -> Iterator[Path]:
    """Yield a place for a file or folder of this name, which is put at `target` when it is whole, or is gone.

    Raises JudgeError E435 when that can't be done."""
    real = Path(os.path.realpath(target))  # which does not mind a link to itself
    was_there, scratch = os.path.lexists(real.parent), None
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=".judge-", suffix=".part", dir=real.parent))
        yield scratch / real.name
        (scratch / real.name).rename(real)
    except OSError as error:
        message = f"{target} can't be written: {error.strerror or error}"
        raise JudgeError("E435", message, help=room_or(error, "name a place that you may write to")) from error
    finally:
        if scratch is not None:
            shutil.rmtree(scratch, ignore_errors=True)
        if not (was_there or os.path.lexists(real)):
            with contextlib.suppress(OSError):
                real.parent.rmdir()


def write_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files by their paths in a folder, which is made."""
    for name, data in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


# --- one file ---------------------------------------------------------------------------------------------------------
def as_json(value: object) -> bytes:
    """Return a value as the JSON of every file that we write: indented by one, with a line end."""
    try:
        data = msgspec.json.encode(value)
    except UnicodeEncodeError:  # a file's name need not be UTF-8
        data = msgspec.json.encode(_plain(msgspec.to_builtins(value)))
    return msgspec.json.format(data, indent=1) + b"\n"


def _plain(value: Any) -> Any:
    """Return the same with text alone that UTF-8 can hold."""
    if isinstance(value, str):
        return value.encode(errors="backslashreplace").decode()
    if isinstance(value, dict):
        return {_plain(key): _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def write_whole(path: Path, text: str) -> None:
    """Write `text` as UTF-8, its line ends as they are, and make its folder. JudgeError E435 when it can't be written;
    then what was there before is still there. A link there is replaced, not followed."""
    _fenced(path, text.encode(), make_folder=True)


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes in the same way, and make the folder."""
    _fenced(path, data, make_folder=True)


def write_json(path: Path, value: object) -> None:
    """Write a value as JSON in the same way, into a folder that is there: a reader never sees half a file."""
    _fenced(path, as_json(value), make_folder=False)


def _fenced(path: Path, data: bytes, *, make_folder: bool) -> None:
    try:
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, data)
    except OSError as error:
        message = f"{path!s} can't be written: {error.strerror}"
        repair = room_or(error, "name a file in a folder that you may write to")
        raise JudgeError("E435", message, help=repair) from error


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file, then put that in its place. Nothing is left beside it, on a full disk neither."""
    if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
        path.write_bytes(data)
        return
    scratch = path.with_name(f".judge-{os.getpid()}.part")
    try:
        scratch.write_bytes(data)
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)
