"""Which modules a Python file imports, and which of the files beside it these are."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable

from judge.submissions.bindings import is_guard

_DEEPEST = 16  # packages within each other


def imported_modules(tree: ast.Module, *, guarded: bool = True) -> dict[str, ast.stmt]:
    """Return the dotted names of all modules that a file imports, and of the packages around them, each with a
    statement that does so. What is taken from a module may be one too. Those of a block below
    `if __name__ == "__main__"` count only where `guarded` says so."""
    found: dict[str, ast.stmt] = {}
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and not guarded and is_guard(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                module = getattr(node, "module", None)
                parts = (f"{module}.{alias.name}" if module else alias.name).split(".")
                name = ".".join(parts[:_DEEPEST])
                while name:  # from the module itself up to the outermost package
                    found[name] = node
                    name = name.rpartition(".")[0]
        waiting += ast.iter_child_nodes(node)
    return found


def files_of_modules(modules: Collection[str], paths: Iterable[str]) -> dict[str, str]:
    """Return those of these paths that may be one of the modules, in whatever folder they lie, each with its module."""
    found: dict[str, str] = {}
    for path in paths:
        name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        while name and path.endswith(".py"):
            if name in modules:
                found[path] = name
            name = name.partition(".")[2]
    return found
