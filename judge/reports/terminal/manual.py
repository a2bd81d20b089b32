"""The manual: a topic in rich's Markdown, plain enough to read the same in a pipe as on a terminal; and
codes and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement, TableDataElement
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text
from rich.theme import Theme

from judge.errors import Code, codes, said_codes, verdicts
from judge.reports.palette import style_of
from judge.reports.terminal.diagnostic import say
from judge.text import fold

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


# --- codes and verdicts -----------------------------------------------------------------------------------------------
KINDS: Final = {
    "E1": "The answer",
    "E2": "The run of a submission",
    "E3": "The judge itself, or a package",
    "E4": "A file that can't be read, or a wrong word on the command line",
    "E5": "A site of judge serve: who is let in, and what is handed in there",
    "W1": "Accepted, but not written as it should be",
}
_INDENT = "  "


def explanation(name: str = "", width: int = 80) -> Text:
    """Return what `judge explain` says of a code or a verdict; without a name every one with its title."""
    if row := codes().get(name):
        return explain_lines(name, row, width)
    row = verdicts().get(name)
    return verdict_lines(name, row, said_codes(), width) if row else all_lines(verdicts(), said_codes(), width)


def explain_lines(code: str, row: Code, width: int = 80) -> Text:
    """Return one row of the table of codes."""
    text = Text()
    say(text, "warning" if code.startswith("W") else "error", code, row.title, width)
    if row.verdict:
        text.append("verdict: ", "dim").append(row.verdict, style_of(row.verdict)).append("\n")
    text.append("\n" + "\n".join(fold(row.why.strip(), width)) + "\n")
    text.append("\nExample\n", "bold")
    for line in row.example.rstrip().strip("\n").split("\n"):
        text.append("\n".join(fold(line, width, "    ", "      ")) + "\n", "cyan")
    text.append("\nWhat to do\n", "bold")
    text.append("\n".join(fold(row.steps(), width)))
    return text


def verdict_lines(name: str, row: Code, codes: Mapping[str, Code], width: int = 80) -> Text:
    """Return what a verdict means, the codes that lead to it, and what to do."""
    text = Text().append(name, style_of(name)).append(f": {row.title}\n", "bold")
    text.append("\n" + "\n".join(fold(row.why, width)) + "\n")
    found = [_row(code, one.title, width) for code, one in codes.items() if one.verdict == name]
    if found:
        text.append("\nCodes that lead to it\n", "bold").append("\n".join(found) + "\n")
    return text.append("\nWhat to do\n", "bold").append("\n".join(fold(row.steps(), width)))


def all_lines(verdicts: Mapping[str, Code], codes: Mapping[str, Code], width: int = 80) -> Text:
    """Return every verdict and every code with its title, a line or two each."""
    text = Text().append("Verdicts\n", "bold")
    text.append("\n".join(_row(name, row.title, width) for name, row in verdicts.items()) + "\n")
    for kind, head in KINDS.items():
        rows = [_row(code, row.title, width) for code, row in codes.items() if code.startswith(kind)]
        text.append(f"\n{head}\n", "bold").append("\n".join(rows) + "\n")
    return text.append("\njudge explain CODE explains one, with an example; judge explain WA a verdict.\n")


def _row(name: str, title: str, width: int) -> str:
    head = f"{_INDENT}{name:<4}  "
    return "\n".join(fold(title, width, head, " " * len(head)))
