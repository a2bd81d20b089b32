"""Students who hand in and watch their page, and browsers that watch the board, for tests.bench.web_load."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Mapping
from typing import Final

from judge.model import Student
from judge.store import Store
from judge.web.auth import open_session
from judge.web.forms import form_token
from tests.web.wire import Site

RAN: Final = re.compile(r": (\d+) of \d+</p>")
_AGAIN_S: Final = 1.0
_TRIES: Final = 20
PROGRAM: Final = b"""# %d
n = open("input.txt").read().split()[1]
rows = "10 02".split() if n == "2" else "0010 1000 0001 0100".split()
print("OK", *rows, sep="\\n")
"""


class Crowd:
    """All who are at the site at once, and what happened to them."""

    def __init__(self, port: int, problem: str, sessions: Mapping[str, str]) -> None:
        self.site, self.path, self._sessions = Site(port), f"/problems/{problem}", sessions
        self.answers: Counter[int] = Counter()  # statuses; 0 where a connection broke
        self.accepted: dict[str, str] = {}  # the code of the job of each student
        self.letters: dict[str, list[float]] = {}  # when each letter was seen, by code
        self.judged_s: dict[str, float] = {}  # when its page said that it is judged, by code
        self.sent_s: dict[str, float] = {}
        self.messages, self.watching, self.broken = 0, 0, 0
        self.over = False

    async def student(self, number: int, owner: str, wait_s: float) -> None:
        """Look at the problem, hand in, and watch until it is judged."""
        await asyncio.sleep(wait_s)
        await self._ask(owner, self.path)
        form = {"csrf": form_token(self._sessions[owner])}
        answer = await self.site.send(
            f"{self.path}/submissions", self._headers(owner), form, {"mine.py": PROGRAM % number}
        )
        self.answers[answer.status] += 1
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
            self.watching += 1
            try:
                async for _ in self.site.events(f"{page}/events", self._headers(owner)):
                    self.messages += 1
            except (OSError, EOFError, ValueError):
                self.broken += not self.over
            finally:
                self.watching -= 1
            await asyncio.sleep(_AGAIN_S * random.uniform(0.5, 2))

    async def _watch(self, owner: str, code: str) -> None:
        seen = self.letters.setdefault(code, [])
        try:
            async for name, data in self.site.events(f"/submissions/{code}/events", self._headers(owner)):
                now_s = time.time()
                if name == "letters":
                    seen += [now_s] * (sum(map(int, RAN.findall(data))) - len(seen))
                if name == "feedback" and data:
                    self.judged_s[code] = now_s
                    return
        except (OSError, EOFError, ValueError):
            self.broken += 1

    async def _ask(self, owner: str, path: str) -> None:
        answer = await self.site.ask("GET", path, self._headers(owner))
        self.answers[answer.status] += 1

    def _headers(self, owner: str) -> dict[str, str]:
        return {"cookie": f"judge={self._sessions[owner]}"}


def sessions(store: Store, students: int) -> dict[str, str]:
    """Make accounts, and a session of a browser for each."""
    found = {}
    for number in range(students):
        account = store.accounts.enter(Student(f"student-{number}", f"Student {number}"), "student", "")
        found[account.owner] = open_session(store, account)
    return found
