"""What the sandbox or a limit refuses is told as that, by real refusals, to functions and programs alike; and never
where another is to blame."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator

import pytest

from judge.model import Finding, Verdict
from judge.sandbox import Facts, Sandbox
from tests.boxed import problem_of, ran, unready
from tests.conftest import MakeSubmission, there
from tests.executors.made_up import IMPORTED, READY, function_of, outcome_of
from tests.executors.make import LIMITS, Asked, Doing, rows_of

PROBLEM = problem_of(limits=LIMITS)
SOLVE = "def solve(algorithm, n, lizards, grid):\n    {}\n    return grid\n"
LANDLOCK = pytest.param("landlock", marks=pytest.mark.nightly(sample=4))
Found = Callable[..., Finding]
ROWS = rows_of("refusals.toml")
FUNCTIONS, PROGRAMS, OWN = ROWS["both"] | ROWS["functions"], ROWS["both"] | ROWS["programs"], ROWS["own"]


@pytest.fixture(scope="module")
def act(sandbox: Sandbox) -> Iterator[Callable[[str], Asked]]:
    """What comes of a `solve` that does this."""
    doing = Doing(sandbox, "def act(text):\n    exec(text, {'__file__': __file__})\n")
    yield lambda text: doing.ask(PROBLEM, f"act({text!r})")
    doing.forget()


@pytest.fixture
def found(submission: MakeSubmission) -> Found:
    """What the author of a program that does this is told, or of a function."""

    def run(sandbox: Sandbox, act: str, *, program: bool = True) -> Finding:
        mine = submission(act if program else SOLVE.format(act), "homework.py")
        judged = ran(sandbox, mine, PROBLEM)
        assert judged.verdict is Verdict.RTE, judged
        return there(judged.finding)

    return run


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_refused_to_a_function(sandbox: Sandbox, act: Callable[[str], Asked], name: str) -> None:
    if sandbox.tier != "namespaces":
        pytest.skip("this host has no namespaces")
    does, word = FUNCTIONS[name]
    finding = act(does).wrong
    assert finding.code == ("E227" if name == "machine" else "E205")
    assert word in finding.help


@pytest.mark.parametrize("each_tier", ["namespaces", LANDLOCK], indirect=True)  # "plain" refuses nothing
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_refused_to_a_program(each_tier: Sandbox, found: Found, name: str) -> None:
    does, word = PROGRAMS[name]
    finding = found(each_tier, does)
    assert finding.code == "E207"
    assert word in finding.help


@pytest.mark.parametrize("does", OWN.values(), ids=OWN)
def test_what_a_file_does_has_no_help(sandbox: Sandbox, found: Found, act: Callable[[str], Asked], does: str) -> None:
    assert [act(does).wrong.help, found(sandbox, does).help] == ["", ""]


@pytest.mark.slow
@pytest.mark.parametrize(("does", "word"), ROWS["landlock"].values(), ids=ROWS["landlock"])
@pytest.mark.parametrize("each_tier", ["landlock"], indirect=True)
def test_what_the_other_sandbox_refuses_has_a_help(each_tier: Sandbox, found: Found, does: str, word: str) -> None:
    assert word in found(each_tier, does, program=False).help


@pytest.mark.slow
@pytest.mark.parametrize("each_tier", ["landlock"], indirect=True)
def test_what_the_other_sandbox_advises_works_there(each_tier: Sandbox, submission: MakeSubmission) -> None:
    assert ran(each_tier, submission(ROWS["advised"]), PROBLEM).message == "solve raised KeyError: 3"


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
def test_without_a_seal_no_sandbox_is_to_blame(head: str, text: str) -> None:
    ends = [Facts(frame=f"X{one}\n{text}".encode()) for one in (head, f"{head[:-1]}1")]
    open_, sealed = (there(outcome_of(function_of("x = 1"), PROBLEM, IMPORTED, READY, end).finding) for end in ends)
    assert (open_.help, bool(sealed.help)) == ("", True)


def test_where_nothing_is_sealed_no_program_is_told_of_it(found: Found) -> None:
    with Sandbox(tier="plain", warm=False) as own:
        assert found(own, "raise PermissionError(1, 'Operation not permitted', '/usr/x')").help == ""


@pytest.mark.parametrize(
    "body", ["import os\nos.nice(0)\n", "import resource as r\nr.setrlimit(r.RLIMIT_NOFILE, (9999, 9999))\n"]
)
def test_no_other_python_shows_what_is_refused(sandbox: Sandbox, submission: MakeSubmission, body: str) -> None:
    if sandbox.tier == "plain":
        pytest.skip("nothing is refused")
    finding = unready(sandbox, submission(body + SOLVE.format("pass")), PROBLEM)
    assert finding.code == "E216"
    assert "Python of your own" not in finding.help
