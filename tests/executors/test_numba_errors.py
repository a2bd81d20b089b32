"""What numba says, recorded from numba itself, becomes a headline, a code, a line and a caret."""

from __future__ import annotations

import json
import re

import pytest

from judge.errors import codes
from judge.executors.answer_frame import Raised, read_raised
from judge.executors.numba_errors import LONGEST, Cause, _Words, causes, read_numba, readable, refused
from judge.model import Verdict
from judge.submissions import Source
from judge.submissions.source import _TESTS
from tests.students.programs import FOLDER, KERNEL_TABLES, Program, programs

MAIN = "submission.py"
PROGRAMS = programs(*KERNEL_TABLES)
RECORDED: dict[str, str] = json.loads((FOLDER / "recorded.json").read_text("utf-8"))["texts"]
INSIDES = re.compile(r"numba/|site-packages|0x[0-9a-f]{4}|nopython|Literal\[|<iv=|candidate|pipeline|submission\.py")


def test_every_program_is_recorded() -> None:
    assert set(RECORDED) == set(PROGRAMS)


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_refusal_is_told(program: Program) -> None:
    source = Source(program.text.encode(), "mine.py", f"/submission/{MAIN}")
    finding = refused(read_raised(b"E" + RECORDED[program.name].encode()), source, MAIN)
    assert (finding.code, finding.message, finding.verdict) == (program.code, program.says, Verdict.CE)
    assert finding.excerpt is not None
    place = finding.excerpt
    assert (place.file, place.line) == ("mine.py", program.line)
    assert place.text[place.column - 1 : place.end - 1] == program.mark
    assert finding.where == f"mine.py:{place.line}:{place.column}"
    assert not INSIDES.search(finding.message + finding.note), "numba's insides tell a student nothing"
    assert finding.help or finding.code == "E218"
    assert finding.note.count("\n") == 0


def test_the_programs_reach_every_cause() -> None:
    reached = {program.code for program in PROGRAMS.values()}
    assert {cause.code for cause in causes()} <= reached
    assert len([one for one in PROGRAMS.values() if one.idea]) >= 30, "those that were not chosen by us"


@pytest.mark.parametrize("cause", causes(), ids=lambda cause: f"{cause.code} {cause.pattern.pattern[:30]}")
def test_a_row_of_the_table_is_whole(cause: Cause) -> None:
    assert codes()[cause.code].verdict == "CE"
    for sentence in (cause.says, cause.help):
        assert "{" not in sentence.format_map(_Words()), "what stands in braces is a name"
        assert sentence
        assert not sentence.endswith(".")
    mark = cause.mark.partition(":")[0]
    assert mark in ("", *_TESTS)
    assert not cause.called or mark == "call"


def test_the_innermost_line_is_shown() -> None:
    text = (
        "numba.core.errors.TypingError: Failed in nopython mode pipeline (step: nopython frontend)\n"
        "Failed in nopython mode pipeline (step: nopython frontend)\nSomething new. \n"
        '\nFile "../x/submission.py", line 2:\n  x\n\nDuring: typing of call at /x/submission.py (3)\n'
    )
    said = read_numba(text, MAIN)
    assert (said.sentence, said.line, said.call, said.reasons) == ("Something new.", 2, "", ())
    finding = refused(Raised("NumbaError", text, 3, 0, 1), Source(b"a\nb = 1\nc\n", "f.py"), MAIN)
    assert (finding.code, finding.message, finding.where) == (
        "E218",
        "numba can't compile this: Something new.",
        "f.py:2:1",
    )


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Literal[int](1)", "int"),
        ("Literal[str](a) and unicode_type", "str and str"),
        ("reflected list(reflected list(int64)<iv=None>)<iv=[1, 2]>", "list(list(int64))"),
        ("readonly array(int8, 2d, C)", "2d array of int8"),
        ("UniTuple(int64 x 3)", "tuple of 3 int64"),
        ("type(CPUDispatcher(<function place at 0x7f0000000000>))", "the function place"),
        ("Module(<module 'time' (built-in)>)", "the module time"),
    ],
)
def test_types_are_named_as_students_name_them(said: str, read: str) -> None:
    assert readable(said) == read


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n\n",
        ">>> " + "add(" * 10_000,
        "TypingError: " * 5000,
        "Failed in nopython mode pipeline (step: x)\n" * 300,
        "name '" + "a" * 16_000 + "' is not defined",
        "Cannot unify " + " and " * 4000,
        "{name} {0} %s {" * 500,
        "submission.py (" + "9" * 8000 + ")",
        'File "submission.py", line 9999999:\n' * 400,
        "Return of: \n" * 1300 + "\x1b[2J\x00",
    ],
)
def test_whatever_a_submission_says_is_read(text: str) -> None:
    finding = refused(Raised("NumbaError", text), Source(b"x = 1\n", "f.py"), MAIN)
    assert finding.verdict is Verdict.CE
    assert len(finding.message + finding.note) < 4 * LONGEST
    assert finding.excerpt is None or finding.excerpt.line == 1
