"""The people of the site: the list, one person, the forms that add, change and remove, and who may do what to whom.

What lets them in: personal links, invitations, and the end of both. A secret is shown once, in the answer to the form
that made it: it is in no address of a page, in no log, and nowhere in the store.

And a class list that is uploaded: what it would change is shown, and done when that is said to be right. Between the
two the list travels in the form itself, so nothing of it stays here that nobody wants.
"""

from __future__ import annotations

import hashlib
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from judge.classroom import Roster
from judge.errors import JudgeError, ValueFault
from judge.model import Account, Student
from judge.problems import read_extension
from judge.reports import cell, csv_text
from judge.store import check_id
from judge.text import DAY_S, alphabetic, counted, moment
from judge.web.ask import Ask, File, Page, RefusedError, Reply, Sent, WrongError, csv_file, go_on, missing, whole
from judge.web.forms import find_made, secret_of

_FIELDS: Final = ("id", "name", "email", "section", "group", "extension")
_MOST_PAGES: Final = 99_999
_LONGEST: Final = 200  # characters of a field
_SHOWN: Final = 200  # people on a page
_KINDS: Final[tuple[Account.Credential.Kind, ...]] = ("link", "session", "token")
_MOST_DAYS: Final = 200  # that a link or an invitation lasts
_MOST_USES: Final = 5000  # of an invitation
_MOST_WORDS: Final = 100  # characters that say whom an invitation is for
_LINKS_HEAD: Final = ("id", "name", "email", "login", "section", "link", "until")
_DONE: Final = {
    "added": "The account is made. Now make a personal link for it.",
    "removed": "The account is removed. Their work stays.",
    "role": "The role is changed.",
    "ended": "It lets nobody in any more.",
    "roster": "The class list is entered.",
}


def _find(ask: Ask) -> Account:
    """Return the account of whom the request is about. RefusedError 404 where there is none."""
    found = ask.store.accounts.of(ask.about)
    if found is None:
        raise missing("person")
    return found


def _somebody(ask: Ask) -> Account:
    """Return the same. RefusedError 403, too, where it is above the viewer's."""
    found = _find(ask)
    _allow(ask, found.role)
    return found


def _allow(ask: Ask, role: Account.Role) -> None:
    """Refuse what is about a role above the viewer's, with RefusedError 403."""
    if not ask.viewer.may(role):
        raise RefusedError(403, "That is for somebody with a higher role.", "Ask a host.")


def _role_in(ask: Ask) -> Account.Role:
    """Return the role that a form names. RefusedError 400 where it is none, 403 where it is above the viewer's."""
    found = next((role for role in Account.ROLES if role == ask.form.get("role", "")), None)
    if found is None:
        raise RefusedError(400, "There is no such role.", f"Choose one of {', '.join(Account.ROLES)}.")
    _allow(ask, found)
    return found


def _roles_of(viewer: Account) -> list[Account.Role]:
    """Return the roles that the viewer may give."""
    return [role for role in Account.ROLES if viewer.may(role)]


def person(ask: Ask) -> Page:
    """Show one account, and what can be done about it."""
    found = _find(ask)
    return ask.page(
        "staff/person.html",
        account=found,
        entrances=ask.store.credentials.entrances().get(ask.about, Account.Entrances()),
        changeable=ask.viewer.may(found.role),
        held={kind: ask.store.credentials.of(ask.about, kind) for kind in _KINDS},
        roles=_roles_of(ask.viewer),
        seen=_version(ask),
        done=ask.done(_DONE),
    )


