"""What an attacker tries with a browser: each is refused, and nothing fails."""

from __future__ import annotations

import base64
import io
import re
import sqlite3
import struct
import zipfile
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from judge.model.classroom import Student
from judge.web.ask import Sent
from judge.web.body import CLASS, SUBMISSION
from judge.web.door import cookie_name
from judge.web.reply import RefusedError
from judge.web.routes import ROUTES
from judge.web.sending import Sending
from tests.web.pages.contests import contest
from tests.web.sites import RIGHT, Browser, TestSite, quiz, served
from tests.web.strangers import Harm, evil, jobs_of, strangers
from tests.web.walking import Walker, address, parts, unhurried

HERE = "/problems/quiz/submissions"
BIDI = "\u202e"


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    with unhurried(), strangers(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(name="own")
def _own(tmp_path: Path) -> Iterator[TestSite]:
    """Return a site that a test may spoil."""
    with unhurried(), served(tmp_path) as made:
        yield made


def credential(site: TestSite, kind: Any, owner: str) -> str:
    with site.store() as store:
        account = store.accounts.of(owner)
        assert account
        return store.credentials.make(kind, account, account.role, 60, owner)[0]


# --- the door ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("planted", ["of the attacker", "x" * 22, ""])
def test_a_session_that_was_planted_is_not_the_one_of_who_signs_in(own: TestSite, planted: str) -> None:
    name, link = cookie_name(own.settings), credential(own, "link", "ada")
    attacker = own.browser("bob")
    held = attacker.cookies[name] if planted.startswith("of") else planted
    victim = Browser(own.client, {name: held} if held else {}, "")
    answer = victim.send("POST", f"/in/{link}", data={"csrf": attacker.key() if planted.startswith("of") else ""})
    assert answer.status_code == 303
    assert answer.cookies[name] not in (held, "")
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert "samesite=lax" in answer.headers["set-cookie"].lower()
    assert "Ada" not in Browser(own.client, {name: held}, "").get("/").text


def test_a_link_that_is_only_looked_at_signs_nobody_in(own: TestSite) -> None:
    answer = own.browser("").get(f"/in/{credential(own, 'link', 'ada')}")
    assert "set-cookie" not in answer.headers
    with own.store() as store:
        assert not store.credentials.of("ada", "session")


def test_a_session_ends_at_once(own: TestSite) -> None:
    """By signing out, by its time, with the account; and a role that is taken away opens nothing any more."""
    out, late, gone = own.browser("ada"), own.browser("bob"), own.browser("gil")
    key = out.key()
    assert out.post("/out").status_code == 303
    assert out.get("/tokens").status_code == 401
    assert out.send("POST", "/tokens", data={"csrf": key}).status_code == 401
    with sqlite3.connect(own.settings.store) as raw:
        raw.execute("UPDATE credential SET expires_s = 1 WHERE kind = 'session'")
    assert late.get("/tokens").status_code == 401
    gone = own.browser("gil")
    assert gone.get("/staff").status_code == 200
    token = Walker(own, "gil", program=True)
    with own.store() as store:
        store.accounts.enter(Student("gil", "Gil"), "student", "hal")
    assert gone.get("/staff").status_code == 403
    assert token.ask("GET", "/metrics").status_code == 403
    with own.store() as store:
        store.accounts.remove("gil", "hal")
    assert gone.get("/").text.count("Gil") == 0
    assert gone.get("/tokens").status_code == 401
    assert token.ask("GET", "/api/problems").status_code == 401


def test_no_secret_opens_what_it_was_not_made_for(own: TestSite) -> None:
    name = cookie_name(own.settings)
    made = {kind: credential(own, kind, "ada") for kind in ("session", "token", "link")}
    for kind, secret in made.items():
        as_session = Browser(own.client, {name: secret}, "").get("/tokens").status_code
        as_token = own.browser("").get("/api/problems", headers={"authorization": f"Bearer {secret}"}).status_code
        as_link = own.browser("").get(f"/in/{secret}").status_code
        expected = {"session": (200, 401, 404), "token": (401, 200, 404), "link": (401, 401, 200)}
        assert (as_session, as_token, as_link) == expected[kind], kind


def test_a_secret_is_found_by_its_hash_alone(own: TestSite) -> None:
    """Through the index: no secret is compared with another, so the time of an answer says nothing of one that exists.
    The store holds no secret; one of 128 bits is not guessed."""
    secret = credential(own, "token", "ada")
    assert len(base64.urlsafe_b64decode(secret + "==")) == 16
    with sqlite3.connect(own.settings.store) as raw:
        asked: list[str] = []
        raw.set_trace_callback(asked.append)
        plan = raw.execute("EXPLAIN QUERY PLAN SELECT * FROM credential WHERE hash = ? AND kind = ?", ("x", "token"))
        assert [row[3] for row in plan] == ["SEARCH credential USING INDEX sqlite_autoindex_credential_1 (hash=?)"]
        assert secret not in "\n".join(raw.iterdump())
    for wrong in (secret[:-1], secret + "A", secret.swapcase(), secret[:-1] + "\0", "' OR 1=1 --", "%", "é" * 22):
        headers = {"authorization": f"Bearer {wrong}".encode()}
        assert own.browser("").get("/api/problems", headers=headers).status_code == 401


@pytest.mark.parametrize("said", ["Basic aGFsOng=", "Bearer", "Bearer  ", "bearer\tx", "Bearer " + "x" * 9000, "x"])
def test_an_authorization_that_is_none_opens_nothing_not_even_with_a_session(own: TestSite, said: str) -> None:
    assert own.browser("hal").get("/staff", headers={"authorization": said}).status_code in (401, 403)


# --- what there is ----------------------------------------------------------------------------------------------------
def test_what_is_another_s_looks_like_what_is_not_there(site: TestSite) -> None:
    """Byte for byte, but for what was asked: by a page, a download, a stream and a program."""
    theirs, none = jobs_of(site, "ada")[0], "0123456789abcdef"
    for program in (False, True):
        bob = Walker(site, "bob", program=program)
        for route in (one for one in ROUTES if "{job}" in one.path):
            answers = [bob.ask(route.method, address(route, parts(job))) for job in (theirs, none)]
            found = [
                (one.status_code, one.text.replace(job, ""), sorted(one.headers))
                for one, job in zip(answers, (theirs, none), strict=True)
            ]
            assert found[0] == found[1], route.path
            assert answers[0].status_code in (404, 401, 403)
    student = site.browser("bob")
    for path in ("/staff/people/person?id={}", "/staff/problems/quiz/student?id={}"):
        assert student.get(path.format("ada")).content == student.get(path.format("nobody")).content
    with site.store() as store:
        ended, credential = store.credentials.make("link", store.accounts.of("ada"), "student", 60, "hal")
        store.credentials.end(credential.id)
    pages = {site.browser("").get(f"/in/{secret}").text for secret in (ended, "x" * 22)}
    assert len(pages) == 1


def test_a_problem_looks_like_none_before_its_contest(tmp_path: Path) -> None:
    with unhurried(), contest(tmp_path, 30, 90) as early:
        for program in (False, True):
            ada = Walker(early, "ada", program=program)
            for route in (one for one in ROUTES if "{problem}" in one.path):
                asked = [
                    (ada.ask(route.method, address(route, parts(problem=name))), name) for name in ("quiz", "nope")
                ]
                found = [(one.status_code, one.text.replace(name, "")) for one, name in asked]
                assert found[0] == found[1], route.path


# --- what is sent -----------------------------------------------------------------------------------------------------
NAMES = ("../../x.py", "/etc/x.py", "C:\\x.py", "a\0b.py", "x" * 10_000 + ".py", f"{BIDI}yp.x.py", "a\nb.py", "..", "")
HOSTILE = (
    *NAMES,
    "con\r\nset-cookie: x=1;.py",
    f"{evil('name')}.py",
    "é問.py",
    "a/../../b.py",
    "x.html",
    " .py",
    "-.py",
)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_of_a_file_leads_anywhere(site: TestSite, name: str) -> None:
    """As a file, as one that a page has kept, as the name of a text: refused, or shown and sent back under a name."""
    bob = Walker(site, "bob")
    kept = base64.b64encode(msgspec.msgpack.encode([Sent(name, RIGHT, name), Sent("b.py", RIGHT)])).decode()
    sent: tuple[dict[str, Any], ...] = (
        {"files": [("file", (name, RIGHT))]},
        {"form": {"kept": kept, "main": name}},
        {"form": {"text": RIGHT.decode(), "name": name}},
    )
    for words in sent:
        answer = bob.ask("POST", HERE, **words)
        assert answer.status_code in (303, 400, 422), answer.text
        if answer.status_code != 303:
            assert not Harm(answer.text).found
            continue
        page = answer.headers["location"].partition("?")[0]
        assert re.fullmatch(r"/submissions/[0-9a-f]{16}", page)
        shown = bob.ask("GET", page)
        assert not Harm(shown.text).found
        assert BIDI not in shown.text
        file = bob.ask("GET", f"{page}/files/0")
        assert file.content == RIGHT
        assert re.fullmatch(r"attachment; filename\*=UTF-8''[A-Za-z0-9%._~-]+", file.headers["content-disposition"])
        assert "set-cookie" not in file.headers


def test_what_was_handed_in_is_never_shown_as_a_page(site: TestSite) -> None:
    bob = Walker(site, "bob")
    for name in ("x.html.py", "x.svg.py"):
        page = bob.ask("POST", HERE, files=[("file", (name, b"<script>alert(1)</script>"))]).headers["location"]
        file = bob.ask("GET", f"{page.partition('?')[0]}/files/0")
        assert file.headers["content-type"] == "text/plain; charset=utf-8"
        assert file.headers["content-disposition"].startswith("attachment;")
        assert file.headers["x-content-type-options"] == "nosniff"
        assert file.headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert file.headers["cross-origin-resource-policy"] == "same-origin"
        assert file.headers["cache-control"] == "no-store"


def zipped(*entries: tuple[str, bytes], mode: int = 0) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in entries:
            info = zipfile.ZipInfo(name)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, mode << 16
            archive.writestr(info, body)
    return file.getvalue()


def many(count: int) -> bytes:
    """Return a zip of so many empty files."""
    local = b"".join(
        struct.pack("<4s5H3I2H", b"PK\3\4", 20, 0, 0, 0, 0, 0, 0, 0, 6, 0) + b"%06x" % at for at in range(count)
    )
    entries = b"".join(
        struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, at * 36) + b"%06x" % at
        for at in range(count)
    )
    return (
        local
        + entries
        + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count & 0xFFFF, count & 0xFFFF, len(entries), len(local), 0)
    )


