"""Where a Python file binds the name `solve` on import, in every form that Python has for that."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.TryStar, ast.Match)  # may bind it or not
_NAMESPACES = ("globals", "vars", "locals")


class Binding(NamedTuple):
    """A place that binds `solve`. `value` is the definition or the expression that it stands for, None where the text
    doesn't say; `module` is where it is imported from."""

    value: Function | ast.ClassDef | ast.expr | None = None
    module: str = ""


def bindings_of_solve(tree: ast.Module) -> list[Binding]:
    """Return the bindings that may hold after an import, in the order of the text: one that is always reached hides
    those above it."""
    found: list[Binding] = []
    for statement in tree.body:
        new = list(_bindings(own_nodes([statement])))
        if new and not isinstance(statement, _COMPOUND):
            found.clear()
        found += new
    return found + [binding for node in ast.walk(tree) for binding in _from_elsewhere(node)]


def own_nodes(nodes: Iterable[ast.AST], *, guarded: bool = False) -> Iterator[ast.AST]:
    """Return what runs with these nodes, in the order of the text: nothing within a function or class, and what stands
    below `if __name__ == "__main__"` only where `guarded` asks for it."""
    waiting = [*nodes][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                continue
            case ast.If(test=test, orelse=orelse) if not guarded and is_guard(test):
                waiting += reversed(orelse)
            case ast.comprehension(iter=values, ifs=conditions):  # its target is a name of its own
                waiting += reversed([values, *conditions])
            case _:
                waiting += reversed([*ast.iter_child_nodes(node)])


def is_guard(test: ast.expr) -> bool:
    """Say whether a condition asks whether the file is run by itself, perhaps among other things."""
    for part in test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]:
        match part:
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                if any(isinstance(side, ast.Name) and side.id == "__name__" for side in (left, right)):
                    return True
    return False


def _bindings(nodes: Iterable[ast.AST]) -> Iterator[Binding]:
    """Return how the nodes of one scope bind `solve`."""
    values: dict[ast.expr, ast.expr | None] = {}  # by the target that they are given to
    for node in nodes:
        match node:
            case ast.FunctionDef(name="solve") | ast.AsyncFunctionDef(name="solve") | ast.ClassDef(name="solve"):
                yield Binding(node)
            case ast.Assign(targets=targets, value=value):
                values |= dict.fromkeys(targets, value)
            case ast.AnnAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
                values[target] = value
            case ast.Import(names=names):
                modules = [one.name for one in names if (one.asname or one.name.partition(".")[0]) == "solve"]
                yield from (Binding(module=module) for module in modules)
            case ast.ImportFrom(module=module, names=names):
                found = [one.name for one in names if (one.asname or one.name) == "solve"]
                yield from (Binding(module=module or name) for name in found)
            case ast.MatchAs(name="solve") | ast.MatchStar(name="solve") | ast.MatchMapping(rest="solve"):
                yield Binding()
            case ast.Name(id="solve", ctx=ast.Store()) if node not in values or values[node]:
                yield Binding(values.get(node))


def _from_elsewhere(node: ast.AST) -> Iterator[Binding]:
    """Return how a node binds `solve` for the whole file, wherever it stands."""
    match node:
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body) | ast.ClassDef(body=body):
            inner = list(own_nodes(body))
            if any(isinstance(part, ast.Global) and "solve" in part.names for part in inner):
                yield from _bindings(inner)
        case ast.Subscript(value=ast.Call(func=ast.Name(id=name)), slice=ast.Constant(value="solve"), ctx=ast.Store()):
            yield from [Binding()] * (name in _NAMESPACES)
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id=name)), attr="update" | "setdefault")):
            yield from [Binding()] * (name in _NAMESPACES and _names_solve(node))
        case ast.Call(func=ast.Name(id="setattr"), args=[ast.Subscript(), ast.Constant(value="solve"), _]):
            yield Binding()
        case ast.Attribute(value=ast.Subscript(value=ast.Attribute(attr="modules")), attr="solve", ctx=ast.Store()):
            yield Binding()


def _names_solve(call: ast.Call) -> bool:
    """Say whether a call is given the name, as a keyword, as a key of a dictionary or as a text."""
    keys = [key for given in call.args for key in (given.keys if isinstance(given, ast.Dict) else [given])]
    named = any(isinstance(key, ast.Constant) and key.value == "solve" for key in keys)
    return named or any(keyword.arg == "solve" for keyword in call.keywords)
