"""Which cells of a notebook `solve` needs: those that define it, what these name, and so on; and those that only import
or set something up. Trials, plots and measurements stand in the others."""

from __future__ import annotations

import ast
import builtins
import symtable
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from judge.submissions.alone import HERE, sets_up
from judge.submissions.syntax import UnreadableError, parse


class _Cell(msgspec.Struct):
    """What a cell names and gives a value, at its top level or in a function for all; `changes` is what each of its
    functions does to global names, `called` are those that it calls by itself."""

    tree: ast.Module
    used: set[str] = set()
    bound: set[str] = set()
    imported: set[str] = set()
    changes: dict[str, set[str]] = {}
    called: set[str] = set()


def needed_cells(texts: Sequence[str]) -> list[int]:
    """Return which cells are taken, in their order: those that `solve` needs, or all where none defines it."""
    cells = {number: cell for number, text in enumerate(texts) if (cell := _read(text)) is not None}
    waiting = [number for number, cell in cells.items() if "solve" in cell.bound]
    if not waiting:
        return list(range(len(texts)))
    waiting += [number for number, cell in cells.items() if cell.tree.body and all(map(sets_up, cell.tree.body))]
    binders = _binders(cells)
    taken: set[int] = set()
    looked_up = set(dir(builtins))
    while waiting:
        number = waiting.pop()
        if number in taken:
            continue
        taken.add(number)
        for name in cells[number].used - looked_up:
            looked_up.add(name)
            waiting += binders[name]
    return sorted(taken)


def without_strange_imports(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Return the cells with those imports as comments that no submission can make, where nothing uses them; and how
    many lines of each these are."""
    cells = [_read(text) for text in texts]
    used = {name for cell in cells if cell for name in cell.used}
    return [_without(text, cell.tree, used) if cell else (text, 0) for text, cell in zip(texts, cells, strict=True)]


def _binders(cells: dict[int, _Cell]) -> dict[str, list[int]]:
    """Return the cells in which each name is given a value, or what it stands for is changed."""
    imported = {name for cell in cells.values() for name in cell.imported}
    changes = {name: changed for cell in cells.values() for name, changed in cell.changes.items()}
    found: dict[str, list[int]] = defaultdict(list)
    for number, cell in cells.items():
        through = {name for function in cell.called for name in changes.get(function, ())}
        for name in cell.bound | cell.imported | (set(_changed(cell.tree)) - imported) | through:
            found[name].append(number)
    return found


def _read(text: str) -> _Cell | None:
    """Return what a cell does; None where it is not Python."""
    source = text.encode(errors="replace")
    try:
        cell = _Cell(parse(source))
        _scope(cell, symtable.symtable(text, "cell", "exec"))
    except (SyntaxError, UnreadableError, RecursionError, MemoryError, ValueError):
        return None
    for statement in cell.tree.body:
        match statement:
            case ast.FunctionDef(name=name):
                cell.changes[name] = set(_changed(statement)) | _declared_global(statement)
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
                cell.called.add(name)
    return cell


def _scope(cell: _Cell, top: symtable.SymbolTable) -> None:
    waiting = [top]
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        for symbol in table.get_symbols():
            outer = table is top or symbol.is_global()
            if outer and symbol.is_referenced():
                cell.used.add(symbol.get_name())
            if outer and symbol.is_imported():
                cell.imported.add(symbol.get_name())
            elif outer and symbol.is_assigned() and (table is top or symbol.is_declared_global()):
                cell.bound.add(symbol.get_name())


def _changed(tree: ast.AST) -> Iterator[str]:
    """Return the names of objects of which a part is set, or a method called for what it does."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(ctx=ast.Store(), value=owner) | ast.Attribute(ctx=ast.Store(), value=owner):
                yield from _base(owner)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner))):
                yield from _base(owner)


def _base(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def _declared_global(function: ast.FunctionDef) -> set[str]:
    return {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}


def _without(text: str, tree: ast.Module, used: set[str]) -> tuple[str, int]:
    lines = text.split("\n")
    beginning = Counter(node.lineno for node in tree.body)
    left: set[int] = set()
    for node in tree.body:
        alone = beginning[node.lineno] == 1
        if isinstance(node, ast.Import | ast.ImportFrom) and alone and _is_strange(node, used):
            left.update(range(node.lineno - 1, node.end_lineno or node.lineno))
    return "\n".join(f"# {line}" if number in left else line for number, line in enumerate(lines)), len(left)


def _is_strange(node: ast.Import | ast.ImportFrom, used: set[str]) -> bool:
    roots = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    bound = {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    foreign = all(root.partition(".")[0] not in HERE for root in roots)
    return foreign and "*" not in bound and used.isdisjoint(bound)
