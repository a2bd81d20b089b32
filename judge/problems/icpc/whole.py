"""Put a package on the disk: a folder or a zip, whole or not at all, and never over what is there."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import zipfile
from collections.abc import Mapping
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
    scratch = target.resolve().with_name(f".judge-{os.getpid()}.part")
    try:
        target.resolve().parent.mkdir(parents=True, exist_ok=True)
        if is_zip(target):
            _write_zip(scratch, "" if bare else f"{target.stem}/", files)
        else:
            _write_folder(scratch, files)
        scratch.rename(target.resolve())
    except OSError as error:
        message = f"{target} can't be written: {error.strerror or error}"
        raise JudgeError("E435", message, help="name a place that you may write to") from error
    finally:
        _remove(scratch)


def is_zip(target: Path) -> bool:
    return target.suffix == ZIP


def _write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _write_zip(path: Path, top: str, files: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            entry = zipfile.ZipInfo(top + name, _YEAR)
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data, zipfile.ZIP_DEFLATED)


def _remove(scratch: Path) -> None:
    if scratch.is_dir():
        shutil.rmtree(scratch, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):  # its folder is none, or can't be written to: it was never made
            scratch.unlink()
