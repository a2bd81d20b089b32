"""Faults as rustc shows them: what, where, the board with the place marked, one note, one help.

Everything here returns rich's text whose lines are at most `width` characters; nothing is printed. Messages may carry
words of a submission or names of files, so all of them are cleaned first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Finding, ReadWarning, WrongKey, fault_of
from judge.reports.blocks import Diagnostic, Diagnostics, Picture, Warnings
from judge.reports.excerpt import excerpt_text, shortened
from judge.reports.lines import Links, plain
from judge.reports.palette import LOOKS, style_of
from judge.text import clean, clean_line, fold

if TYPE_CHECKING:
    from judge.reports.blocks import Warned
    from judge.reports.lines import Line
    from judge.reports.picture.scene import Cell

_PICTURE_INDENT = "   "


def finding_lines(
    finding: Finding, board: Any = None, piece: str = "lizard", headline: str = "", width: int = 100
) -> Text:
    """Return why an answer or a run was refused.

    `board` is the refused (n, n) array of 0, 1, 2, or anything else for no picture; it is drawn only when the
    finding names cells. `headline` begins with the verdict: `WA  lizards/secret/forest-07   0.41 s of 5 s`.
    """
    text = Text()
    if headline:
        verdict, _, rest = clean_line(headline).partition(" ")
        text.append(verdict, style_of(verdict)).append(f" {rest}\n", "bold")
    say(text, "error", finding.code, finding.message, width)
    _point(text, finding.where, width)
    if finding.excerpt:
        text.append_text(excerpt_text(finding.excerpt, width))
    if finding.cells and board is not None and (drawing := indented(board, piece, width, finding.cells)):
        text.append_text(drawing).append("\n")
    return _end(text, finding.note, finding.advice, width)


def indented(board: Any, piece: str, width: int, cells: Sequence[Cell] = (), rows: int = 40) -> Text:
    """Return a board as it is drawn below a line; nothing for what is no board."""
    from judge.reports.picture.scene import Scene, drawable
    from judge.reports.picture.text import drawn

    if not drawable(board):
        return Text()
    drawing = drawn(Scene.of(board, piece, cells), width - len(_PICTURE_INDENT), rows)
    return Text("\n").join(Text(_PICTURE_INDENT).append_text(line) for line in drawing.split("\n"))


def notice_lines(notices: Iterable[ReadWarning], file: str, width: int = 100) -> Text:
    """Return what was read tolerantly from `file`: a warning and its first place each."""
    text = Text()
    for notice in notices:
        say(text, "warning", notice.code, notice.message, width)
        _point(text, f"{file} line {notice.line}" if notice.line else file, width)
    text.rstrip()
    return text


def say(text: Text, severity: str, code: str, message: str, width: int) -> None:
    """Append `error[E106]: two lizards can eat each other`."""
    head = f"{severity}[{code}]" if code else severity
    lines = fold(clean(message).strip(), width, f"{head}: ", "  ")
    text.append(head, "bold red" if severity == "error" else "bold yellow")
    text.append("\n".join(lines)[len(head) :] + "\n", "bold")


def _point(text: Text, where: str, width: int) -> None:
    if where:
        lines = fold(clean_line(where, 500), width, "  --> ", "      ")
        text.append("  -->", "blue").append("\n".join(lines)[len("  -->") :] + "\n")


def _end(text: Text, note: str, help_: str, width: int) -> Text:
    for name, message in (("note", note), ("help", help_)):
        if message:
            head = f"  = {name}:"
            lines = shortened(fold(clean(message).strip(), width, f"{head} ", " " * (len(head) + 1)), " " * 10)
            text.append(head, "blue" if name == "note" else "green").append("\n".join(lines)[len(head) :] + "\n")
    text.rstrip()
    return text


# --- blocks -----------------------------------------------------------------------------------------------------------
def drawn_lines(one: Picture | Diagnostic | Diagnostics | Warnings, width: int) -> Iterator[RenderableType]:
    """Yield a board, why something was refused, or what was read with a warning."""
    match one:
        case Picture():
            yield indented(one.board, one.piece, width, one.cells, one.rows)
        case Diagnostic():
            yield _fault(one, width)
        case Diagnostics():
            yield from _faults(one, width)
        case Warnings():
            yield from (_warning(each, width) for each in one.found)


def _faults(found: Diagnostics, width: int) -> Iterator[RenderableType]:
    """Yield the first ones with their boards, of the others a line for each case."""
    for one in found.found[: found.whole]:
        yield Text()
        yield _fault(one, width)
        if one.also:
            yield Text(_also(one.also, width), "dim")
    if rest := found.found[found.whole :]:
        yield Text()
        yield Text(found.rest, "bold")
        yield from (_short(one, name) for one in rest for name in one.names)


def _fault(one: Diagnostic, width: int) -> Text:
    headline = "   ".join((f"{one.kind.verdict}  {one.names[0]}", *one.took)) if one.names[0] else ""
    help_ = "\n".join(filter(None, (one.finding.advice, plain(one.todo))))
    finding = msgspec.structs.replace(one.finding, help=help_, command=UNSET)
    drawn = next((each for each in one.pictures if each.cells), None)
    try:
        return finding_lines(finding, drawn and drawn.board, drawn.piece if drawn else "", headline, width)
    except Exception as error:  # of one case: the others are shown as ever
        return finding_lines(fault_of(error), headline=headline, width=width)


def _also(said: Line, width: int) -> str:
    """Return the line about the others; a command is never folded."""
    return "\n".join(fold(plain(said), width, "  ", "    ")) if isinstance(said[-1], Links) else plain(said)


def _short(one: Diagnostic, name: str) -> Text:
    text = Text("  ").append(f"{one.kind.verdict:<3}", LOOKS[one.kind.verdict].style)
    return text.append(f"  {name}  {one.finding.code}  {clean_line(one.finding.message)}")


def _warning(one: Warned, width: int) -> Text:
    place = f"{one.case.to.key}{one.more}"
    return notice_lines([ReadWarning(one.code, one.message, one.line)], f"{place}:" if one.line else place, width)


# --- wrong answer keys ------------------------------------------------------------------------------------------------
def wrong_key_lines(keys: Iterable[WrongKey]) -> Group:
    """Return a line for each, with what is to be done below it."""
    return Group(*(text for key in keys for text in (_said(key), _repairs(key))))


def _said(key: WrongKey) -> Text:
    text = Text(str(key), "bold red")
    return text.append(f"\n  = note: {key.note}", "default") if key.note else text


def _repairs(key: WrongKey) -> Text:
    """Return a line for each, never folded: they are to be copied."""
    first, then = key.repairs
    return Text(f"  = help: {first}\n    then: {then}", "dim", no_wrap=True, overflow="ignore")
