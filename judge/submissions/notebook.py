"""A Jupyter notebook as the Python file that it would be: its code cells, in their order. It is read, never run.

One plain rule decides. A line of a magic (`%`), of the shell (`!`) or for help (`?`) becomes a comment, and so does a
cell in another language (`%%bash`). Where a cell defines `solve`, those are taken that define or import something:
trials, plots and measurements stand in the others. What these alone import, such as matplotlib, becomes a comment too,
and so does a statement that only calls it or what it makes, such as `drive.mount(...)` of Colab, or `ax.plot(x);`.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from judge.submissions.read import LIMITS
from judge.submissions.tree import HERE, bindings_of_solve, is_call_of_solve, own_nodes, sets_up, tree_in
from judge.text import counted

CELLS_MOST = 2000
_TIMERS = ("time", "timeit", "capture", "prun")  # magics of a whole cell, of which the rest is Python all the same
_MAGIC = re.compile(r"[ \t]*(?:(?:[A-Za-z_][\w.\[\], ]{0,80}=[ \t]*)?[%!]|\?{1,2}[\w.]+[ \t]*$|[\w.]+\?{1,2}[ \t]*$)")
_WRITTEN = re.compile(r"\s*%%(?:write)?file[ \t]+(?:.*[ \t/])?([^\s/]+)\.py[ \t]*$", re.MULTILINE)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


class _Cell(msgspec.Struct, frozen=True):
    cell_type: str
    source: str | list[str] = ""

    @property
    def text(self) -> str:
        text = self.source if isinstance(self.source, str) else "".join(self.source)
        return text.replace("\r\n", "\n").replace("\r", "\n")  # as Python counts lines


class _Named(msgspec.Struct, frozen=True):
    name: str = ""
    language: str = ""


class _Metadata(msgspec.Struct, frozen=True):
    kernelspec: _Named = _Named()
    language_info: _Named = _Named()


class _Notebook(msgspec.Struct, frozen=True):
    nbformat: int
    cells: list[_Cell] = []
    metadata: _Metadata = _Metadata()


class _Code(NamedTuple):
    """A cell with code, `text` without what IPython alone knows; its tree is empty where that can't be parsed."""

    number: int
    original: str
    text: str
    tree: ast.Module


def read_notebook(data: bytes) -> tuple[bytes, str]:
    """Return the Python file that a notebook would be, and in words what of the notebook it is made of; ValueError
    where it can't be read as one."""
    cells = [_Code(number, text, *_as_python(text)) for number, text in enumerate(_code_cells(data), 1)]
    if not cells:
        raise ValueError("there is no code in it")
    is_function = any(bindings_of_solve(cell.tree) for cell in cells)
    taken = [cell for cell in cells if not is_function or _defines(cell.tree)]
    statements = [statement for cell in taken for statement in cell.tree.body]
    written = {found[1] for cell in cells if (found := _WRITTEN.match(cell.original))}
    strange = _strange(statements, written, with_calls=is_function)
    texts = [_without(strange, cell) for cell in taken]
    source = "\n".join(f"# cell {cell.number}\n{text}\n" for cell, text in zip(taken, texts, strict=True))
    original = "\n".join(cell.original for cell in taken)
    without = sum(map(operator.ne, original.split("\n"), "\n".join(texts).split("\n")))
    words = f"{len(taken)} of {len(cells)} cells with code, those that define or import"
    if len(taken) == len(cells):
        words = f"{counted(len(cells), 'cell')} with code"
    words += f"; lines left out that could not run here: {without}" if without else ""
    return source.encode(errors="replace"), words


def _defines(tree: ast.Module) -> bool:
    """Say whether a cell has a definition or an import, or only sets values, and not to what a call of `solve`
    returns."""
    if any(isinstance(node, _DEFINITIONS) for node in own_nodes(tree.body)) or bindings_of_solve(tree):
        return True
    sets = all(isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) or sets_up(node) for node in tree.body)
    return bool(tree.body) and sets and not any(map(is_call_of_solve, ast.walk(tree)))


