"""Forms. One that says what can't be is shown again, with what was typed, and nothing is kept; one that is sent again,
however much later, has acted once; of two at one form the second is told."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args
from unittest.mock import patch
from urllib.parse import parse_qsl, unquote

import pytest

from judge.model import Account, Verdict
from tests.classes import zipped
from tests.web.sites import RIGHT, Browser, TestSite, hand_in, hidden_in, says, steady

PEOPLE: Final = "/staff/people"
QUIZ: Final = "/staff/problems/quiz"


class Bad(NamedTuple):
    """What somebody of a role fills into the form of `page` that leads `to`, and what the answer says; "" is a form of
    no page."""

    role: Account.Role
    page: str
    to: str
    form: dict[str, str]
    files: dict[str, tuple[str, bytes]]
    status: int
    says: list[str]


def filled(query: str) -> dict[str, Any]:
    """Return what these words fill into a form: `data`, and the files; X200 stands for so many x."""
    query = re.sub(r"X(\d+)", lambda many: "x" * int(many[1]), query)
    pairs = parse_qsl(query, keep_blank_values=True, errors="surrogateescape")
    files = {}
    for key, value in pairs:
        field, _, name = key.removeprefix("@").partition(":")
        if key.startswith("@"):
            files[field] = (name, value.encode(errors="surrogateescape"))
    return {"data": {key: value for key, value in pairs if not key.startswith("@")}, "files": files}


def _rows(text: str) -> Iterator[tuple[str, Bad]]:
    for block in text.split("\n\n")[1:]:
        head, *rows = block.splitlines()
        role, page, to, *known = head.split()
        for row in rows:
            name, status, query, said = re.fullmatch(r"(.*?): (\d+) (\S*) \|(.*)", row).groups()  # type: ignore[union-attr]
            form, files = filled("&".join([*known, query])).values()
            words = [unquote(one.strip()) for one in said.split(" ; ") if one.strip()]
            yield name, Bad(_ROLES[role], page.strip("-"), to, form, files, int(status), words)


_ROLES: Final[dict[str, Account.Role]] = {one: one for one in get_args(Account.Role)}
_LONG: Final = "x" * 70_000
_SCRIPT: Final = "</textarea><script>alert(1)</script>"
BAD: Final = dict(_rows(Path(__file__).with_name("bad.txt").read_text()))
BAD.update({
    "a class of a readme": BAD["an empty class"]._replace(
        files={"class": ("<b>.zip", zipped({"README.md": b"#"}))}, says=["[E461]", "!<b>.zip"]
    ),
    "a text": BAD["nothing"]._replace(
        form={"text": f"{_SCRIPT}{_LONG}", "name": "typed.xyz"}, says=[f"{escape(_SCRIPT)}{_LONG}", 'value="typed.xyz"']
    ),
})  # fmt: skip


@pytest.fixture(name="judged", scope="module")
def _judged(site: TestSite) -> TestSite:
    hand_in(site, "bob", RIGHT, Verdict.AC, Verdict.AC)
    return site


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_with_a_form_is_said_and_nothing_is_kept(judged: TestSite, name: str) -> None:
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
# Who fills in which form of a page, with what, and what that makes of which kind.
FORMS: Final[dict[str, tuple[str, str, str, dict[str, str], Account.Credential.Kind]]] = {
    "invitation": ("ines", PEOPLE, f"{PEOPLE}/invite", {"role": "student", "days": "30", "most": "3"}, "invitation"),
    "link": ("ines", f"{PEOPLE}/person?id=ada", f"{PEOPLE}/link", {"days": "30"}, "link"),
    "links": ("ines", PEOPLE, f"{PEOPLE}/links", {"days": "30", "only_new": "1"}, "link"),
    "token": ("ada", "/tokens", "/tokens", {"words": "my laptop", "days": "30"}, "token"),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_sent_again_makes_nothing_more_and_answers_the_same(own: TestSite, name: str) -> None:
    owner, page, to, form, kind = FORMS[name]
    browser, store = own.browser(owner), own.store
    filled = {**hidden_in(browser.get(page).text, to), **form}
    first, again = (browser.send("POST", to, data=filled) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    secrets = [sorted({"".join(found) for found in SECRET.findall(answer.text)}) for answer in (first, again)]
    assert secrets[0] == secrets[1] != []
    assert all(store.credentials.find(kind, secret, 0.0) for secret in secrets[0]), "it lets in, after the second time"
    assert not any(secret in str(store.deeds.latest(9)) for secret in secrets[0]), "no secret is in the log"
    assert sum("made" in deed.what for _, deed in store.deeds.latest(9)) <= 1
    made = store.credentials.find(kind, secrets[0][0], 0.0)
    assert made
    store.credentials.end(made.id)
    assert browser.send("POST", to, data=filled).status_code == 409, "it has ended, and does not come back"
    assert store.credentials.find(kind, secrets[0][0], 0.0) is None
    wished = browser.send("POST", to, data=filled | {"days": "7", "only_new": ""})
    for other in (wished, browser.fill(page, to, form | {"only_new": ""})):
        made_anew = {"".join(found) for found in SECRET.findall(other.text)}
        assert made_anew, "another wish, or another page: another one"
        assert not made_anew & {*secrets[0]}


def test_another_wish_on_the_same_page_is_another_one(own: TestSite) -> None:
    owner, page, to, form, _ = FORMS["invitation"]
    ines = own.browser(owner)
    filled = {**hidden_in(ines.get(page).text, to), **form}
    for most in ("3", "4", "3"):
        ines.send("POST", to, data=filled | {"most": most})
    assert sorted(made.most for made in own.store.credentials.invitations()) == [3, 4]


# --- Of two at one form the second is told ---------------------------------------------------------------------------
_SHARED: Final = Path(__file__).with_name("shared.txt").read_text().partition("\n\n")[2].splitlines()
SHARED: Final = {name: row.split(" | ") for name, row in (one.split(": ") for one in _SHARED)}


@pytest.mark.parametrize("name", SHARED)
def test_the_second_is_told_and_changes_nothing(own: TestSite, name: str) -> None:
    page, to, first, then, second, shown = SHARED[name]
    ines, hal = own.browser("ines"), own.browser("hal")
    export = {"class": ("x7.zip", zipped({f"{folder}/main.py": RIGHT for folder in ("x7", "bob")}))}
    if "class" in page:
        assert hal.fill(page, page, files=export).status_code == 303

    def sent(browser: Browser, to: str, fields: Mapping[str, str], query: str) -> Any:
        words = filled(query)
        return browser.send("POST", to, data={**fields, **words["data"]}, files=words["files"] or None)

    old = hidden_in(hal.get(page).text, then)
    assert sent(ines, to, hidden_in(ines.get(page).text, to), first).status_code == 303
    now = steady(hal.get(page).text)
    late = sent(hal, then, old, second)
    assert (late.status_code, shown in late.text) == (409, True)
    assert "has changed since your page was loaded" in late.text
    if "class" in page:
        assert hal.send("POST", page, data=old, files=export).status_code == 409, "nor does an export take its place"
    assert steady(hal.get(page).text) == now
    assert sent(hal, then, hidden_in(late.text, then), second).status_code == 303, "who has seen it decides"


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
