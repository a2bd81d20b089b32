"""A file that has no `solve` and yet means to: under another name, or as a method of a class."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.submissions.alone import runs


class Nearly(NamedTuple):
    """What is nearly a `solve`, the rest of the sentence that says so, and what to write."""

    node: ast.FunctionDef
    says: str
    help: str


def head_of(parameters: Sequence[str]) -> str:
    """Return the first line of a `solve` with these parameters."""
    return f"def solve({', '.join(parameters)}):"


def near_solve(tree: ast.Module, parameters: Sequence[str]) -> Nearly | None:
    """Return what was meant to be `solve`; None where the file does something by itself: it is a program then."""
    return None if runs(tree) else next(_found(tree, parameters), None)


def _found(tree: ast.Module, parameters: Sequence[str]) -> Iterator[Nearly]:
    count = len(parameters)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and takes(node.args, count) and _is_like(node.name):
            yield Nearly(node, f"function solve, but one that is called {node.name}", "call it  solve")
        if not isinstance(node, ast.ClassDef):
            continue
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef) and _is_like(inner.name) and takes(inner.args, count + 1):
                call = f"{node.name}().{inner.name}({', '.join(parameters)})"
                says = f"function solve at its top level, but a method {inner.name} of the class {node.name}"
                yield Nearly(inner, says, f"write below the class  {head_of(parameters)} return {call}")


def _is_like(name: str) -> bool:
    close = difflib.get_close_matches(name.lower()[:80].strip("_"), ("solve", "solution", "solver"), n=1, cutoff=0.75)
    return bool(close)


def takes(arguments: ast.arguments, count: int) -> bool:
    """Say whether a function can be called with so many arguments."""
    positional = len(arguments.posonlyargs) + len(arguments.args)
    required = positional - len(arguments.defaults)
    keyword_only = sum(default is None for default in arguments.kw_defaults)
    return required <= count and keyword_only == 0 and (positional >= count or arguments.vararg is not None)
