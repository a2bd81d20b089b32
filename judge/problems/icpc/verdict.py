"""Validate what a submission printed: 42 accepted, 43 wrong answer, 1 where the package itself is wrong.

The validator of the outputs of an exported package is made of this text, and of those of the rules and the readers. It
is called with an input, an answer and a folder for feedback, and reads the output from stdin. What is wrong is looked
for in the order of the judge.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from judge.problems.constraints import CLOSED, FAMILIES, PIECE, TREE, Board, Cell
from judge.problems.formats.answer_text import LISTED_N, AnswerForm, Said, open_answer, read_said
from judge.problems.formats.case_text import Case, CaseForm
from judge.problems.formats.page import Page
from judge.problems.formats.refusals import RefusedError

ACCEPTED, WRONG_ANSWER, BROKEN = 42, 43, 1


class Terms(NamedTuple):
    """What a puzzle asks for."""

    answer: AnswerForm
    goal: str  # of its row
    rules: tuple[Any, ...]  # the constraints: each the name of its family, and words
    strict: bool
    piece: str
    pieces: str
    attack: str  # what two of them do


class Fault(NamedTuple):
    """What is wrong: a sentence, and the place, which teams are not shown."""

    what: str
    where: str = ""


class WrongKeyError(Exception):
    """The answer file is wrong, not the submission."""


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


def fault_of(case: Case, said: Said, truth: Said, terms: Terms) -> Fault | None:
    """Return why an answer is not right, or None: accepted. WrongKeyError where `truth`, the answer file, is wrong."""
    if terms.goal == "verify":
        return decision_fault(case, said, terms)
    if terms.goal == "all":
        return fault_of_all(case, said, truth, terms)
    if terms.goal == "count":  # FAIL says that there are none
        said, truth = Said(number=said.number or 0), Said(number=truth.number or 0)
    if terms.answer.kind == "number":
        return number_fault(said, truth)
    if terms.goal == "most":
        return most_fault(case, said, truth, terms)
    if said.fail:
        return fail_fault(case, truth, terms)
    fault = one_fault(case, said, terms)
    if fault is None and truth.fail:
        raise WrongKeyError("the answer file says FAIL, but this arrangement is valid")
    return fault or (weight_fault(case, said, truth) if terms.goal == "heaviest" else None)


def decision_fault(case: Case, said: Said, terms: Terms) -> Fault | None:
    """Judge 1 for a board that keeps every rule, and 0 for one that does not."""
    placed = pieces_on(case.rows)
    valid = placed == case.pieces and rule_fault(case, points_of(case.rows), terms) is None
    wrong = "the board is valid" if valid else "the board is not valid"
    return None if said.number == int(valid) else Fault(f"{wrong}, but the answer says otherwise")


def weight_fault(case: Case, said: Said, truth: Said) -> Fault | None:
    """Compare the weight of an arrangement with that of the one in the answer file."""
    weights = [0 if one.board is None else weight_on(case, one.board) for one in (said, truth)]
    if weights[0] > weights[1]:
        raise WrongKeyError(f"the arrangement in the answer file weighs {weights[1]}, but this one {weights[0]}")
    return Fault(f"the arrangement weighs {weights[0]}, and another one more") if weights[0] < weights[1] else None


def weight_on(case: Case, board: list[bytes]) -> int:
    """Return the sum of the weights below the pieces."""
    layer = case.layer or [[1] * case.columns] * case.n
    return sum(layer[row][column] for row, column in points_of(board))


def fail_fault(case: Case, truth: Said, terms: Terms) -> Fault | None:
    """Judge FAIL by the answer file, which holds an arrangement or says FAIL too."""
    if truth.fail:
        return None
    if wrong := one_fault(case, truth, terms):
        raise WrongKeyError(f"the arrangement in the answer file is not valid: {wrong.what}")
    return Fault(f"the answer is FAIL, but {number_of(case.pieces, terms)} can be placed")


def one_fault(case: Case, said: Said, terms: Terms) -> Fault | None:
    """Judge one arrangement: its cells, the number of pieces, then the rules."""
    board = said.board or drawn(case, (said.columns or [[]])[0])
    fault = cells_fault(case, board, terms)
    placed = pieces_on(board)
    if fault is None and terms.goal != "most" and placed != case.pieces:
        return Fault(f"the board holds {number_of(placed, terms)}, but {case.pieces} must be placed")
    return fault or rule_fault(case, points_of(board), terms)


def most_fault(case: Case, said: Said, truth: Said, terms: Terms) -> Fault | None:
    """Judge one arrangement, which must have as many pieces as the one in the answer file."""
    if said.fail or said.board is None:
        return Fault("the answer is FAIL, but every case has an arrangement")
    fault = one_fault(case, said, terms)
    if fault:
        return fault
    if truth.board is None:
        raise WrongKeyError("the answer file holds no arrangement")
    placed, most = pieces_on(said.board), pieces_on(truth.board)
    if placed > most:
        raise WrongKeyError(f"the answer file holds {number_of(most, terms)}, but {placed} can be placed")
    return Fault(f"the board holds {number_of(placed, terms)}, but more can be placed") if placed < most else None


def number_fault(said: Said, truth: Said) -> Fault | None:
    """Compare a number, or FAIL, with the answer file."""
    if said.fail or truth.fail:
        wrong = "the answer is FAIL, but there is a number" if said.fail else "the pieces don't fit: the answer is FAIL"
        return None if said.fail and truth.fail else Fault(wrong)
    return None if said.number == truth.number else Fault(f"the answer is {said.number}, which is wrong")


def cells_fault(case: Case, board: list[bytes], terms: Terms) -> Fault | None:
    """Hold each cell against the case: return what comes first of the worst kind."""
    wrong = [
        (cell_fault(line[column], given[column], terms), row, column)
        for row, (line, given) in enumerate(zip(board, case.rows))  # noqa: B905 - as in case_text.py
        for column in range(case.columns)
        if line[column] != given[column]
    ]
    first = min(wrong, key=lambda one: one[0][0], default=None)
    return Fault(first[0][1], cells([first[1:]])) if first and first[0][1] else None


def cell_fault(cell: int, given: int, terms: Terms) -> tuple[int, str]:
    """Return what is wrong with a cell that is not as it was given, if anything, and behind how many kinds it comes."""
    if given == CLOSED and cell in (PIECE, TREE):
        return 2, "a closed cell must stay empty"
    if cell == CLOSED:
        return 0, "a cell is closed that the case has free"
    if TREE in (cell, given):
        return 1, "a tree stands where the case has none" if cell == TREE else "a tree is missing"
    return (3, f"a given {terms.piece} is gone") if given == PIECE else (4, "")


def drawn(case: Case, columns: list[int]) -> list[bytes]:
    """Return the board of the case with one piece a row, in these columns, and no other."""
    rows = [row.replace(bytes([PIECE]), bytes(1)) for row in case.rows]
    return [row[:at] + bytes([PIECE]) + row[at + 1 :] for row, at in zip(rows, columns)]  # noqa: B905 - as above


def pieces_on(board: list[bytes]) -> int:
    """Count the pieces."""
    return sum(row.count(PIECE) for row in board)


def rule_fault(case: Case, pieces: list[Cell], terms: Terms) -> Fault | None:
    """Judge pieces, in reading order, by the rules in their order."""
    board = Board((case.n, case.columns), pieces, points_of(case.rows, TREE), case.layer or (), case.values)
    for family, *words in terms.rules:
        rule = FAMILIES[family](*words)
        found = rule.conflict(board)
        if found:
            part, there = found
            return Fault(rule.broken(terms.pieces, terms.attack, board), f"{part}: {cells(there)}".lstrip(": "))
    return None


def points_of(board: list[bytes], sign: int = PIECE) -> list[Cell]:
    """Return the cells that hold a piece, or something else, in reading order."""
    return [(row, column) for row, line in enumerate(board) for column, cell in enumerate(line) if cell == sign]


def fault_of_all(case: Case, said: Said, truth: Said, terms: Terms) -> Fault | None:
    """Judge the number of arrangements and, for a small n, the list of them: each once."""
    n = case.n
    number = truth.number
    if number is None:
        raise WrongKeyError("the answer file does not hold the number of arrangements")
    if said.number != number:
        return Fault(f"the answer says {said.number} arrangements, but there are {number}")
    seen: dict[tuple[int, ...], int] = {}
    for which, columns in enumerate(said.columns or [], 1):
        fault = one_fault(case, Said(columns=[columns]), terms)
        if fault:
            return Fault(fault.what, f"arrangement {which}: {fault.where}")
        first = seen.setdefault(tuple(columns), which)
        if first != which:
            return Fault("an arrangement is listed twice", f"arrangements {first} and {which}")
    if n <= LISTED_N and len(seen) < number:
        return Fault(f"the list holds {len(seen)} of the {number} arrangements")
    return None


def number_of(number: int, terms: Terms) -> str:
    """Return a number of pieces in words."""
    return f"{number} {terms.piece if number == 1 else terms.pieces}"


def cells(found: Any) -> str:
    """Name cells as people count them, from 1."""
    return " and ".join(f"row {row + 1}, column {column + 1}" for row, column in found)
