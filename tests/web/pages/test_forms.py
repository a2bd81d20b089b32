"""Forms. One that says what can't be is shown again, with what was typed, and nothing is kept; one that is sent again,
however much later, has acted once; of two at one form the second is told."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import pytest

from judge.model import Account, Verdict
from tests.classes import zipped
from tests.web.sites import RIGHT, WRONG, Browser, TestSite, hand_in, hidden_in, says, steady

PEOPLE: Final = "/staff/people"
QUIZ: Final = "/staff/problems/quiz"
HERE: Final = "/problems/quiz/submissions"
BOB: Final = f"{QUIZ}/student?id=bob"
TWICE: Final = "is in the roster twice, with the name Ada and Bob (line 3) [E462]"
EMPTY: Final = {"file": ("", b"")}


class Bad(NamedTuple):
    """What somebody of a role fills into the form of `page` that leads `to`, and what the answer says; "" is a form of
    no page."""

    role: Account.Role
    page: str
    to: str
    form: dict[str, str]
    status: int
    says: tuple[str, ...]
    files: Mapping[str, Any] = MappingProxyType({})


def person(form: dict[str, str], status: int, *said: str) -> Bad:
    known = {"role": "student", "name": "Typed", **form}
    return Bad("instructor", PEOPLE, f"{PEOPLE}/add", known, status, said)


def above(word: str, form: dict[str, str]) -> Bad:
    return Bad("instructor", "", f"{PEOPLE}/{word}", form, 403, ("higher role", "!/in/"))


def roster(text: str | bytes, status: int, *said: str) -> Bad:
    body = text.encode() if isinstance(text, str) else text
    return Bad("instructor", PEOPLE, f"{PEOPLE}/roster", {}, status, said, {"roster": ("r.csv", body, "text/csv")})


def held(text: str, status: int) -> Bad:
    return Bad("instructor", "", f"{PEOPLE}/roster/apply", {"held": text}, status, ())


def terms(form: dict[str, str], status: int, *said: str) -> Bad:
    return Bad("instructor", f"{QUIZ}/terms", f"{QUIZ}/terms", form, status, said)


def mark(form: dict[str, str], *said: str) -> Bad:
    return Bad("instructor", BOB, f"{QUIZ}/student/mark", form, 422, (*said, form.get("comment", "")))


def regrade(form: dict[str, str], said: str) -> Bad:
    return Bad("instructor", f"{QUIZ}/regrade", f"{QUIZ}/regrade", form, 422, (said, form.get("students", "")))


def export(name: str, status: int, *said: str, **files: Any) -> Bad:
    return Bad("instructor", "", f"{QUIZ}/exports/{name}", {}, status, said, files)


def uploaded(body: bytes, status: int = 422, *said: str) -> Bad:
    file = {"class": ("../evil\x00 <b>.zip", body)}
    return Bad("instructor", f"{QUIZ}/class", f"{QUIZ}/class", {}, status, (*said, "!<b>.zip"), file)


def student(form: dict[str, str], *said: str, files: dict[str, Any] = EMPTY) -> Bad:
    return Bad("student", "/problems/quiz", HERE, form, 422, said, files)


_LONG: Final = "x" * 70_000
BAD: Final = {
    "an id that is taken": person({"id": "ada"}, 422, "has this id already", 'value="Typed"'),
    "an id of a host": person({"id": "hal"}, 422, 'class="wrong" id="w-id"', "has this id already"),
    "no id": person({"id": " "}, 422, "it is empty"),
    "an id that can't be seen": person({"id": "a\u200bb"}, 422, "can&#39;t be seen"),
    "an extension": person(
        {"id": "cy", "extension": "soon"}, 422, "w-extension", "neither a date nor a length of time"
    ),
    "a role": person({"id": "cy", "role": "x"}, 400, "There is no such role."),
    "a role above": person({"id": "cy", "role": "host"}, 403, "higher role"),
    "to become a host": above("role", {"id": "ada", "role": "host"}),
    "another a host": above("role", {"id": "gil", "role": "host"}),
    "a host none": above("role", {"id": "hal", "role": "student"}),
    "a host away": above("remove", {"id": "hal", "sure": "1"}),
    "a link of a host": above("link", {"id": "hal", "days": "1"}),
    "out with a host": above("end", {"id": "hal", "kind": "all"}),
    "an invitation of hosts": above("invite", {"role": "host", "days": "1", "most": "1"}),
    "the last host": Bad(
        "host", f"{PEOPLE}/person?id=hal", f"{PEOPLE}/role", {"role": "student"}, 422, ("host any more [E513]",)
    ),
    "the last host away": Bad(
        "host", f"{PEOPLE}/person?id=hal", f"{PEOPLE}/remove", {"sure": "1"}, 422, ("host any more [E513]",)
    ),
    "not sure": Bad("instructor", f"{PEOPLE}/person?id=bob", f"{PEOPLE}/remove", {}, 400, ("Tick the box",)),
    "no days": Bad("instructor", "", f"{PEOPLE}/link", {"id": "ada", "days": "0"}, 400, ("from 1 to 200",)),
    "no kind": Bad("instructor", "", f"{PEOPLE}/end", {"id": "ada", "kind": "password"}, 400, ()),
    "a list with one twice": roster("id,name\nada,Ada\nada,Bob\n", 422, TWICE),
    "a list with an extension": roster("id,extension\nada,soon\n", 422, "(line 2) [E482]"),
    "a list with a long id": roster("id\n" + "x" * 201 + "\n", 422, "[E505]"),
    "a list without ids": roster("no,column\n1,2\n", 422, "(line 1) [E462]"),
    "a list too long": roster(b"x" * ((512 << 10) + 1), 413, "longer than 512 KiB"),
    "no list": Bad("instructor", PEOPLE, f"{PEOPLE}/roster", {}, 400, ("No file came.",)),
    "no list held": held("", 400),
    "a list held as no base64": held("no base64!", 422),
    "a list held in part": held("aWQ", 400),
    "a list held in other letters": held("é", 400),
    "a deadline": terms({"deadline": "soon"}, 422, 'id="w-deadline"', "the deadline can&#39;t be read"),
    "a zone": terms({"deadline": "2026-12-01 Mars/North"}, 422, "the zone &#39;Mars/North&#39; is not known"),
    "a grace": terms({"deadline": "2026-12-01", "grace": "a bit"}, 422, 'id="w-grace"', "grace is no length of time"),
    "a penalty": terms({"deadline": "2026-12-01", "late_penalty": "all"}, 422, "late_penalty can&#39;t be read"),
    "a long one": terms({"deadline": "x" * 201}, 400, "at most 200 characters"),
    "longer": terms({"id": "ada", "extension": "soon"}, 422, 'id="w-extension"', "neither a date nor a length of time"),
    "longer for a grader": terms({"id": "gil", "extension": "1 day"}, 422, "Nobody of the class has this id"),
    "longer for nobody": terms({"id": "nobody", "extension": "1 day"}, 422, "Nobody of the class has this id"),
    "points without a reason": mark({"decision": "points", "points": "5"}, "points or an excuse have no reason"),
    "points that are none": mark({"decision": "points", "points": "nan", "why": "x"}, "these are no points"),
    "points below nothing": mark({"decision": "points", "points": "-1", "why": "x"}, "these are no points"),
    "an excuse without a reason": mark({"decision": "excuse"}, "points or an excuse have no reason"),
    "a reason of nothing": mark({"why": "x", "comment": "kept words"}, "a reason belongs to nothing"),
    "no comment": mark({"comment": " "}, "write a comment"),
    "points by a grader": Bad(
        "grader", BOB, f"{QUIZ}/student/mark", {"decision": "points", "points": "5", "why": "x"}, 403, ()
    ),
    "a regrade without a reason": regrade({}, "the regrade has no reason"),
    "a regrade of nobody": regrade({"students": "bob\nzoe"}, "no student 'zoe' was judged"),
    "a regrade of no case": regrade({"cases": "secret/fuor"}, "has no case 'secret/fuor'"),
    "a regrade of no run": regrade({"disturbed": "1"}, "no run that counts is one of these"),
    "an export": export("nothing", 404),
    "an export without a column": export("canvas", 422, "which assignment of Canvas the points are for is not said"),
    "an export of no list": export("canvas", 422, list=("x.csv", b"\xff\xfe\x00")),
    "an empty class": uploaded(b"", 422, "[E461]"),
    "a class that is no zip": uploaded(b"no zip", 422, "[E461]"),
    "a class of nothing": uploaded(zipped({}), 422, "[E461]"),
    "a class of a readme": uploaded(zipped({"README.md": b"#"}), 422, "[E461]"),
    "no class": Bad("instructor", "", f"{QUIZ}/class", {}, 400, ("No file came.",)),
    "no class to hand in": Bad("instructor", "", f"{QUIZ}/class/hand-in", {}, 409, ()),
    "no class to settle": Bad("instructor", "", f"{QUIZ}/class", {}, 409, (), {"match": ("m.csv", b"file,student\n")}),
    "days of a token": Bad("student", "", "/tokens", {"words": "x", "days": "3650"}, 422, ()),
    "words for days": Bad("student", "", "/tokens", {"words": "x", "days": "x"}, 422, ()),
    "nothing": student({"text": " "}, "Nothing was sent.", 'id="file"'),
    "no program": student({}, files={"file": ("notes.txt", b"hi")}),
    "no zip": student({}, files={"file": ("bomb.zip", b"PK\3\4 no zip")}),
    "a text": student(
        {"text": f"</textarea><script>alert(1)</script>{_LONG}", "name": "typed.xyz"},
        *(f"&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;{_LONG}", 'value="typed.xyz"'),
    ),
    "files that were kept": student({"kept": "no base64", "main": "b.py"}),
    "files that are none": student({"kept": "AAAA", "main": "b.py"}),
    "files that are others": student({"kept": "gaRuYW1l", "main": "b.py"}),
}


@pytest.fixture(name="judged", scope="module")
def _judged(site: TestSite) -> TestSite:
    hand_in(site, "bob", RIGHT, Verdict.AC, Verdict.AC)
    return site


@pytest.mark.parametrize("name", BAD)
def test_it_is_said_and_nothing_is_kept(judged: TestSite, name: str) -> None:
    one = BAD[name]
    browser = judged.newcomer(one.role) if one.role != "host" else judged.browser("hal")
    filled = hidden_in(browser.get(one.page).text, one.to) if one.page else {"csrf": browser.key()}
    before = judged.kept()
    answer = browser.send("POST", one.to, data={**filled, **one.form}, files=one.files or None)
    assert answer.status_code == one.status, answer.text
    says(answer.text, *one.says, *([f"!{judged.folder}"] if one.files else []))
    assert judged.kept() == before


# --- a form that is sent again answers what it has made --------------------------------------------------------------
SECRET: Final = re.compile(r"/in/([\w-]{22})|<code>([\w-]{22})</code>")


class Sent(NamedTuple):
    """A form of a page, what somebody fills in, and what it makes of which kind."""

    owner: str
    page: str
    to: str
    form: dict[str, str]
    kind: Account.Credential.Kind


FORMS: Final = {
    "invitation": Sent("ines", PEOPLE, f"{PEOPLE}/invite", {"role": "student", "days": "7", "most": "3"}, "invitation"),
    "link": Sent("ines", f"{PEOPLE}/person?id=ada", f"{PEOPLE}/link", {"days": "7"}, "link"),
    "links": Sent("ines", PEOPLE, f"{PEOPLE}/links", {"days": "7", "only_new": "1"}, "link"),
    "token": Sent("ada", "/tokens", "/tokens", {"words": "my laptop", "days": "30"}, "token"),
}


@pytest.mark.parametrize("name", FORMS)
def test_it_makes_nothing_more_and_answers_the_same(own: TestSite, name: str) -> None:
    one = FORMS[name]
    browser = own.browser(one.owner)
    filled = {**hidden_in(browser.get(one.page).text, one.to), **one.form}
    first, again = (browser.send("POST", one.to, data=filled) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    secrets = [sorted({"".join(found) for found in SECRET.findall(answer.text)}) for answer in (first, again)]
    assert secrets[0] == secrets[1] != []
    for secret in secrets[0]:
        assert own.store.credentials.find(one.kind, secret, 0.0), "it lets in, after the second time too"
    assert len([what for _, deed in own.store.deeds.latest(9) if "made" in (what := deed.what)]) <= 1
    made = own.store.credentials.find(one.kind, secrets[0][0], 0.0)
    assert made
    own.store.credentials.end(made.id)
    assert browser.send("POST", one.to, data=filled).status_code == 409, "it has ended, and does not come back"
    assert own.store.credentials.find(one.kind, secrets[0][0], 0.0) is None
    other = browser.fill(one.page, one.to, one.form | {"only_new": ""})
    assert not {"".join(found) for found in SECRET.findall(other.text)} & {*secrets[0]}, "another page, another one"


def test_another_wish_on_the_same_page_is_another_one(own: TestSite) -> None:
    ines, one = own.browser("ines"), FORMS["invitation"]
    filled = {**hidden_in(ines.get(one.page).text, one.to), **one.form}
    for most in ("3", "4", "3"):
        ines.send("POST", one.to, data=filled | {"most": most})
    assert sorted(made.most for made in own.store.credentials.invitations()) == [3, 4]


def test_a_regrade_is_not_begun_again_after_it_was_cancelled(own: TestSite) -> None:
    hand_in(own, "ada", RIGHT, Verdict.AC, Verdict.AC)
    ines, to = own.browser("ines"), "/staff/problems/quiz/regrade"
    filled = {**hidden_in(ines.get(to).text, to), "reason": "a case was wrong"}
    assert ines.send("POST", to, data=filled).status_code == 303
    ines.fill(to, f"{to}/cancel")
    assert ines.send("POST", to, data=filled).status_code == 303
    assert [job.over for job in own.store.queue.regrades("quiz")] == [True]


# --- Of two at one form the second is told ---------------------------------------------------------------------------


class Form(NamedTuple):
    """A form of a page, what two fill in, and what the page anew shows of what the first did. Of a match file two
    fill in a row."""

    page: str
    to: str
    first: dict[str, str]
    second: dict[str, str]
    shown: str


def _points(points: str) -> dict[str, str]:
    return {"decision": "points", "why": "by mail", "points": points}


def _longer(by: str) -> dict[str, str]:
    return {"id": "ada", "extension": by}


_STUDENT, _DATES = f"{QUIZ}/student", f"{QUIZ}/terms"
_PERSON, _ROLE, _CLASS = f"{PEOPLE}/person?id=bob", f"{PEOPLE}/role", f"{QUIZ}/class"
_GRADER, _ADA, _BOB = {"role": "grader"}, {"match": "x7,ada"}, {"match": "x7,bob"}
SHARED: Final = {
    "points": Form(f"{_STUDENT}?id=ada", f"{_STUDENT}/mark", _points("7"), _points("3"), "7 points by hand"),
    "dates": Form(_DATES, _DATES, {"deadline": "2031-01-01"}, {"deadline": "2032-02-02"}, "2031-01-01"),
    "extension": Form(_DATES, _DATES, _longer("3 days"), _longer("4 days"), "3 days"),
    "role": Form(_PERSON, _ROLE, _GRADER, {"role": "student"}, "grader"),
    "removal": Form(_PERSON, _ROLE, _GRADER, {"sure": "1"}, "grader"),
    "settling": Form(_CLASS, _CLASS, _ADA, _BOB, "ada"),
    "deletion": Form(_CLASS, _CLASS, _ADA, {}, "ada"),
}
_OTHERWISE: Final = {"removal": f"{PEOPLE}/remove", "deletion": f"{QUIZ}/class/discard"}  # where the second form leads


def _upload(browser: Browser, name: str, source: bytes = RIGHT) -> None:
    """Upload a class of two submissions, the other one nobody's."""
    path, body = f"{QUIZ}/class", zipped({f"{folder}/main.py": source for folder in (name, "x9")})
    assert browser.fill(path, path, files={"class": (f"{name}.zip", body)}).status_code == 303


