"""One request, as a handler is given it, and what it answers with: nouns, which `app` has made of HTTP and makes HTTP
of again. Everything was checked that the table of routes says."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

import msgspec

from judge.model import Account, Deed, Job, Problem
from judge.store import Store

if TYPE_CHECKING:
    from judge.web.site import Site


class Sent(msgspec.Struct, frozen=True):
    """A file of a form: its name without folders, and its `path` as it was told, perhaps with folders; nobody has
    checked where that leads."""

    name: str
    body: bytes
    path: str = ""


class Seen(msgspec.Struct, frozen=True):
    """Who asks, as the door has found out. `secret` is that of the session, "" without one; `peer` the address. A proxy
    names `unknown`, who has no account."""

    viewer: Account | None = None
    session: Account.Credential | None = None
    secret: str = ""
    peer: str = ""
    unknown: str = ""
    program: bool = False  # it came with a token: answers are JSON

    @property
    def lacks_session(self) -> bool:
        """Say whether a proxy has named the viewer, who has no session yet."""
        return self.viewer is not None and not self.secret and not self.program


class Ask(msgspec.Struct, frozen=True, eq=False):
    """A request. `path` holds the parts of the address by name, `form` the fields that were sent."""

    site: Site
    store: Store
    seen: Seen
    csrf: str = ""
    path: Mapping[str, str] = {}
    query: Mapping[str, str] = {}
    form: Mapping[str, str] = {}
    files: Mapping[str, Sequence[Sent]] = {}
    here: str = "/"
    at_s: float = 0.0  # when its first byte came, since 1970
    once: str = ""  # a word of the form, or of the program: what comes with it again is the same
    job_of_path: Job | None = None
    link_of_path: Account.Credential | None = None  # a link or an invitation

    @property
    def viewer(self) -> Account:
        """Return who asks; only where the rule of the route lets nobody in without an account."""
        assert self.seen.viewer is not None
        return self.seen.viewer

    @property
    def problem(self) -> Problem:
        """Return the package that the address names. RefusedError 404 for one that this viewer has not yet."""
        self.site.check_open(self.path["problem"], self.store, self.seen.viewer)
        return self.site.problem(self.path["problem"])

    @property
    def job(self) -> Job:
        """Return the submission that the address names; whose it is was checked where the rule says so. RefusedError
        404 for a job of another kind."""
        if self.job_of_path is None or self.job_of_path.submission is None:
            raise missing("submission")
        return self.job_of_path

    def page(self, template: str, *, status: int = 200, **words: Any) -> Page:
        """Return a page of these words; `responses.words_of` has those of every page."""
        return Page(f"web/{template}", words, status)

    @property
    def zone(self) -> tzinfo | None:
        """Return the zone in which times are said, None for the host's."""
        return self.site.zone(self.store)

    @property
    def about(self) -> str:
        """Return the id of whom the form, or the address of a page, is about."""
        return self.form.get("id", "") or self.query.get("id", "")

    @property
    def students(self) -> list[Account]:
        """Return who has an account as a student."""
        return [one for one in self.store.accounts.everybody() if one.role == "student"]

    def file(self, name: str) -> Sent | None:
        """Return the file of a field of the form; None where none was chosen."""
        return next(iter(self.files.get(name, ())), None)

    def line(self, name: str, most: int | None = None) -> str:
        """Return a field of the form on one line, cut after so many characters; "" where it was not sent."""
        return " ".join(self.form.get(name, "").split())[:most]

    def check_seen(self, now: str) -> None:
        """Refuse a form whose page has shown something else than what is there `now`. OutdatedError. Call it inside the
        transaction that writes."""
        if self.form.get("seen", "") != now:
            raise OutdatedError

    def done(self, words: Mapping[str, str]) -> str:
        """Return what the form has done that led here, by the word in the address; "" for one that is not in `words`,
        as nobody's text is shown."""
        return words.get(self.query.get("done", ""), "")

    def write_down(self, what: str, *, about: str = "", problem: str = "", words: str = "") -> None:
        """Add a line to the audit log."""
        author = self.seen.viewer.owner if self.seen.viewer else ""
        self.store.deeds.add(Deed(time.time(), author, what, about, problem, words))


MOST_ID: Final = 10**15 - 1  # of a row in the store


def whole(said: str, most: int) -> int | None:
    """Return a whole number from 0 to `most`; None for anything else. Digits of ASCII alone count, and never very many
    of them: `int` takes other scripts, signs and blanks, and long for long ones."""
    if not (said.isascii() and said.isdigit() and len(said) <= len(str(most))):
        return None
    found = int(said)
    return found if found <= most else None


# --- what it answers with ---------------------------------------------------------------------------------------------
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


class File(msgspec.Struct, frozen=True):
    """A text for a program, or a file of our own. With a `name` it is one to keep: never shown as a page, whatever is
    in it."""

    body: bytes
    kind: str = "text/plain; charset=utf-8"
    name: str = ""
    status: int = 200
    lasting: bool = False  # it never changes under this address


def json_file(noun: object, name: str = "", status: int = 200) -> File:
    """Return a noun as JSON; with a `name` it is a file to keep."""
    return File(msgspec.json.encode(noun), "application/json", name, status)


def csv_file(text: str, name: str) -> File:
    """Return a table as a file to keep."""
    return File(text.encode(), "text/csv; charset=utf-8", name)


class Live(msgspec.Struct, frozen=True, eq=False):
    """A stream of server-sent events. All who ask for the same `topic` share what is rendered.

    `version` is cheap; when what it returns has changed, `render` is called, `every_s` seconds after the last time at
    the earliest: it returns parts of the page, each by the name of the `sse-swap` that it stands in for. Both are
    called in a thread with a store. After the version None nothing comes.
    """

    topic: Hashable
    version: Callable[[Store], object]
    render: Callable[[Store], Mapping[str, str]]
    every_s: float = 0.2


Reply = Page | Redirect | File | Live


class RefusedError(Exception):
    """A request is refused, with a status of HTTP and a sentence for people; `wait_s` says in how many seconds to try
    again, 0 where waiting does not help. `shown` are the words with which the page of the form is shown again, where
    its route names one: so it is where something else is there by now (409)."""

    def __init__(self, status: int, words: str, help: str = "", wait_s: int = 0) -> None:  # noqa: A002
        super().__init__(words)
        self.status, self.words, self.help, self.wait_s = status, words, help, wait_s
        self.shown: Mapping[str, Any] = {"refused": f"{words} {help}"} if status == 409 else {}


class OutdatedError(RefusedError):
    """A form is from a page that shows what is not so any more."""

    def __init__(self) -> None:
        words = "This has changed since your page was loaded, so nothing was done."
        super().__init__(409, words, "Look at how it is now, and decide.")


class WrongError(RefusedError):
    """What a form says can't be: its page says so, and keeps what was filled in."""

    def __init__(self, **shown: Any) -> None:
        super().__init__(422, "The form says what can't be.")
        self.shown = shown


def stranger(unknown: str = "") -> RefusedError:
    """Return what is said to who has to sign in first, or whom a proxy names and nobody knows here."""
    if unknown:
        return RefusedError(401, f"You come as {unknown}, who has no account here.", "Ask an instructor for one.")
    return RefusedError(401, "Sign in first.", "Open the personal link that you were given.")


def missing(what: str = "page") -> RefusedError:
    """Return what is said of what is not there, and of what is another's alike: nobody learns which it is."""
    return RefusedError(404, f"There is no such {what} here.", "Go back to the first page.")
