"""Students who hand in and watch their page, and browsers that watch the board, for tests.bench.web_load."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Mapping

from judge.model import Student
from judge.store import Store
from tests.bench.wire import Answer, Site
from tests.web.sites import RIGHT, hidden_in

_AGAIN_S, _TRIES = 1.0, 20


class Crowd:
    """All who are at the site at once, and what happened to them."""

    def __init__(self, port: int, problem: str, sessions: Mapping[str, str]) -> None:
        self.site, self.path, self._sessions = Site(port), f"/problems/{problem}", sessions
        self.answers: Counter[int] = Counter()  # statuses; 0 where a connection broke
        self.accepted: dict[str, str] = {}  # the code of the job of each student
        self.took_s: list[float] = []  # of pages, and of handing in
        self.judged_s: dict[str, float] = {}  # when its page said that it is judged, by code
        self.sent_s: dict[str, float] = {}
        self.messages, self.broken = 0, 0
        self.over = False

    async def student(self, number: int, owner: str, wait_s: float) -> None:
        """Look at the problem, hand in, and watch until it is judged."""
        await asyncio.sleep(wait_s)
        page, to = await self._ask(owner, self.path), f"{self.path}/submissions"
        form = hidden_in(page.body.decode(), to) if page.status == 200 else {}
        files = {"mine.py": b"# %d\n%b" % (number, RIGHT)}
        answer = await self._timed(self.site.send(to, self._headers(owner), form, files))
        if answer.status != 303:
            return
        code = answer.headers["location"].partition("?")[0].rpartition("/")[2]
        self.accepted[owner], self.sent_s[code] = code, time.time()
        await self._ask(owner, f"/submissions/{code}")
        for _ in range(_TRIES):
            await self._watch(owner, code)
            if code in self.judged_s or self.over:
                return
            await asyncio.sleep(_AGAIN_S)

    async def browser(self, owner: str, wait_s: float, page: str) -> None:
        """Open a page, and watch what it is sent, until all is over."""
        await asyncio.sleep(wait_s)
        await self._ask(owner, page)
        while not self.over:
            try:
                async for _ in self.site.events(f"{page}/events", self._headers(owner)):
                    self.messages += 1
            except (OSError, EOFError, ValueError):
                self.broken += not self.over
            await asyncio.sleep(_AGAIN_S * random.uniform(0.5, 2))

    async def _watch(self, owner: str, code: str) -> None:
        try:
            async for name, data in self.site.events(f"/submissions/{code}/events", self._headers(owner)):
                if name == "feedback" and data:
                    self.judged_s[code] = time.time()
                    return
        except (OSError, EOFError, ValueError):
            self.broken += 1

    async def _ask(self, owner: str, path: str) -> Answer:
        return await self._timed(self.site.ask("GET", path, self._headers(owner)))

    async def _timed(self, asked: Awaitable[Answer]) -> Answer:
        begun_s = time.monotonic()
        answer = await asked
        self.took_s.append(time.monotonic() - begun_s)
        self.answers[answer.status] += 1
        return answer

    def _headers(self, owner: str) -> dict[str, str]:
        return {"cookie": f"judge={self._sessions[owner]}"}


def sessions(store: Store, students: int) -> dict[str, str]:
    """Make accounts, and a session of a browser for each."""
    accounts = (
        store.accounts.enter(Student(f"student-{number}", f"Student {number}"), "student", "")
        for number in range(students)
    )
    return {one.owner: store.credentials.make("session", one, one.role, 3600, one.owner)[0] for one in accounts}