def _filled(said: dict[str, str]) -> dict[str, Any]:
    """Return what fills in a form, a match file as such."""
    row = said.get("match")
    return {"files": {"match": ("m.csv", f"file,student\n{row}\n".encode())}} if row else {}


@pytest.mark.parametrize("name", SHARED)
def test_the_second_is_told_and_changes_nothing(own: TestSite, name: str) -> None:
    page, to, first, second, shown = SHARED[name]
    ines, hal = own.browser("ines"), own.browser("hal")
    if "class" in page:
        _upload(hal, "x7")
    then = _OTHERWISE.get(name, to)
    old = hidden_in(hal.get(page).text, then)
    done = ines.fill(page, to, first, **_filled(first))
    assert done.status_code == 303
    now = steady(hal.get(page).text)
    late = hal.post(then, {**old, **second}, **_filled(second))
    assert (late.status_code, shown in late.text) == (409, True)
    assert "has changed since your page was loaded" in late.text
    assert steady(hal.get(page).text) == now
    fields = hidden_in(late.text, then)
    assert hal.post(then, {**fields, **second}, **_filled(second)).status_code == 303, "who has seen it decides"


def test_two_at_once_do_not_both_win(own: TestSite) -> None:
    page, to = f"{PEOPLE}/person?id=bob", f"{PEOPLE}/role"
    browsers = [own.browser(one) for one in ("ines", "hal") * 4]
    forms = [{**hidden_in(one.get(page).text, to), "role": "grader"} for one in browsers]
    with ThreadPoolExecutor(len(browsers)) as pool:
        answers = pool.map(lambda one: one[0].post(to, one[1]).status_code, zip(browsers, forms, strict=True))
    assert sorted(answers) == [303] + [409] * 7


