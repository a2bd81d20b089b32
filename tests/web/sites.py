"""Sites for tests: a small problem, an account of each role, a browser for each of them; and a contest."""

from __future__ import annotations

import itertools
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from starlette.testclient import TestClient

from judge.model import Account, Problem, Role, Student, Verdict
from judge.problems import read_package
from judge.store import Store, writer
from judge.submissions import handed_in
from judge.web import Settings
from judge.web.app import Application
from judge.web.auth import cookie_name, open_session
from judge.web.site import Site
from tests.store.make import submission_of
from tests.web.judged import judge

ADDRESS = "http://127.0.0.1:8000"
MINUTE_S = 60
_NUMBERS = itertools.count(1)
STUDENTS = ("ada", "bob")
STAFF: dict[str, Role] = {"gil": "grader", "ines": "instructor", "hal": "host"}
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


def quiz(folder: Path) -> Path:
    """Write the package, and return its folder."""
    for name, text in _QUIZ.items():
        path = folder / "quiz" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "quiz"


class TestSite:
    """A site that is served, and what is in its store."""

    __test__ = False

    def __init__(self, settings: Settings, client: TestClient) -> None:
        self.settings, self.client = settings, client

    def browser(self, owner: str) -> Browser:
        """Return a browser that is signed in as this account; "" is nobody's."""
        if not owner:
            return Browser(self.client, {}, "")
        with Store(self.settings.store) as store:
            account = store.accounts.of(owner)
            assert account
            secret = open_session(store, account)
        return Browser(self.client, {cookie_name(self.settings): secret}, owner)

    @property
    def folder(self) -> Path:
        return self.settings.store.parent

    @property
    def problem(self) -> Problem:
        return read_package(self.folder / "quiz")

    def newcomer(self, role: Role = "student") -> Browser:
        """Return the browser of somebody new: nobody whom another test has changed, or worn out."""
        owner = f"{role}-{next(_NUMBERS)}"
        with self.store() as store:
            store.accounts.enter(Student(owner, owner.title()), role, "")
        return self.browser(owner)

    def kept(self) -> tuple[str, list[str]]:
        """Return all that the site keeps: the rows of its store, and the files beside it."""
        with sqlite3.connect(self.settings.store) as raw:
            rows = "\n".join(raw.iterdump())
        return rows, sorted(str(path) for path in (self.folder / "web").rglob("*") if path.is_file())

    @contextmanager
    def store(self) -> Iterator[Store]:
        with Store(self.settings.store) as store:
            yield store


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
    """Keeps its cookies apart from other browsers', and sends forms as pages of the site do."""

    def __init__(self, client: TestClient, cookies: dict[str, str], owner: str) -> None:
        self._client, self.cookies, self.owner = client, cookies, owner

    def get(self, path: str, **words: Any) -> Any:
        return self.send("GET", path, **words)

    def post(self, path: str, form: dict[str, str] | None = None, **words: Any) -> Any:
        """Send a form with the key that a page of the site has for this session."""
        return self.send("POST", path, data={"csrf": self.key(), **(form or {})}, **words)

    def fill(self, page: str, to: str, form: dict[str, str] | None = None, **words: Any) -> Any:
        """Send the form of a page that leads `to` there, with what the page has filled in."""
        return self.send("POST", to, data={**hidden_in(self.get(page).text, to), **(form or {})}, **words)

    def key(self) -> str:
        found = re.search(r'name="csrf" value="([0-9a-f]*)"', self.get("/").text)
        return found[1] if found else ""

    def send(self, method: str, path: str, **words: Any) -> Any:
        self._client.cookies.clear()
        headers = {**words.pop("headers", {})}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return self._client.request(method, path, headers=headers, follow_redirects=False, **words)


def hand_in(site: TestSite, owner: str, source: bytes, *verdicts: Verdict, at_s: float = 1.0) -> str:
    """Hand it in, and have it judged where verdicts are given; return the code."""
    problem = Site(site.settings).problem("quiz")
    one = handed_in(owner, "quiz", "main.py", (("main.py", source),), problem.programs)
    with site.store() as store:
        job = store.queue.add("quiz", owner, owner, one, at_s, replaces=False)
        if verdicts:
            judge(store, problem, *verdicts)
    return job.code


def says(page: str, *words: str) -> None:
    """Check that a page says each of these; what begins with ! it must not say."""
    wrong = [word for word in words if (word.removeprefix("!") in page) == word.startswith("!")]
    assert not wrong, (wrong, page)


def text(page: str) -> str:
    """Return what a page says, without its mark-up."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


@contextmanager
def restarted(settings: Settings) -> Iterator[TestSite]:
    """Serve what is there by a process that has held nothing yet."""
    with TestClient(Application(Site(settings)).asgi, base_url=ADDRESS) as client:
        yield TestSite(settings, client)


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[TestSite]:
    """Serve the quiz, or what `settings` say, from a store in this folder with an account of each role."""
    made = Settings(store=folder / "store.db", **({"problems": (str(quiz(folder)),)} | settings))
    with Store(made.store) as store:
        for owner in STUDENTS:
            store.accounts.enter(Student(owner, owner.title()), "student", "")
        for owner, role in STAFF.items():
            store.accounts.enter(Student(owner, owner.title()), role, "")
    with TestClient(Application(Site(made)).asgi, base_url=ADDRESS) as client:
        yield TestSite(made, client)


def account(owner: str, role: Role = "student") -> Account:
    """Return an account of this name."""
    return Account(Student(owner, owner.title()), role)


# --- a contest of ada and bob, on the quiz, so many minutes ago ------------------------------------------------------
@contextmanager
def contest(folder: Path, begin: float, end: float, more: str = "", teams: str = "") -> Iterator[TestSite]:
    """Serve a contest that begins and ends so many minutes from now."""
    now_s = int(time.time())
    start, over = (datetime.fromtimestamp(now_s + minutes * MINUTE_S, UTC).isoformat() for minutes in (begin, end))
    members = "".join(f'[[team]]\nid = "t-{one}"\nname = "Team {one}"\nmembers = ["{one}"]\n' for one in ("ada", "bob"))
    text = f'name = "Cup"\nid = "cup"\nstart = {start}\nend = {over}\n{more}\n[[problem]]\npackage = "quiz"\n'
    quiz(folder)
    (folder / "contest.toml").write_text(text + members + teams)
    with served(folder, problems=(), contest=folder / "contest.toml") as site:
        yield site


def submit(site: TestSite, owner: str, minutes: float, *verdicts: Verdict, judged: float = 0.0) -> str:
    """Hand something in so many minutes from now, have it judged at the minute `judged`, and return the job's code;
    without verdicts it waits."""
    at_s = time.time() + minutes * MINUTE_S
    with site.store() as store:
        job = store.queue.add("quiz", owner, owner, submission_of(f"{owner} {minutes}"), at_s, replaces=False)
        if verdicts:
            clock = SimpleNamespace(time=lambda: time.time() + judged * MINUTE_S)
            with patch.object(writer, "time", clock):
                judge(store, site.problem, *verdicts)
    return job.code
