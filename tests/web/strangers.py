"""A site whose every text was written by somebody who means harm: each says where it is from, and would be mark-up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import msgspec

from judge.model import Finding, Mark, Prepared, Problem, Run, Student, Submission, Verdict
from judge.problems import read_package
from judge.store import Store
from tests.make import files
from tests.web.judged import SECRET, attempt, finish, taken
from tests.web.sites import TestSite, quiz, served

WEIGHT: Final = 4711815  # on every cell of a secret board
WORDS: Final = "words"  # a problem without a board: its cases are texts
STUDENTS: Final = ("ada", "bob", "zed")
_MARKDOWN: Final = "[x](javascript:zz) <img src=x onerror=zz> ![a](//evil) [a]: <data:text/html,zz> 'onzz'"
_HARM: Final = "\"'><zzevil onzz=1>"


def evil(label: str) -> str:
    """Return a text that opens an element wherever it is not escaped."""
    return f"zz-{label}{_HARM}"


def turning(label: str) -> str:
    """Return one that would also begin a line of a stream, and turn the direction of writing."""
    return f"{evil(label)}\r\n\r\nevent: zz\ndata: zz\u202e\u2028{{{{7*7}}}}"


@contextmanager
def strangers(folder: Path, more: str = "") -> Iterator[TestSite]:
    """Serve a contest that runs: each student has handed in to both problems, and was right in nothing that counts.
    The group that counts says `more` of itself."""
    _packages(folder, more)
    now_s = int(time.time())
    begin, end = (datetime.fromtimestamp(now_s + seconds, UTC).isoformat() for seconds in (-3600, 3600))
    teams = "".join(
        f"[[team]]\nid = 't-{at}'\nname = '''{evil(f'team{at}')}'''\n"
        f"affiliation = '''{evil('team')}'''\nmembers = ['{one}']\n"
        for at, one in enumerate(STUDENTS)
    )
    tasks = "".join(f'[[problem]]\npackage = "{name}"\n' for name in ("quiz", WORDS))
    head = f"name = '''{evil('contest')}'''\nid = 'cup'\nstart = {begin}\nend = {end}\n"
    (folder / "contest.toml").write_text(f"{head}\n{tasks}{teams}")
    with served(folder, problems=(), contest=folder / "contest.toml") as site:
        for name in STUDENTS:
            site.store.accounts.enter(_student(name), "student", "")
            for problem in ("quiz", WORDS):
                _hand_in(site.store, read_package(folder / problem), name)
        site.store.credentials.make("invitation", None, "student", 60, "hal", words=evil("invitation"), most=3)
        yield site


def jobs_of(site: TestSite, owner: str, problem: str = "quiz") -> list[str]:
    """Return the codes of what somebody has handed in, the newest first."""
    return [job.code for job in site.store.queue.of(owner, problem)]


def others_of(site: TestSite, viewer: str) -> list[str]:
    """Return what is in no text that this student may read: of secret cases, of others, and the codes of their jobs."""
    others = [name for name in STUDENTS if name != viewer]
    codes = [code for name in others if viewer or name != "ada" for code in jobs_of(site, name)]
    return ["zz-secret", SECRET, "0100\n0001", "other-name", *(f"zz-{name}-" for name in others), *codes]


class Harm(HTMLParser):
    """Reads a page as browsers do, and gathers what a stranger's text has become there."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "zzevil":
            self.found.append(tag)
        for name, value in attrs:
            leads = name in ("href", "src", "action", "formaction", "xlink:href")
            elsewhere = leads and not (value or "").startswith(("/", "#", "?", "data:image/svg"))
            if name.startswith("on") or name in ("style", "srcdoc") or elsewhere:
                self.found.append(f"{tag} {name}={value}")


def harm_in(answer: Any) -> list[str]:
    """Return what a stranger's text has become in a page, or in the messages of a stream."""
    kind = answer.headers.get("content-type", "").partition(";")[0]
    found = Harm(answer.text).found if kind in ("text/html", "text/event-stream") else []
    if kind == "text/event-stream":
        lines = [line for line in answer.text.split("\n") if line]
        whole = [line for line in lines if line.startswith(("retry: ", "event: ", "data: ")) and line != "event: zz"]
        found += [line for line in lines if line not in whole]
    return found


def _student(name: str) -> Student:
    said = {field: evil(f"{name}-{field}") for field in ("name", "email", "section", "group", "login")}
    return msgspec.convert({"id": name, **said}, Student)


def _packages(folder: Path, more: str) -> None:
    title = f"title = '''{evil('title')}'''"
    path = quiz(folder) / "problem.toml"
    path.write_text(path.read_text().replace('title = "Quiz"', title) + more)
    groups = f"[groups.sample]\npoints = 0\n[groups.secret]\npoints = 10\n{more}"
    texts = {
        "problem.toml": f'{title}\npuzzle = "general"\nio = "stdio"\n{groups}',
        "problem_statement/problem.en.md": f"# {evil('statement')}\n\n{_MARKDOWN}\n",
        "sample/one/input.txt": turning("sample"),
        "sample/one/answer.txt": evil("sample"),
        "secret/two/input.txt": evil("secret-input"),
        "secret/two/answer.txt": evil("secret-answer"),
    }
    files(folder / WORDS, texts)


def _hand_in(store: Store, problem: Problem, owner: str) -> None:
    source = f'print("zz-{owner}-source")  # {turning(f"{owner}-source")}'.encode()
    name = f"{evil(f'{owner}-file')}.py"
    files = ((name, source), (f"{evil(f'{owner}-other')}.txt", turning(f"{owner}-other").encode()))
    remarks = (turning(f"{owner}-remark"),)
    submission = Submission(
        *("x", problem.name, "program", Path(name), source, Submission.digest_of(name, files)),
        files=files,
        remarks=remarks,
    )
    store.queue.add(problem.name, owner, owner, submission, time.time(), replaces=False)
    job, ticket = taken(store, problem)
    store.queue.step(job, "running")
    runs = []
    for case in problem.cases:
        said = f"{owner}-{case.group}" if case.group == "sample" else "secret"
        finding = _finding(said, name)
        one = msgspec.structs.replace(
            attempt(problem, case.name, Verdict.WA), message=finding.message, finding=finding, group=case.group
        )
        store.record_run(ticket, one)
        runs.append(Run.of(one, [one]))
    store.marks.add(problem.name, "web:", [Mark(owner, "comment", turning(f"{owner}-comment"), "gil", time.time())])
    store.marks.add(problem.name, "web:", [Mark(owner, "points", turning(f"{owner}-why"), "ines", time.time(), 1.0)])
    made = Prepared(Verdict.AC, 0.1, turning(f"{owner}-compiler"), _finding(f"{owner}-compiler", name))
    finish(store, job, ticket, problem, runs, made=made)


def _finding(label: str, file: str) -> Finding:
    said = turning(label)
    place = Finding.Excerpt(str(Path(file)), 1, said, 1, 3)
    return Finding("E106", said, where=said, note=said, help=said, traceback=evil("secret-trace"), excerpt=place)
