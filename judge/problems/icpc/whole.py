"""Put a package on the disk, whole or not at all: as a folder or, of the ICPC's, a zip; never over what is there."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from judge.errors import JudgeError

ZIP: Final = ".zip"
_SHORT = re.compile(r"[a-z0-9]{1,255}")
_YEAR: Final = (1980, 1, 1, 0, 0, 0)  # of all in a zip: the same bytes each time


def check_target(target: Path) -> None:
    """Raise JudgeError E426 for a name that the format refuses, E427 for a place where something is."""
    name = target.resolve().name.removesuffix(ZIP)
    if not _SHORT.fullmatch(name):
        plain = re.sub(r"[^a-z0-9]", "", name.lower()) or "cup"
        message = f"{name!r} can't be the name of a package: the format asks for small letters and digits alone"
        raise JudgeError("E426", message, help=f"name {target.with_name(plain + target.suffix * is_zip(target))}")
    taken = target.exists() or target.is_symlink()
    if taken and (is_zip(target) or not target.is_dir() or any(target.iterdir())):
        raise JudgeError("E427", f"{target} is there already", help="remove it, or name another; nothing was changed")


def write_target(target: Path, files: Mapping[str, bytes], *, bare: bool = False) -> None:
    """Write the files into a folder, or into a zip where the name ends so. JudgeError E435 when that can't be done;
    then nothing is left. A `bare` zip has no folder at its top."""
    with whole(target) as scratch:
        if is_zip(target):
            _write_zip(scratch, "" if bare else f"{target.stem}/", files)
        else:
            write_files(scratch, files.items())


@contextlib.contextmanager
def whole(target: Path) -> Iterator[Path]:
    """Yield a place for a file or folder of this name, which is put at `target` when it is whole, or is gone.

    Raises JudgeError E435 when that can't be done."""
    real = Path(os.path.realpath(target))  # which does not mind a link to itself
    scratch, was_there = real.parent / f".judge-{os.getpid()}.part", os.path.lexists(real.parent)
    try:
        scratch.mkdir(parents=True)
        yield scratch / real.name
        (scratch / real.name).rename(real)
    except OSError as error:
        message = f"{target} can't be written: {error.strerror or error}"
        raise JudgeError("E435", message, help="name a place that you may write to") from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        if not (was_there or os.path.lexists(real)):
            with contextlib.suppress(OSError):
                real.parent.rmdir()


def is_zip(target: Path) -> bool:
    return target.suffix == ZIP


def write_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files by their paths in a folder, which is made."""
    for name, data in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _write_zip(path: Path, top: str, files: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            entry = zipfile.ZipInfo(top + name, _YEAR)
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data, zipfile.ZIP_DEFLATED)