def add(ask: Ask) -> Reply:
    """Give somebody an account who has none. What is wrong is said at its field."""
    role = _role_in(ask)
    words = {name: ask.line(name, _LONGEST) for name in _FIELDS}
    student, wrong = msgspec.convert(words, Student), {}
    try:
        check_id(words["id"])
    except JudgeError as fault:
        wrong["id"] = f"{fault.message}: {fault.help}"
    try:
        read_extension(words["extension"])
    except ValueFault as fault:
        wrong["extension"] = f"{fault.what}: {fault.help}"
    with ask.store.at_once():
        if ask.store.accounts.of(student.id):
            wrong["id"] = "Somebody has this id already: look for it in the list below."
        if wrong:
            raise WrongError(wrong=wrong, form={**words, "role": role})
        ask.store.accounts.enter(student, role, ask.viewer.owner)
        ask.write_down("person added", about=student.id, words=role)
    return go_on("/staff/people/person", "added", id=student.id)


def change_role(ask: Ask) -> Reply:
    """Give somebody another role; the last host keeps theirs."""
    with ask.store.at_once():
        found, role = _somebody(ask), _role_in(ask)
        ask.check_seen(_version(ask))
        if role != found.role:
            ask.store.accounts.enter(found.student, role, ask.viewer.owner)
            ask.write_down("role changed", about=found.owner, words=f"{found.role} to {role}")
    return go_on("/staff/people/person", "role", id=found.owner)


def remove(ask: Ask) -> Reply:
    """Take an account away, with all that lets its owner in."""
    if not ask.form.get("sure"):
        raise RefusedError(400, "Tick the box first: then you are sure.", "Go back to the page of the person.")
    with ask.store.at_once():
        found = _somebody(ask)
        ask.check_seen(_version(ask))
        ask.store.accounts.remove(found.owner, ask.viewer.owner)
        ask.write_down("person removed", about=found.owner, words=found.role)
    return go_on("/staff/people", "removed")


def _version(ask: Ask) -> str:
    """Return what tells the role that somebody has now from another one."""
    return str(ask.store.accounts.last(ask.about))


