"""Write the validators of an exported package: each one file of Python, made of ours by joining their texts.

So there is one source of the rules, `rules/plain.py`. What differs from package to package is in the last lines.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from types import ModuleType
from typing import Final

from judge.errors import JudgeError
from judge.model import Problem
from judge.problems.formats.answer import Reader, read_board, read_board_or_columns, read_list
from judge.problems.formats.case_format import HOMEWORK
from judge.problems.formats.scalar import read_number
from judge.problems.icpc.validators import answer, case, check_input, check_output, verdict
from judge.problems.icpc.validators.case import CaseForm, Form
from judge.problems.icpc.validators.verdict import Terms
from judge.problems.puzzles import named
from judge.problems.puzzles.findings import misfit
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.row.export import form_of_row, terms_of_row
from judge.problems.row.file import row_named
from judge.problems.rules import plain
from judge.problems.rules.leaps import plain as leaps
from judge.problems.rules.points import plain as points
from judge.problems.rules.shares import plain as shares

_READERS: Final[dict[Reader, str]] = {
    read_board: "board",
    read_board_or_columns: "board-or-columns",
    read_list: "list",
    read_number: "number",
}
_FOR_TOOLS: Final = re.compile(r"  # (?:noqa|type: ignore).*")
_RULES: Final = {  # by the name of the rule, what verdict.py calls it
    "no_attack": "attack",
    "no_three_in_line": "line",
    "none_in_line": "points",
    "none_touch": "touch",
    "row_alike": "rows",
    "column_alike": "columns",
    "region_alike": "regions",
}
_HEAD = '''\
"""{what}, written by `judge export`. It needs Python 3.9 or newer, and nothing else."""

from __future__ import annotations

import sys
'''
_INPUT_END = """

FORM = {form}

if __name__ == "__main__":
    status, said = check_input(sys.stdin.buffer.read(), FORM)
    sys.stderr.write(said)
    sys.exit(status)
"""
_OUTPUT_END = """

FORM = {form}
TERMS = {terms}

if __name__ == "__main__":
    sys.exit(check_output(sys.argv[1:], sys.stdin.buffer, FORM, TERMS))
"""


def input_validator(problem: Problem) -> bytes:
    """Return the program that validates the cases of a package."""
    head = _HEAD.format(what="The validator of the inputs")
    form = form_of(problem)
    return (head + joined(*modules_of(form), check_input) + _INPUT_END.format(form=written(form))).encode()


def output_validator(problem: Problem) -> bytes:
    """Return the program that validates what submissions print."""
    head = _HEAD.format(what="The validator of the outputs")
    form, rules = form_of(problem), (leaps, points, shares)
    end = _OUTPUT_END.format(form=written(form), terms=written(terms_of(problem)))
    return (head + joined(plain, *rules, *modules_of(form), answer, verdict, check_output) + end).encode()


def modules_of(form: CaseForm) -> tuple[ModuleType, ...]:
    """Return the modules that read a case of this form."""
    own = sys.modules[type(form).__module__]
    return (case,) if own is case else (case, own)


def getters_of(problem: Problem) -> tuple[tuple[str, ...], str]:
    """Return the functions that take the arguments of `solve` from a board: their names, and their text.

    JudgeError E426 where one of them is no function with a name of its own.
    """
    puzzle = named(problem.puzzle)
    if row_named(problem.puzzle) and puzzle.call:
        return tuple(map(_getter, puzzle.call.signature.names)), ""
    getters = puzzle.call.getters if puzzle.call else ()
    texts = [inspect.getsource(getter) for getter in getters]
    if not getters or not all(text.startswith("def ") for text in texts):
        raise _unknown(puzzle, "the arguments of its functions are no plain functions of a board")
    return tuple(getter.__name__ for getter in getters), "".join(f"\n\n{text}" for text in dict.fromkeys(texts))


def _getter(name: str) -> str:
    """Return the function that takes an argument of this name from the board of a row."""
    known = {"algorithm": "algorithm", "grid": "grid", "regions": "layer", "weights": "layer"}
    return f"(lambda board: board.{known[name]})" if name in known else f"(lambda board: board.values[{name!r}])"


def written(value: object) -> str:
    """Return a value of named fields as code."""
    fields = value._asdict() if isinstance(value, tuple) and hasattr(value, "_asdict") else {}
    return f"{type(value).__name__}({', '.join(f'{name}={one!r}' for name, one in fields.items())})"


def form_of(problem: Problem) -> CaseForm:
    """Return how a case of the package is written for programs; JudgeError E426 where a validator can't say it."""
    if row := row_named(problem.puzzle):
        return form_of_row(row)
    puzzle, board = named(problem.puzzle), problem.cases[0].board
    if puzzle.exported is not None:
        return puzzle.exported
    if puzzle.misfit not in (None, misfit):
        raise _unknown(puzzle, "which cases fit is decided by a function of its own")
    if puzzle.cases != HOMEWORK:
        raise _unknown(puzzle, "its cases have a form of their own")
    whole = puzzle.cases.write(board)
    given = puzzle.stdin(board, whole)
    if given == f"{board.n}\n".encode():
        return Form(("n",), False, False, problem.algorithms)
    if given != whole:
        raise _unknown(puzzle, "programs are given the case in a form of its own")
    head = ("n", "pieces") if problem.programs.dialect == "no-algorithm" else ("algorithm", "n", "pieces")
    return Form(head, True, puzzle.misfit is None, problem.algorithms)


