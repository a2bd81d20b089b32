"""How the validators of an exported package read a case of a row."""

from __future__ import annotations

from judge.problems.icpc.validators.case import CaseForm
from judge.problems.icpc.validators.verdict import Terms
from judge.problems.row.case import range_of
from judge.problems.row.words import STATES, Counts, Row, added, product
from judge.problems.rules.plain import BACKWARDS

Plain = tuple[int, tuple[str, ...]]  # a product, as plain values


def form_of_row(row: Row, algorithms: tuple[str, ...]) -> CaseForm:
    """Return the form as a tuple of plain values, which an exported validator takes along."""
    return CaseForm(
        lines=tuple(line if isinstance(line, str) else _table(line) for line in row.stdin or row.case),
        signs=tuple((sign, STATES[state]) for state, sign in row.cells.items()),
        ranges=tuple((name, *range_of(row, name)) for name in row.fields if name != "algorithm"),
        bounds=tuple((name, plain(low), plain(high)) for name, (low, high) in row.bounds.items()),
        pieces=plain(row.pieces or 1),
        exact=tuple((part, plain(least)) for part, least in row.exact_shares),
        algorithms=algorithms,
    )


def plain(counts: Counts) -> Plain:
    """Return a product as a pair."""
    found = product(counts)
    return found.factor, found.names


def _table(table: dict[str, Counts]) -> tuple[str, str, Plain]:
    what = added(table)
    return what, str(table[what]), plain(table["lines"])


def terms_of_row(row: Row, *, strict: bool) -> Terms:
    """Return what a row asks for, as plain values."""
    rules: list[object] = []
    for part, share in row.shares:
        rules.append((part, None, plain(share.least), None if share.most is None else plain(share.most)))
    if (window := row.window) is not None:
        rules.append(("window", window.size, plain(window.least), None if window.most is None else plain(window.most)))
    for kind, steps in row.steps:
        queens = kind == "ride" and set(steps) == set(BACKWARDS) and not row.torus
        rules.append("attack" if queens else (kind, steps, row.torus))
    rules += [("line", row.in_line)] if row.in_line else []
    signs = {sign: str(STATES[state]) for state, sign in row.cells.items()} | {row.mark: "1"}
    asks = {"arrangement": "one", "verify": "decision"}.get(row.goal, row.goal)
    reader = {"list": "list", "number": "number", "board or columns": "board-or-columns"}.get(row.written, "board")
    return Terms(
        reader=" ".join(row.answer) if isinstance(row.answer, tuple) else reader,
        asks="number" if row.goal == "heaviest" and row.written == "number" else asks,
        rules=tuple(rules),
        strict=strict,
        piece=row.one,
        pieces=row.many,
        attack=row.conflict,
        signs="".join(sign + digit for sign, digit in signs.items() if sign != digit),
    )
