"""Whether a file that binds `solve` is a program all the same, of which `solve` is a helper.

A few facts of the text decide, by one table. Where they leave it open the file is a function.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from judge.model import Programs
from judge.problems.puzzles.call import HOMEWORK
from judge.submissions.alone import reads_anything, reads_case, runs, writes_answer, writes_anything
from judge.submissions.bindings import Binding, Function
from judge.submissions.imports import imported_modules
from judge.submissions.near_solve import takes
from judge.submissions.results import Results, is_call_of_solve, keeps_result

_HOMEWORKS = ("algorithm|algo|alg|method", "n|size", "lizards|p|pieces|k", "grid|board")
_CONSTANTS = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.JoinedStr)  # that nobody can call


class Facts(NamedTuple):
    """What the text tells of a file that binds `solve`.

    `fits`: nothing speaks against calling `solve` with the parameters of a submission. `foreign`: nobody but the file
    itself could use its `solve`. `doubtful`: so it seems. `expected`: the package expects programs.
    """

    runs: bool
    reads: Literal["nothing", "something", "the case"]
    writes: Literal["nothing", "something", "an answer"]
    fits: bool
    foreign: bool
    doubtful: bool
    expected: bool


def is_program(facts: Facts) -> bool:
    """Decide by the table that `judge help program` shows."""
    case = facts.reads == "the case"
    return facts.runs and (
        (facts.reads != "nothing" and not facts.fits)
        or (facts.expected and (case or not facts.fits))
        or (case and facts.writes != "nothing" and facts.foreign)
        or (case and facts.writes == "an answer" and facts.doubtful)
    )


def facts_of(tree: ast.Module, solves: Sequence[Binding], parameters: Sequence[str], rules: Programs) -> Facts:
    """Return the facts of a file whose `solve` is one of these bindings."""
    if not runs(tree):
        return Facts(False, "nothing", "nothing", fits=True, foreign=False, doubtful=False, expected=rules.declared)
    look = _Look(tree, parameters, homework=rules.parameters is None)
    case, output = reads_case(tree, rules.input_file), writes_answer(tree, rules.output_file)
    return Facts(
        runs=True,
        reads="the case" if case else "something" if reads_anything(tree) else "nothing",
        writes="an answer" if output else "something" if writes_anything(tree) else "nothing",
        fits=any(map(look.fits, solves)),
        foreign=all(map(look.is_foreign, solves)),
        doubtful=all(map(look.is_doubtful, solves)),
        expected=rules.declared,
    )


class _Look:
    """A look at one binding after the other. In a `homework` nothing but a board is an answer."""

    def __init__(self, tree: ast.Module, parameters: Sequence[str], *, homework: bool) -> None:
        self._parameters, self._homework, self._results = parameters, homework, Results(tree)
        self._calls = [node for node in ast.walk(tree) if is_call_of_solve(node)]
        without_arrays = {"numpy", "numba"}.isdisjoint(imported_modules(tree))
        self._no_board = homework and (without_arrays or self._results.used_as_no_board(self._calls))

    def fits(self, solve: Binding) -> bool:
        value = solve.value
        if isinstance(value, ast.AsyncFunctionDef):
            return False
        if not isinstance(value, ast.FunctionDef) or not keeps_result(value):
            return True
        return takes(value.args, len(self._parameters))

    def is_foreign(self, solve: Binding) -> bool:
        value = solve.value
        if not isinstance(value, ast.FunctionDef) or not keeps_result(value):
            return bool(solve.module) or isinstance(value, _CONSTANTS) or self._is_called_otherwise(value)
        if self._results.never_board(value, any_value=not self._homework):
            return True
        return _named_otherwise(value.args, self._parameters, recursive=any(map(is_call_of_solve, ast.walk(value))))

    def is_doubtful(self, solve: Binding) -> bool:
        return self._no_board if isinstance(solve.value, Function) else self._homework and not self._calls

    def _is_called_otherwise(self, value: ast.AST | None) -> bool:
        """Say whether the file calls `solve`, and never with as many arguments as a submission is given."""
        own = set(ast.walk(value)) if isinstance(value, Function) else set()
        calls = [call for call in self._calls if call not in own]
        counts = [len(call.args) + len(call.keywords) for call in calls if not _is_open(call)]
        return bool(counts) and len(counts) == len(calls) and len(self._parameters) not in counts


def _named_otherwise(arguments: ast.arguments, parameters: Sequence[str], *, recursive: bool) -> bool:
    """Say whether fewer than two parameters are called as those of a submission there, and another sign says that they
    are not these: one of their names stands in another place, or `solve` searches by calling itself."""
    patterns = _HOMEWORKS if tuple(parameters) == HOMEWORK.signature.names else tuple(map(re.escape, parameters))
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    places = [[re.fullmatch(one, name, re.IGNORECASE) is not None for one in patterns] for name in names]
    same = sum(found[at] for at, found in enumerate(places[: len(patterns)]))
    if arguments.vararg is not None or same >= min(2, len(patterns)):
        return False
    named = [name for at, name in enumerate(names) if any(places[at]) and not any(places[at][at : at + 1])]
    return recursive or any(len(name) > 1 for name in named)  # a lone letter may stand for anything


def _is_open(call: ast.Call) -> bool:
    """Say whether a call has as many arguments as something else says."""
    return any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)
