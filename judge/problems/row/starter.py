"""The starter of a row: a plain solution that tries everything, with a block for each rule. It is right, and slow.

That of a shipped puzzle is one of the shipped solutions.
"""

from __future__ import annotations

import re
from typing import Final

from judge.problems.places import SHIPPED_PACKAGES
from judge.problems.row.case import call_of
from judge.problems.row.words import Product, Row, product

_SHIPPED_HEAD: Final = """\
# judge: problem = {name}
# A first solution. It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""
_HEAD = '''\
# judge: problem = {name}
"""A first solution: it goes through the cells in reading order, and tries each with a {one} and without.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np

FREE, PIECE, TREE, CLOSED = 0, 1, 2, 3


def fits(board, row, column{more}):
    """May a {one} stand here, beside those that were placed before?"""
    n, m = board.shape
{rules}    return True


{whole}def arrangements(board, cells, pieces{more}):
    """Yield the board with each arrangement of so many more; it is one board, so copy what you keep."""
    if pieces == 0:
{yields}        return
    for at, (row, column) in enumerate(cells[: len(cells) - pieces + 1]):
        if fits(board, row, column{more}):
            board[row, column] = PIECE
            yield from arrangements(board, cells[at + 1 :], pieces - 1{more})
            board[row, column] = FREE


'''
_STEPS = """\
    for down, right in {steps}:
        r, c = {there}
        while {inside} and board[r, c] != TREE:
            if board[r, c] == PIECE:
                return False
            r, c = {further}
"""
_LEAPS = """\
    for down, right in {steps}:
        r, c = {there}
        if {inside} and board[r, c] == PIECE:
            return False
"""
_EDGES = {  # whether these meet
    False: {
        "there": "row + down, column + right",
        "inside": "0 <= r < n and 0 <= c < m",
        "further": "r + down, c + right",
    },
    True: {
        "there": "(row + down) % n, (column + right) % m",
        "inside": "(r, c) != (row, column)",
        "further": "(r + down) % n, (c + right) % m",
    },
}
_LINE = """\
    placed = np.argwhere(board == PIECE)
    for r, c in placed:
        on_line = [one for one in placed if (r - row) * (one[1] - column) == (c - column) * (one[0] - row)]
        if len(on_line) >= {most}:
            return False
"""
_PARTS = {  # the pieces that share a part with a cell
    "row": "np.sum(board[row] == PIECE)",
    "column": "np.sum(board[:, column] == PIECE)",
    "region": "np.sum(board[regions == regions[row, column]] == PIECE)",
}
_MOST = """\
    if {count} >= {most}:
        return False
"""
_DIAGONALS = """\
    here = np.diagonal(board, column - row), np.diagonal(board[:, ::-1], m - 1 - column - row)
    if max(np.sum(line == PIECE) for line in here) >= {most}:
        return False
"""
_WINDOWS = """\
    for r in range(max(row - {high} + 1, 0), min(row, n - {high}) + 1):
        for c in range(max(column - {wide} + 1, 0), min(column, m - {wide}) + 1):
            if np.sum(board[r : r + {high}, c : c + {wide}] == PIECE) >= {most}:
                return False
"""
_WHOLE = '''\
def whole(board{more}):
    """Do all parts of a full board hold enough?"""
    n, m = board.shape
    placed = board == PIECE
    counts = []
{counts}    return all(least <= np.sum(part) <= most for part, least, most in counts)


