"""Sites for tests: a small problem, an account of each role, a browser for each of them; and a contest."""

from __future__ import annotations

import asyncio
import itertools
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta, timezone
from functools import cached_property, partial
from html import unescape
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from unittest.mock import patch

from httpx2 import ASGITransport, AsyncClient
from starlette.testclient import TestClient

from judge.model import Account, Problem, Student, Verdict
from judge.problems import read_package
from judge.store import Store
from judge.web import Settings
from tests.make import files
from tests.web.judged import judge, put
from tests.web.table import Row

ADDRESS = "http://127.0.0.1:8000"
MINUTE_S = 60
PATIENCE_S = 30.0
_NUMBERS = itertools.count(1)
ROLES: dict[str, Account.Role] = {
    **{"ada": "student", "bob": "student", "gil": "grader", "ines": "instructor", "hal": "host"},
}
_QUIZ = {  # the problem `quiz` of `judge help grading`: a sample, and a secret case that counts
    "problem.toml": 'title = "Quiz"\npuzzle = "lizards"\nalgorithms = ["DFS"]\n'
    "[groups.sample]\npoints = 0\n[groups.secret]\npoints = 10\n",
    "sample/tiny/input.txt": "DFS\n2\n1\n00\n02\n",
    "sample/tiny/answer.txt": "OK\n10\n02\n",
    "secret/four/input.txt": "DFS\n4\n4\n0000\n0000\n0000\n0000\n",
    "secret/four/answer.txt": "OK\n0100\n0001\n1000\n0010\n",
}
RIGHT = b"""n = open("input.txt").read().split()[1]
rows = "10 02".split() if n == "2" else "0010 1000 0001 0100".split()
print("OK", *rows, sep="\\n")
"""
WRONG = b'print("FAIL")\n'
_COMMANDS = "grade|regrade|mark|export|run|show|serve|answers|course|submit|store|doctor|help"
_TYPED = re.compile(rf"(?<![\w-])--[a-z]+|\bjudge (?:{_COMMANDS})\b")
_OF_HOST = re.compile(r"/(\?|$|tokens|staff/people)")  # what has words for who runs the site, or a program


def quiz(folder: Path) -> Path:
    """Write the package, and return its folder."""
    return files(folder / "quiz", _QUIZ)


class TestSite:
    """A site that is served, and what is in its store. Who asks comes from the address `peer`."""

    __test__ = False

    def __init__(self, settings: Settings, client: TestClient) -> None:
        assert client.portal
        self.settings, self.peer, self.opened = settings, "testclient", ExitStack()
        self.app: Any = client.app
        self.call = client.portal.call
        self.begin = client.portal.start_task_soon

    def browser(self, owner: str) -> Browser:
        """Return a browser that is signed in as this account; "" is nobody's."""
        return Browser(self, {self.cookie: self.secret("session", owner)} if owner else {}, owner)

    def program(self, owner: str) -> Browser:
        """Return a program with a token of this account; that of "" is none."""
        return Browser(self, {}, owner, self.secret("token", owner) if owner else "x" * 22)

    def secret(self, kind: Account.Credential.Kind, owner: str) -> str:
        """Return a new session, token or link of this account."""
        account = self.store.accounts.of(owner)
        assert account
        return self.store.credentials.make(kind, account, account.role, 3600, owner)[0]

    @property
    def cookie(self) -> str:
        """Return the name of the cookie that holds a session."""
        return "__Host-judge" if self.settings.secure else "judge"

    @property
    def folder(self) -> Path:
        return self.settings.store.parent

    @property
    def problem(self) -> Problem:
        framed = self.settings.course or self.settings.contest
        return read_package(framed.parent / "quiz" if framed else Path(self.settings.problems[0]))

    def newcomer(self, role: Account.Role = "student") -> Browser:
        """Return the browser of somebody new: nobody whom another test has changed, or worn out."""
        owner = f"{role}-{next(_NUMBERS)}"
        self.store.accounts.enter(Student(owner, owner.title()), role, "")
        return self.browser(owner)

    def kept(self) -> tuple[str, list[str]]:
        """Return all that the site keeps: the rows of its store, and the files beside it."""
        with sqlite3.connect(self.settings.store) as raw:
            rows = "\n".join(raw.iterdump())
        return rows, sorted(str(path) for path in (self.folder / "web").rglob("*") if path.is_file())

    @cached_property
    def store(self) -> Store:
        """The store beside the site, open as long as that is served: of the thread that asks for it first."""
        return self.opened.enter_context(Store(self.settings.store))