def nested(depth: int) -> bytes:
    made = zipped(("x.py", RIGHT))
    for _ in range(depth):
        made = zipped(("x.zip", made), ("y.zip", made))
    return made


BOMBS = {
    "a bomb": lambda: zipped(("x.py", bytes(64 << 20))),
    "zips in zips": lambda: nested(8),
    "very many": lambda: many(50_000),
    "a link": lambda: zipped(("x.py", b"/etc/passwd"), mode=0o120777),
    "up": lambda: zipped(("../../x.py", RIGHT)),
    "absolute": lambda: zipped(("/etc/x.py", RIGHT)),
    "twice": lambda: zipped(("x.py", RIGHT), ("X.py", RIGHT), ("x\u0301.py", RIGHT)),
    "half": lambda: zipped(("x.py", RIGHT * 100))[:-40],
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOMBS)
def test_a_zip_that_bites_is_refused(site: TestSite, kind: str) -> None:
    body = BOMBS[kind]()
    assert Walker(site, "bob").ask("POST", HERE, files=[("file", ("x.zip", body))]).status_code in (303, 413, 422)
    answer = Walker(site, "ines").ask("POST", "/staff/problems/quiz/class", files=[("class", ("x.zip", body))])
    assert answer.status_code in (303, 422)
    assert not any(path.exists() for path in (Path("/etc/x.py"), site.settings.store.parent.parent / "x.py"))


