"""What lets people in: personal links, invitations, and the end of both. A secret is shown once, in the answer to the
form that made it: it is in no address of a page, in no log, and nowhere in the store."""

from __future__ import annotations

import time
from typing import Final

from judge.model.account import Account, Entry
from judge.model.deadline import DAY_S
from judge.reports.export.cells import cell, csv_text
from judge.reports.units import moment
from judge.text import counted
from judge.web.ask import Ask, whole
from judge.web.forms import made_before, secret_of
from judge.web.pages.people import allow, given_role, somebody
from judge.web.reply import Download, Page, RefusedError, Reply, go_on, missing

_MOST_DAYS: Final = 200  # that a link or an invitation lasts
_MOST_USES: Final = 5000  # of an invitation
_MOST_WORDS: Final = 100  # characters that say whom an invitation is for
_HEAD: Final = ("id", "name", "email", "login", "section", "link", "until")
_CALLED: Final = {"days": "days", "most": "uses"}
_KINDS: Final[tuple[Entry, ...]] = ("link", "session", "token")


def make_link(ask: Ask) -> Page:
    """Make a personal link for one, in place of those before, and show it."""
    found, days = somebody(ask, ask.form.get("id", "")), _number(ask, "days", _MOST_DAYS)
    secret = secret_of(ask, "link", found.owner, str(days))
    with ask.store.at_once():
        if not made_before(ask, "link", secret):
            [secret] = ask.store.credentials.renew_links([(found, secret)], days * DAY_S, ask.viewer.owner)
            ask.write_down("link made", about=found.owner, words=f"{days} days")
    return ask.page("staff/link.html", account=found, invitation=None, link=_address(ask, secret), days=days)


def make_links(ask: Ask) -> Download:
    """Make a personal link for each student, or for each who has never come in, as a CSV for mail merge."""
    days, only_new = _number(ask, "days", _MOST_DAYS), bool(ask.form.get("only_new"))
    said = str(days), str(only_new)
    with ask.store.at_once():
        students = [one for one in ask.store.accounts.everybody() if one.role == "student"]
        named = [(one, secret_of(ask, "link", one.owner, *said)) for one in students]
        made = [one for one in named if made_before(ask, "link", one[1])]
        if not made:
            held = ask.store.credentials.entrances() if only_new else {}
            named = [one for one in named if not (one[0].owner in held and held[one[0].owner].came_or_may)]
            secrets = ask.store.credentials.renew_links(named, days * DAY_S, ask.viewer.owner)
            made = [(account, secret) for (account, _), secret in zip(named, secrets, strict=True)]
            ask.write_down("links made", words=f"{counted(len(made), 'student')}, {counted(days, 'day')}")
    until = moment(time.time() + days * DAY_S)
    rows = [(*_told(account), _address(ask, secret), until) for account, secret in made]
    return Download("links.csv", ("\ufeff" + csv_text([_HEAD, *rows])).encode(), "text/csv; charset=utf-8")


def invite(ask: Ask) -> Page:
    """Make an invitation link for a role, which a number of people may use, and show it."""
    role, days, most = given_role(ask), _number(ask, "days", _MOST_DAYS), _number(ask, "most", _MOST_USES)
    words = ask.line("words", _MOST_WORDS)
    secret = secret_of(ask, "invitation", role, str(days), str(most), words)
    with ask.store.at_once():
        made = made_before(ask, "invitation", secret)
        if made is None:
            secret, made = ask.store.credentials.make(
                "invitation", None, role, days * DAY_S, ask.viewer.owner, words=words, most=most, secret=secret
            )
            ask.write_down("invitation made", words=f"{role}, {most} times, {days} days")
    return ask.page("staff/link.html", account=None, invitation=made, link=_address(ask, secret), days=days)


def end(ask: Ask) -> Reply:
    """Take back all links, sessions or tokens of somebody, or all three; or one invitation."""
    if number := ask.form.get("invitation", ""):
        return _end_invitation(ask, number)
    found, wanted = somebody(ask, ask.form.get("id", "")), ask.form.get("kind", "")
    if wanted not in (*_KINDS, "all"):
        raise RefusedError(400, "There is nothing of this kind to take back.")
    for kind in _KINDS:
        if wanted in (kind, "all"):
            ask.store.credentials.end_all(found.owner, kind)
    ask.write_down("all ended" if wanted == "all" else f"{wanted}s ended", about=found.owner)
    return go_on("/staff/people/person", "ended", id=found.owner)


def _end_invitation(ask: Ask, number: str) -> Reply:
    found = next((one for one in ask.store.credentials.invitations() if str(one.id) == number), None)
    if found is None:
        raise missing("invitation")
    allow(ask, found.role)
    ask.store.credentials.end(found.id)
    ask.write_down("invitation ended", words=found.role)
    return go_on("/staff/people", "ended")


def _address(ask: Ask, secret: str) -> str:
    return f"{ask.site.settings.address}/in/{secret}"


def _told(account: Account) -> tuple[str, ...]:
    one = account.student
    return tuple(map(cell, (one.id, one.name, one.email, one.login, one.section)))


def _number(ask: Ask, name: str, most: int) -> int:
    """Return a whole number of a form. RefusedError 400 where it is none from 1 to `most`."""
    found = whole(ask.form.get(name, "").strip(), most)
    if not found:
        raise RefusedError(400, f"Write a whole number of {_CALLED[name]} from 1 to {most:,}.")
    return found
