"""Runs a program bare: built as its author does, in a fresh folder with the case, its answer checked by other rules."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

from tests.make import files
from tests.natural.generate import Program
from tests.oracle import is_right

LIMIT_S: Final = 30.0
_PACKAGE = re.compile(rb"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_COMPILERS: Final = {
    "C": [["gcc", f"-std={one}", "-O2", "-o", "program", "{sources}", "-lm"] for one in ("gnu17", "gnu89")],
    "C++": [["g++", "-std=gnu++17", "-O2", "-o", "program", "{sources}"]],
    "Java": [["javac", "-encoding", "UTF-8", "-d", ".", "{sources}"]],
}
_SOURCES: Final = {"C": (".c",), "C++": (".cpp", ".cc", ".cxx", ".c"), "Java": (".java",)}


def is_right_bare(program: Program, cases: Mapping[str, bytes], room: Path) -> dict[str, bool]:
    """Return for each case whether the program answers it; it is built once, in a folder below `room`."""
    folder = files(room / program.name, program.files)
    if not _is_built(program, folder):
        return dict.fromkeys(cases, False)
    seen = {}
    for name, case in cases.items():
        # What a run leaves is gone before the next.
        with TemporaryDirectory(dir=room, ignore_cleanup_errors=True) as own:
            shutil.copytree(folder, own, dirs_exist_ok=True)
            seen[name] = is_right(program.puzzle, case, _answer(program, Path(own), case))
    return seen


def _is_built(program: Program, folder: Path) -> bool:
    sources = [
        path
        for path in program.files
        if PurePosixPath(path).suffix.lower() in _SOURCES.get(program.language, ()) and not _is_included(path, program)
    ]
    for template in _COMPILERS.get(program.language, []):
        command = [word for one in template for word in (sources if one == "{sources}" else [one])]
        if not subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode:
            return True
    return program.language not in _COMPILERS


def _is_included(path: str, program: Program) -> bool:
    line = f'#include "{PurePosixPath(path).name}"'.encode()
    return any(line in text for text in program.files.values())


def _command(program: Program) -> list[str]:
    main = program.main
    if program.language == "Java":
        package = _PACKAGE.search(program.files[main])
        stem = PurePosixPath(main).stem
        return ["java", "-Xss64m", f"{package[1].decode()}.{stem}" if package else stem]
    if program.language in _COMPILERS:
        return ["./program"]
    return [sys.executable if program.language == "Python" else "node", main]


def _answer(program: Program, folder: Path, case: bytes) -> bytes:
    """Return output.txt if the program writes it, else what it prints."""
    output = folder / "output.txt"
    output.unlink(missing_ok=True)
    (folder / "input.txt").write_bytes(case)
    stdin = folder.with_suffix(".stdin")  # as in  python hw1.py < input.txt
    stdin.write_bytes(case.split()[1] + b"\n" if program.puzzle == "spies" else case)
    own = {"HOME": str(folder), "PWD": str(folder), "USER": "student", "LOGNAME": "student", "LANG": "C.UTF-8"}
    with stdin.open("rb") as given:
        started = subprocess.Popen(
            _command(program),
            cwd=folder,
            env={"PATH": os.environ["PATH"], **own},
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    try:
        printed, _ = started.communicate(timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        started.communicate()
        return b""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(started.pid, signal.SIGKILL)  # what it has left
    if not output.is_file():
        return printed
    output.chmod(0o600)
    return output.read_bytes()
