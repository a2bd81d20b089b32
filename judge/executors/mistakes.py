"""Mistakes that show in what solve returned: nothing at all, or the board of a warm-up. They are told only where that
answer turns out wrong."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from judge.model import Finding
from judge.submissions.source import Node, Source

_OWN_SCOPE: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_KEPT: Final = ("cache", "lru_cache")


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


def why_small(
    shape: tuple[int, int] | None, board: tuple[int, int], kept: frozenset[int], source: Source
) -> Finding | None:
    """Return that an array has the size of a warm-up board, none that of the case: it was kept from there. `kept` are
    the columns of those boards."""
    if shape is None or shape[1] not in kept or shape[1] in board:
        return None
    size = f"{shape[0]} x {shape[1]}"
    finding = Finding(
        "E125",
        f"solve returned an array of {size} for a case of {board[0]} x {board[1]}: it is left from a warm-up board",
        note=f"before the case, solve is called on boards of {shape[1]} x {shape[1]}, in the same process",
        help="make everything anew in solve; keep nothing in global names, default values or caches",
    )
    return finding.at(source.of_node(_keeper(source.tree())))


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


def _keeper(tree: ast.Module) -> Node | None:
    """Return where a file keeps something over calls: a `global` statement, or a cache above a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            return node
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                if _name(decorator) in _KEPT:
                    return decorator
    return None
