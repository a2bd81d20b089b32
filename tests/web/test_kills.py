"""kill -9 of the web process and of judges, while many hand in: what was accepted is judged exactly once. And of the
process that started them: it leaves nothing behind."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Final

import msgspec
import pytest

from judge.model import Student, Verdict
from judge.problems import read_package
from judge.store import Store
from tests.web.running import Running, alive, started, until
from tests.web.sites import RIGHT, quiz
from tests.web.wire import Site

KILLS: Final = 10  # half of them of judges
AT_ONCE: Final = 2
ENDED: Final = 3  # judges, while they were at one submission: that is not run again
STUDENTS: Final = 60


def tokens(path: Path) -> dict[str, str]:
    """Make an account for each student, and return the token of each."""
    with Store(path) as store:
        found = {}
        for number in range(STUDENTS):
            account = store.accounts.enter(Student(f"s{number}", ""), "student", "")
            found[account.owner], _ = store.credentials.make("token", account, "student", 600, account.owner)
        return found


async def hand_in(site: Site, students: asyncio.Queue[tuple[str, str]], accepted: dict[str, str]) -> None:
    """Hand in for one student after the other; a program that nobody else has handed in."""
    while not students.empty():
        owner, secret = students.get_nowait()
        path, headers = "/api/problems/quiz/submissions", {"authorization": f"Bearer {secret}"}
        said = await site.send(path, headers, {}, {"mine.py": b"# " + owner.encode() + b"\n" + RIGHT})
        if said.status == 201:
            accepted[owner] = msgspec.json.decode(said.body)["job"]
        await asyncio.sleep(0.2)


async def kill(running: Running, seed: int, accepted: dict[str, str]) -> None:
    """Kill one process after the other, at random moments, once something was accepted."""
    moments = random.Random(seed)
    while not accepted:
        await asyncio.sleep(0.01)
    for part in moments.sample(["web", "judge"] * (KILLS // 2), KILLS):
        await asyncio.sleep(moments.uniform(0.05, 1.0))
        while not (found := running.part(part)):
            await asyncio.sleep(0.01)
        moments.choice(found).kill()


async def through(running: Running, secrets: dict[str, str], seed: int) -> dict[str, str]:
    """Return the codes of what was accepted, by owner."""
    students: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    for one in secrets.items():
        students.put_nowait(one)
    accepted: dict[str, str] = {}
    handing_in = [hand_in(Site(running.port), students, accepted) for _ in range(3)]
    await asyncio.gather(kill(running, seed, accepted), *handing_in)
    return accepted


@pytest.mark.slow
def test_what_was_accepted_is_judged_once_whatever_is_killed(tmp_path: Path) -> None:
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    package = quiz(tmp_path)
    with started(tmp_path, "--problem", str(package), "-j", str(AT_ONCE), "--share-core") as running:
        until(running.well)
        accepted = asyncio.run(through(running, tokens(running.store), seed))
        assert len(accepted) > STUDENTS / 3
        with Store(running.store) as store:
            until(lambda: not store.queue.open())
            found = store.records(read_package(package))
            records = {one.owner: one for one in found}
            faults = {one.owner: one.judgement.prepare.finding for one in found}
            given_up = [owner for owner, fault in faults.items() if fault and fault.code == "E310"]
            assert len(found) == len(records)
            assert len(given_up) <= AT_ONCE * KILLS // 2 // ENDED
            for owner, code in accepted.items():
                job = store.queue.job(code)
                assert job
                assert (job.owner, job.state) == (owner, "done")
                assert job.judgement
                if owner in given_up:
                    continue
                rows = [run for _, run in store.queue.runs_of(job.judgement)]
                runs = [run for run in rows if not run.in_doubt]  # what others may have cost a verdict is run again
                assert sorted(run.case for run in runs) == ["four", "tiny"], (owner, rows)
                assert {run.verdict for run in runs} == {Verdict.AC}
                assert records[owner].judgement.points == 10
        children = running.children()
        running.process.kill()
        until(lambda: not any(map(alive, children)))
        assert (len(children), running.status()) == (3, 0)
