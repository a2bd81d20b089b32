"""Read answers as programs in the wild print them: `answers = "shapes"` in problem.toml.

`answer.py` is asked first; this file only reads what it refuses. A text is looked through line by line for
arrangements (search.py), whatever stands around them; where two shapes in one text say different things,
neither is taken.

Which way round the rows and columns are meant no shape tells. On an empty board no rule asks: it is valid turned or
mirrored when it is valid, so two readings that differ only by that are one. With trees it is asked (places.py). Why
nothing was read, near.py says.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from judge.errors import Place
from judge.model import Answer, Finding, ReadWarning
from judge.problems.formats.answer import LISTED_N
from judge.problems.formats.lenient.finds import Doubt, Finds, Found
from judge.problems.formats.lenient.search import arrangements, boards_with_trees, every_arrangement, nothing, search
from judge.problems.formats.lenient.target import Target, target_of
from judge.problems.formats.lenient.text import line_of, longest, plainer
from judge.problems.formats.lenient.words import total
from judge.problems.formats.page import quote
from judge.problems.formats.size import Size


def read_shaped_board(
    data: bytes, said: Size | Target, file: str, *, trees: bool, columns: bool
) -> Answer | Finding | None:
    """Return what an output that `answer.py` refused says all the same about a case, of which at least the size is
    known. Never raises.

    An Answer has the one warning W112, which names the shape, and `board` int8 as large as the case's; if `columns`,
    one line of numbers becomes `columns` (1, n). `first_line` is 0 where lines of the text are no rows. A Finding is
    E123 or E134: two readings fit and differ, or E133: a sign has no meaning. None: no shape fits. Of a text that is
    much longer than any answer only the beginning and the end are looked at.
    """
    target = target_of(said)
    shape = target.shape
    only_boards = trees or shape[0] != shape[1]  # else numbers may show one piece a row and a column
    finds = search(plainer(data, longest(max(shape))), target, boards_with_trees if only_boards else arrangements)
    groups = _by_line(finds) or ([[finds.stray]] if finds.stray else [])
    return _doubted(groups, finds.doubts, data, file) or _single(groups, shape[0], columns, file)


def read_shaped_list(data: bytes, said: Size | Target, file: str, *, counts: Sequence[int]) -> Answer | Finding | None:
    """Return all arrangements in an output, as `read_shaped_board` does one: `columns` (k, n), k >= 1, or `count`.

    `counts` says how many arrangements there are for each n of which a list is asked for. For n <= 10 a `count` comes
    with no columns.
    """
    target = target_of(said)
    n = target.shape[0]
    text = plainer(data, longest(max(target.shape), counts[n] if n < len(counts) else 0))
    groups = _by_line(search(text, target, every_arrangement if n <= LISTED_N else nothing))
    counted = total(text, n) if all(group[0].count == 0 for group in groups) else None
    return _listed(groups + ([[counted]] if counted else []), n, file)


def _by_line(finds: Finds) -> list[list[Found]]:
    return sorted(finds.groups.values(), key=lambda group: group[0].line)


def _alike(one: list[Found], other: list[Found]) -> bool:
    """Return whether two shapes show the same arrangements in the same order, but for one turn or reflection of all."""
    if one[0].count is not None or other[0].count is not None:
        return one[0].count == other[0].count
    if one[0].board is not None and other[0].board is not None:
        return np.array_equal(one[0].board, other[0].board)
    first, image = (np.array([found.columns for found in group], np.int64) for group in (one, other))
    for _ in range(2):
        for turned in (image, image[:, ::-1]):
            if np.array_equal(first, turned) or np.array_equal(first, image.shape[1] - 1 - turned):
                return True
        image = np.argsort(image)  # rows and columns exchanged
    return False


def _two_ways(groups: list[list[Found]], file: str) -> Finding | None:
    """Return E123 if two shapes disagree."""
    other = next((group[0] for group in groups[1:] if not _alike(groups[0], group)), None)
    if other is None:
        return None
    one = groups[0][0]
    ways = f"as {one.shape} (line {one.line}), and otherwise as {other.shape} (line {other.line})"
    repair = "print the answer in one form only, and send everything else to stderr"
    return Finding("E123", f"the answer can be read in two ways: {ways}", where=str(Place(file, one.line)), help=repair)


def _doubted(groups: list[list[Found]], doubts: Sequence[Doubt], data: bytes, file: str) -> Finding | None:
    """Return why nothing is taken: what was seen has no certain meaning, or none of those that another shape shows."""
    if not doubts:
        return None
    doubt = doubts[0]
    where = str(Place(file, doubt.line))
    if not groups:
        note = f"line {doubt.line} is {quote(line_of(data, doubt.line))}"
        return Finding(doubt.code, doubt.message, where=where, note=note, help=doubt.help)
    found = groups[0][0]
    if not doubt.ways or any(np.array_equal(way, found.board) for way in doubt.ways if found.board is not None):
        return None
    message = f"the answer can be read as {found.shape} (line {found.line}), and {doubt.message} (line {doubt.line})"
    return Finding("E123", message, where=where, help=doubt.help)


def _taken(found: Found, more: str = "") -> tuple[ReadWarning]:
    return (ReadWarning("W112", f"read as {found.shape}{more}", found.line),)


def _single(groups: list[list[Found]], n: int, columns: bool, file: str) -> Answer | Finding | None:
    """Return the first arrangement, and as `others` those of its shape that differ: nobody knows which is meant."""
    if not groups:
        return None
    refusal = _two_ways([group[:1] for group in groups], file)
    if refusal:
        return refusal
    found = groups[0][0]
    if found.count == 0:
        return Answer(fail=True, warnings=_taken(found))
    others = [later for later in groups[0][1:] if not _alike([found], [later])]
    first, *more = (_shown(one, n, columns, several=bool(others)) for one in (found, *others))
    return msgspec.structs.replace(first, others=tuple(more))


def _shown(found: Found, n: int, columns: bool, *, several: bool) -> Answer:
    """Return one arrangement as an answer."""
    notices = _taken(found, ", one of several that differ, of which each has to be right" if several else "")
    first_line = found.line if found.exact else 0
    if columns and found.one_line:
        return Answer(columns=np.array([found.columns], np.int64), first_line=first_line, warnings=notices)
    board = found.board
    if board is None:
        board = np.zeros((n, n), np.int8)
        board[np.arange(n), found.columns] = 1
        first_line = 0 if found.one_line else first_line
    return Answer(board=board, first_line=first_line, warnings=notices)


def _listed(groups: list[list[Found]], n: int, file: str) -> Answer | Finding | None:
    """Return all arrangements, or their number alone, which may be none."""
    refusal = _two_ways(groups, file)
    if refusal or not groups:
        return refusal
    group, first = groups[0], groups[0][0]
    if first.count is not None:
        none = np.zeros((0, n), np.int64) if n <= LISTED_N else None
        first_line = 0 if n <= LISTED_N else first.line
        return Answer(count=first.count, columns=none, first_line=first_line, warnings=_taken(first))
    one_each = first.one_line and all(found.line == first.line + k for k, found in enumerate(group))
    columns = np.array([found.columns for found in group], np.int64).reshape(len(group), n)
    more = f", {len(group)} of them" if len(group) > 1 else ""
    return Answer(columns=columns, first_line=first.line if one_each else 0, warnings=_taken(first, more))