@pytest.mark.slow
def test_a_class_of_a_hundred_thousand_files_is_refused(site: TestSite) -> None:
    answer = Walker(site, "ines").ask("POST", "/staff/problems/quiz/class", files=[("class", ("x.zip", many(100_000)))])
    assert answer.status_code == 422


_PART = b'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'
MULTIPARTS = {
    "very many fields": ("boundary=x", _PART * 10_000 + b"--x--\r\n", 400),
    "endless headers": ("boundary=x", b"--x\r\n" + b"a: b\r\n" * 100_000, 400),
    "an endless header": ("boundary=x", b"--x\r\na: " + b"b" * 1_000_000, 400),
    "an endless beginning": ("boundary=x", b"\r\n" * 500_000, 403),
    "another boundary": ("boundary=y", _PART + b"--x--\r\n", 400),
    "no boundary": ("", _PART, 400),
    "an empty boundary": ("boundary=", _PART, 400),
    "a long boundary": (f"boundary={'x' * 9000}", _PART, 400),
    "no end": ("boundary=x", _PART, 403),
    "no name": ("boundary=x", b"--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--\r\n", 400),
    "punycode": ("boundary=x; charset=punycode", _PART.replace(b"1", b"a" * 50_000 + b"-" + b"a" * 50_000), 415),
    "no codec": ("boundary=x; charset=zlib", _PART + b"--x--\r\n", 415),
}


