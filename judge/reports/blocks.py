"""The blocks that a view is made of, of lines (lines.py): plain data, which any renderer shows.

A view says what a thing is; a renderer (terminal/view.py and diagnostic.py, page/view.py and pieces.py) has no word of
its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, ParamSpec, Self, TypeVar

import msgspec

from judge.model import Finding, Instance, Judgement
from judge.reports.lines import Bar, Line, Link, Piece, Place, Role, Span, line, plain
from judge.reports.verdict_words import Kind, Sign

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

WIDTH: Final = 100  # of a picture or a line of the source, in characters
_HEIGHT: Final = 60
Thing = TypeVar("Thing")


# --- tables -----------------------------------------------------------------------------------------------------------
class Head(msgspec.Struct, frozen=True):
    """A column. `priority` says which ones go first where there is no room: those of the highest number, and 0 stays.
    Its texts may be cut to `least` characters, where that is not 0, or go on below if it `folds`. Marks of a `group`
    stand close together, as letters in one word on a terminal. `line` says the same with links, for a page, and `order`
    how it is sorted by now."""

    key: str
    text: str
    align: Literal["left", "right"] = "left"
    priority: int = 0
    least: int = 0
    folds: bool = False
    sorts: bool = True
    group: str = ""
    line: Line = ()
    order: Literal["", "ascending", "descending"] = ""


class Column(Head, Generic[Thing], frozen=True, kw_only=True):
    """A head with what a cell below it says of a thing, and the number that sorts it. A `spare` column goes where it
    says nothing of anything."""

    value: Callable[[Thing], Line | Piece | str | None]
    number: Callable[[Thing], float | None] = lambda _: None
    spare: bool = False

    def cell(self, thing: Thing) -> Line:
        """Return the cell of a thing."""
        value = self.value(thing)
        return value if isinstance(value, tuple) else line(value or "")


class Row(msgspec.Struct, frozen=True):
    """A cell for each column, what a script sorts it by, where that is not the text itself, and its place on a page."""

    cells: tuple[Line, ...]
    keys: tuple[float | None, ...] = ()
    anchor: str = ""


class Table(msgspec.Struct, frozen=True):
    """Rows of one kind. Of a `grid`, which is long and wide, a page keeps the head and the first column in sight."""

    heads: tuple[Head, ...]
    rows: tuple[Row, ...]
    caption: str = ""  # seen where it has a place of its own, else for who hears it
    name: str = ""  # its place on a page
    grid: bool = False

    @classmethod
    def of(
        cls, columns: Iterable[Column[Thing]], things: Sequence[Thing], caption: str = "", name: str = "", **more: Any
    ) -> Self:
        """Return a table with these columns and a row for each thing."""
        kept = tuple(one for one in columns if not one.spare or any(plain(one.cell(thing)) for thing in things))
        rows = (Row(tuple(one.cell(of) for one in kept), tuple(one.number(of) for one in kept)) for of in things)
        return cls(kept, tuple(rows), caption, name, **more)

    def texts(self, key: str) -> list[str]:
        """Return the words of one column."""
        at = [head.key for head in self.heads].index(key)
        return [plain(row.cells[at]) for row in self.rows]


class Tried(msgspec.Struct, frozen=True):
    """What came of a submission on a case, the words beside its mark, and what sorts it."""

    kind: Kind
    text: str
    key: float


class Matrix(msgspec.Struct, frozen=True, eq=False):
    """What came of each submission on each case. A row says of a case what the `heads` are, of each submission what it
    gave, None where it has not run it, and leads to its anchor on the page of the submission."""

    class Row(msgspec.Struct, frozen=True, eq=False):
        """A case of a group."""

        about: Row
        group: str
        tried: tuple[Tried | None, ...]

    heads: tuple[Head, ...]
    columns: tuple[Link, ...]
    rows: tuple[Row, ...]
    foot: tuple[str, ...]  # what the last row is, and of each submission
    caption: str
    name: str
    noun: str  # for what rows are

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Return each kind that a cell has, once."""
        return tuple(dict.fromkeys(one.kind for row in self.rows for one in row.tried if one))


