"""What the sandbox or a limit refuses is told as that, by real refusals; and never where another is to blame."""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest

from judge.errors import JudgeError
from judge.executors.answer_frame import Raised
from judge.executors.refusals import refusal
from judge.model import Finding, Limits, Verdict
from judge.sandbox.sandbox import Sandbox
from tests.boxed import judged, problem_of
from tests.conftest import MakeSubmission

PROBLEM = problem_of(limits=Limits(time_limit=5.0, memory=256, output=1, compilation_time=20, processes=16))
SOLVE = "def solve(algorithm, n, lizards, grid):\n    {}\n    return grid\n"
# What solve does, the code, and a word of the help.
REFUSED = {
    "nice": ("import os; os.nice(0)", "E205", "the sandbox refuses"),
    "session": ("import os; os.setsid()", "E205", "the sandbox refuses"),
    "cores": ("import os; os.sched_setaffinity(0, {0, 1})", "E205", "cores"),
    "socket": ("import socket; socket.socket()", "E205", "sockets"),
    "network": ('import urllib.request as u; u.urlopen("http://example.com")', "E205", "no network"),
    "manager": ("import multiprocessing as m; m.Manager()", "E205", "a Manager needs a socket"),
    "forkserver": ('import multiprocessing as m; m.get_context("forkserver").Pool(2)', "E205", "by fork or spawn"),
    "link": ('import os; os.symlink("a", "b")', "E205", "no links"),
    "pipe": ('import os; os.mkfifo("a")', "E205", "named pipes"),
    "elsewhere": ('open("/usr/x", "w")', "E205", "working directory"),
    "beside": ('open(__file__ + ".log", "w")', "E205", "working directory"),
    "machine": ('open("/proc/meminfo")', "E227", "nothing of this machine"),
    "folder": ('import os; os.chdir("C:/hw1")', "E227", "leave chdir out"),
    "terminal": ("import pty; pty.openpty()", "E205", "terminals"),
}
LIMITED = {
    "threads of numba": ("import numba; numba.set_num_threads(2)", "E205", "one core"),
    "files": ('files = [open(f"x{i}", "w") for i in range(300)]', "E205", "256 files"),
    "a large file": ('open("x", "wb").write(bytes(70 << 20))', "E205", "64 MiB"),
    "threads": (
        "import threading, time; [threading.Thread(target=time.sleep, args=(1,)).start() for _ in range(40)]",
        "E205",
        "16 processes and threads",
    ),
    "limits": ("import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (9999, 9999))", "E205", "lowered here, not raised"),
}
OWN = {
    "raised": ("raise PermissionError('mine')", "E205"),
    "its own pickle": ('import pickle; open("p", "w").close(); pickle.load(open("p", "rb"))', "E205"),
    "a link that is there": ('import os; open("x", "w"); os.mkdir("x")', "E205"),
    "an int": ("int('x')", "E205"),
}


def found(sandbox: Sandbox, submission: MakeSubmission, act: str) -> Finding:
    _, run = judged(sandbox, submission(SOLVE.format(act)), PROBLEM)
    assert run is not None
    assert run.finding is not None, run
    assert run.verdict is Verdict.RTE
    return run.finding


@pytest.fixture(scope="module")
def landlock() -> Iterator[Sandbox]:
    with Sandbox(tier="landlock") as own:
        try:
            own.host()
        except JudgeError as error:
            pytest.skip(f"no landlock: {error.note}")
        yield own


@pytest.mark.parametrize(("act", "code", "word"), [*REFUSED.values(), *LIMITED.values()], ids=[*REFUSED, *LIMITED])
def test_what_is_refused_is_told_as_that(
    sandbox: Sandbox, submission: MakeSubmission, act: str, code: str, word: str
) -> None:
    if sandbox.tier != "namespaces":
        pytest.skip("this host has no namespaces")
    finding = found(sandbox, submission, act)
    assert finding.code == code
    assert word in finding.help


