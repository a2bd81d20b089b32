"""Validate an input of the package: 42 where it is as every case must be, else 43 and what is wrong."""

from __future__ import annotations

from judge.problems.formats.case_text import CaseError, CaseForm

RIGHT, WRONG = 42, 43


def check_input(text: bytes, form: CaseForm) -> tuple[int, str]:
    """Read a case; return the exit status, and what is wrong."""
    try:
        form.read(text)
    except CaseError as error:
        return WRONG, f"{error}\n"
    return RIGHT, ""