# --- what stands on lines of its own ----------------------------------------------------------------------------------
P = ParamSpec("P")
Block = msgspec.Struct  # a table, a plots.plot.Plot, or one of these


class Para(msgspec.Struct, frozen=True):
    """A line by itself; a `place` is that on a leaderboard, a `lead` says the most, `neighbours` are pages."""

    line: Line
    kind: Literal["", "place", "lead", "wrong", "card", "neighbours"] = ""


def para(text: str = "", role: Role = "") -> Para:
    """Return words as a line by itself; without any a blank one."""
    return Para(line(Span(text, role) if text else ""))


def warning(what: str) -> Para:
    """Return a line about something that is not as it should be, but that stops nothing."""
    return Para((Span("warning", "alert"), Span(f": {what}")))


def heading(title: str, about: str) -> Para:
    """Return the line above a thing: what it is called, and what it is about."""
    return Para((Span(title, "strong"), Span(f"   {about}", "soft")))


class Listing(msgspec.Struct, frozen=True):
    """Lines of one kind; one alone is a paragraph. A line that begins with a `mark` needs no other sign."""

    lines: tuple[Line, ...]
    marked: bool = False


class Names(msgspec.Struct, frozen=True):
    """Whom something is about, which may be many: a line each, with what is to be said of each, or `bare`. `more`
    stands for those who are left out."""

    lines: tuple[Line, ...]
    bare: bool = False
    more: str = ""

    @property
    def all(self) -> str:
        """Return what opens them where they are folded."""
        return f"All {len(self.lines)}"


class Facts(msgspec.Struct, frozen=True):
    """Names, and what they stand for; `brief` ones stand behind one another."""

    rows: tuple[tuple[str, str], ...]
    brief: bool = False


class Verbatim(msgspec.Struct, frozen=True):
    """A text whose lines keep their shape, and what it is."""

    text: str
    caption: str


class Picture(msgspec.Struct, frozen=True, eq=False):
    """A board with the cells that are marked on it. Pictures of one `ground` differ in their pieces alone, mostly."""

    caption: str
    board: Any
    piece: str
    cells: tuple[tuple[int, int], ...] = ()
    given: tuple[tuple[int, int], ...] = ()  # the pieces that the case itself has
    layer: Instance.Layer | None = None  # the region or the weight of each cell
    summary: str = "as text"  # above the same in characters, if that is to be there
    rows: int = 40  # of characters, where it is drawn in these alone
    ground: str = ""

    @property
    def text(self) -> str:
        """Return it drawn in characters."""
        from judge.reports.picture.scene import Scene
        from judge.reports.picture.text import drawn

        return drawn(Scene.of(self.board, self.piece, self.cells, (), self.layer), WIDTH, _HEIGHT).plain


class Result(msgspec.Struct, frozen=True):
    """A verdict in words, the points, and their share of all there are."""

    kind: Kind | None
    words: str
    points: str = ""
    share: Bar | None = None


class Strip(msgspec.Struct, frozen=True):
    """A group of cases: what it gave, and a mark for each case, if it has one yet."""

    name: str
    said: str
    share: Bar | None
    marks: tuple[tuple[Kind | None, Link], ...]
    caption: str
    waits: str = "waits"


class Letters(msgspec.Struct, frozen=True, eq=False):
    """Submissions, a sign for each case by their groups; of one that never came to a case, why."""

    found: tuple[Judgement, ...]


class Legend(msgspec.Struct, frozen=True):
    """What the signs mean."""

    signs: tuple[Kind | Sign, ...]
    caption: str = "what the marks mean"


