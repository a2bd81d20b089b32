"""What is said of a program that has ended, by its last words and by what it has left, without a box."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

from judge.model import Limits, Programs, Submission
from judge.sandbox import Facts, Sandbox
from tests.boxed import ANSWER, WRONG, problem_of
from tests.executors.made_up import outcome_of
from tests.executors.make import asked, rows_of
from tests.make import replace
from tests.problems.told import hold, in_lines

PROBLEM = problem_of(limits=Limits(time_limit=5.0))
PROGRAM = Submission("s", "p", "program", Path("s.py"), b"1\n", "x")
RUNTIMES = rows_of("program/last_words.toml")
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
