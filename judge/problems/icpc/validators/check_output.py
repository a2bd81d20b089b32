"""Validate what a submission printed: 42 accepted, 43 wrong answer, 1 where the package itself is wrong.

It is called with an input, an answer and a folder for feedback, and reads the output from stdin.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from judge.problems.formats.answer_text import Said, open_answer, read_said
from judge.problems.formats.case_text import Case, CaseForm
from judge.problems.formats.page import Page
from judge.problems.formats.refused import RefusedError
from judge.problems.icpc.validators.verdict import Fault, Terms, WrongKeyError, fault_of

ACCEPTED, WRONG_ANSWER, BROKEN = 42, 43, 1


def check_output(words: list[str], output: BinaryIO, form: CaseForm, terms: Terms) -> int:
    """Judge `output` by the files that `words` name; return the exit status. Say why in the feedback folder."""
    case_file, answer_file, folder = (Path(word) for word in words[:3])
    case = form.read(case_file.read_bytes())
    try:
        truth = heard(answer_file.read_bytes(), case, terms, strict=False)
    except RefusedError as error:
        return tell(folder, f"the answer file can't be read: {error}", BROKEN)
    try:
        said = heard(output.read(), case, terms, terms.strict)
        fault = fault_of(case, said, truth, terms)
    except RefusedError as error:
        fault = Fault(str(error))
    except WrongKeyError as error:
        return tell(folder, str(error), BROKEN)
    if fault is None:
        return ACCEPTED
    (folder / "teammessage.txt").write_text(f"{fault.what}\n", encoding="utf-8")
    return tell(folder, f"{fault.what}: {fault.where}" if fault.where else fault.what, WRONG_ANSWER)


def heard(data: bytes, case: Case, terms: Terms, strict: bool) -> Said:
    """Return what a text says about a case. RefusedError where its form is wrong, or not the strict one."""
    shape = case.n, case.columns
    page = open_answer(Page, data, shape, "the answer")
    said = read_said(terms.answer, page, shape)
    if strict and page.forgiven:
        raise RefusedError("E119", "the answer is not in the strict form")
    return said


def tell(folder: Path, message: str, status: int) -> int:
    """Write a message for the judges; return the status."""
    with (folder / "judgemessage.txt").open("a", encoding="utf-8") as file:
        file.write(f"{message}\n")
    return status
