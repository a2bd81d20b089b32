"""Write the validators of an exported package: each one file of Python, made of ours by joining their texts.

So there is one source of the rules, `rules/plain.py`. What differs from package to package is in the last lines.
"""

from __future__ import annotations

import ast
import inspect
import re
from types import ModuleType
from typing import Final

from judge.errors import JudgeError
from judge.model import Problem
from judge.problems.formats.answer import Reader, read_board, read_board_or_columns, read_list
from judge.problems.formats.case_format import HOMEWORK
from judge.problems.icpc.validators import case, check_input, check_output, said, verdict
from judge.problems.icpc.validators.case import Form
from judge.problems.icpc.validators.verdict import Terms
from judge.problems.puzzles import named
from judge.problems.puzzles.findings import misfit
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.rules import plain

_READERS: Final[dict[Reader, str]] = {
    read_board: "board",
    read_board_or_columns: "board-or-columns",
    read_list: "list",
}
_FOR_TOOLS: Final = re.compile(r"  # (?:noqa|type: ignore).*")
_RULES: Final = {"no_attack": "attack", "no_three_in_line": "line"}
_HEAD = '''\
"""{what}, written by `judge export`. It needs Python 3.9 or newer, and nothing else."""

from __future__ import annotations

import sys
'''
_INPUT_END = """

FORM = Form({form})

if __name__ == "__main__":
    status, said = check_input(sys.stdin.buffer.read(), FORM)
    sys.stderr.write(said)
    sys.exit(status)
"""
_OUTPUT_END = """

FORM = Form({form})
TERMS = Terms({terms})

if __name__ == "__main__":
    sys.exit(check_output(sys.argv[1:], sys.stdin.buffer, FORM, TERMS))
"""


def input_validator(problem: Problem) -> bytes:
    """Return the program that validates the cases of a package."""
    head = _HEAD.format(what="The validator of the inputs")
    return (head + joined(case, check_input) + _INPUT_END.format(form=_fields(form_of(problem)))).encode()


def output_validator(problem: Problem) -> bytes:
    """Return the program that validates what submissions print."""
    head = _HEAD.format(what="The validator of the outputs")
    end = _OUTPUT_END.format(form=_fields(form_of(problem)), terms=_fields(terms_of(problem)))
    return (head + joined(plain, case, said, verdict, check_output) + end).encode()


def form_of(problem: Problem) -> Form:
    """Return how a case of the package is written for programs; JudgeError E426 where a validator can't say it."""
    puzzle, board = named(problem.puzzle), problem.cases[0].board
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
    puzzle = named(problem.puzzle)
    rules = [getattr(rule, "__name__", "") for rule in puzzle.rules]
    if strange := [rule for rule in rules if rule not in _RULES]:
        raise _unknown(puzzle, f"the rule {strange[0]} is not in rules/plain.py")
    if puzzle.answers.read not in _READERS:
        raise _unknown(puzzle, "its answers have a form of their own")
    words, strict = puzzle.words, problem.strict
    return Terms(
        reader=_READERS[puzzle.answers.read],
        every=_asks_for_every(puzzle),
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


def _asks_for_every(puzzle: Puzzle) -> bool:
    if puzzle.goal.exported:
        return puzzle.goal.exported == "every"
    raise _unknown(puzzle, "its goal is neither one arrangement nor every one of queens")


def _fields(value: Form | Terms) -> str:
    return ", ".join(f"{name}={one!r}" for name, one in value._asdict().items())


def _unknown(puzzle: Puzzle, why: str) -> JudgeError:
    message = f"the puzzle {puzzle.name} can't be exported: {why}"
    return JudgeError("E426", message, help="write a validator of your own for it, as the ICPC's format says")
