"""Programs of the tests in real boxes: the problem they are given, and how they are judged."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import psutil
import pytest

from judge.errors import JudgeError
from judge.judging import Task, Worker
from judge.model import Answer, Case, Finding, Instance, Limits, Prepared, Problem, Run, Submission, Verdict
from judge.sandbox import Bounds, Box, Facts, Sandbox, Tier, protocol
from judge.sandbox.protocol import Room
from judge.submissions import Language, languages
from tests.conftest import there

LIMITS = Limits(time_limit=1.0, memory=96, output=1, compilation_time=20, processes=16)
HOME = protocol.Home("/homes/1", "/submission", "/cache", "/box")  # of no box
ROOM, LOAD = Room(), Bounds(10, 20)
JOB = protocol.Job(prepare=False)
READY, IMPORTED, FAIL, COUNT, ARRAY, RAISED = (
    *(protocol.READY, protocol.IMPORTED, protocol.FAIL, protocol.COUNT, protocol.ARRAY, protocol.RAISED),
)
ANSWER_FD = 4  # the descriptor that a function answers by
QUICK = Limits(time_limit=0.3, memory=96, output=1, compilation_time=20, processes=16)
ANSWER = "OK\n010000\n000100\n000001\n100000\n001000\n000010\n"
WRONG = ANSWER.replace("010000", "100000", 1)
ARRANGED = Answer(board=np.array([list(row) for row in ANSWER.split()[1:]], dtype=np.int8))


def problem_of(puzzle: str = "lizards", limits: Limits = LIMITS, *, strict: bool = False, n: int = 6) -> Problem:
    """One case: an empty board of n x n for n pieces."""
    board = Instance("DFS", n, n, np.zeros((n, n), dtype=np.int8))
    case = Case("six", "secret", board, ARRANGED if n == 6 else None)
    return Problem("pkg", "The pkg", puzzle, ("DFS",), strict, limits, {"secret": Problem.Group(10)}, (case,))


def is_there(language: Language | None) -> bool:
    """Whether this host has a command by this name, which compiles or runs a language."""
    command = (language.home or language.compile)[0] if language else ""
    return command == "{python}" or shutil.which(command) is not None


def skip_without(name: str) -> None:
    """Skip the test of a file whose language this host does not have."""
    language = languages().of(Path(name).suffix)
    if language and not is_there(language):
        pytest.skip(f"nothing here runs {name}")


@contextmanager
def without_cgroups() -> Iterator[None]:
    """A host on which the judge can make no group: a sandbox that is opened there counts processes one by one."""
    mkdir = os.mkdir

    def refuse(folder: str | Path, *words: Any, **named: Any) -> None:
        if Path(folder).is_relative_to("/sys/fs/cgroup"):
            raise PermissionError
        mkdir(folder, *words, **named)

    with patch.object(os, "mkdir", refuse):
        yield


@contextmanager
def of_tier(tier: Tier, **words: Any) -> Iterator[Sandbox]:
    """A sandbox of this tier; the test is skipped where the host does not have it."""
    with Sandbox(tier=tier, **words) as own:
        try:
            own.host()
        except JudgeError as error:
            pytest.skip(error.note)
        yield own


@contextmanager
def strangers(core: int | None, count: int) -> Iterator[None]:
    """Processes that keep a core busy: all at once, when each of them is there."""
    code = f"import os\nos.sched_setaffinity(0, {{{core or 0}}})\nos.write(1, b'.')\nos.read(0, 1)\nwhile True: pass"
    words = [sys.executable, "-S", "-c", code]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
    # Each in a session of its own, as Linux shares a core among sessions first.
    busy = [subprocess.Popen(words, **pipes, start_new_session=True) for _ in range(count)]
    try:
        for process in busy:
            there(process.stdout).read(1)
        for process in busy:
            there(process.stdin).write(b".")
        yield
    finally:
        for process in busy:
            process.kill()
            process.communicate()


def kill_zygote(sandbox: Sandbox) -> None:
    os.kill(zygote_pid(sandbox), signal.SIGKILL)


def zygote_pid(sandbox: Sandbox) -> int:
    """The last of its line of processes, while no box runs: what is started is only its parent."""
    assert sandbox.tier, "it is up"
    started = psutil.Process(sandbox.zygote.pid)
    last: int = [started, *started.children(recursive=True)][-1].pid
    return last


def case_bytes(n: int, pieces: int, grid: bytes | None = None) -> bytes:
    """A case of n x n for DFS as an attempt reads it; without `grid` the board goes another way."""
    cells = np.zeros((n, n), np.int8) if grid is None else np.frombuffer(grid, np.int8).reshape(n, n)
    data, board = protocol.pack_case(protocol.HOMEWORK, ("DFS", n, pieces, cells))
    return data if grid is None else data + board


def array(cells: np.ndarray) -> bytes:
    """What comes of a function that returns this."""
    return ARRAY + protocol.SHAPE.pack(*cells.shape) + cells.tobytes()


def message(kind: bytes, payload: bytes = b"") -> bytes:
    """What a function of a test writes into its pipe by itself."""
    return protocol.pack(kind, payload)


def kept(sandbox: Sandbox, files: Mapping[str, bytes]) -> protocol.Home:
    """Keep files that no name of makes trouble."""
    home = sandbox.keep(files)
    assert isinstance(home, protocol.Home), home
    return home


def solving(body: str, top: str = "") -> bytes:
    """A submission whose solve has this body."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"import os, sys, time\nimport numpy as np\n{top}\ndef solve(algorithm, n, lizards, grid):\n{lines}".encode()


