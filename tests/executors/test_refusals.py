"""What the sandbox or a limit refuses is told as that, by real refusals, to functions and programs alike; and never
where another is to blame."""

from __future__ import annotations

import errno
from collections.abc import Callable

import pytest

from judge.model import Finding, Verdict
from judge.sandbox import Sandbox
from tests.boxed import problem_of, ran, unready
from tests.conftest import MakeSubmission, there
from tests.executors.make import LIMITS, Doing, says

PROBLEM = problem_of(limits=LIMITS)
SOLVE = "def solve(algorithm, n, lizards, grid):\n    {}\n    return grid\n"
LANDLOCK = pytest.param("landlock", marks=pytest.mark.nightly(sample=4))
Found = Callable[..., Finding]
# What a file does, and a word of the help, of a function and of a program.
ACTS = {
    "nice": ("import os; os.nice(5)", "the sandbox refuses"),
    "session": ("import os; os.setsid()", "the sandbox refuses"),
    "cores": ("import os; os.sched_setaffinity(0, {0, 1})", "cores"),
    "socket": ("import socket; socket.socket()", "sockets"),
    "network": ('import urllib.request as u; u.urlopen("http://example.com")', "no network"),
    "manager": ("import multiprocessing as m; m.Manager()", "a Manager needs a socket"),
    "forkserver": (
        'import multiprocessing as m; m.get_context("forkserver").Process(target=print).start()',
        "by fork or spawn",
    ),
    "link": ('import os; os.symlink("a", "b")', "no links"),
    "pipe": ('import os; os.mkfifo("a")', "named pipes"),
    "elsewhere": ('open("/usr/x", "w")', "working directory"),
    "beside": ('open(__file__ + ".log", "w")', "working directory"),
    "machine": ('open("/proc/meminfo")', "nothing of this machine"),
    "folder": ('import os; os.chdir("C:/hw1")', "leave chdir out"),
    "terminal": ("import pty; pty.openpty()", "terminals"),
    "files": ('files = [open(f"x{i}", "w") for i in range(300)]', "256 files"),
    "a large file": ('open("x", "wb").write(bytes(70 << 20))', "64 MiB"),
    "threads": (
        "import threading, time; [threading.Thread(target=time.sleep, args=(1,)).start() for _ in range(40)]",
        "16 processes and threads",
    ),
    "limits": ("import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (9999, 9999))", "lowered here, not raised"),
}
FUNCTIONS_ALONE = {"threads of numba": ("import numba; numba.set_num_threads(2)", "one core")}
OWN = {
    "raised": "raise PermissionError('mine')",
    "its own pickle": 'import pickle; open("p", "w").close(); pickle.load(open("p", "rb"))',
    "a file that is there": 'import os; open("x", "w"); os.mkdir("x")',
    "a folder that is there": 'import os; os.mkdir("x"); os.mkdir("x")',
    "an int": "int('x')",
}


@pytest.fixture
def found(submission: MakeSubmission) -> Found:
    """What the author of a function that does this is told, or of a program."""

    def run(sandbox: Sandbox, act: str, *, program: bool = False) -> Finding:
        mine = submission(act if program else SOLVE.format(act), "homework.py")
        judged = ran(sandbox, mine, PROBLEM)
        assert judged.verdict is Verdict.RTE, judged
        return there(judged.finding)

    return run


@pytest.mark.parametrize("name", [*ACTS, *FUNCTIONS_ALONE])
def test_what_is_refused_to_a_function(sandbox: Sandbox, found: Found, name: str) -> None:
    if sandbox.tier != "namespaces":
        pytest.skip("this host has no namespaces")
    act, word = (ACTS | FUNCTIONS_ALONE)[name]
    finding = found(sandbox, act)
    assert finding.code == ("E227" if name in ("machine", "folder") else "E205")
    assert word in finding.help


@pytest.mark.parametrize("each_tier", ["namespaces", LANDLOCK], indirect=True)  # "plain" refuses nothing
@pytest.mark.parametrize("name", ACTS)
def test_what_is_refused_to_a_program(each_tier: Sandbox, found: Found, name: str) -> None:
    act, word = ACTS[name]
    finding = found(each_tier, act, program=True)
    assert finding.code == "E207"
    assert word in finding.help


@pytest.mark.parametrize("act", OWN.values(), ids=OWN)
def test_what_a_file_does_itself_is_not(sandbox: Sandbox, found: Found, act: str) -> None:
    assert [found(sandbox, act, program=one).help for one in (False, True)] == ["", ""]


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
@pytest.mark.parametrize("each_tier", ["landlock"], indirect=True)
def test_so_it_is_in_the_other_sandbox(each_tier: Sandbox, found: Found, act: str, word: str) -> None:
    assert word in found(each_tier, act).help


@pytest.mark.slow
@pytest.mark.parametrize("each_tier", ["landlock"], indirect=True)
def test_what_the_other_sandbox_advises_works_there(each_tier: Sandbox, submission: MakeSubmission) -> None:
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
    assert ran(each_tier, submission(body), PROBLEM).message == "solve raised KeyError: 3"


@pytest.mark.parametrize(
    ("head", "text"),
    [
        (f"PermissionError 2 0 1 0 {errno.EPERM} 0 0", "PermissionError: [Errno 1] Operation not permitted"),
        (f"OSError 2 0 1 0 {errno.EROFS} 1 0", "OSError: [Errno 30] no: '/usr/x'"),
        (f"E 2 0 1 0 {errno.ENOENT} 1 0", "FileNotFoundError: no: '/proc/x'"),
        ("EOFError 2 0 1 0 0 0 0", 'EOFError\n  File "/usr/lib/multiprocessing/managers.py", line 1, in start'),
        ("KeyError 2 0 1 0 0 0 0", "KeyError: 'getpwuid(): uid not found: 3'"),
    ],
    ids=["socket", "elsewhere", "machine", "manager", "user"],
)
def test_without_a_seal_no_sandbox_is_to_blame(sandbox: Sandbox, head: str, text: str) -> None:
    doing = Doing(sandbox)
    heads = (head, f"{head[:-1]}1")
    open_, sealed = (doing.ask(PROBLEM, says(b"X", f"{one}\n{text}".encode())).wrong for one in heads)
    doing.forget()
    assert (open_.help, bool(sealed.help)) == ("", True)


def test_where_nothing_is_sealed_no_program_is_told_of_it(found: Found) -> None:
    with Sandbox(tier="plain", warm=False) as own:
        assert found(own, "raise PermissionError(1, 'Operation not permitted', '/usr/x')", program=True).help == ""


@pytest.mark.parametrize(
    "body", ["import os\nos.nice(0)\n", "import resource as r\nr.setrlimit(r.RLIMIT_NOFILE, (9999, 9999))\n"]
)
def test_no_python_of_ones_own_shows_what_the_sandbox_refuses(
    sandbox: Sandbox, submission: MakeSubmission, body: str
) -> None:
    if sandbox.tier == "plain":
        pytest.skip("nothing is refused")
    finding = unready(sandbox, submission(body + SOLVE.format("pass")), PROBLEM)
    assert finding.code == "E216"
    assert "Python of your own" not in finding.help