def _code_cells(data: bytes) -> list[str]:
    """Return the text of each code cell that is not empty."""
    try:
        book = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_Notebook)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise ValueError(f"it is no notebook: {error}") from None
    language = book.metadata.language_info.name or book.metadata.kernelspec.language
    if language and not language.lower().startswith(("python", "ipython")):
        raise ValueError(f"it is a notebook in {language[:20]}")
    if len(book.cells) > CELLS_MOST:
        raise ValueError(f"it has more than {CELLS_MOST:,} cells")
    texts = [cell.text for cell in book.cells if cell.cell_type == "code" and cell.text.strip()]
    if sum(map(len, texts)) > LIMITS.source:
        raise ValueError(f"its code is longer than {LIMITS.source >> 10} KiB")
    return texts


def _as_python(text: str) -> tuple[str, ast.Module]:
    """Return a cell's text with what IPython alone knows as comments, and its tree.

    Of a cell that writes a Python file, that file is the code; in one of another language nothing is.
    """
    if (tree := _tree(text)) is not None:
        return text, tree
    lines = text.split("\n")
    magic = next(line for line in lines if line.strip()).partition(" ")[0]
    known = magic.removeprefix("%%") in _TIMERS or _WRITTEN.match(text) is not None
    foreign = magic.startswith("%%") and not known
    made = "\n".join(_commented(line) if foreign or _MAGIC.match(line) else line for line in lines)
    return made, _tree(made) or ast.Module([], [])


def _tree(text: str) -> ast.Module | None:
    return tree_in(text.encode(errors="replace"))


def _without(strange: set[ast.stmt], cell: _Code) -> str:
    """Return a cell's text with these of its statements as comments, but for lines that hold others as well."""
    body = cell.tree.body
    rows = {row for node in body if node in strange for row in range(node.lineno, (node.end_lineno or 0) + 1)}
    rows -= {row for node in body if node not in strange for row in (node.lineno, node.end_lineno)}
    return "\n".join(f"# {line}" if row in rows else line for row, line in enumerate(cell.text.split("\n"), 1))


def _strange(statements: Sequence[ast.stmt], written: set[str], *, with_calls: bool) -> set[ast.stmt]:
    """Return the imports that no submission can make and nothing uses, and those out of a file that is `written` by a
    cell; `with_calls` also the statements that use them, where no other one needs what these set."""
    inner = {one for one in statements if isinstance(one, ast.ImportFrom) and one.module in written}
    imports = {one: bound for one in statements if one not in inner and (bound := _foreign_names(one))}
    foreign = set[str]().union(*imports.values())
    rest = {one: _names(one) for one in statements if one not in imports and one not in inner}
    made, calls = set(foreign), dict[ast.stmt, set[str]]()  # of each what it sets, as fig, ax = plt.subplots() does
    for one, names in rest.items():
        if with_calls and isinstance(one, ast.Expr | ast.Assign) and not made.isdisjoint(names):
            calls[one] = _names(*getattr(one, "targets", ()))
            made |= calls[one]
    used = set[str]().union(*(names for one, names in rest.items() if one not in calls))
    for one in reversed(list(calls)):
        if not used.isdisjoint(rest[one] & foreign | calls[one]):
            used |= rest[one]
            del calls[one]
    return inner | calls.keys() | {one for one, bound in imports.items() if bound.isdisjoint(used)}


def _foreign_names(node: ast.stmt) -> set[str]:
    """Return the names that an import binds of what is not here; none where it isn't one, or what it binds is not
    known."""
    if not isinstance(node, ast.Import | ast.ImportFrom):
        return set()
    roots = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    bound = {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    return bound if all(root.partition(".")[0] not in HERE for root in roots) and "*" not in bound else set()


def _names(*nodes: ast.AST) -> set[str]:
    return {node.id for one in nodes for node in ast.walk(one) if isinstance(node, ast.Name)}


def _commented(line: str) -> str:
    """Return the line as a comment; inside a block it may have been all that the block held."""
    bare = line.lstrip()
    return f"# {line}" if bare == line else f"{line[: len(line) - len(bare)]}pass  # {bare}"