def test_a_list_makes_nobody_anew_who_was_removed_meanwhile(own: TestSite) -> None:
    ines, hal = own.browser("ines"), own.browser("hal")
    sent = ines.post(f"{PEOPLE}/roster", files={"roster": ("r.csv", b"id,name\nada,Ada Lee\nbob,Bob Lee\n")})
    assert "0 new, 2 changed" in sent.text
    assert hal.fill(f"{PEOPLE}/person?id=bob", f"{PEOPLE}/remove", {"sure": "1"}).status_code == 303
    late = ines.post(f"{PEOPLE}/roster/apply", hidden_in(sent.text, f"{PEOPLE}/roster/apply"))
    assert (late.status_code, "1 new, 1 changed" in late.text) == (409, True)
    assert own.store.accounts.of("bob") is None
    hal.get("/")
    assert ines.post(f"{PEOPLE}/roster/apply", hidden_in(late.text, f"{PEOPLE}/roster/apply")).status_code == 303


@pytest.mark.parametrize("word", ["hand-in", "discard", "match", ""])
def test_what_another_has_uploaded_meanwhile_stays(own: TestSite, word: str) -> None:
    ines, hal = own.browser("ines"), own.browser("hal")
    _upload(ines, "ada")
    to = f"{QUIZ}/class/{word}".removesuffix("match").rstrip("/")
    old = hidden_in(ines.get(f"{QUIZ}/class").text, f"{QUIZ}/class/discard")
    _upload(hal, "bob", WRONG)
    files = {"match": {"match": ("m.csv", b"file,student\nx9,ada\n")}, "": {"class": ("again.zip", b"PK")}}
    late = ines.post(to, old, files=files.get(word))
    assert late.status_code in (409, 422)
    page = hal.get(f"{QUIZ}/class").text
    assert "bob.zip" in page
    assert "1 submission ready" in page
    assert own.store.queue.open() == []


