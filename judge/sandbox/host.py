"""Commands of the host that are looked for, or asked for one line, outside any box.

Only commands of the tables that ship with the judge or that its user named come here, never one of a submission.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Self

import msgspec

from judge.errors import JudgeError
from judge.sandbox.clock import LOOK_S, Patience
from judge.sandbox.inside.numba_hooks import TESTED_NUMBA, missing_hooks

PROBE_S = 5.0  # without the time that others had the core


def found_command(command: str) -> str | None:
    """Return where PATH has this command; None where it has not. Folders that depend on the current one don't count."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    absolute = os.pathsep.join(folder for folder in folders if Path(folder).is_absolute())
    return shutil.which(command, path=absolute)


@cache
def printed_by(command: tuple[str, ...]) -> str | None:
    """Return the real path of the folder that a command prints, asked once; None where it fails, as a dead shim does.
    JudgeError E307 where others had the core all the time."""
    program = found_command(command[0])
    if not program:
        return None
    try:
        folder = _said([program, *command[1:]]).decode(errors="replace").strip()
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return str(Path(folder).resolve()) if folder.startswith("/") and Path(folder).is_dir() else None


class Numba(msgspec.Struct, frozen=True):
    """The numba of this Python: the last line of what is said where it can't be imported, "" where it can, and the
    oldest and newest version whose insides are known."""

    why_not: str
    tested: tuple[str, str] = TESTED_NUMBA

    def missing(self) -> tuple[str, ...]:
        """Return the insides that it has not, or has otherwise: where there are any, no kernel is kept."""
        return missing_hooks()

    @classmethod
    def probe(cls) -> Self:
        """Try to import numba, in a process of its own."""
        command = [sys.executable, "-P", "-c", "import numba"]
        tried = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        said = tried.stderr.strip().splitlines() or ["it ended without a word"]
        return cls(said[-1] if tried.returncode else "")


@cache
def has_candidate(package: str) -> bool:
    """Say whether apt could install a package here: there is apt, and where it has lists, they name the package."""
    return found_command("apt-cache") is not None and (_in_lists(package) or not _in_lists("apt"))


def _in_lists(package: str) -> bool:
    try:
        return bool(_said(["apt-cache", "madison", package]).strip())
    except (OSError, ValueError, subprocess.SubprocessError, JudgeError):
        return False


def _said(words: Sequence[str]) -> bytes:
    """Return what a command prints, which is to be quick."""
    null, pipe = subprocess.DEVNULL, subprocess.PIPE
    # From the root: a shim looks into the current folder for which of its versions to start.
    with subprocess.Popen(words, stdin=null, stdout=pipe, stderr=null, cwd="/") as process:
        patience = Patience(process.pid, PROBE_S)
        try:
            while True:
                try:
                    said, _ = process.communicate(timeout=min(LOOK_S, PROBE_S))
                    break
                except subprocess.TimeoutExpired as late:
                    if patience.is_over():
                        raise patience.fault(f"{words[0]} did not say where it is") or late from None
        finally:
            process.kill()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return said
