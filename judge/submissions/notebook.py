"""A Jupyter notebook as the Python file that it would be: its code cells, in their order. It is read, never run.

A notebook is JSON. Its cells are taken as nbconvert's `--to script` takes them, but for what IPython alone knows: a
line of a magic or of the shell becomes a comment. nbconvert itself is not needed. Where a cell defines `solve`, those
are taken that define or import something: trials, plots and measurements stand in the others. What these alone
import, such as matplotlib, is left out.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from judge.submissions.alone import HERE, sets_up
from judge.submissions.bindings import bindings_of_solve
from judge.submissions.folder import SOURCE_LIMIT
from judge.submissions.results import is_call_of_solve
from judge.submissions.syntax import UnreadableError, parse

NOTEBOOK_LIMIT = 16 << 20  # bytes: its pictures are in it
CELLS_MOST = 2000
_TIMERS = ("time", "timeit", "capture", "prun")  # magics of a whole cell, of which the rest is Python all the same
_MAGIC = re.compile(r"[ \t]*(?:[%!]|\?{1,2}[\w.]+[ \t]*$|[\w.]+\?{1,2}[ \t]*$)")
_ASSIGNED = re.compile(r"[ \t]*[A-Za-z_][\w.\[\], ]{0,80}=[ \t]*[%!]")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
_QUOTES = re.compile(r'"""|\'\'\'')


class NotebookError(ValueError):
    """Nothing can be made of a notebook; the words say why."""


class Script(NamedTuple):
    """The Python file that a notebook would be: made of `taken` of its code cells, without so many lines that could not
    run here."""

    source: bytes
    taken: int
    cells: int
    without: int


class _Cell(msgspec.Struct, frozen=True):
    cell_type: str
    source: str | list[str] = ""
    input: str | list[str] = ""  # nbformat 3

    @property
    def text(self) -> str:
        text = self.source or self.input
        text = text if isinstance(text, str) else "".join(text)
        return text.replace("\r\n", "\n").replace("\r", "\n")  # as Python counts lines


class _Sheet(msgspec.Struct, frozen=True):
    cells: list[_Cell] = []


class _Named(msgspec.Struct, frozen=True):
    name: str = ""
    language: str = ""


class _Metadata(msgspec.Struct, frozen=True):
    kernelspec: _Named = _Named()
    language_info: _Named = _Named()


class _Notebook(msgspec.Struct, frozen=True):
    nbformat: int
    cells: list[_Cell] = []
    worksheets: list[_Sheet] = []  # nbformat 3
    metadata: _Metadata = _Metadata()


def is_notebook(path: str) -> bool:
    """Say whether a file's name has the ending of a notebook."""
    return path.lower().endswith(".ipynb")


def script_of(data: bytes) -> Script:
    """Return the Python file that a notebook would be; NotebookError where it can't be read as one."""
    read = [_without_magics(text) for text in _code_cells(data)]
    if not read:
        raise NotebookError("there is no code in it")
    trees = {number: tree for number, (text, _) in enumerate(read) if (tree := _tree(text)) is not None}
    taken: Sequence[int] = range(len(read))
    if any(map(bindings_of_solve, trees.values())):
        taken = [number for number, tree in trees.items() if _defines(tree)]
    used = {
        node.id for number in taken if number in trees for node in ast.walk(trees[number]) if isinstance(node, ast.Name)
    }
    parts = [_without_imports(read[number], trees.get(number), used) for number in taken]
    source = "\n".join(f"# cell {number + 1}\n{text}\n" for number, (text, _) in zip(taken, parts, strict=True))
    return Script(source.encode(errors="replace"), len(taken), len(read), sum(lines for _, lines in parts))


def _defines(tree: ast.Module) -> bool:
    """Say whether a cell has a definition or an import, or only sets values, and not to what a call of `solve`
    returns."""
    if any(isinstance(node, _DEFINITIONS) for node in tree.body) or bindings_of_solve(tree):
        return True
    sets = all(isinstance(node, ast.Assign | ast.AnnAssign) or sets_up(node) for node in tree.body)
    return bool(tree.body) and sets and not any(map(is_call_of_solve, ast.walk(tree)))


def _code_cells(data: bytes) -> list[str]:
    """Return the text of each code cell that is not empty."""
    try:
        book = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_Notebook)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise NotebookError(f"it is no notebook: {error}") from None
    language = book.metadata.language_info.name or book.metadata.kernelspec.language
    if language and not language.lower().startswith(("python", "ipython")):
        raise NotebookError(f"it is a notebook in {language[:20]}")
    cells = [*book.cells, *(cell for sheet in book.worksheets for cell in sheet.cells)]
    if len(cells) > CELLS_MOST:
        raise NotebookError(f"it has more than {CELLS_MOST:,} cells")
    texts = [cell.text for cell in cells if cell.cell_type == "code" and cell.text.strip()]
    if sum(map(len, texts)) > SOURCE_LIMIT:
        raise NotebookError(f"its code is longer than {SOURCE_LIMIT >> 10} KiB")
    return texts


def _without_magics(text: str) -> tuple[str, int]:
    """Return a cell's text with what IPython alone knows as comments, and how many lines these are.

    Of a cell that writes a Python file, that file is the code; in one of another language nothing is.
    """
    if _tree(text) is not None:
        return text, 0
    lines = text.split("\n")
    head = next(line for line in lines if line.strip())
    magic, _, rest = head.removeprefix("%%").partition(" ")
    writes = magic == "writefile" and rest.strip().endswith(".py")
    if head.startswith("%%") and magic not in _TIMERS and not writes:
        return "\n".join(f"# {line}" for line in lines), len(lines)
    strange = [
        not within and (_MAGIC.match(line) or _ASSIGNED.match(line)) is not None
        for line, within in zip(lines, _within_texts(lines), strict=True)
    ]
    plain = [_commented(line) if odd else line for line, odd in zip(lines, strange, strict=True)]
    return "\n".join(plain), sum(strange)


def _tree(text: str) -> ast.Module | None:
    try:
        return parse(text.encode(errors="replace"))
    except (SyntaxError, UnreadableError):
        return None


def _without_imports(cell: tuple[str, int], tree: ast.Module | None, used: set[str]) -> tuple[str, int]:
    """Return a cell with the imports as comments that no submission can make and nothing uses; and how many of its
    lines are comments now."""
    text, without = cell
    lines = text.split("\n")
    beginning = Counter(node.lineno for node in tree.body) if tree else Counter()
    for node in tree.body if tree else ():
        if beginning[node.lineno] == 1 and _is_strange(node, used):
            rows = range(node.lineno - 1, node.end_lineno or node.lineno)
            lines[rows.start : rows.stop] = [f"# {lines[row]}" for row in rows]
            without += len(rows)
    return "\n".join(lines), without


def _is_strange(node: ast.stmt, used: set[str]) -> bool:
    if not isinstance(node, ast.Import | ast.ImportFrom):
        return False
    roots = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    bound = {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    foreign = all(root.partition(".")[0] not in HERE for root in roots)
    return foreign and "*" not in bound and used.isdisjoint(bound)


def _commented(line: str) -> str:
    """Return the line as a comment; inside a block it may have been all that the block held."""
    bare = line.lstrip()
    return f"# {line}" if bare == line else f"{line[: len(line) - len(bare)]}pass  # {bare}"


def _within_texts(lines: Sequence[str]) -> Iterator[bool]:
    """Say of each line whether it begins inside a text in three quotes, where nothing is a magic."""
    quotes = ""
    for line in lines:
        yield bool(quotes)
        for found in _QUOTES.findall(line):
            quotes = "" if quotes == found else quotes or found