def everybody(ask: Ask) -> Page:
    """Show who has an account, and what lets others in."""
    words, role = ask.query.get("q", "")[:_LONGEST], ask.query.get("role", "")
    known = sorted(ask.store.accounts.everybody(), key=lambda one: alphabetic(one.owner))
    entrances = ask.store.credentials.entrances()
    found = [one for one in known if _fits(one, words, role)]
    pages = max(1, -(-len(found) // _SHOWN))
    page = min(max(1, whole(ask.query.get("page", ""), _MOST_PAGES) or 1), pages)
    return ask.page(
        "staff/people.html",
        rows=[
            (one, entrances.get(one.owner, Account.Entrances())) for one in found[(page - 1) * _SHOWN : page * _SHOWN]
        ],
        found=len(found),
        known=len(known),
        page=page,
        pages=pages,
        sought={"words": words, "role": role},
        roles=_roles_of(ask.viewer),
        all_roles=Account.ROLES,
        invitations=[one for one in ask.store.credentials.invitations() if ask.viewer.may(one.role)],
        form={**dict.fromkeys(_FIELDS, ""), "role": "student"},
        wrong={},
        done=ask.done(_DONE),
    )


def _fits(account: Account, words: str, role: str) -> bool:
    """Say whether all of the words are in fields of an account, and its role is this one; "" is all."""
    if role and account.role != role:
        return False
    one = account.student
    held = " ".join((one.id, one.name, one.email, one.login, one.section, one.group)).casefold()
    return all(word in held for word in words.casefold().split())


# --- what lets people in ---------------------------------------------------------------------------------------------
def make_link(ask: Ask) -> Page:
    """Make a personal link for one, in place of those before, and show it."""
    found, days = _somebody(ask), _number(ask, "days", "days", _MOST_DAYS)
    secret = secret_of(ask, "link", found.owner, str(days))
    with ask.store.at_once():
        if not find_made(ask, "link", secret):
            [secret] = ask.store.credentials.renew_links([(found, secret)], days * DAY_S, ask.viewer.owner)
            ask.write_down("link made", about=found.owner, words=f"{days} days")
    return ask.page("staff/link.html", account=found, invitation=None, link=_address(ask, secret), days=days)


def make_links(ask: Ask) -> File:
    """Make a personal link for each student, or for each who has never come in, as a CSV for mail merge."""
    days, only_new = _number(ask, "days", "days", _MOST_DAYS), bool(ask.form.get("only_new"))
    said = str(days), str(only_new)
    with ask.store.at_once():
        named = [(one, secret_of(ask, "link", one.owner, *said)) for one in ask.students]
        made = [one for one in named if find_made(ask, "link", one[1])]
        if not made:
            held = ask.store.credentials.entrances() if only_new else {}
            named = [one for one in named if not (one[0].owner in held and held[one[0].owner].came_or_may)]
            secrets = ask.store.credentials.renew_links(named, days * DAY_S, ask.viewer.owner)
            made = [(account, secret) for (account, _), secret in zip(named, secrets, strict=True)]
            ask.write_down("links made", words=f"{counted(len(made), 'student')}, {counted(days, 'day')}")
    until = moment(time.time() + days * DAY_S, ask.zone)
    told = [(one.student, _address(ask, secret)) for one, secret in made]
    rows = [(*map(cell, (who.id, who.name, who.email, who.login, who.section)), link, until) for who, link in told]
    return csv_file("\ufeff" + csv_text([_LINKS_HEAD, *rows]), "links.csv")


def invite(ask: Ask) -> Page:
    """Make an invitation link for a role, which a number of people may use, and show it."""
    role, days = _role_in(ask), _number(ask, "days", "days", _MOST_DAYS)
    most, words = _number(ask, "most", "uses", _MOST_USES), ask.line("words", _MOST_WORDS)
    secret = secret_of(ask, "invitation", role, str(days), str(most), words)
    with ask.store.at_once():
        made = find_made(ask, "invitation", secret)
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
    found, wanted = _somebody(ask), ask.form.get("kind", "")
    kind = next((one for one in _KINDS if one == wanted), None)
    if kind is None and wanted != "all":
        raise RefusedError(400, "There is nothing of this kind to take back.")
    ask.store.credentials.end_all(found.owner, kind)
    ask.write_down("all ended" if wanted == "all" else f"{wanted}s ended", about=found.owner)
    return go_on("/staff/people/person", "ended", id=found.owner)


def _end_invitation(ask: Ask, number: str) -> Reply:
    found = next((one for one in ask.store.credentials.invitations() if str(one.id) == number), None)
    if found is None:
        raise missing("invitation")
    _allow(ask, found.role)
    ask.store.credentials.end(found.id)
    ask.write_down("invitation ended", words=found.role)
    return go_on("/staff/people", "ended")


def _address(ask: Ask, secret: str) -> str:
    return f"{ask.site.settings.address}/in/{secret}"


def _number(ask: Ask, name: str, called: str, most: int) -> int:
    """Return a whole number of a form. RefusedError 400 where it is none from 1 to `most`."""
    found = whole(ask.form.get(name, "").strip(), most)
    if not found:
        raise RefusedError(400, f"Write a whole number of {called} from 1 to {most:,}.")
    return found


# --- a class list -----------------------------------------------------------------------------------------------------
MOST_LIST: Final = 512 << 10  # bytes of a list: some 5,000 people
LIST: Final = 1 << 20  # what is sent with one in it
_ENCODED: Final = MOST_LIST * 4 // 3 + 4


class Changes(msgspec.Struct, frozen=True):
    """What a list would change. `new` get an account as students, `renewed` another profile: each as it was and as the
    list has it. Those in `above` have a higher role than who enters the list, and stay as they are; students in
    `unlisted` stay, too."""

    new: tuple[Student, ...] = ()
    renewed: tuple[tuple[Student, Student], ...] = ()
    same: tuple[Student, ...] = ()
    above: tuple[Student, ...] = ()
    unlisted: tuple[Student, ...] = ()
    remarks: tuple[str, ...] = ()  # on how the list was read

    @property
    def entered(self) -> list[Student]:
        """Return those whom the list makes or changes."""
        return [*self.new, *(student for _, student in self.renewed)]


def compare(ask: Ask) -> Page:
    """Show what an uploaded list would change, or what is wrong with it."""
    sent = _list_in(ask) if "held" in ask.form else _take_list(ask)
    try:
        found = _changes_by(ask, sent.body, sent.name)
    except JudgeError as fault:
        words: dict[str, Any] = {"fault": fault, "changes": Changes(), "held": "", "emptied": False, "seen": ""}
        return ask.page("staff/roster.html", status=422, name=sent.name, **words)
    held = urlsafe_b64encode(sent.body).decode()
    words = {"fault": None, "changes": found, "held": held, "emptied": _empties(ask), "seen": _version_of(found)}
    return ask.page("staff/roster.html", name=sent.name, **words)


def enter(ask: Ask) -> Reply:
    """Enter the list that was shown."""
    sent = _list_in(ask)
    with ask.store.at_once():
        found = _changes_by(ask, sent.body, sent.name)
        ask.check_seen(_version_of(found))
        made = ask.store.accounts.enter_all(found.entered, ask.viewer.owner)
        ask.write_down("roster entered", words=f"{made.made} new, {made.renewed} renewed")
    return go_on("/staff/people", "roster")


def _take_list(ask: Ask) -> Sent:
    """Return the list that was chosen. RefusedError 400 where none was, 413 where it is too long."""
    sent = ask.file("roster")
    if sent is None:
        raise RefusedError(400, "No file came.", "Choose a CSV file first.")
    if len(sent.body) > MOST_LIST:
        raise RefusedError(413, f"The list is longer than {MOST_LIST >> 10} KiB.", "Upload it in parts.")
    return sent


def _list_in(ask: Ask) -> Sent:
    """Return the list that the form holds. RefusedError 400 where that is none."""
    held = ask.form.get("held", "")
    if not held or len(held) > _ENCODED or not held.isascii():
        raise RefusedError(400, "The list is not there any more.", "Upload it again.")
    try:
        return Sent("roster.csv", urlsafe_b64decode(held))
    except ValueError as fault:
        raise RefusedError(400, "The list can't be read any more.", "Upload it again.") from fault


def _version_of(changes: Changes) -> str:
    """Return what tells these changes from others."""
    return hashlib.sha256(msgspec.json.encode((changes.new, changes.renewed))).hexdigest()


def _changes_by(ask: Ask, body: bytes, name: str) -> Changes:
    """Return what a list changes. JudgeError E462, E482 or E505 where it can't be entered."""
    listed = Roster.read(Path(name), body)
    found = changes(listed.students, ask.store.accounts.everybody(), ask.viewer, emptied=_empties(ask))
    for student in found.entered:
        check_id(student.id)
    return msgspec.structs.replace(found, remarks=listed.remarks)


def _empties(ask: Ask) -> bool:
    return bool(ask.form.get("emptied"))


def changes(listed: Iterable[Student], accounts: Iterable[Account], by: Account, *, emptied: bool = False) -> Changes:
    """Return what a list changes when this account enters it. A field that the list leaves empty stays as it was,
    unless such fields are to be `emptied`: a list of another system has other columns."""
    held = {one.owner: one for one in accounts}
    students = {one.id: one for one in listed}
    if not emptied:
        students = {name: _over(held[name].student, one) if name in held else one for name, one in students.items()}
    known = [(held[name], one) for name, one in students.items() if name in held]
    mine = [(old.student, one) for old, one in known if by.may(old.role)]
    return Changes(
        tuple(one for name, one in students.items() if name not in held),
        tuple((old, one) for old, one in mine if old != one),
        tuple(one for old, one in mine if old == one),
        tuple(one for old, one in known if not by.may(old.role)),
        tuple(one.student for name, one in held.items() if one.role == "student" and name not in students),
    )


def _over(old: Student, new: Student) -> Student:
    """Return what is known of a student from both, the new first."""
    told = {name: value for name, value in msgspec.structs.asdict(new).items() if value}
    return msgspec.structs.replace(old, **told)
