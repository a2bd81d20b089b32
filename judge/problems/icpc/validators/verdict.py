"""Say what is wrong with an answer to a case, in the order in which the judge looks at it."""

from __future__ import annotations

from typing import Any, NamedTuple

from judge.problems.icpc.validators.answer import LISTED_N, Said
from judge.problems.icpc.validators.case import Case
from judge.problems.rules.plain import (
    CLOSED,
    PIECE,
    TREE,
    plain_attack,
    plain_attack_in_columns,
    plain_crowded,
    plain_leap,
)


class Terms(NamedTuple):
    """What a puzzle asks for."""

    reader: str  # "board", "board-or-columns", "list", "number", or two words
    asks: str  # "one" arrangement, the "most" pieces, the "heaviest", a "number", a "count", "all", or a "decision"
    rules: tuple[Any, ...]  # "attack", as queens do, or what `row_fault` knows
    strict: bool
    piece: str
    pieces: str
    attack: str  # what two of them do
    signs: str = ""  # pairs of a sign of the board and its digit


class Fault(NamedTuple):
    """What is wrong: a sentence, and the place, which teams are not shown."""

    what: str
    where: str = ""


class WrongKeyError(Exception):
    """The answer file is wrong, not the submission."""


class Table(list[Any]):
    """A list where the rules expect an array of numpy."""

    def tolist(self) -> list[Any]:
        """Return the list itself."""
        return self


def table(rows: list[Any]) -> Any:
    """Return a list as the rules take it."""
    return Table(rows)


def fault_of(case: Case, said: Said, truth: Said, terms: Terms) -> Fault | None:
    """Return why an answer is not right, or None: accepted. WrongKeyError where `truth`, the answer file, is wrong."""
    if terms.asks == "decision":
        return decision_fault(case, said, terms)
    if terms.asks == "all":
        return fault_of_all(case, said, truth, terms)
    if terms.asks == "count":
        return number_fault(Said(number=said.number or 0), truth)  # FAIL says that there are none
    if terms.asks == "number":
        return number_fault(said, truth)
    if terms.asks == "most":
        return most_fault(case, said, truth, terms)
    if said.fail:
        return fail_fault(case, truth, terms)
    fault = one_fault(case, said, terms)
    if fault is None and truth.fail:
        raise WrongKeyError("the answer file says FAIL, but this arrangement is valid")
    return fault or (weight_fault(case, said, truth) if terms.asks == "heaviest" else None)


def decision_fault(case: Case, said: Said, terms: Terms) -> Fault | None:
    """Judge 1 for a board that keeps every rule, and 0 for one that does not."""
    placed = pieces_on(case.rows)
    valid = placed == case.pieces and rule_fault(case, case.rows, None, terms) is None
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
    return Fault(f"the answer is FAIL, but {counted(case.pieces, terms)} can be placed")


def one_fault(case: Case, said: Said, terms: Terms) -> Fault | None:
    """Judge one arrangement: trees, the number of pieces, then the rules."""
    if said.board is None:
        columns = (said.columns or [[]])[0]
        return columns_fault(case, columns, terms) or rule_fault(case, None, columns, terms)
    fault = cells_fault(case, said.board, terms)
    placed = pieces_on(said.board)
    if fault is None and placed != case.pieces:
        return Fault(f"the board holds {counted(placed, terms)}, but {case.pieces} must be placed")
    return fault or rule_fault(case, said.board, None, terms)


def most_fault(case: Case, said: Said, truth: Said, terms: Terms) -> Fault | None:
    """Judge one arrangement, which must have as many pieces as the one in the answer file."""
    if said.fail or said.board is None:
        return Fault("the answer is FAIL, but every case has an arrangement")
    fault = cells_fault(case, said.board, terms) or rule_fault(case, said.board, None, terms)
    if fault:
        return fault
    if truth.board is None:
        raise WrongKeyError("the answer file holds no arrangement")
    placed, most = pieces_on(said.board), pieces_on(truth.board)
    if placed > most:
        raise WrongKeyError(f"the answer file holds {counted(most, terms)}, but {placed} can be placed")
    return Fault(f"the board holds {counted(placed, terms)}, but more can be placed") if placed < most else None


def number_fault(said: Said, truth: Said) -> Fault | None:
    """Compare a number, or FAIL, with the answer file."""
    if said.fail or truth.fail:
        wrong = "the answer is FAIL, but there is a number" if said.fail else "the pieces don't fit: the answer is FAIL"
        return None if said.fail and truth.fail else Fault(wrong)
    return None if said.number == truth.number else Fault(f"the answer is {said.number}, which is wrong")


def cells_fault(case: Case, board: list[bytes], terms: Terms) -> Fault | None:
    """Look for trees that are moved, then for given pieces that are gone."""
    for number, (row, given) in enumerate(zip(board, case.rows), 1):  # noqa: B905 - as in case.py
        wrong = [column for column in range(case.columns) if (row[column] == TREE) != (given[column] == TREE)]
        taken = [
            k
            for k in range(case.columns)
            if (row[k] == CLOSED and given[k] != CLOSED) or (row[k] == PIECE and given[k] == CLOSED)
        ]
        if taken and not wrong:
            return Fault("a closed cell must stay empty", f"row {number}, column {taken[0] + 1}")
        if wrong:
            there = "a tree stands where the case has none" if row[wrong[0]] == TREE else "a tree is missing"
            return Fault(there, f"row {number}, column {wrong[0] + 1}")
    return given_fault(case, terms, [[column for column, cell in enumerate(row) if cell == PIECE] for row in board])


