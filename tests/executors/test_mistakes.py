"""Exceptions of Python's and numba's become findings with a place, a sentence and a help; all of them really raised."""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Callable, Iterator

import pytest

from judge.model import Finding, Verdict
from judge.sandbox import Facts, Sandbox
from tests.boxed import problem_of, ran
from tests.conftest import MakeSubmission, there
from tests.executors.made_up import function_of, prepared
from tests.executors.make import SMALL, Asked, Doing, Refused, rows_of
from tests.students.programs import FOLDER, KERNEL_TABLES, Program, programs

ROWS = rows_of("mistakes.toml")
PROBLEM = problem_of(limits=SMALL)
TOP = "def act(text):\n    exec(text, {})\n"


@pytest.fixture(scope="module")
def act(sandbox: Sandbox) -> Iterator[Callable[[str], Asked]]:
    """What comes of a `solve` that does this."""
    doing = Doing(sandbox, TOP)
    yield lambda text: doing.ask(PROBLEM, f"act({text!r})")
    doing.forget()


@pytest.mark.parametrize(("text", "code", "message", "help_"), ROWS["solve"])
def test_what_solve_raised(act: Callable[[str], Asked], text: str, code: str, message: str, help_: str) -> None:
    finding = act(text).wrong
    assert (finding.code, finding.verdict) == (code, Verdict.MLE if code == "E203" else Verdict.RTE)
    assert finding.where == "mine.py:4:5"
    assert message in finding.message
    assert help_ in finding.help
    assert ("the peak was" in finding.note) == (code == "E203")


@pytest.mark.parametrize(("line", "code", "where", "message"), ROWS["top_level"])
def test_what_the_top_level_raised_is_ce(refused: Refused, line: str, code: str, where: str, message: str) -> None:
    finding = refused(f"import numpy\n{line}\n")
    assert (finding.code, finding.verdict, finding.where) == (code, Verdict.CE, where)
    assert message in finding.message
    assert finding.note == "", "one call is shown by its line"
    assert ("a Python of your own" in finding.help) == (code == "E216")
    assert ("leave chdir out" in finding.help) == ("chdir" in line)
    assert not re.search(r"\bjudge [a-z]", finding.help), "a page shows it"


CALLS = "def f(n):\n    if n:\n        f(n - 1)\n    else:\n        raise KeyError(3)\n"


def test_the_way_there_is_told_and_calls_of_one_place_in_a_row_once(refused: Refused) -> None:
    note = refused(f"{CALLS}f(4)\n").note
    assert note.count('File "mine.py", line ') == 3
    assert "... 3 more of this call" in note
    assert "/submission" not in note


@pytest.mark.parametrize(("number", "seal", "alike"), [(0, 1, True), (errno.EBUSY, 1, False), (errno.EBUSY, 0, True)])
def test_what_the_system_refused_a_sealed_process_need_not_be_so_elsewhere(number: int, seal: int, alike: bool) -> None:
    raised = Facts(frame=f"EOSError 2 0 1 0 {number} 0 {seal}\nOSError: ?".encode())
    assert ("a Python of your own" in there(prepared(function_of("x"), PROBLEM, raised)).help) is alike


@pytest.mark.parametrize(("line", "told"), [("place(n)", True), ("x = n / (n - n)", False)])
def test_a_division_in_a_kernel_has_a_hint_where_to_look(
    sandbox: Sandbox, submission: MakeSubmission, line: str, told: bool
) -> None:
    kernel = "import numba\n\n@numba.njit\ndef place(n):\n    return n // (n - n)\n"
    run = ran(sandbox, submission(f"{kernel}def solve(algorithm, n, lizards, grid):\n    {line}\n"), PROBLEM)
    assert ("numba tells no line" in there(run.finding).help) is told


# --- numba -----------------------------------------------------------------------------------------------------------
MAIN = "submission.py"
PROGRAMS = programs(*KERNEL_TABLES)
RECORDED: dict[str, str] = json.loads((FOLDER / "recorded.json").read_text("utf-8"))["texts"]
INSIDES = re.compile(r"numba/|site-packages|0x[0-9a-f]{4}|nopython|Literal\[|<iv=|candidate|pipeline|submission\.py:")


def refused_by_numba(text: str, source: str = "import numba\n") -> Finding:
    """What is told of a file that numba refuses with this."""
    return there(prepared(function_of(source, MAIN), PROBLEM, Facts(frame=b"E" + text.encode())))


def test_every_program_is_recorded() -> None:
    assert set(RECORDED) == set(PROGRAMS)
    assert len([one for one in PROGRAMS.values() if one.idea]) >= 30, "those that were not chosen by us"


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_refusal_is_told(program: Program) -> None:
    """What numba has said of it once: tests/students has the same from numba itself."""
    finding = refused_by_numba(RECORDED[program.name], program.text)
    assert (finding.code, finding.message, finding.verdict) == (program.code, program.says, Verdict.CE)
    place = there(finding.excerpt)
    assert (place.file, place.line) == (MAIN, program.line)
    assert place.text[place.column - 1 : place.end - 1] == program.mark
    assert finding.where == f"{MAIN}:{place.line}:{place.column}"
    assert not INSIDES.search(finding.message + finding.note), "numba's insides tell a student nothing"
    assert finding.help or finding.code == "E218"
    assert program.helps in finding.help
    assert finding.note.count("\n") == 0


@pytest.mark.parametrize(
    ("name", "help_"), [("zeross", "did you mean np.zeros?"), ("xyz", "write the loop yourself, or")]
)
def test_a_name_of_numpy_that_is_meant_is_told(name: str, help_: str) -> None:
    finding = refused_by_numba(
        f"NumbaError\nTypingError: Unknown attribute '{name}' of type Module(<module 'numpy' from 'x.py'>)"
    )
    assert (finding.code, finding.message) == ("E237", f"numba has no np.{name}")
    assert help_ in finding.help


def test_the_innermost_line_is_shown() -> None:
    text = (
        "NumbaError 3 0 1 0\n"
        "numba.core.errors.TypingError: Failed in nopython mode pipeline (step: nopython frontend)\n"
        "Failed in nopython mode pipeline (step: nopython frontend)\nSomething new. \n"
        '\nFile "../x/submission.py", line 2:\n  x\n\nDuring: typing of call at /x/submission.py (3)\n'
    )
    finding = refused_by_numba(text, "import numba\nb = 1\nc = 2\n")
    assert (finding.code, finding.where) == ("E218", f"{MAIN}:2:1")
    assert finding.message == "numba can't compile this: Something new."


@pytest.mark.parametrize(("said", "read"), ROWS["types"])
def test_types_are_named_as_students_name_them(said: str, read: str) -> None:
    message = refused_by_numba(f"NumbaError\nTypingError: Something of {said}").message
    assert message == f"numba can't compile this: Something of {read}"
