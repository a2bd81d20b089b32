"""Render a topic of the manual: rich's Markdown, plain enough to read the same in a pipe as on a terminal."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement, TableDataElement
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text
from rich.theme import Theme

INDENT = 2  # of code, so that 78 columns of it fit a terminal of 80
_THEME = Theme(
    {
        "markdown.h1": "bold",
        "markdown.h2": "bold underline",
        "markdown.h3": "bold",
        "markdown.code": "cyan",
        "markdown.code_block": "cyan",
        "markdown.table.header": "bold",
        "markdown.table.border": "dim",
    }
)


class _Heading(Heading):
    LEVEL_ALIGN: ClassVar[dict[str, JustifyMethod]] = {}  # all at the left


class _Code(CodeBlock):
    """Lines as they are in the topic, so that they can be copied; a narrow terminal folds them and cuts nothing."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = Text(str(self.text).rstrip(), "markdown.code_block", overflow="fold")
        yield Padding(code, (0, 0, 0, INDENT), expand=False)


class _Cell(TableDataElement):
    """A word that is wider than its column is folded, not cut."""

    def __init__(self, justify: JustifyMethod) -> None:
        super().__init__(justify)
        self.content.overflow = "fold"


class _Markdown(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
        "fence": _Code,
        "th_open": _Cell,
        "td_open": _Cell,
    }


class ManualPage:
    """A topic, to be printed. No line of it ends in blanks, and no two blank lines follow each other."""

    def __init__(self, text: str) -> None:
        self._markdown = _Markdown(text, hyperlinks=False)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(_THEME):
            # an item of a list is cut where a word is wider than it, unless that is folded
            lines = console.render_lines(self._markdown, options.update(overflow="fold"), pad=False)
        before: list[Segment] = []
        for line in map(_finished, lines):
            if line or before:
                yield from line
                yield Segment.line()
            before = line


def _finished(line: list[Segment]) -> list[Segment]:
    """Return the line without the blanks at its end, which only align the columns of a table."""
    while line and not line[-1].text.strip():
        line.pop()
    if line:
        line.append(Segment(line[-1].text.rstrip(), line.pop().style))
    return line
