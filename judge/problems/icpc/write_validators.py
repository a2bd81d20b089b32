"""Write the validators of an exported package: each one file of Python, made of ours by joining their texts.

So there is one source of the rules, `constraints.py`. What differs from package to package is in the last lines.
"""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from types import ModuleType
from typing import Final

import msgspec

from judge.model import Problem
from judge.problems import constraints
from judge.problems.formats import answer_text, case_text, page, refusals
from judge.problems.formats.case_text import CaseForm
from judge.problems.icpc import verdict
from judge.problems.icpc.verdict import Terms
from judge.problems.puzzles import puzzle_named
from judge.problems.row.answers import answers_of
from judge.problems.row.case import form_of
from judge.problems.row.words import Row
from judge.text import counted, plural, quote

_FOR_TOOLS: Final = re.compile(r"  # (?:noqa|type: ignore).*")
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
_CALLER = '''\
"""{doc} Written by `judge export`."""

from __future__ import annotations
{body}

if __name__ == "__main__":
    {call}
'''


def input_validator(problem: Problem) -> bytes:
    """Return the program that validates the cases of a package."""
    head = _HEAD.format(what="The validator of the inputs")
    return (head + joined(page, case_text) + _INPUT_END.format(form=written(case_form(problem)))).encode()


def output_validator(problem: Problem) -> bytes:
    """Return the program that validates what submissions print."""
    head = _HEAD.format(what="The validator of the outputs")
    terms = terms_of(puzzle_named(problem.puzzle).row, strict=problem.strict)
    end = _OUTPUT_END.format(form=written(case_form(problem)), terms=written(terms))
    return (head + joined(constraints, page, case_text, refusals, answer_text, verdict) + end).encode()


def caller_source(problem: Problem, driver: ModuleType) -> bytes:
    """Return a program that has a driver of submissions call the solution beside it: `solve`, or a program that reads
    and writes files."""
    form, rules, row = written(case_form(problem)), problem.programs, puzzle_named(problem.puzzle).row
    if hasattr(driver, "run_on_files"):
        head = row.fields if row.stdin else ()
        call = f"run_on_files({form}, {written(driver.Files(head, rules.input_file, rules.output_file))})"
    else:
        answer = answers_of(row).form
        wanted = (" ".join(answer.words) or answer.kind), "".join(sign + digit for sign, digit in answer.signs)
        call = f"call_solve({form}, ({', '.join(_getters(problem))},), {', '.join(map(repr, filter(None, wanted)))})"
    return _CALLER.format(doc=driver.__doc__, body=joined(page, case_text, driver), call=call).encode()


def _getters(problem: Problem) -> tuple[str, ...]:
    """Return the functions that take the arguments of `solve` from a board."""
    puzzle = puzzle_named(problem.puzzle)
    called = {told: name for name, told in puzzle.row.names.items()}
    names = puzzle.call.names if puzzle.call else ()
    known = {"algorithm": "algorithm", "grid": "grid", "regions": "layer", "weights": "layer"}
    taken = (known.get(one, f"values[{one!r}]") for one in (called.get(name, name) for name in names))
    return tuple(f"(lambda board: board.{part})" for part in taken)


def written(value: object) -> str:
    """Return a value of named fields as code."""
    fields = value._asdict() if isinstance(value, tuple) and hasattr(value, "_asdict") else {}
    return f"{type(value).__name__}({', '.join(f'{name}={one!r}' for name, one in fields.items())})"


def case_form(problem: Problem) -> CaseForm:
    """Return how a case of the package is written for programs."""
    row = puzzle_named(problem.puzzle).row
    if problem.programs.dialect == "no-algorithm":
        row = msgspec.structs.replace(row, case=tuple(line for line in row.case if line != "algorithm"))
    return form_of(row, problem.algorithms)


def terms_of(row: Row, *, strict: bool) -> Terms:
    """Return what a row asks for, as plain values."""
    return Terms(answers_of(row).form, row.goal, row.constraints, strict, row.one, row.many, row.conflict)


@cache
def joined(*modules: ModuleType) -> str:
    """Return the texts of modules as one, without what only the judge needs: docstrings and imports of the judge."""
    words = (counted, plural, quote) if case_text in modules else ()  # in which it says what is wrong
    parts = [f"\n\n{inspect.getsource(word)}" for word in words]
    return "".join([*parts, *(_body(inspect.getsource(module)) for module in modules)])


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
