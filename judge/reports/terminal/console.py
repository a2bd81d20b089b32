"""Where reports are printed."""

from __future__ import annotations

import io
import os
import re
import threading
from collections.abc import Iterable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from judge.text import clean

if TYPE_CHECKING:
    from judge.errors import JudgeError

ASCII = {ord("…"): "~", ord("±"): "+-"}  # our own marks where nothing else can be shown
_IS_PART = ContextVar("_IS_PART", default=False)  # of a thread: a terminal is drawn by another one than prints
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")  # Python itself sets LC_CTYPE to one of these where it was C (PEP 538)
_PLAIN: dict[str, Any] = {"markup": False, "highlight": False, "emoji": False}
WIDE = 1000  # columns of a pipe: more than any table needs


class CleanConsole(Console):
    """A console that shows nothing as anything but its own characters, whatever it is told to print."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render it: texts are cleaned before they are laid out, and whatever else there is when it is written."""
        whole = cleaned(renderable) if isinstance(renderable, Text) else renderable
        for part in super().render(whole, options):
            yield part if part.control else Segment(clean(part.text, len(part.text)), part.style)


class PlainConsole(CleanConsole):
    """A console that cuts no word, with colour on a terminal only. It reads nothing as markup, so no name can style
    itself. A reader that has enough is the caller's business.

    Who prints, or draws what grows below, has its `turn`: rich takes notice of what it prints before that is written,
    so between the two another thread would wipe the wrong lines.
    """

    def __init__(self, **words: Any) -> None:
        self.turn = threading.RLock()
        super().__init__(**{**_PLAIN, **words})

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    @property
    def encoding(self) -> str:
        """Return what our own marks are written in: plain ASCII where the user asked for the locale C."""
        return "ascii" if _asked_for_c() else super().encoding

    @property
    def table_width(self) -> int:
        """Return how wide a table may be: in a pipe as wide as it needs, unless COLUMNS says otherwise."""
        return self.width if self.is_terminal or os.environ.get("COLUMNS", "").isdigit() else WIDE

    def print(self, *objects: Any, **words: Any) -> None:
        with self.turn:
            super().print(*objects, **{"crop": False, **words})

    def warn(self, what: str, **words: Any) -> None:
        """Print a line about something that is not as it should be, but that stops nothing; nothing for nothing."""
        if what:
            self.print(Text("warning", "bold yellow").append(f": {what}"), **words)

    def fault(self, error: JudgeError) -> None:
        """Print what stopped the judge."""
        from judge.errors import advice
        from judge.model import Finding
        from judge.reports.terminal.diagnostic import finding_lines

        todo = advice(error.help, error.command)
        found = Finding(error.code, error.message, where=str(error.place or ""), note=error.note, help=todo)
        self.print(finding_lines(found, width=self.width))

    def render_lines(self, *words: Any, **options: Any) -> list[list[Segment]]:
        """Render a part, such as a cell of a table: what is wider than its place would be cut, so rich may fold it."""
        token = _IS_PART.set(True)
        try:
            return super().render_lines(*words, **options)
        finally:
            _IS_PART.reset(token)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render it; a word that is wider than a line is left whole."""
        if not isinstance(renderable, Text):
            return super().render(renderable, options)
        whole, within = renderable, options or self.options
        if not (_IS_PART.get() or whole.overflow or whole.no_wrap or within.overflow or within.no_wrap):
            whole = folded(renderable, within.max_width)
        parts = super().render(whole, options)
        return [Segment(part.text.translate(ASCII), *part[1:]) for part in parts] if self.encoding == "ascii" else parts


def table_width(console: Console, options: ConsoleOptions) -> int:
    """Return the room for a table."""
    return max(options.max_width, console.table_width) if isinstance(console, PlainConsole) else options.max_width


def folded(text: Text, width: int) -> Text:
    """Return it folded between words, with a word that is wider than a line left whole: rich would break it."""
    words = (word for line in text.plain.split("\n") for word in re.findall(r"^\s*\S+|\S+", line))
    if all(cell_len(word) <= width for word in words):  # the first of a line with its indentation
        return text
    return hanging(text, width)


def hanging(text: Text, width: int, first: str = "", later: str = "") -> Text:
    """Return it folded in this way, behind `first`, and each other line behind `later`."""
    room = width - cell_len(later)
    lines = [part for line in text.split("\n", allow_blank=True) for part in line.divide(_folds(line.plain, room))]
    for line in lines:
        line.rstrip()
    begun = [Text(later if at else first, style=text.style).append_text(line) for at, line in enumerate(lines)]
    return Text("\n", style=text.style, no_wrap=True, overflow="ignore", end=text.end).join(begun)


def cleaned(text: Text) -> Text:
    """Return it cleaned, each piece in its style."""
    plain = text.plain
    if clean(plain, len(plain)) == plain:
        return text
    whole = text.blank_copy()
    for part in text.divide(sorted({at for span in text.spans for at in (span.start, span.end)})):
        piece = Text(clean(part.plain, len(part.plain)))
        for span in part.spans:
            piece.stylize(span.style)
        whole.append_text(piece)
    return whole


def _folds(line: str, width: int) -> list[int]:
    """Return where a line is to be folded."""
    folds, column = [], 0
    for word in re.finditer(r"(?:^\s*)?\S+\s*", line):
        if column and column + cell_len(word[0].rstrip()) > width:
            folds.append(word.start())
            column = 0
        column += cell_len(word[0])
    return folds


def _asked_for_c() -> bool:
    """Say whether the locale is C by name. Where none is set, as in many containers, the encoding of stdout counts."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    names[1] = "" if names[1] in COERCED else names[1]
    return next(filter(None, names), "") in ("C", "POSIX")


# --- for what is no terminal ------------------------------------------------------------------------------------------
def as_text(what: RenderableType, width: int) -> str:
    """Return it without colour, in lines of `width`, wherever the judge runs."""
    page = io.StringIO()
    CleanConsole(file=page, width=width, force_terminal=False, force_jupyter=False, **_PLAIN).print(what)
    return page.getvalue()
