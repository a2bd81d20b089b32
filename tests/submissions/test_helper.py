"""When a file with a `solve` is a program: the table, held against generated files and files of students."""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

import pytest

from judge.model import Programs
from judge.submissions import Source
from tests.submissions.make import EXPECTS, UNSAID, found_in, rows_of

ROWS: Final = rows_of("helpers.toml")


class Form(NamedTuple):
    """One way to bind `solve`, as the table says."""

    text: str
    calls: str = "solve(name, n, p, grid)"
    fits: bool = True
    helper: bool = False
    board: bool = False
    fault: str = ""


class SelfTest(NamedTuple):
    """What the file does by itself."""

    text: str
    reads: int
    writes: int


READS = "    name, n, p, *grid = open('input.txt').read().split()\n"
SHOW = "def show(found):\n    if found:\n        print('OK')\n"
FORMS = {name: Form(**row) for name, row in ROWS["forms"].items()}
SELF_TESTS = {name: SelfTest(**row) for name, row in ROWS["tests"].items()}


# --- generated --------------------------------------------------------------------------------------------------------
def text_of(form: Form, numpy: bool, test: str) -> str:
    head = "import sys\n" + "import numpy as np\n" * numpy
    return f"{head}{form.text}\nif __name__ == '__main__':\n{test.format(call=form.calls)}\n"


def expected(form: Form, numpy: bool, test: SelfTest, rules: Programs) -> str:
    """The rules of `judge help program`, in its order."""
    strange = form.helper or not form.fits
    program = (
        (not form.fits and test.reads > 0)
        or (rules.declared and (test.reads == 2 or not form.fits))
        or (test.reads == 2 and test.writes > 0 and strange)
        or (test.reads == 2 and test.writes == 2 and form.board and not numpy)
    )
    return "program" if program else form.fault or "function"


@pytest.mark.parametrize(("name", "form"), FORMS.items(), ids=FORMS)
def test_each_form_with_each_self_test(name: str, form: Form) -> None:
    for at, ((test_name, test), rules) in enumerate(product(SELF_TESTS.items(), (UNSAID, EXPECTS))):
        both = form.board and test.writes == 2  # where numpy decides
        for numpy in (True, False) if both else (at % 2 == 0,):
            found = found_in(text_of(form, numpy, test.text), rules=rules)
            assert found == expected(form, numpy, test, rules), (name, test_name, numpy, rules.declared)
    assert found_in(form.text) == (form.fault or "function"), "without a self test it is a function"


@pytest.mark.parametrize(("name", "form"), FORMS.items(), ids=FORMS)
def test_a_result_that_is_used_as_no_array_is_none(name: str, form: Form) -> None:
    program = form.board or form.helper or not form.fits
    for use in ROWS["uses"].values():
        source = SHOW + text_of(form, True, READS + use)
        assert found_in(source) == ("program" if program else "function"), (name, use)
    assert found_in(source.replace("input.txt", "board.txt")) == ("function" if form.fits else "program")


@pytest.mark.parametrize("name", ROWS["students"])
def test_what_students_write(name: str) -> None:
    row = ROWS["students"][name]
    assert found_in(row["source"]) == row["found"]


def test_with_other_parameters_other_things_than_a_board_are_answers() -> None:
    test = "if __name__ == '__main__':\n    print('OK' if solve(8, open('input.txt')) else 'FAIL')\n"
    rules = Programs(parameters=("n", "grid"))
    assert found_in("def solve(n, grid):\n    return n > 3\n" + test, rules=rules) == "function"
    assert found_in("def solve(n, grid):\n    print(n)\n" + test, rules=rules) == "program"
    assert found_in("def solve(grid, n):\n    return n > 3\n" + test, rules=rules) == "program"


def test_what_is_also_a_program_runs_reads_the_case_and_writes() -> None:
    def is_also_a_program(text: str) -> bool:
        return Source(text.encode(), "mine.py").also_a_program(UNSAID)

    form = FORMS["board"]
    for test in SELF_TESTS.values():
        assert is_also_a_program(text_of(form, True, test.text)) is (test.reads == 2 and test.writes > 0)
    assert not is_also_a_program(form.text)
    assert not is_also_a_program("x = (")
