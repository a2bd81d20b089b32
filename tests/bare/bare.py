"""Runs a file bare: imported in a process of its own, and called once on a case. That is the truth."""

from __future__ import annotations

import contextlib
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from judge.model import Case, Problem
from judge.problems import puzzle_named
from judge.sandbox import Sandbox
from judge.submissions import Source
from tests.bare.inside import process
from tests.bare.inside.outcome import of_reply

LIMIT_S: Final = 60.0
JUDGE: Final = str(Path(__file__).resolve().parents[2])
NAME: Final = "submission"
PLAIN: Final = {"NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING": "1"}  # the judge reads what numba says without colours


class Bare(contextlib.ExitStack):
    """Runs files in forks of a warm process, or each in a new interpreter. Use it as a context manager."""

    def __init__(self, *, forks: bool = True) -> None:
        super().__init__()
        self._root = Path(self.enter_context(TemporaryDirectory(prefix="bare-", ignore_cleanup_errors=True)))
        self._warm = _start(self._root, "forks") if forks else None
        if self._warm is not None:
            self.callback(self._warm.communicate)
        self._runs = 0

    def run(self, source: bytes, problem: Problem, case: Case, name: str = NAME) -> str:
        """Return the outcome of a file on a case; `name` is the file's, without its ending."""
        with self._folder(source, name) as folder:
            request = _request(folder, name, problem, case)
            reply = _forked(self._warm, request) if self._warm is not None else _anew(folder, request)
        return of_reply(reply, Source(source, f"{name}.py", str(folder / f"{name}.py")), problem.limits)

    @contextlib.contextmanager
    def _folder(self, source: bytes, name: str) -> Iterator[Path]:
        """Lay a file into a folder of its own: with `cache=True` numba writes beside it."""
        self._runs += 1
        folder = self._root / str(self._runs)
        folder.mkdir()
        (folder / f"{name}.py").write_bytes(source)
        yield folder
        shutil.rmtree(folder, ignore_errors=True)


def _forked(warm: subprocess.Popen[bytes], request: dict[str, Any]) -> process.Reply:
    assert warm.stdin
    assert warm.stdout
    pickle.dump(request, warm.stdin)
    warm.stdin.flush()
    reply: process.Reply = pickle.load(warm.stdout)
    return reply


def _anew(folder: Path, request: dict[str, Any]) -> process.Reply:
    started = _start(folder)
    try:
        data, _ = started.communicate(pickle.dumps(request), LIMIT_S)
    except subprocess.TimeoutExpired:
        started.kill()
        started.communicate()
        return process.reply_of(b"", True, 0)
    return process.reply_of(data, False, started.returncode)


def _start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-s", "-B", process.__file__, *words],
        env={**Sandbox.ENVIRONMENT, **PLAIN, "HOME": str(folder), "TMPDIR": str(folder)},
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


def _request(folder: Path, name: str, problem: Problem, case: Case) -> dict[str, Any]:
    call = puzzle_named(problem.puzzle).call
    assert call is not None
    values = call.values(case.board)
    arguments = [value.copy() if hasattr(value, "copy") else value for value in values]
    return {"folder": str(folder), "name": name, "arguments": arguments, "judge": JUDGE, "limit_s": LIMIT_S}