@pytest.mark.parametrize(("act", "code"), OWN.values(), ids=OWN)
def test_what_a_file_does_itself_is_not(sandbox: Sandbox, submission: MakeSubmission, act: str, code: str) -> None:
    finding = found(sandbox, submission, act)
    assert (finding.code, finding.help) == (code, "")


@pytest.mark.parametrize(
    "act",
    [
        'import fcntl; fcntl.flock(open("x", "w"), fcntl.LOCK_EX)',
        'import fcntl; fcntl.lockf(open("x", "w"), fcntl.LOCK_EX)',
        'import sqlite3; sqlite3.connect("x").execute("create table a (b)")',
        "import getpass, os, pwd; assert pwd.getpwuid(os.getuid()).pw_name == getpass.getuser()",
        'open("/tmp/x", "w")',
    ],
)
def test_what_a_machine_has_is_there(sandbox: Sandbox, submission: MakeSubmission, act: str) -> None:
    if sandbox.tier != "namespaces":
        pytest.skip("this host has no namespaces")
    assert found(sandbox, submission, f"{act}; raise KeyError('done')").message == "solve raised KeyError: 'done'"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("act", "word"),
    [
        ("import multiprocessing as m; m.Lock()", "use Process and Pipe"),
        ("from multiprocessing import shared_memory as s; s.SharedMemory(create=True, size=9)", "use Process and Pipe"),
        ('open("/tmp/x", "w")', "working directory"),
        ("import pwd, os; pwd.getpwuid(os.getuid())", "has no name"),
        ('import os; open("x", "w"); os.chmod("x", 0o600)', "the sandbox refuses"),
    ],
)
def test_so_it_is_in_the_other_sandbox(landlock: Sandbox, submission: MakeSubmission, act: str, word: str) -> None:
    assert word in found(landlock, submission, act).help


@pytest.mark.slow
def test_what_the_other_sandbox_advises_works_there(landlock: Sandbox, submission: MakeSubmission) -> None:
    body = """
import tempfile
from multiprocessing import Pipe, Process


def send(pipe):
    pipe.send(3)


def solve(algorithm, n, lizards, grid):
    here, there = Pipe()
    process = Process(target=send, args=(there,))
    process.start()
    with tempfile.TemporaryFile() as file, open("name.txt", "w") as other:
        raise KeyError(here.recv())
"""
    _, run = judged(landlock, submission(body), PROBLEM)
    assert run is not None
    assert run.message == "solve raised KeyError: 3"


@pytest.mark.parametrize("act", ["socket", "elsewhere", "machine", "manager", "user"])
def test_without_a_seal_no_sandbox_is_to_blame(act: str) -> None:
    texts = {
        "socket": Raised("PermissionError", "PermissionError: [Errno 1] Operation not permitted", errno=errno.EPERM),
        "elsewhere": Raised("OSError", "OSError: [Errno 30] no: '/usr/x'", errno=errno.EROFS, outside=True),
        "machine": Raised("E", "FileNotFoundError: no: '/proc/x'", errno=errno.ENOENT, outside=True),
        "manager": Raised("EOFError", 'EOFError\n  File "/usr/lib/multiprocessing/managers.py", line 1, in start'),
        "user": Raised("KeyError", "KeyError: 'getpwuid(): uid not found: 3'"),
    }
    assert refusal(texts[act], PROBLEM.limits) == ""


@pytest.mark.parametrize(
    "body", ["import os\nos.nice(0)\n", "import resource as r\nr.setrlimit(r.RLIMIT_NOFILE, (9999, 9999))\n"]
)
def test_no_python_of_ones_own_shows_what_the_sandbox_refuses(
    sandbox: Sandbox, submission: MakeSubmission, body: str
) -> None:
    if sandbox.tier == "plain":
        pytest.skip("nothing is refused")
    prepared, run = judged(sandbox, submission(body + SOLVE.format("pass")), PROBLEM)
    assert run is None
    assert prepared.finding is not None
    assert prepared.finding.code == "E216"
    assert "Python of your own" not in prepared.finding.help