# --- A limit holds at once -------------------------------------------------------------------------------------------
_PATIENCE_S = 1.0
MOST: Final = 10  # tokens of one account


@contextmanager
def both_look(kind: type[object], name: str) -> Iterator[None]:
    """Let each of two wait until the other has looked too, where nothing keeps them apart."""
    looks, real = threading.Barrier(2), getattr(kind, name)

    def looked(*words: Any) -> Any:
        found = real(*words)
        with suppress(threading.BrokenBarrierError):
            looks.wait(_PATIENCE_S)
        return found

    with patch.object(kind, name, looked):
        yield


LIMITS: Final = {  # where both look, what both send, and what they are answered
    "one token too many": ("credentials", "of", "ada", "/tokens", {"words": "x"}, [200, 422]),
    "a second regrade": ("regrades", "pending", "ines", f"{QUIZ}/regrade", {"reason": "a case was wrong"}, [303, 409]),
    "the same person": ("accounts", "of", "ines", f"{PEOPLE}/add", {"id": "cy", "role": "grader"}, [303, 422]),
}


@pytest.mark.parametrize("name", LIMITS)
def test_of_two_at_once_one_is_told(own: TestSite, name: str) -> None:
    part, look, owner, to, form, answers = LIMITS[name]
    hand_in(own, "ada", RIGHT, Verdict.AC, Verdict.WA)
    for _ in range(MOST - 1):
        own.secret("token", "ada")
    kind = type(getattr(own.store, part))
    browser = own.browser(owner)
    filled = {"csrf": browser.key(), **form}
    with both_look(kind, look), ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda _: browser.send("POST", to, data=filled).status_code, range(2))
        assert sorted(found) == answers
    assert len(own.store.credentials.of("ada", "token")) == MOST - (name != "one token too many")
    assert len(own.store.queue.regrades("quiz")) == (name == "a second regrade")
