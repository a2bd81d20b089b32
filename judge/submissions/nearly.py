"""A file that has no `solve` and yet means to: under another name, or as a method of a class."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from typing import NamedTuple

from judge.submissions.alone import runs


class Nearly(NamedTuple):
    """What is nearly a `solve`, the rest of the sentence that says so, and what to write."""

    node: ast.FunctionDef
    says: str
    help: str


def near_solve(tree: ast.Module) -> Nearly | None:
    """Return what was meant to be `solve`; None where the file does something by itself: it is a program then."""
    return None if runs(tree) else next(_found(tree), None)


def _found(tree: ast.Module) -> Iterator[Nearly]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and takes_four(node.args) and _is_like(node.name):
            yield Nearly(node, f"function solve, but one that is called {node.name}", "call it  solve")
        if not isinstance(node, ast.ClassDef):
            continue
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef) and _is_like(inner.name) and takes_four(inner.args, given=1):
                call = f"{node.name}().{inner.name}(algorithm, n, lizards, grid)"
                says = f"function solve at its top level, but a method {inner.name} of the class {node.name}"
                yield Nearly(
                    inner, says, f"write below the class  def solve(algorithm, n, lizards, grid): return {call}"
                )


def _is_like(name: str) -> bool:
    close = difflib.get_close_matches(name.lower()[:80].strip("_"), ("solve", "solution", "solver"), n=1, cutoff=0.75)
    return bool(close)


_OURS = ("algorithm|algo|alg|method", "n|size", "lizards|p|pieces|k", "grid|board")


def is_called_as_ours(arguments: ast.arguments) -> bool:
    """Say whether two of the four parameters have the names that a submission's `solve` has there; what takes any
    number of them has no names to tell by."""
    names = [argument.arg.lower() for argument in (*arguments.posonlyargs, *arguments.args)]
    return arguments.vararg is not None or sum(map(bool, map(re.fullmatch, _OURS, names))) >= 2


def takes_four(arguments: ast.arguments, given: int = 0) -> bool:
    """Say whether a function can be called with four arguments beside those that are `given`."""
    positional = len(arguments.posonlyargs) + len(arguments.args)
    required = positional - len(arguments.defaults)
    keyword_only = sum(default is None for default in arguments.kw_defaults)
    return required <= 4 + given and keyword_only == 0 and (positional >= 4 + given or arguments.vararg is not None)
