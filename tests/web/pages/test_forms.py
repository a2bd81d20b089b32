"""A form that says what can't be: it is said at the form, with what was typed, and nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import pytest

from judge.model import Verdict
from judge.model.account import Role
from judge.web.pages.people import MOST_LIST
from tests.web.sites import RIGHT, TestSite, hand_in, hidden_in, says, zipped

PEOPLE: Final = "/staff/people"
QUIZ: Final = "/staff/problems/quiz"
HERE: Final = "/problems/quiz/submissions"
BOB: Final = f"{QUIZ}/student?id=bob"
TWICE: Final = "is in the roster twice, with the name Ada and Bob (line 3) [E462]"
EMPTY: Final = {"file": ("", b"")}


class Bad(NamedTuple):
    """What somebody of a role fills into the form of `page` that leads `to`, and what the answer says; "" is a form of
    no page."""

    role: Role
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
    "a list too long": roster(b"x" * (MOST_LIST + 1), 413, "longer than 512 KiB"),
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
