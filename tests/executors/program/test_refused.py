"""A program that meets a wall of its sandbox is told so, by real refusals; and never where another is to blame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from judge.executors.program.commands import is_there
from judge.executors.program.crash import without_folders
from judge.model import Finding, Limits, Submission, Verdict
from judge.sandbox.sandbox import Sandbox
from judge.submissions.languages import language_of
from tests.boxed import problem_of, ran
from tests.conftest import BEST_FIRST

MakeSubmission = Callable[..., Submission]
LIMITS = Limits(time_limit=5.0, memory=512, output=1, compilation_time=20, processes=16)
JAVA = "public class homework {{ public static void main(String[] args) throws Exception {{ {} }} }}"
C = "#include <stdio.h>\n#include <sys/socket.h>\nint main(void) {{ if ({}) return 0; perror({}); return 1; }}"
# The file's ending, what it does, and a word of the help.
REFUSED = {
    "beside": ("py", 'open(__file__ + ".log", "w")', 'open it as "homework.py.log"'),
    "beside in Node": ("js", 'require("fs").writeFileSync(__dirname + "/hw.log", "x")', 'open it as "hw.log"'),
    "elsewhere": ("py", 'open("/usr/hw.log", "w")', "working directory"),
    "elsewhere in Java": ("java", JAVA.format('new java.io.FileWriter("/usr/hw.log");'), "working directory"),
    "elsewhere in C": ("c", C.format('fopen("/usr/hw.log", "w")', '"/usr/hw.log"'), "working directory"),
    "socket in C": ("c", C.format("socket(AF_INET, SOCK_STREAM, 0) >= 0", '"socket"'), "sockets"),
    "manager": ("py", "import multiprocessing as m\nm.Manager()", "a Manager needs a socket"),
    "forkserver": (
        "py",
        "import multiprocessing as m\nm.get_context('forkserver').Process(target=print).start()",
        "by fork or spawn",
    ),
    "nice": ("py", "import os\nos.nice(5)", "the sandbox refuses"),
    "cores": ("py", "import os\nos.sched_setaffinity(0, {0, 1})", "the sandbox refuses"),
    "socket": ("py", "import socket\nsocket.socket()", "sockets"),
    "link": ("py", 'import os\nos.symlink("a", "b")', "no links"),
    "link in Node": ("js", 'require("fs").symlinkSync("a", "b")', "the sandbox refuses"),
    "machine": ("py", 'open("/proc/meminfo")', "nothing of this machine"),
    "limits": (
        "py",
        "import resource as r\nr.setrlimit(r.RLIMIT_NOFILE, (9999, 9999))",
        "lowered here, not raised",
    ),
    "files": ("py", 'files = [open(f"x{i}", "w") for i in range(300)]', "256 files"),
}
OWN = {
    "in C": ("c", "int main(void) { return 3; }"),
    "a file that perror does not name": ("c", C.format('fopen("/usr/hw.log", "w")', '"log"')),
    "its own": ("py", "raise PermissionError('mine')"),
    "an int": ("py", "int('x')"),
    "a folder that is there": ("py", 'import os\nos.mkdir("x")\nos.mkdir("x")'),
    "in Node": ("js", 'throw new Error("EPERM, I say")'),
}


def rows(table: Mapping[str, Any]) -> list[ParameterSet]:
    """Return the rows of a table, those of Java slow: its machine takes a second to start."""
    return [pytest.param(*row, id=name, marks=[pytest.mark.slow] * (row[0] == "java")) for name, row in table.items()]


def found(sandbox: Sandbox, submission: MakeSubmission, ending: str, source: str) -> Finding:
    language = language_of(f".{ending}")
    if language is None or not is_there(language):
        pytest.skip(f"no language of .{ending} here")
    run = ran(sandbox, submission(source, f"homework.{ending}"), problem_of(limits=LIMITS))
    assert (run.verdict, run.code) == (Verdict.RTE, "E207"), run
    assert run.finding is not None
    return run.finding


@pytest.mark.parametrize("each_tier", BEST_FIRST[:2], indirect=True)  # "plain" refuses nothing
@pytest.mark.parametrize(("ending", "source", "word"), rows(REFUSED))
def test_what_is_refused_is_told_as_that(
    each_tier: Sandbox, submission: MakeSubmission, ending: str, source: str, word: str
) -> None:
    assert word in found(each_tier, submission, ending, source).help


TEMPORARY = {
    "Java": (
        "java",
        JAVA.format('java.io.File.createTempFile("homework", ".log").delete(); System.out.print("FAIL");'),
    ),
    "C": ("c", C.format('tmpfile() && puts("FAIL") > 0', '"tmpfile"')),
}


@pytest.mark.parametrize(("ending", "source"), rows(TEMPORARY))
def test_a_temporary_file_is_there_but_for_c_in_landlock(
    each_tier: Sandbox, submission: MakeSubmission, ending: str, source: str
) -> None:
    if each_tier.tier == "landlock" and ending == "c":
        assert found(each_tier, submission, ending, source).help == ""
        return
    run = ran(each_tier, submission(source, f"homework.{ending}"), problem_of(limits=LIMITS))
    assert run.code == "E113", "it is right that it answered"


@pytest.mark.parametrize(("ending", "source"), OWN.values(), ids=OWN)
def test_what_a_program_does_itself_is_not(best: Sandbox, submission: MakeSubmission, ending: str, source: str) -> None:
    assert found(best, submission, ending, source).help == ""


def test_where_nothing_is_sealed_no_sandbox_is_to_blame(submission: MakeSubmission) -> None:
    with Sandbox(tier="plain", warm=False) as own:
        source = "raise PermissionError(1, 'Operation not permitted', '/usr/x')"
        assert found(own, submission, "py", source).help == ""


def test_a_path_that_was_refused_stays_whole() -> None:
    said = "  File \"/tmp/1/source/hw.py\", line 1\nOSError: [Errno 30] Read-only file system: '/tmp/1/source/hw.log'\n"
    assert without_folders(said, "/tmp/1/source", "/elsewhere") == (
        "  File \"hw.py\", line 1\nOSError: [Errno 30] Read-only file system: '/submission/hw.log'\n"
    )
