"""A mistake that shows in what solve returned: nothing at all. It is told only where that answer turns out wrong."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from judge.model import Finding
from judge.submissions.source import Node, Source

_OWN_SCOPE: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def why_nothing(source: Source) -> Finding | None:
    """Return that solve never returns a value, where its text has no `return` with one; who writes None means FAIL."""
    solve = next((node for node in reversed(source.tree().body) if _is_solve(node)), None)
    if solve is None:
        return None
    own = list(_own(solve))
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own):
        return None
    returns = [node for node in own if isinstance(node, ast.Return)]
    if any(node.value is not None for node in returns):
        return None
    prints = any(isinstance(node, ast.Call) and _name(node.func) in ("print", "write") for node in own)
    finding = Finding(
        "E124",
        f"solve {'returns nothing' if returns else 'ends without return'}, and so it says FAIL",
        note="what it prints or writes is not read" if prints else "",
        help="return the board at the end of solve, as an int8 array",
    )
    return finding.at(source.of_node(returns[-1] if returns else solve))


def _is_solve(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == "solve"


def _own(function: Node) -> Iterator[ast.AST]:
    """Return the nodes of a function, without those of functions within it."""
    waiting: list[ast.AST] = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _OWN_SCOPE):
            waiting += ast.iter_child_nodes(node)


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""