class Diagnostic(msgspec.Struct, frozen=True, eq=False):
    """Why cases were missed, or why nothing was run, which is of no case: what, where, a note and a help, as rustc says
    it. `of` is what it is said of where there is no case. `took` are the times of the first case, `same` the others,
    `more` and `also` their number and the line about them; `like` names the smallest public case with the same fault,
    `todo` says what shows more."""

    finding: Finding
    kind: Kind
    of: str = ""
    case: Link | None = None
    took: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    same: tuple[Link, ...] = ()
    more: str = ""
    also: Line = ()
    like: Line = ()
    todo: Line = ()
    anchor: str = ""
    opened: bool = True

    @property
    def names(self) -> list[str]:
        """Return what they are called where several packages are shown."""
        return [one.to.key for one in (self.case, *self.same) if one] or [self.of]


class Diagnostics(msgspec.Struct, frozen=True, eq=False):
    """The faults of a submission. Where there is little room the first ones are whole, and `rest` stands above the
    others."""

    found: tuple[Diagnostic, ...]
    whole: int
    rest: str = ""


class Warned(msgspec.Struct, frozen=True):
    """What was read tolerantly, the first of the cases in which it was, if it is of any, and how many there are."""

    message: str
    code: str
    case: Link = Link("")
    more: str = ""
    line: int = 0


class Warnings(msgspec.Struct, frozen=True):
    """These, each kind once."""

    found: tuple[Warned, ...]


class Source(msgspec.Struct, frozen=True):
    """A text, its lines by number; one of number 0 says what is left out."""

    lines: tuple[tuple[int, Line], ...]


class Fold(msgspec.Struct, frozen=True):
    """What opens with a click."""

    summary: str
    inside: tuple[Block, ...]
    anchor: str = ""
    opened: bool = False


class Figure(msgspec.Struct, frozen=True, eq=False):
    """Blocks with a caption."""

    caption: Line
    inside: tuple[Block, ...]


class Beside(msgspec.Struct, frozen=True, eq=False):
    """Columns of blocks side by side where there is room: of `wide` ones much, `even` ones have one width, and two
    `halves` share it."""

    columns: tuple[tuple[Block, ...], ...]
    kind: Literal["", "wide", "even", "halves"] = ""


class Section(msgspec.Struct, frozen=True, eq=False):
    """What stands below a heading, or in a card that has a name; a `note` is one that alarms."""

    head: str
    inside: tuple[Block, ...]
    card: str = ""
    note: bool = False
    anchor: str = ""
    to: Place | None = None  # what the heading leads to


# --- views ------------------------------------------------------------------------------------------------------------
class Shown:
    """Blocks to be printed, as wide as what they are printed on."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        self.blocks = tuple(blocks)

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        from judge.reports.terminal.view import printed

        for one in self.blocks:
            yield from printed(one, options.max_width)


def shown(view: Callable[P, Iterator[Block]]) -> Callable[P, Shown]:
    """Let what a function yields be printed."""

    @wraps(view)
    def made(*words: P.args, **named: P.kwargs) -> Shown:
        return Shown(view(*words, **named))

    return made


class Report(msgspec.Struct, frozen=True, eq=False):
    """What a command shows of nouns, as blocks; most of them are a document too."""

    def blocks(self) -> Iterator[Block]:
        """Yield them in reading order."""
        raise NotImplementedError

    def __rich__(self) -> Shown:
        return Shown(self.blocks())


class Page:
    """All that is said of a thing: its title, and parts by name in reading order, a block or several each. What is None
    is left out."""

    def __init__(self, title: str, /, **parts: Block | Sequence[Block] | None) -> None:
        self.title = title
        self._parts = {name: (one,) if isinstance(one, Block) else tuple(one or ()) for name, one in parts.items()}

    def blocks(self, *names: str) -> tuple[Block, ...]:
        """Return the blocks of these parts, or of all."""
        return tuple(one for name in names or self._parts for one in self._parts[name])

    def titled(self) -> tuple[Block, ...]:
        """Return the title as a line, and all blocks."""
        return para(self.title, "strong"), *self.blocks()

    def __rich__(self) -> Shown:
        return Shown(self.titled())
