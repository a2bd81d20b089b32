"""Students who hand in and watch their page, and browsers that watch the board, for tests.bench.web_load."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx2

from judge.model import Student
from judge.store import Store
from tests.web.sites import RIGHT, hidden_in

_AGAIN_S, _TRIES = 1.0, 20


class Crowd:
    """All who are at the site at once, and what happened to them."""

    def __init__(self, port: int, problem: str, sessions: Mapping[str, str]) -> None:
        self.path = f"/problems/{problem}"
        self._headers = {owner: {"cookie": f"judge={secret}"} for owner, secret in sessions.items()}
        many = httpx2.Limits(max_connections=None, max_keepalive_connections=0)
        self._site = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, limits=many)
        self.answers: Counter[int] = Counter()  # statuses; 0 where a connection broke
        self.accepted: dict[str, str] = {}  # the code of the job of each student
        self.took_s: dict[str, list[float]] = {"GET": [], "POST": []}  # of pages, and of handing in
        self.judged_s: dict[str, float] = {}  # when its page said that it is judged, by code
        self.sent_s: dict[str, float] = {}
        self.messages, self.broken = 0, 0
        self.over = False

    async def student(self, number: int, owner: str, wait_s: float) -> None:
        """Look at the problem, hand in, and watch until it is judged."""
        await asyncio.sleep(wait_s)
        page, to = await self._ask(owner, "GET", self.path), f"{self.path}/submissions"
        form = hidden_in(page.text, to) if page and page.status_code == 200 else {}
        answer = await self._ask(
            owner, "POST", to, data=form, files={"file": ("mine.py", b"# %d\n%b" % (number, RIGHT))}
        )
        if not answer or answer.status_code != 303:
            return
        code = answer.headers["location"].partition("?")[0].rpartition("/")[2]
        self.accepted[owner], self.sent_s[code] = code, time.time()
        await self._ask(owner, "GET", f"/submissions/{code}")
        for _ in range(_TRIES):
            await self._watch(owner, code)
            if code in self.judged_s or self.over:
                return
            await asyncio.sleep(_AGAIN_S)

    async def browser(self, owner: str, wait_s: float, page: str) -> None:
        """Open a page, and watch what it is sent, until all is over."""
        await asyncio.sleep(wait_s)
        await self._ask(owner, "GET", page)
        while not self.over:
            async for _ in self._lines(owner, f"{page}/events", "event: "):
                self.messages += 1
            await asyncio.sleep(_AGAIN_S * random.uniform(0.5, 2))

    async def _watch(self, owner: str, code: str) -> None:
        name = ""
        async for line in self._lines(owner, f"/submissions/{code}/events"):
            field, _, value = line.partition(": ")
            name = value if field == "event" else name
            if (field, name) == ("data", "feedback") and value:
                self.judged_s[code] = time.time()
                return

    async def _lines(self, owner: str, path: str, begins: str = "") -> AsyncIterator[str]:
        """Yield the lines of a stream that begin so."""
        try:
            async with self._site.stream("GET", path, headers=self._headers[owner], timeout=None) as stream:
                async for line in stream.raise_for_status().aiter_lines():
                    if line.startswith(begins):
                        yield line
        except httpx2.HTTPError:
            self.broken += not self.over

    async def _ask(self, owner: str, method: str, path: str, **form: Any) -> httpx2.Response | None:
        """Return the answer; None where the connection broke before."""
        begun_s, answer = time.monotonic(), None
        with contextlib.suppress(httpx2.HTTPError):
            answer = await self._site.request(method, path, headers=self._headers[owner], **form)
        if answer:
            self.took_s[method].append(time.monotonic() - begun_s)
        self.answers[answer.status_code if answer else 0] += 1
        return answer


def sessions(store: Store, students: int) -> dict[str, str]:
    """Make accounts, and a session of a browser for each."""
    accounts = (
        store.accounts.enter(Student(f"student-{number}", f"Student {number}"), "student", "")
        for number in range(students)
    )
    return {one.owner: store.credentials.make("session", one, one.role, 3600, one.owner)[0] for one in accounts}
