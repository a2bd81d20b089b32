"""Exceptions of Python's become findings with a place, a sentence and a help."""

from __future__ import annotations

import errno

import msgspec
import pytest

from judge.executors.answer_frame import Raised
from judge.executors.python_errors import why_not_imported, why_raised
from judge.model import Limits, Verdict
from judge.submissions import Source

SOURCE = Source(b"import numpy\nplace = f(cell)\n", "mine.py", "/submission/submission.py")
LIMITS = Limits(memory=96)
AT = (2, 8, 15, 0)
ONE_CALL = '\n  File "/submission/submission.py", line 2, in <module>\n    place = f(cell)\n'


def raised(kind: str, says: str) -> Raised:
    return Raised(kind, f"{kind}: {says}{ONE_CALL}".strip(), *AT)


@pytest.mark.parametrize(
    ("kind", "says", "code", "message", "help_"),
    [
        ("NameError", "name 'np' is not defined", "E226", "the name np is not defined", "import numpy as np"),
        ("NameError", "no name", "E226", "the name  is not defined", "give it"),
        (
            "UnboundLocalError",
            "cannot access local variable 'n' where",
            "E226",
            "the name n is used before",
            "global n",
        ),
        ("FileNotFoundError", "[Errno 2] No such file: 'in.txt'", "E227", "it opens in.txt, which is not", "arguments"),
        ("FileNotFoundError", "in.txt not found.", "E227", "it opens in.txt, which is not", "arguments"),
        ("FileNotFoundError", "", "E227", "it opens a file, which is not", "arguments"),
        ("EOFError", "EOF when reading a line", "E227", "it reads its input, and there is none", "arguments"),
        ("EOFError", "Ran out of input", "E205", "solve raised EOFError: Ran out of input", ""),
        ("StackOverflow", "", "E223", "the stack overflowed", "loop"),
        ("ModuleNotFoundError", "No module named 'x'", "E224", "it needs the module x, which is not here", "numpy"),
        ("ModuleNotFoundError", "No module named 'mine'", "E224", "it needs the module mine", "the file itself"),
        ("RecursionError", "maximum", "E223", "the stack overflowed", "loop"),
        ("SystemExit", "1", "E207", "solve called exit", ""),
        ("KeyError", "3", "E205", "solve raised KeyError: 3", ""),
        ("Exception", "?", "E205", "solve raised Exception: ?", ""),
    ],
)
def test_what_solve_raised(kind: str, says: str, code: str, message: str, help_: str) -> None:
    finding = why_raised(raised(kind, says), SOURCE, LIMITS)
    assert (finding.code, finding.verdict, finding.where) == (code, Verdict.RTE, "mine.py:2:9")
    assert message in finding.message
    assert help_ in finding.help
    assert finding.note == "", "one call is shown by its line"


def test_a_folder_without_a_name_is_quoted() -> None:
    source = Source(b"import os\nos.chdir(where)\n", "mine.py", SOURCE.inside)
    finding = why_raised(raised("FileNotFoundError", "[Errno 2] No such file or directory: ''"), source, LIMITS)
    assert finding.message == "it changes to the folder '', which is not there"


def test_memory_says_what_was_asked_for() -> None:
    says = "Unable to allocate 74.5 GiB for an array with shape (100000, 100000) and data type float64"
    finding = why_raised(raised("MemoryError", says), SOURCE, LIMITS)
    assert (finding.code, finding.verdict) == ("E203", Verdict.MLE)
    assert finding.help == "an array of shape (100000, 100000) takes 74.5 GiB; the limit is 96 MiB"
    assert why_raised(raised("MemoryError", ""), SOURCE, LIMITS).help == "the limit is 96 MiB"


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("ModuleNotFoundError", "E217"),
        ("MemoryError", "E215"),
        ("NameError", "E226"),
        ("FileNotFoundError", "E227"),
        ("EOFError", "E216"),
        ("NumbaError", "E218"),
        ("ZeroDivisionError", "E216"),
    ],
)
def test_what_the_top_level_raised_is_a_compile_error(kind: str, code: str) -> None:
    finding = why_not_imported(raised(kind, "name 'x'"), SOURCE, LIMITS)
    assert (finding.code, finding.verdict, finding.where) == (code, Verdict.CE, "mine.py:2:9")


def test_the_way_there_is_told_where_it_has_more_than_one_call() -> None:
    other = ONE_CALL.lstrip("\n").replace("line 2", "line 9")
    two = Raised("KeyError", "KeyError: 3" + ONE_CALL + other, *AT)
    finding = why_raised(two, SOURCE, LIMITS)
    assert finding.note.count('File "mine.py", line ') == 2
    assert "/submission" not in finding.note


def test_calls_of_one_place_in_a_row_are_told_once() -> None:
    many = Raised("KeyError", "KeyError: 3" + ONE_CALL + 7 * ONE_CALL.lstrip("\n"), *AT)
    note = why_raised(many, SOURCE, LIMITS).note
    assert note.count('File "mine.py"') == 1
    assert "7 more of this call" in note


@pytest.mark.parametrize(("module", "hint"), [("nunpy", "numpy"), ("scipy", ""), ("nmuba", "numba")])
def test_a_module_that_is_not_here_is_told_in_one_way(module: str, hint: str) -> None:
    missing = raised("ModuleNotFoundError", f"No module named '{module}'")
    found = [why(missing, SOURCE, LIMITS) for why in (why_not_imported, why_raised)]
    assert [finding.code for finding in found] == ["E217", "E224"]
    assert len({(finding.message, finding.help) for finding in found}) == 1
    assert f"did you mean {hint}?" in found[0].help or not hint
    assert hint or "did you mean" not in found[0].help


@pytest.mark.parametrize(("code", "alike"), [(0, True), (errno.EBUSY, False)])
def test_what_the_system_refused_a_sealed_process_need_not_be_so_elsewhere(code: int, alike: bool) -> None:
    finding = why_not_imported(msgspec.structs.replace(raised("OSError", "?"), errno=code, sealed=True), SOURCE, LIMITS)
    assert ("a Python of your own" in finding.help) is alike


@pytest.mark.parametrize("text", ["", "\n", "x" * 16_000, "'" * 16_000, "'a" * 8_000, "name '" * 2700, "\x00\x1b[2J"])
@pytest.mark.parametrize(
    "kind", ["NameError", "FileNotFoundError", "ModuleNotFoundError", "MemoryError", "IndexError", ""]
)
def test_whatever_is_said_is_read(kind: str, text: str) -> None:
    for finding in (
        why_raised(Raised(kind, text), SOURCE, LIMITS),
        why_not_imported(Raised(kind, text), SOURCE, LIMITS),
    ):
        assert len(finding.message) < 500
        assert "\n" not in finding.message
        assert finding.excerpt is None


@pytest.mark.parametrize(("line", "told"), [("    place(board, n)", True), ("    x = n / (n - n)", False)])
def test_a_division_in_a_kernel_has_a_hint_where_to_look(line: str, told: bool) -> None:
    text = f"import numba\n\n{line}\n"
    found = why_raised(
        msgspec.structs.replace(raised("ZeroDivisionError", "division by zero"), line=3, start=4, end=len(line)),
        msgspec.structs.replace(SOURCE, data=text.encode()),
        LIMITS,
    )
    assert ("numba tells no line" in found.help) is told