def hidden_in(page: str, to: str) -> dict[str, str]:
    """Return the hidden fields of the first form of a page that leads `to` there."""
    found = re.search(rf'<form [^>]*action="{re.escape(to)}".*?</form>', page, re.DOTALL)
    assert found, f"no form leads to {to}"
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', found[0])
    return {name: unescape(value) for name, value in fields}


def steady(page: str) -> str:
    """Return a page without the word that its forms are known by, which is another one each time."""
    return re.sub(r'(name="once" value=)"[0-9a-f]+"', r"\1", page)


class Browser:
    """Keeps its cookies, or its token, apart from others', and sends forms as pages of the site do."""

    def __init__(self, site: TestSite, cookies: dict[str, str], owner: str = "", token: str = "") -> None:
        self.site, self.cookies, self.owner, self.token = site, cookies, owner, token
        self._key = ""

    def get(self, path: str, **words: Any) -> Any:
        return self.send("GET", path, **words)

    def post(self, path: str, form: Mapping[str, str] | None = None, **words: Any) -> Any:
        """Send a form with the key that a page of the site has for this session."""
        return self.send("POST", path, data={"csrf": self.key(), **(form or {})}, **words)

    def fill(self, page: str, to: str, form: Mapping[str, str] | None = None, **words: Any) -> Any:
        """Send the form of a page that leads `to` there, with what the page has filled in."""
        return self.send("POST", to, data={**hidden_in(self.get(page).text, to), **(form or {})}, **words)

    def ask(self, row: Row, words: Mapping[str, str], form: Mapping[str, str] | None = None, **more: Any) -> Any:
        """Ask for a row of the table. A form holds the key of its page, unless it says otherwise; and where it is about
        somebody it lacks all else, so nothing is changed."""
        if row.method == "POST":
            more["data"] = {"csrf": self.key(), "id": "ada", **(form or {})}
        return self.send(row.method, row.address(words), **more)

    def key(self) -> str:
        found = None if self._key else re.search(r'name="csrf" value="([0-9a-f]*)"', self.get("/").text)
        self._key = found[1] if found else self._key
        return self._key

    def send(self, method: str, path: str, **words: Any) -> Any:
        """Return the answer; of a stream what it says first. No page tells anybody to type a command."""
        answer = self.site.call(partial(self.exchange, lambda said: b"event: " in said, method, path, **words))
        page = answer.headers.get("content-type", "").startswith("text/html") and not _OF_HOST.match(path)
        assert not (typed := _TYPED.findall(text(answer.text)) if page else []), f"{path}: {typed}"
        return answer

    def listen(self, path: str) -> Stream:
        """Return what a page hears that fills by itself."""
        return Stream(self, path)

    async def exchange(self, tell: Callable[[bytes], bool], method: str, path: str, **words: Any) -> Any:
        """Ask, and tell each part of the answer as it comes; leave where that returns true."""
        headers = [*words.pop("headers", {}).items()]
        if self.cookies:
            headers.append(("cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items())))
        if self.token:
            headers.append(("authorization", f"Bearer {self.token}"))
        transport = ASGITransport(_heard(self.site.app, tell), client=(self.site.peer, 1))
        async with AsyncClient(transport=transport, base_url=ADDRESS) as client:
            return await client.request(method, path, headers=headers, **words)


def _heard(app: Any, tell: Callable[[bytes], bool]) -> Any:
    """Return the application for who tells what comes, and leaves when they have heard enough."""

    async def heard(scope: Any, receive: Any, send: Any) -> None:
        enough = asyncio.Event()

        async def hear() -> Any:
            waiting = [asyncio.ensure_future(one) for one in (receive(), enough.wait())]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            came = waiting[0].result() if waiting[0].done() else {"type": "http.disconnect"}
            for one in waiting:
                one.cancel()
            return came

        async def say(message: Any) -> None:
            if enough.is_set():
                return
            if tell(message.get("body", b"")):
                enough.set()
                message = {**message, "more_body": False}
            await send(message)

        await app(scope, hear, say)

    return heard


class Stream:
    """The messages of a stream, as they come."""

    def __init__(self, browser: Browser, path: str) -> None:
        self._came: SimpleQueue[bytes] = SimpleQueue()
        self._left = False
        self.answer = browser.site.begin(partial(browser.exchange, self._tell, "GET", path))
        self.answer.add_done_callback(lambda _: self._came.put(b""))

    def next(self) -> str:
        """Wait for the next message, and return it; "" where the stream has ended."""
        while (said := self._came.get(timeout=PATIENCE_S)) and b"event: " not in said:
            pass
        return said.decode()

    def leave(self) -> None:
        """Close the page: it is noticed at the next message."""
        self._left = True

    def _tell(self, said: bytes) -> bool:
        if said:
            self._came.put(said)
        return self._left


def hand_in(site: TestSite, owner: str, source: bytes, *verdicts: Verdict, at_s: float = 1.0) -> str:
    """Hand it in, and have it judged where verdicts are given; return the code."""
    job = put(site.store, site.problem, owner, source, at_s)
    if verdicts:
        judge(site.store, site.problem, *verdicts)
    return job.code


def says(page: str, *words: str) -> None:
    """Check that a page says each of these; what begins with ! it must not say."""
    wrong = [word for word in words if (word.removeprefix("!") in page) == word.startswith("!")]
    assert not wrong, (wrong, page)


def text(page: str) -> str:
    """Return what a page says, without its mark-up."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


@contextmanager
def restarted(settings: Settings, *, hurried: bool = False) -> Iterator[TestSite]:
    """Serve what is there by a process that has held nothing yet. Unless it is `hurried`, everybody may ask as often as
    they like."""
    app = settings.application()
    if not hurried:
        app.state.site.rates.take = lambda *_: 0.0
    with TestClient(app) as client:
        site = TestSite(settings, client)
        with site.opened:
            yield site


@contextmanager
def served(folder: Path, *, hurried: bool = False, **settings: Any) -> Iterator[TestSite]:
    """Serve the quiz, or what `settings` say, from a store in this folder with an account of each role."""
    if "problems" not in settings:
        settings["problems"] = (str(quiz(folder)),)
    made = Settings(store=folder / "store.db", **settings)
    with Store(made.store) as store:
        for owner, role in ROLES.items():
            store.accounts.enter(Student(owner, owner.title()), role, "")
    with restarted(made, hurried=hurried) as site:
        yield site


# --- a contest of ada and bob, on the quiz, so many minutes ago ------------------------------------------------------
@contextmanager
def contest(folder: Path, begin: float, end: float, more: str = "", teams: str = "") -> Iterator[TestSite]:
    """Serve a contest in Nepal that begins and ends so many minutes from now."""
    now_s, there = int(time.time()), timezone(timedelta(hours=5, minutes=45))
    start, over = (datetime.fromtimestamp(now_s + minutes * MINUTE_S, there).isoformat() for minutes in (begin, end))
    members = "".join(f'[[team]]\nid = "t-{one}"\nname = "Team {one}"\nmembers = ["{one}"]\n' for one in ("ada", "bob"))
    text = f'name = "Cup"\nid = "cup"\nstart = {start}\nend = {over}\n{more}\n[[problem]]\npackage = "quiz"\n'
    quiz(folder)
    (folder / "contest.toml").write_text(text + members + teams)
    with served(folder, problems=(), contest=folder / "contest.toml") as site:
        yield site


def submit(site: TestSite, owner: str, minutes: float, *verdicts: Verdict, judged: float = 0.0) -> str:
    """Hand something in so many minutes from now, have it judged at the minute `judged`, and return the job's code;
    without verdicts it waits."""
    at_s, then_s = (time.time() + minute * MINUTE_S for minute in (minutes, judged))
    with patch.object(time, "time", lambda: then_s):
        return hand_in(site, owner, f"# {owner} {minutes}\n".encode(), *verdicts, at_s=at_s)
