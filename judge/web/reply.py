"""What a page answers with: nouns, which `app` turns into HTTP."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import msgspec

if TYPE_CHECKING:
    from judge.store import Store


class Page(msgspec.Struct, frozen=True, eq=False):
    """A template of reports/templates/web and its words: a page, or a part of one, which has no head."""

    template: str
    words: Mapping[str, Any] = {}
    status: int = 200


class Redirect(msgspec.Struct, frozen=True):
    """Go on at this path of the site; after a form was sent. The browser gets `session` as the secret of its session,
    or loses it with ""; with None it keeps the one that it has."""

    path: str
    session: str | None = None


def go_on(path: str, done: str, **words: str) -> Redirect:
    """Return the way to a page that says what was done (`Ask.done`)."""
    return Redirect(f"{path}?{urlencode({**words, 'done': done})}")


class Download(msgspec.Struct, frozen=True):
    """A file to keep: never shown as a page, whatever is in it."""

    name: str
    body: bytes
    kind: str = "application/octet-stream"


class Plain(msgspec.Struct, frozen=True):
    """A text for a program, or a file of our own."""

    body: bytes
    kind: str = "text/plain; charset=utf-8"
    status: int = 200
    lasting: bool = False  # it never changes under this address


class Fragment(msgspec.Struct, frozen=True):
    """A part of a page that browsers are sent: it stands in for what has `sse-swap` with this name."""

    name: str
    html: str


class Live(msgspec.Struct, frozen=True, eq=False):
    """A stream of server-sent events. All who ask for the same `topic` share what is rendered.

    `version` is cheap; when what it returns has changed, `render` is called, `every_s` seconds after the last time at
    the earliest. Both are called in a thread with a store. `over` says of a version that nothing comes after it.
    """

    topic: Hashable
    version: Callable[[Store], object]
    render: Callable[[Store], Sequence[Fragment]]
    every_s: float = 0.2
    over: Callable[[object], bool] = lambda _: False


Reply = Page | Redirect | Download | Plain | Live


class RefusedError(Exception):
    """A request is refused, with a status of HTTP and a sentence for people; `wait_s` says in how many seconds to try
    again, 0 where waiting does not help."""

    shown: Mapping[str, Any] = {}  # words with which the page of the form is shown again, where its route names one

    def __init__(self, status: int, words: str, help: str = "", wait_s: int = 0) -> None:  # noqa: A002
        super().__init__(words)
        self.status, self.words, self.help, self.wait_s = status, words, help, wait_s


class OutdatedError(RefusedError):
    """A form is from a page that shows what is not so any more."""

    def __init__(self) -> None:
        words = "This has changed since your page was loaded, so nothing was done."
        super().__init__(409, words, "Look at how it is now, and decide.")
        self.shown = {"outdated": f"{words} {self.help}"}


class WrongError(RefusedError):
    """What a form says can't be: its page says so, and keeps what was filled in."""

    def __init__(self, **shown: Any) -> None:
        super().__init__(422, "The form says what can't be.")
        self.shown = shown


def missing(what: str = "page") -> RefusedError:
    """Return what is said of what is not there, and of what is another's alike: nobody learns which it is."""
    return RefusedError(404, f"There is no such {what} here.", "Go back to the first page.")
