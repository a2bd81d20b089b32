"""What is said of a program that has ended, by its last words and by what it has left, without a box."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

from judge.model import Limits, Programs, Submission
from judge.sandbox import Facts, Sandbox
from tests.boxed import ANSWER, WRONG, problem_of
from tests.executors.made_up import outcome_of
from tests.executors.make import asked
from tests.make import replace
from tests.problems.told import hold, in_lines

PROBLEM = problem_of(limits=Limits(time_limit=5.0))
PROGRAM = Submission("s", "p", "program", Path("s.py"), b"1\n", "x")
UNCAUGHT = 'Exception in thread "main" java.lang.'
TRACEBACK = 'Traceback (most recent call last):\n  File "{}", line 1, in <module>\n'
RUNTIMES = {
    "Python, too deep": "RecursionError: maximum recursion depth exceeded",
    "Java, too deep": f"{UNCAUGHT}StackOverflowError\n\tat Main.go(Main.java:7)",
    "Java, out of memory": f"{UNCAUGHT}OutOfMemoryError: Java heap space",
    "Python, out of memory": f"{TRACEBACK.format('s.py')}MemoryError",
    "Python, a module": f"{TRACEBACK.format('parts.py')}ModuleNotFoundError: No module named 'ortools'",
    "Python, a module that a command needs": f"{TRACEBACK.format('x')}ModuleNotFoundError: No module named 'x'\n"
    f"{TRACEBACK.format('s.py')}subprocess.CalledProcessError: Command 'x' returned non-zero exit status 1.",
    "Java, a class": "java.lang.NoClassDefFoundError: Board",
    "Python, an argument": f"{TRACEBACK.format('s.py')}    sys.argv[1]\nIndexError: list index out of range",
    "Java, an argument": f"{UNCAUGHT}ArrayIndexOutOfBoundsException: Index 0 out of bounds for length 0",
    "Python, /dev/stdin": "FileNotFoundError: [Errno 2] No such file or directory: '/dev/stdin'",
    "Node, /dev/stdin": "Error: ENOENT: no such file or directory, open '/dev/stdin'",
    "Java, /dev/stdin": "java.io.FileNotFoundException: /dev/stdin (No such file or directory)",
    "Python, a folder": "    os.chdir('/hw')\nFileNotFoundError: [Errno 2] No such file or directory: '/hw'",
    "Python, a file": f"{TRACEBACK.format('s.py')}FileNotFoundError: [Errno 2] No such file or directory: 'in.txt'",
    "Java, a file": "java.io.FileNotFoundException: in.txt (No such file or directory)",
    "Python, the end of the case": "EOFError: EOF when reading a line",
    "Python, a command": "subprocess.CalledProcessError: Command 'make' returned non-zero exit status 2.",
    "Python, a killed command": "subprocess.CalledProcessError: Command 'make' died with <Signals.SIGSEGV: 11>.",
    "FAIL": "FAIL\n",
    "how to use it": "usage: s.py FILE",
    "Python, its own": f"{TRACEBACK.format('s.py')}KeyError: 3",
    "Java, its own": f"{UNCAUGHT}ArithmeticException: / by zero\n\tat Main.main(Main.java:7)",
    "C++, its own": "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::at",
    "Python, refused": f"{TRACEBACK.format('s.py')}OSError: [Errno 30] Read-only file system: '/x'",
    "Node, refused": "Error: EACCES: permission denied, open '/x'",
    "C, refused": "./a: /x: Permission denied",
    "Node, refused a link": "Error: EPERM: operation not permitted, symlink 'a' -> 'b'",
    "Node, its own": "Error: EPERM, I say",
    "C, refused, and it names no path": "log: Read-only file system",
    "C, a file": "case: No such file or directory",
    "other words": "done",
    "nothing": "",
}
OK, BAD = ANSWER.encode(), WRONG.encode()
# What it has left, in a file or on stdout, and how the package calls it.
LEFT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "an empty file": ({"output": b""}, {}),
    "an empty file, and the answer is printed": ({"output": b"", "stdout": OK}, {}),
    "FAIL, and an answer below": ({"output": b"FAIL\n" + OK}, {}),
    "an abort": ({"output": OK, "status": -6}, {}),
    "an exit with a word": ({"output": OK, "status": 1, "stderr": "FAIL"}, {}),
    "an exit with a word, strictly": ({"output": OK, "status": 1, "stderr": "FAIL"}, {"strict": True}),
    "an answer on stdout, where files are asked for": ({"stdout": OK}, {"io": "files"}),
    "other words on stdout, where files are asked for": ({"stdout": b"[[0, 1]]\nFailure\n"}, {"io": "files"}),
    "an answer on stdout, where that is asked for": ({"stdout": OK}, {"io": "stdio"}),
    "an answer in a file, where stdout is asked for": ({"output": OK}, {"io": "stdio"}),
    "a word on stdout and a file, where stdout is asked for": ({"output": OK, "stdout": b"Done\n"}, {"io": "stdio"}),
    "both, and the file is wrong": ({"output": BAD, "stdout": OK}, {}),
    "a wrong answer on stdout": ({"stdout": BAD}, {}),
    "a wrong answer in a file of another name": ({"output": BAD}, {"output_file": "result.txt"}),
    "the wrong case of letters": ({"left": ("input.txt", "OuTpUt.TxT")}, {}),
    "other files": ({"left": ("a", "b/output", "output")}, {}),
    "another file beside debug text": ({"stdout": b"searching ...", "left": ("output",)}, {}),
    "a file that is not here, and a word on stdout": ({"stdout": b"No", "stderr": RUNTIMES["Python, a file"]}, {}),
    "another file, and exit status 3": ({"left": ("out",), "status": 3}, {}),
    "an answer on stderr": ({"stderr": ANSWER}, {}),
    "no text": ({"stdout": bytes(range(256))}, {}),
    "a wrong answer and exit status 3": ({"stdout": BAD, "status": 3}, {}),
    "a wrong answer and an abort": ({"stdout": BAD, "status": -6}, {}),
    "half an answer and exit status 3": ({"stdout": OK[:9], "status": 3}, {}),
    "a file, where io says that there is none": ({"status": 1, "stderr": RUNTIMES["Java, a file"]}, {"io": "stdio"}),
    "an argument too many": ({"status": 1, "stderr": RUNTIMES["Python, an argument"]}, {"arguments": ("{n}",)}),
    "no word, with an argument": ({"stdout": b"\n"}, {"arguments": ("{n}",)}),
    "a link": ({"output_fault": "output.txt is a link"}, {}),
    "too long": ({"output_fault": "output.txt has 9 bytes", "output_too_long": True}, {}),
    "nothing, and the number may be 0": ({}, {"puzzle": "all-queens"}),
    "an empty file, and the number may be 0": ({"output": b""}, {"puzzle": "all-queens"}),
    "an empty file, and FAIL may be right": ({"output": b""}, {"puzzle": "queens"}),
}


def told(left: dict[str, Any], rules: dict[str, Any]) -> list[str]:
    """All that is said of it."""
    words = dict(rules)
    problem = problem_of(words.pop("puzzle", "lizards"), PROBLEM.limits, strict=words.pop("strict", False))
    facts = Facts(**{"status": 0, "memory_bytes": 3 << 20} | left)
    problem = replace(problem, programs=Programs(**words))
    found = asked(outcome_of(PROGRAM, problem, facts), problem, problem.cases[0])
    if found.finding:
        return in_lines(found.outcome.otherwise or found.finding)
    return ["AC", *(f"{notice.code} {notice.message}" for notice in found.outcome.notices)]


def test_what_is_said_of_the_last_words_of_a_program_is_kept() -> None:
    lines = [
        f"{name}, {status}: {line}"
        for (name, words), status in product(RUNTIMES.items(), (1, 0))
        for line in told({"status": status, "stderr": words}, {})
    ]
    lines += [f"a full stack: {line}" for line in told({"status": -11, "memory_bytes": Sandbox.STACK_BYTES}, {})]
    lines += [f"{name}: {line}" for name, row in LEFT.items() for line in told(*row)]
    hold(Path(__file__).with_name("last_words.txt"), lines)
