"""How programs print an arrangement: a small writer for each shape that `read_shape` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

EIGHT = [0, 4, 7, 5, 2, 6, 1, 3]
FOUR = [1, 3, 0, 2]
BOARD = ". Q . .\n. . . Q\nQ . . .\n. . Q .\n"  # FOUR


def board(columns: list[int], signs: str = "Q.", between: str = " ", head: str = "", tail: str = "\n") -> str:
    rows = [[signs[column != k] for k in range(len(columns))] for column in columns]
    return "".join(head + between.join(row) + tail for row in rows)


def numbers(columns: list[int], base: int, between: str) -> str:
    return between.join(str(column + base) for column in columns)


def _chess(columns: list[int]) -> str:
    """With the letters of the files above and below, and the numbers of the ranks at both ends, from the top down."""
    n, files = len(columns), "   " + " ".join(chr(97 + k) for k in range(len(columns))) + "\n"
    rows = board(columns).splitlines()
    return files + "".join(f"{n - k:2} {row} {n - k}\n" for k, row in enumerate(rows)) + files


WRITERS: dict[str, Callable[[list[int]], str]] = {
    "columns from 1": lambda c: numbers(c, 1, " "),
    "columns from 1, n above": lambda c: f"{len(c)}\n{numbers(c, 1, ' ')}\n",
    "columns with commas": lambda c: numbers(c, 1, ", "),
    "columns behind words": lambda c: f"Enter n: Solution 1: {numbers(c, 1, ' ')} (0.003 s)\n",
    "list from 0": lambda c: f"{c}\n",
    "tuple from 0": lambda c: f"result = {tuple(c)}\n",
    "numpy array on two lines": lambda c: f"[{numbers(c[:3], 0, ' ')}\n {numbers(c[3:], 0, ' ')}]\n",
    "a number a line from 0": lambda c: numbers(c, 0, "\n"),
    "a number a line from 1, n above": lambda c: f"{len(c)}\r\n{numbers(c, 1, chr(13) + chr(10))}\r\n",
    "board": board,
    "board without separators": lambda c: board(c, "Q.", ""),
    "board of _": lambda c: board(c, "Q_"),
    "board of 1 and 0": lambda c: board(c, "10", ","),
    "board of * and -": lambda c: board(c, "*-"),
    "board of # and .": lambda c: board(c, "#.", ""),
    "board of x and .": lambda c: board(c, "x."),
    "board of Q and *": lambda c: board(c, "Q*", ""),
    "board of bars": lambda c: board(c, "Q.", "|", "|", "|\n"),
    "board with lines": lambda c: (
        "+---" * len(c) + "+\n" + board(c, "Q.", " | ", "| ", " |\n" + "+---" * len(c) + "+\n")
    ),
    "board with blank lines": lambda c: board(c, "Q.", " ", "", "\n\n"),
    "board with a rim": lambda c: "  " + numbers(list(range(len(c))), 1, " ") + "\n" + _numbered(board(c)),
    "board behind a prompt": lambda c: "How many queens? " + board(c),
    "list of lists": lambda c: str([[int(column == k) for k in range(len(c))] for column in c]),
    "numpy matrix": lambda c: "[" + board(c, "10", " ", " [", "]\n")[1:-1] + "]\n",
    "list of lists of signs": lambda c: str([list(row) for row in board(c, "Q.", "").split()]),
    "list of strings": lambda c: str(board(c, "Q.", "").split()),
    "board of digits side by side": lambda c: board(c, "10", ""),
    "board of digits with a rim": lambda c: (
        "  " + numbers(list(range(len(c))), 0, " ") + "\n" + _numbered(board(c, "10"), start=0)
    ),
    "board of digits with numbers": lambda c: _numbered(board(c, "10", "")),
    "board with letters": lambda c: _lettered(board(c, "Q.", " | ", "| ", " |\n")),
    "board as in chess": _chess,
    "coloured board": lambda c: board(c).replace("Q", "\x1b[1;31mQ\x1b[0m"),
    "queens of Unicode": lambda c: board(c, "\u2655\u00b7"),
    "queens of Unicode, chequered": lambda c: _chequered(board(c, "\u265b.", "")),
    "squares of Unicode": lambda c: board(c, "\u25a0\u25a1", ""),
    "emoji": lambda c: board(c, "\U0001f451\u2b1c", ""),
    "box": lambda c: _boxed(c, " \u2655 ", " . "),
    "box with empty cells": lambda c: _boxed(c, " \u265b ", "   "),
    "bars with empty cells": lambda c: board(c, "Q ", "|", "|", "|\n"),
    "pairs, a line each": lambda c: "".join(f"({row}, {column})\n" for row, column in enumerate(c)),
    "pairs without brackets": lambda c: f"{len(c)}\n" + "".join(f"{row} {column}\n" for row, column in enumerate(c, 1)),
    "list of pairs": lambda c: f"Solution: {list(enumerate(c, 1))}\n",
    "list of lists of two": lambda c: str([[row, column] for row, column in enumerate(c)]),
    "numpy argwhere": lambda c: "[" + "\n ".join(f"[{row:2} {column:2}]" for row, column in enumerate(c)) + "]\n",
    "dictionary": lambda c: str(dict(enumerate(c))),
    "row and column": lambda c: "".join(f"row {row}, col {column}\n" for row, column in enumerate(c)),
    "queens by number": lambda c: "".join(
        f"Queen {row}: (row {row}, column {column})\n" for row, column in enumerate(c, 1)
    ),
    "column of each queen": lambda c: "".join(f"Queen {row} -> column {column}\n" for row, column in enumerate(c, 1)),
    "rows from 1, columns from 0": lambda c: "".join(f"{row}: {column}\n" for row, column in enumerate(c, 1)),
}


def _numbered(text: str, start: int = 1) -> str:
    return "".join(f"{number} {line}\n" for number, line in enumerate(text.splitlines(), start))


def _lettered(text: str) -> str:
    return "".join(f"{chr(65 + number)} {line}\n" for number, line in enumerate(text.splitlines()))


def _chequered(text: str) -> str:
    rows = text.splitlines()
    return "".join(
        "".join("\u25a0\u25a1"[(r + c) % 2] if cell == "." else cell for c, cell in enumerate(row)) + "\n"
        for r, row in enumerate(rows)
    )


def _boxed(columns: list[int], piece: str, free: str) -> str:
    n = len(columns)
    rows = ["\u2502" + "\u2502".join(piece if column == k else free for k in range(n)) + "\u2502" for column in columns]
    top, line, bottom = (
        a + b.join(["\u2500" * 3] * n) + c
        for a, b, c in ("\u250c\u252c\u2510", "\u251c\u253c\u2524", "\u2514\u2534\u2518")
    )
    return f"{top}\n" + f"\n{line}\n".join(rows) + f"\n{bottom}\n"


LISTS: dict[str, Callable[[list[list[int]]], str]] = {
    "lists": str,
    "lines with headings": lambda all_: "".join(f"Solution {k}: {numbers(c, 1, ' ')}\n" for k, c in enumerate(all_, 1)),
    "boards with headings": lambda all_: "".join(f"Solution {k}:\n{board(c)}" for k, c in enumerate(all_, 1)),
    "boards with blank lines": lambda all_: "\n".join(board(c, "Q_", "") for c in all_) + f"Total: {len(all_)}\n",
    "boards without anything between": lambda all_: "".join(board(c, "10") for c in all_),
    "lists of strings": lambda all_: str([board(c, "Q.", "").split() for c in all_]),
    "a number a line": lambda all_: f"{len(all_)}\n" + "\n\n".join(numbers(c, 0, "\n") for c in all_),
    "lists, each with its board": lambda all_: "".join(f"{c}\n{board(c)}\n" for c in all_),
    "digits": lambda all_: "".join(f"{numbers(c, 1, '')}\n" for c in all_),
    "list of digits": lambda all_: str([numbers(c, 0, "") for c in all_]),
    "digits with headings": lambda all_: "".join(f"Solution {k}: {numbers(c, 1, '')}\n" for k, c in enumerate(all_, 1)),
    "pairs": lambda all_: "\n".join(WRITERS["pairs without brackets"](c) for c in all_),
    "list of pairs": lambda all_: str([list(enumerate(c)) for c in all_]),
    "boxes": lambda all_: "\n".join(WRITERS["box with empty cells"](c) for c in all_),
    "digits with a rim": lambda all_: "\n".join(WRITERS["board of digits with a rim"](c) for c in all_),
}
