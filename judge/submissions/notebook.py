"""A Jupyter notebook as the Python file that it would be: its code cells, in their order. It is read, never run.

A notebook is JSON. Its cells are taken as nbconvert's `--to script` takes them, but for what IPython alone knows: a
line of a magic or of the shell becomes a comment. nbconvert itself is not needed. Where a cell defines `solve`, fewer
are taken (`needed_cells`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from judge.submissions.folder import SOURCE_LIMIT
from judge.submissions.needed_cells import needed_cells, without_strange_imports
from judge.submissions.syntax import UnreadableError, parse

NOTEBOOK_LIMIT = 16 << 20  # bytes: its pictures are in it
CELLS_MOST = 2000
_TIMERS = ("time", "timeit", "capture", "prun")  # magics of a whole cell, of which the rest is Python all the same
_MAGIC = re.compile(r"[ \t]*(?:[%!]|\?{1,2}[\w.]+[ \t]*$|[\w.]+\?{1,2}[ \t]*$)")
_ASSIGNED = re.compile(r"[ \t]*[A-Za-z_][\w.\[\], ]{0,80}=[ \t]*[%!]")
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
    texts = [text for text, _ in read]
    taken = needed_cells(texts)
    plain = without_strange_imports([texts[number] for number in taken])
    parts = zip(taken, plain, strict=True)
    source = "\n".join(f"# cell {number + 1}\n{text}\n" for number, (text, _) in parts)
    without = sum(read[number][1] for number in taken) + sum(lines for _, lines in plain)
    return Script(source.encode(errors="replace"), len(taken), len(texts), without)


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
    if _is_python(text):
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


def _is_python(text: str) -> bool:
    try:
        parse(text.encode(errors="replace"))
    except (SyntaxError, UnreadableError):
        return False
    return True


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