def terms_of(problem: Problem) -> Terms:
    """Return what the puzzle asks for; JudgeError E426 where the plain rules don't hold it."""
    if row := row_named(problem.puzzle):
        return terms_of_row(row, strict=problem.strict)
    puzzle = named(problem.puzzle)
    rules = [getattr(rule, "__name__", "") for rule in puzzle.rules]
    if strange := [rule for rule in rules if rule not in _RULES]:
        raise _unknown(puzzle, f"the rule {strange[0]} is not in rules/plain.py")
    if puzzle.answers.read not in _READERS:
        raise _unknown(puzzle, "its answers have a form of their own")
    words, strict = puzzle.words, problem.strict
    return Terms(
        reader=_READERS[puzzle.answers.read],
        asks=_asked(puzzle),
        rules=tuple(_RULES[rule] for rule in rules),
        strict=strict,
        piece=words.one,
        pieces=words.many,
        attack=words.attack,
    )


def joined(*modules: ModuleType) -> str:
    """Return the texts of modules as one, without what only the judge needs: docstrings and imports of the judge."""
    return "".join(_body(inspect.getsource(module)) for module in modules)


def _body(text: str) -> str:
    """Return a module's text without its docstring and its imports from the judge and the future."""
    lines, tree = text.splitlines(keepends=True), ast.parse(text)
    for node in tree.body[:1] + [node for node in tree.body if isinstance(node, ast.ImportFrom)]:
        ours = not isinstance(node, ast.ImportFrom) or (node.module or "").partition(".")[0] in ("judge", "__future__")
        if ours:
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or 0) - node.lineno + 1)
    kept = _FOR_TOOLS.sub("", "".join(lines)).strip("\n")
    while "\n\n\n\n" in kept:
        kept = kept.replace("\n\n\n\n", "\n\n\n")
    return f"\n\n{kept}\n"


def _asked(puzzle: Puzzle) -> str:
    if puzzle.goal.exported:
        return puzzle.goal.exported
    raise _unknown(puzzle, "its goal is neither one arrangement nor every one of queens")


def _unknown(puzzle: Puzzle, why: str) -> JudgeError:
    message = f"the puzzle {puzzle.name} can't be exported: {why}"
    return JudgeError("E426", message, help="write a validator of your own for it, as the ICPC's format says")