'''
_COUNTS = {
    "row": "    counts += [(line, {least}, {most}) for line in placed]\n",
    "column": "    counts += [(line, {least}, {most}) for line in placed.T]\n",
    "region": "    counts += [(placed[regions == one], {least}, {most}) for one in np.unique(regions)]\n",
    "diagonal": "    counts += [(np.diagonal(one, offset), {least}, {most}) for one in (placed, placed[:, ::-1])"
    " for offset in range(1 - n, m)]\n",
}
_WINDOW = (
    "    counts += [(placed[r : r + {high}, c : c + {wide}], {least}, {most})"
    " for r in range(n - {high} + 1) for c in range(m - {wide} + 1)]\n"
)


def starter_of(row: Row, name: str, solution: str = "") -> str:
    """Return the text of a first solution: a shipped one of a puzzle, without the verdict that is expected of it, or
    one in plain Python. THIS_FILE in it becomes its path, THIS_PROBLEM the package."""
    if solution:
        text = (SHIPPED_PACKAGES.parent / "solutions" / name / f"{solution}.py").read_text(encoding="utf-8")
        return _SHIPPED_HEAD.format(name=name) + re.sub(r"\A(?:#.*\n)+", "", text)
    more = _more(row)
    extra = "".join(f", {one}" for one in more)
    counts = "".join(_counts(row))
    words = {"name": "THIS_PROBLEM", "one": row.one, "many": row.many, "more": extra}
    whole = _WHOLE.format(more=extra, counts=counts) if counts else ""
    yields = f"        if whole(board{extra}):\n            yield board\n" if counts else "        yield board\n"
    head = _HEAD.format(**words, rules="".join(_blocks(row)), whole=whole, yields=yields)
    return head + _solve(row, more)


def _more(row: Row) -> list[str]:
    """Return what rules need to know beside the board: the regions, and the fields that shares name."""
    bounds = [bound for _, share in row.shares for bound in (share.least, share.most) if bound is not None]
    named = {name for bound in bounds for name in product(bound).names} - {"n", "m"}
    return [*(["regions"] if row.region is not None else []), *sorted(named)]


def _blocks(row: Row) -> list[str]:
    found = []
    for part, share in row.shares:
        if share.most is not None:
            most = code(product(share.most))
            found.append(
                _DIAGONALS.format(most=most) if part == "diagonal" else _MOST.format(count=_PARTS[part], most=most)
            )
    for kind, steps in row.steps:
        ways = tuple(dict.fromkeys([*steps, *((-down, -right) for down, right in steps)]))
        found.append((_STEPS if kind == "ride" else _LEAPS).format(steps=ways, **_EDGES[row.torus]))
    if row.window is not None and row.window.most is not None:
        high, wide = row.window.size
        found.append(_WINDOWS.format(high=high, wide=wide, most=row.window.most))
    if row.in_line:
        found.append(_LINE.format(most=row.in_line))
    return found


def _counts(row: Row) -> list[str]:
    """Return what must be counted on a full board: shares with a least, and windows."""
    found = []
    for part, share in row.shares:
        if share.least != 0:
            most = "n * m" if share.most is None else code(product(share.most))
            found.append(_COUNTS[part].format(least=code(product(share.least)), most=most))
    if row.window is not None:
        high, wide = row.window.size
        largest = high * wide if row.window.most is None else row.window.most
        found.append(_WINDOW.format(high=high, wide=wide, least=row.window.least, most=largest))
    return found


def code(counts: Product) -> str:
    """Return a product as Python writes it."""
    return " * ".join([*([str(counts.factor)] if counts.factor != 1 or not counts.names else []), *counts.names])


def _solve(row: Row, more: list[str]) -> str:
    names, given = call_of(row).signature.names, "grid" in row.drawn
    m = "m" if "m" in names else "n"
    extra = "".join(f", {one}" for one in more)
    lines = [f"def solve({', '.join(names)}):", f'    """{_asks(row)}"""']
    lines += [f"    {name} = {told}" for name, told in row.names.items()]
    lines.append("    board = grid.copy()" if given else f"    board = np.zeros((n, {m}), np.int8)")
    pieces = code(row.asked)
    if row.goal == "verify":
        whole = f" and whole(board{extra})" if _counts(row) else ""
        return "\n".join([*lines, *_given(extra, "False"), f"    return len(given) == {pieces}{whole}", ""])
    lines.append("    cells = [(int(r), int(c)) for r, c in np.argwhere(board == FREE)]")
    if "piece" in row.states:
        lines += _given(extra, _nothing_of(row))
        pieces = f"{pieces} - len(given)"
    found = f"arrangements(board, cells, {{}}{extra})"
    if row.goal == "most":
        lines += [
            "    best = board.copy()",
            "    for pieces in range(1, len(cells) + 1):",
            f"        found = next({found.format('pieces')}, None)",
            "        if found is None:",
            "            break  # fewer always fit where more do",
            "        best = found.copy()",
            "    return best",
        ]
        return "\n".join([*lines, ""])
    lines += [f"    pieces = {pieces}"] if pieces != "pieces" else []
    lines += ["    if not 0 <= pieces <= len(cells):", f"        return {_nothing_of(row)}"]
    every = found.format("pieces")
    if row.goal == "count":
        lines.append(f"    return sum(1 for _ in {every})")
    elif row.goal == "all":
        lines.append(f"    found = [np.argmax(one == PIECE, axis=1) for one in {every}]")
        lines.append("    return np.array(found, np.int8).reshape(len(found), n)")
    elif row.goal == "heaviest":
        lines.append("    best, most = None, -1")
        lines.append(f"    for one in {every}:")
        lines.append("        if (weight := int(weights[one == PIECE].sum())) > most:")
        lines.append("            best, most = one.copy(), weight")
        lines.append("    return None if best is None else most" if row.written == "number" else "    return best")
    else:
        lines.append(f"    return next({every}, None)")
    return "\n".join([*lines, ""])


def _nothing_of(row: Row) -> str:
    return {"count": "0", "all": "np.zeros((0, n), np.int8)"}.get(row.goal, "None")


def _given(extra: str, nothing: str) -> list[str]:
    """Return the lines that put the given pieces down one by one, and see whether they go together."""
    return [
        "    given = np.argwhere(board == PIECE)",
        "    board[board == PIECE] = FREE",
        "    for row, column in given:",
        f"        if not fits(board, row, column{extra}):",
        f"            return {nothing}",
        "        board[row, column] = PIECE",
    ]


def _asks(row: Row) -> str:
    what = {
        "arrangement": f"Return a board with {row.asked} {row.many} (1), or None where they don't fit.",
        "most": f"Return a board with as many {row.many} (1) as you can place.",
        "heaviest": f"Return the most weight that {row.asked} {row.many} can have, or None where they don't fit.",
        "all": "Return every arrangement: int8 (k, n), the columns of each, from 0.",
        "count": "Return how many arrangements there are.",
        "verify": f"Say whether the board holds {row.asked} {row.many} that keep the rules.",
    }[row.goal]
    if row.goal == "heaviest" and row.written == "board":
        return f"Return the board of {row.asked} {row.many} (1) with the most weight, or None where they don't fit."
    return what
