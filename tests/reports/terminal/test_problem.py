"""The page of `judge show PROBLEM`, as Markdown; tests/cli/test_show.py has it as it is printed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from judge.model import Deadline, Problem, Programs, Verdict
from judge.model.about import About, Reference, ReferenceRow
from judge.problems.package import read_package
from judge.reports.terminal.problem import problem_page
from tests.conftest import case_text

MakePackage = Callable[..., Path]
HEAD = "def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:"
TIMES = Reference(
    "2026-11-22",
    "a machine",
    5.0,
    3,
    (ReferenceRow("one", Verdict.AC, 3, 0.5, "b", 0.4), ReferenceRow("two", Verdict.TLE, 1, 20.5, "c", 5.5)),
)


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    cases = {"sample/large": (case_text(13), ""), "sample/small": (case_text(4), ""), "secret/four": (case_text(4), "")}
    return read_package(package("cup", cases))


def page(problem: Problem, called: str = "cup", statement: str = "", reference: Reference | None = None) -> str:
    return problem_page(problem, About(called, statement, HEAD, "Place them.", reference))


def test_without_a_statement_its_title_is_the_heading(problem: Problem) -> None:
    assert page(problem).startswith("# The cup\n\n## What to write\n")
    assert page(problem, statement="# A story\n\nOnce.\n").startswith("# A story\n\nOnce.\n\n## What to write\n")


def test_code_is_folded_below_its_first_parameter(problem: Problem) -> None:
    assert (
        "```python\ndef solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) ->\n"
        "          np.ndarray | None:\n```\n\nPlace them.\n"
    ) in page(problem)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (
            Programs(arguments=("{n}", "{input}", "a b")),
            "It is called as `PROGRAM {n} {input} 'a b'`. It reads the case from input.txt. "
            "It writes its answer to output.txt or stdout.",
        ),
        (
            Programs("files", "in/sizes.txt", "out.txt", reads="{n}"),
            "It reads a line `{n}` for each case from in/sizes.txt. It writes its answer to out.txt.",
        ),
        (
            Programs("stdio", arguments=("-x",), bytes="as-is"),
            "It is called as `PROGRAM -x`. It reads the case from stdin. It writes its answer to stdout. "
            "It is given each input.txt byte for byte.",
        ),
    ],
)
def test_how_a_program_is_called(problem: Problem, rules: Programs, says: str) -> None:
    shown = page(msgspec.structs.replace(problem, programs=rules))
    assert says in shown
    assert "def solve" not in shown


def test_it_says_where_the_bytes_of_files_are_others(problem: Problem) -> None:
    crlf = msgspec.structs.replace(problem.cases[0], as_is=b"DFS\r\n")
    others = msgspec.structs.replace(problem, cases=(crlf,))
    told = "Programs are given some files in other bytes"
    assert told in page(others)
    assert told not in page(problem)
    assert told not in page(msgspec.structs.replace(others, programs=Programs(bytes="as-is")))


@pytest.mark.parametrize(
    ("called", "run"),
    [("cup", "mine.py --problem cup`"), ("a/cup", "mine.py --problem a/cup`"), ("lizards", "mine.py`")],
)
def test_the_command_names_the_problem_where_the_first_solution_does_not(
    problem: Problem, called: str, run: str
) -> None:
    assert f"`judge run {run} judges it" in page(problem, called)


def test_the_groups_and_only_small_samples(problem: Problem) -> None:
    said = page(problem)
    assert "| `sample` | 2 | 4 to 13 | 10 |\n| `secret` | 1 | 4 | 10 |" in said
    assert "`sample/small`: DFS, 4 lizards on 4 x 4" in said
    assert "sample/large" not in said
    assert "```text" not in said, "an empty board without an answer is no picture"


def test_times_say_when_and_where_they_were_measured(problem: Problem) -> None:
    assert "shipped solutions" not in page(problem)
    said = page(problem, reference=TIMES)
    assert "Measured on 2026-11-22 on a machine, with 5 s of CPU for a case." in said
    assert said.endswith("| `one` | AC | 3/3 | 0.50 s | 0.40 s | b |\n| `two` | TLE | 1/3 | 20.5 s | 5.5 s | c |\n")


def test_a_deadline_stands_above_the_groups(problem: Problem) -> None:
    assert "On time" not in page(problem)
    noon = datetime(2026, 11, 20, 12)
    due = msgspec.structs.replace(problem, deadline=Deadline(noon))
    assert f"MiB of memory.\n\nOn time until 2026-11-20 12:00:00 {noon.astimezone():%Z}.\n\n| group |" in page(due)
