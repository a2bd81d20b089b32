"""The statement of a row: what is asked, a sentence for each rule, the table of a case, the form of an answer."""

from __future__ import annotations

from typing import Final

from judge.problems.constraints import FAMILIES
from judge.problems.formats.answer_text import LISTED_N
from judge.problems.row.case import call_of, signs
from judge.problems.row.words import LAYERS, Row, added, product
from judge.text import all_of

CALL: Final = "A function is `solve("  # begins the paragraph about functions, in shipped statements too


def statement_of(row: Row) -> str:
    """Return the Markdown below the title."""
    parts = [_asked(row), "", "## Rules", "", *_rules(row), "", "## Input", "", *_table(row), "", "## Output", ""]
    return "\n".join([*parts, *_output(row), ""])


def _pieces(row: Row) -> str:
    return f"`{row.asked}` {row.many}" if row.asked.names else f"{row.asked} {row.many}"


def _asked(row: Row) -> str:
    many = row.many
    return {
        "arrangement": f"Place {_pieces(row)} on a board, or find out that this can't be done.",
        "most": f"Place as many {many} as you can on a board.",
        "heaviest": f"Place {_pieces(row)} on a board so that the weights of their cells add up to the most.",
        "all": f"List every way to place {_pieces(row)} on a board.",
        "count": f"Count the ways to place {_pieces(row)} on a board.",
        "validator": "Say here what is asked for.",
        "verify": f"Say whether a board holds {_pieces(row)} that keep the rules.",
    }[row.goal]


def _rules(row: Row) -> list[str]:
    lines = ["- The board has `n` rows and " + ("`m` columns." if "m" in row.fields else "`n` columns.")]
    if row.goal == "validator":
        return [*lines, "- Say here what is right; a program in `output_validators/` looks at each answer."]
    if "tree" in row.states or "closed" in row.states:
        lines.append(f"- {row.many.capitalize()} stand on free cells alone.")
    if "piece" in row.states and row.goal != "verify":
        lines.append(f"- The given {row.many} stay where they are.")
    trees = ", unless a tree stands between them" if "tree" in row.states else ""
    for family, *words in row.constraints:
        lines.append(f"- {FAMILIES[family](*words).sentence(row.many, row.conflict, trees)}")
    if row.torus:
        lines.append("- Lines go on at the opposite edge of the board.")
    return lines


def _table(row: Row) -> list[str]:
    lines = ["| line | what it holds |", "|---|---|"]
    at = "1"
    for line in row.case:
        count, what = _line(row, line)
        span = at if count == "1" else f"{at} to {_after(at, count, last=True)}"
        lines.append(f"| {span} | {what} |")
        at = _after(at, count)
    return lines


def _line(row: Row, line: str | dict[str, str | int]) -> tuple[str, str]:
    """Return how many lines it is, and what each of them holds."""
    if isinstance(line, dict):
        what = added(line)
        how = {"row column": "row and column, counted from 1,", "x,y": "`x,y`, column and row, counted from 0,"}
        return str(product(line["lines"])), f"{how[str(line[what])]} of a {row.one if what == 'piece' else what}"
    if line == "cells":
        return "n", f"a row of the board, a sign for each cell: {', '.join(signs(row))}"
    if line in LAYERS:
        return "n", f"the {line[:-1]} of each cell of a row, with blanks between"
    if line == "algorithm":
        return "1", "the algorithm, which may be ignored"
    names = [f"`{name}`" for name in line.split()]
    between = {1: "", 2: ", with a blank between"}.get(len(names), ", with blanks between")
    return "1", all_of(names) + between


def _after(at: str, count: str, *, last: bool = False) -> str:
    """Return the line behind so many from `at` on; `last` the last of them."""
    first, _, rest = at.partition(" + ")
    known = int(first) - last + (int(count) if count.isdigit() else 0)
    words = [word for word in (rest, "" if count.isdigit() else count) if word]
    return " + ".join([*([str(known)] if known or not words else []), *words])


def _output(row: Row) -> list[str]:
    call = call_of(row)
    function = f"{CALL}{', '.join(call.names)})`."
    cells = f"`{row.mark}` for a {row.one}, and each other cell as the case has it"
    board = f"`OK` and the n rows: {cells}."
    fail = " Or the one line `FAIL` where there is no arrangement."
    also = f" Or the n columns of the {row.many}, row by row from 1, on one line."
    columns = also if "columns" in row.written else ""
    words = row.answer if isinstance(row.answer, tuple) else ("", "")
    high = f"n = {LISTED_N}"
    said = {
        "arrangement": (board + columns + fail, "the board as int8 of 0, 1, 2 and 3, or None"),
        "most": (board, "the board as int8 of 0, 1, 2 and 3"),
        "heaviest": ("The most weight, or `FAIL`." if row.written == "number" else board + fail, "the same, or None"),
        "all": (
            f"The number of arrangements, then the columns of each on a line, from 1; above {high} the number alone.",
            f"int8 (k, n), columns from 0; above {high} the number",
        ),
        "count": ("The number of arrangements.", "it as an int"),
        "validator": (
            "Say here how an answer is written.",
            {
                "board": "an int8 array of n rows, which is written as numbers with blanks between",
                "number": "an int",
                "word": f"True or False, written as {words[0]} or {words[1]}",
            }.get(row.written, ""),
        ),
        "verify": (f"`{words[0]}` or `{words[1]}`.", "True or False"),
    }[row.goal]
    return [said[0], "", f"{function} It returns {said[1]}."]