def columns_fault(case: Case, columns: list[int], terms: Terms) -> Fault | None:
    """Look at one piece a row: for one on a tree, one on a closed cell, then for given ones that are gone."""
    for state, name in ((TREE, "tree"), (CLOSED, "closed cell")):
        for row, column in enumerate(columns):
            if case.rows[row][column] == state:
                return Fault(f"a {terms.piece} stands on a {name}", cells([(row, column)]))
    return given_fault(case, terms, [[column] for column in columns])


def given_fault(case: Case, terms: Terms, taken: list[list[int]]) -> Fault | None:
    """Look for given pieces that are gone; `taken` holds the columns of the pieces of each row."""
    for row, given in enumerate(case.rows):
        for column, cell in enumerate(given):
            if cell == PIECE and column not in taken[row]:
                return Fault(f"a given {terms.piece} is gone", cells([(row, column)]))
    return None


def pieces_on(board: list[bytes]) -> int:
    """Count the pieces."""
    return sum(row.count(PIECE) for row in board)


def rule_fault(case: Case, board: list[bytes] | None, columns: list[int] | None, terms: Terms) -> Fault | None:
    """Judge a board, or the columns of one piece a row, by the rules in their order."""
    for rule in terms.rules:
        if rule == "attack" and columns is not None and not any(TREE in row for row in case.rows):
            fault = seen_fault(plain_attack_in_columns(table(columns)), terms)  # quick at any size
        else:
            fault = row_fault(case, drawn(case, board, columns), rule, terms)
        if fault:
            return fault
    return None


def row_fault(case: Case, board: list[bytes], rule: Any, terms: Terms) -> Fault | None:
    """Judge a board by a rule of a row: shares, windows, rides, leaps, or straight lines."""
    kind = rule[0]
    if rule == "attack":
        return seen_fault(plain_attack(table(board)), terms)
    if kind == "ride":
        return seen_fault(plain_attack(table(board), rule[1], rule[2]), terms)
    if kind == "leap":
        return seen_fault(plain_leap(table(board), rule[1], rule[2]), terms)
    points = points_of(board)
    if kind == "line":
        line = plain_crowded(points, rule[1])
        return Fault(f"{len(line)} {terms.pieces} stand on one straight line", cells(line)) if line else None
    least, most = (None if one is None else product_of(one, case) for one in rule[2:])
    for part in parts_of(case, kind, rule[1]):
        held = [cell for cell in points if cell in part]
        if len(held) < (least or 0) or (most is not None and len(held) > most):
            what = f"a {kind} must hold {least or 0} to {'any number of' if most is None else most} {terms.pieces}"
            return Fault(what, f"one holds {len(held)}: {cells(held)}")
    return None


def product_of(product: Any, case: Case) -> int:
    """Return a number times fields of the case."""
    found: int = product[0]
    for name in product[1]:
        found *= case.values[name]
    return found


def parts_of(case: Case, kind: str, size: Any) -> list[set[tuple[int, int]]]:
    """Return the cells of each row, column, region, diagonal or window."""
    every = [(row, column) for row in range(case.n) for column in range(case.columns)]
    if kind == "window":
        high, wide = size
        heads = [(r, c) for r, c in every if r + high <= case.n and c + wide <= case.columns]
        return [{(r + i, c + j) for i in range(high) for j in range(wide)} for r, c in heads]
    found: dict[Any, set[tuple[int, int]]] = {}
    for row, column in every:
        region = (case.layer or [[0] * case.columns] * case.n)[row][column]
        names: dict[str, list[Any]] = {
            "row": [row],
            "column": [column],
            "region": [region],
            "diagonal": [(0, row - column), (1, row + column)],
        }
        for name in names[kind]:
            found.setdefault(name, set()).add((row, column))
    return list(found.values())


def seen_fault(pair: Any, terms: Terms) -> Fault | None:
    """Refuse two pieces that see each other, if there are such."""
    return Fault(f"two {terms.pieces} {terms.attack}", cells(pair)) if pair else None


def points_of(board: list[bytes]) -> list[tuple[int, int]]:
    """Return the cells that hold a piece, in reading order."""
    return [(row, column) for row, line in enumerate(board) for column, cell in enumerate(line) if cell == PIECE]


def drawn(case: Case, board: list[bytes] | None, columns: list[int] | None) -> list[bytes]:
    """Return a board, or one piece a row on the board of the case, instead of those that it gives."""
    if board is not None:
        return board
    empty = [row.replace(b"\x01", b"\0") for row in case.rows]
    return [row[:column] + b"\x01" + row[column + 1 :] for row, column in zip(empty, columns or [])]  # noqa: B905


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
        fault = columns_fault(case, columns, terms) or rule_fault(case, None, columns, terms)
        if fault:
            return Fault(fault.what, f"arrangement {which}: {fault.where}")
        first = seen.setdefault(tuple(columns), which)
        if first != which:
            return Fault("an arrangement is listed twice", f"arrangements {first} and {which}")
    if n <= LISTED_N and len(seen) < number:
        return Fault(f"the list holds {len(seen)} of the {number} arrangements")
    return None


def counted(number: int, terms: Terms) -> str:
    """Return a number of pieces in words."""
    return f"{number} {terms.piece if number == 1 else terms.pieces}"


def cells(found: Any) -> str:
    """Name cells as people count them, from 1."""
    return " and ".join(f"row {row + 1}, column {column + 1}" for row, column in found)
