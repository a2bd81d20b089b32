"""Find in a file what a message speaks of: the sum, the call or the name on a line that Python or numba names.

numba names a line and no column, and sometimes not even a line. A mark says what is looked for: a kind of node, and a
name where it has one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from judge.submissions.source import Node

Test = Callable[[ast.AST, str], bool]


def _last_name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_operation(node: ast.AST, symbol: str) -> bool:
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.UnaryOp(op=op):
            return _SYMBOLS.get(type(op)) == symbol
        case ast.Compare(ops=ops):
            return any(_SYMBOLS.get(type(op)) == symbol for op in ops)
    return False


def _binds(node: ast.AST, name: str) -> bool:
    targets: list[ast.expr] = []
    match node:
        case ast.Assign():
            targets = node.targets
        case ast.AugAssign() | ast.AnnAssign() | ast.For():
            targets = [node.target]
    parts = (part for target in targets for part in ast.walk(target))
    return any(isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store) for part in parts)


_SYMBOLS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "in", ast.Is: "is", ast.IsNot: "is", ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert",
    ast.Not: "not",
}  # fmt: skip
_INNER: Final = (ast.GeneratorExp, ast.Lambda, ast.FunctionDef)
_TESTS: Final[dict[str, Test]] = {
    "operation": _is_operation,
    "name": lambda node, name: isinstance(node, ast.Name) and node.id == name,
    "attribute": lambda node, name: isinstance(node, ast.Attribute) and node.attr == name,
    "call": lambda node, name: isinstance(node, ast.Call) and name in ("", _last_name(node.func)),
    "index": lambda node, _: isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load),
    "cell": lambda node, _: isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store),
    "subscript": lambda node, _: isinstance(node, ast.Subscript),
    "return": lambda node, _: isinstance(node, ast.Return),
    "binding": _binds,
    "except": lambda node, _: isinstance(node, ast.Try | ast.Raise),
    "handler": lambda node, _: isinstance(node, ast.ExceptHandler),
    "with": lambda node, _: isinstance(node, ast.With),
    "inner": lambda node, _: isinstance(node, _INNER),
    "match": lambda node, _: isinstance(node, ast.Match),
    "loop": lambda node, _: isinstance(node, ast.For),
}


def find(tree: ast.Module, line: int, mark: str, name: str = "") -> Node | None:
    """Return what a mark names on this line, else the statement there; on line 0 the first in the file. For a binding
    it may be an earlier line: numba counts from where the name is used."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, Node)]
    test = _TESTS.get(mark)
    meant = [node for node in (_within(nodes) if mark == "inner" else nodes) if test is not None and test(node, name)]
    if line == 0:
        return _shown(min(meant, key=_order, default=None))
    if mark == "binding":
        before = [node for node in meant if node.lineno <= line]
        return _shown(max(before, key=_order, default=None)) or _statement(nodes, line)
    here = [node for node in meant if node.lineno == line]
    around = [node for node in meant if node.lineno <= line <= (node.end_lineno or 0)]
    found = min(here, key=_order, default=None) or max(around, key=_order, default=None)
    return _shown(found) or _statement(nodes, line)


def find_only(tree: ast.Module, line: int, mark: str) -> Node | None:
    """Return what a mark names on this line where there is one alone, else the statement."""
    meant = [node for node in ast.walk(tree) if isinstance(node, Node) and node.lineno == line]
    found = [node for node in meant if _TESTS[mark](node, "")]
    return found[0] if len(found) == 1 else _statement(meant, line)


def _within(nodes: list[Node]) -> list[Node]:
    """Return what stands within a function."""
    inner: set[int] = set()
    for node in nodes:  # an outer function comes before those in it
        if isinstance(node, ast.FunctionDef) and id(node) not in inner:
            inner |= {id(part) for part in ast.walk(node) if part is not node}
    return [node for node in nodes if id(node) in inner]


def _statement(nodes: list[Node], line: int) -> Node | None:
    here = [node for node in nodes if isinstance(node, ast.stmt) and node.lineno == line]
    return _shown(min(here, key=_order, default=None))


def _shown(node: Node | None) -> Node | None:
    """Return of a statement with a body what stands before that."""
    match node:
        case ast.For():
            return node.iter
        case ast.If() | ast.While():
            return node.test
        case ast.With():
            return node.items[0].context_expr
        case ast.Match():
            return node.subject
        case ast.ExceptHandler():
            return node.type or node
    return node


def _order(node: Node) -> tuple[int, int]:
    return node.lineno, node.col_offset