def started(sandbox: Sandbox, source: bytes, limits: Limits = LIMITS, room: Room = ROOM) -> Box:
    """An attempt of this submission, without warm-up boards."""
    return sandbox.start(kept(sandbox, {"submission.py": source}), limits, protocol.Job(prepare=False, room=room))


def loaded(box: Box) -> Facts:
    """What comes after the import, and after what a zygote that is not warm compiles: READY, or why not."""
    facts = box.exchange(b"", LOAD)
    while facts.frame[:1] in (protocol.IMPORTED, protocol.COMPILING, protocol.COMPILED):
        facts = box.exchange(b"", LOAD)
    return facts


def judged(sandbox: Sandbox, submission: Submission, problem: Problem | None = None) -> tuple[Prepared, Run | None]:
    """Prepare it and run it on the first case, without a closer look at that."""
    problem, worker = problem or problem_of(), Worker(sandbox)
    prepared = worker.prepare(problem, submission)
    run = (
        worker.run(Task(problem, submission, problem.cases[0]), look=False) if prepared.verdict is Verdict.AC else None
    )
    worker.forget()
    return prepared, run


def unready(sandbox: Sandbox, submission: Submission, problem: Problem | None = None) -> Finding:
    """Return why a submission can't be prepared, which is one sentence."""
    prepared, run = judged(sandbox, submission, problem)
    assert run is None
    assert prepared.finding is not None
    assert (prepared.verdict, prepared.message) == (prepared.finding.verdict, prepared.finding.message)
    assert prepared.message
    assert "\n" not in prepared.message
    return prepared.finding


def ran(sandbox: Sandbox, submission: Submission, problem: Problem | None = None) -> Run:
    prepared, run = judged(sandbox, submission, problem)
    assert run is not None, prepared
    return run


CASE, GENEROUS = case_bytes(2, 1, bytes(4)), Bounds(5, 20)


def attempted(
    sandbox: Sandbox,
    source: bytes,
    limits: Limits = LIMITS,
    bounds: Bounds = GENEROUS,
    *,
    job: protocol.Job = JOB,
    case: tuple[bytes, bytes] = (CASE, b""),
) -> Facts:
    """What one attempt of this submission comes to, or what ended its import."""
    home = kept(sandbox, {"submission.py": source})
    with sandbox.start(home, limits, job) as box:
        facts = loaded(box)
        found = box.exchange(case[0], bounds, case[1]) if facts.frame == READY else facts
    sandbox.forget(home)
    return found


def python(body: str) -> str:
    """A program whose ANSWER and WRONG hold an answer and a wrong one."""
    return f"import os, sys, time\nANSWER, WRONG = {ANSWER!r}, {WRONG!r}\n{body}\n"
