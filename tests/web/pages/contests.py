"""Sites with a contest for tests: of ada and bob, on the quiz, so many minutes ago."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from judge.model import Verdict
from judge.problems.package import read_package
from judge.store import writer
from judge.web.routes import ROUTES, Route
from tests.store.make import submission_of
from tests.web.judged import judge
from tests.web.sites import TestSite, quiz, served

MINUTE_S = 60


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
    problem = read_package(site.settings.store.parent / "quiz")
    with site.store() as store:
        job = store.queue.add("quiz", owner, owner, submission_of(f"{owner} {minutes}"), at_s, replaces=False)
        if verdicts:
            clock = SimpleNamespace(time=lambda: time.time() + judged * MINUTE_S)
            with patch.object(writer, "time", clock):
                judge(store, problem, *verdicts)
    return job.code


def readable(role: str) -> list[Route]:
    """Return every page that nobody or a student may ask for; streams are apart."""
    roles = (None, "student") if role == "student" else (None,)
    return [one for one in ROUTES if one.method == "GET" and one.rule.least in roles]