@pytest.mark.parametrize("kind", MULTIPARTS)
def test_a_form_that_bites_is_refused(site: TestSite, kind: str) -> None:
    """400 where it is no form, 403 where it is one without its key, 415 where its sender would choose how it is read:
    the codec of punycode takes the square of a text's length."""
    words, body, status = MULTIPARTS[kind]
    headers = {"content-type": f"multipart/form-data; {words}"}
    assert Walker(site, "bob").ask("POST", HERE, content=body, headers=headers).status_code == status


def test_very_many_fields_of_a_plain_form_are_refused(site: TestSite) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    bob = site.browser("bob")
    assert bob.send("POST", HERE, content=b"a&" * 1_000_000, headers=headers).status_code == 400


def test_nobody_sends_more_at_once_than_they_may() -> None:
    sending = Sending()
    with sending.one("ada", SUBMISSION), sending.one("ada", SUBMISSION), sending.one("ada", 2 * SUBMISSION):
        with pytest.raises(RefusedError) as refused, sending.one("ada", 1):
            pass
        assert refused.value.status == 429
        with sending.one("bob", SUBMISSION):
            pass
    with sending.one("ada", CLASS):
        pass


# --- the head of a request --------------------------------------------------------------------------------------------
TRICKS = {
    "x-original-url": "/staff",
    "x-rewrite-url": "/staff",
    "x-http-method-override": "PUT",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-forwarded-prefix": "//evil.example",
    "x-forwarded-for": "10.0.0.5",
    "x-real-ip": "10.0.0.5",
    "forwarded": "for=10.0.0.5;host=evil.example;proto=https",
    "remote-user": "hal",
    "x-remote-user": "hal",
    "x-forwarded-user": "hal",
}


@pytest.mark.parametrize("name", TRICKS)
def test_no_header_changes_what_is_answered(site: TestSite, name: str) -> None:
    ada, bare = site.browser("ada"), {}
    for path in ("/", "/staff", "/nothing/", "/contest"):
        bare[path] = ada.get(path)
        answer = ada.get(path, headers={name: TRICKS[name]})
        assert answer.status_code == bare[path].status_code
        assert answer.headers == bare[path].headers
        assert "evil.example" not in answer.text


def test_no_path_leads_to_another_host(site: TestSite) -> None:
    """Also not one with a slash too many, which the library would lead on to the host of the request."""
    nobody = site.browser("")
    for path in ("/staff/", "/in/x/", "//evil.example/%2e%2e", "/problems/quiz/", "/static/", "/\\evil.example"):
        for headers in ({}, {"host": "evil.example"}):
            answer = nobody.get(path, headers=headers)
            assert answer.status_code in (400, 404), path
            assert "location" not in answer.headers
    for query in ("next", "url", "done", "to", "return"):
        answer = site.browser("ines").post(f"/staff/problems/quiz/terms?{query}=//evil.example", {})
        assert answer.headers["location"] == "/staff/problems/quiz/terms?done=dates"


def test_two_names_from_a_proxy_are_nobody_s(tmp_path: Path) -> None:
    words: dict[str, Any] = {"user_header": "X-Remote-User", "proxies": (ip_network("0.0.0.0/0"),)}
    with served(tmp_path, **words) as behind:
        behind.client._transport.client = ("10.0.0.5", 1)  # type: ignore[attr-defined]
        headers = [("x-remote-user", "ada"), ("x-remote-user", "hal")]
        assert behind.client.get("/", headers=headers).status_code == 400


def test_a_problem_in_any_script_is_led_to(tmp_path: Path) -> None:
    folder = quiz(tmp_path).rename(tmp_path / "問題 1")
    with served(tmp_path, problems=(str(folder),)) as named:
        answer = named.browser("ines").post(f"/staff/problems/{quote(folder.name)}/terms", {"deadline": "2030-01-01"})
        assert answer.headers["location"] == f"/staff/problems/{quote(folder.name)}/terms?done=dates", answer.text
        assert named.browser("ines").get(answer.headers["location"]).status_code == 200
