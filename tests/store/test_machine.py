"""Two judges do anything at one store, killed at any statement: what was said is there, and nothing is half there."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from judge.model import Deadline, Deed, Mark, Student
from judge.store import Store
from tests.make import AC, WA
from tests.store.make import OWNERS, add, batch_of, finish, hear, runs_of, seen, submission_of

Model = dict[str, Any]  # of each owner what was done: a plain dict that knows what a store is to hold
Step = tuple[str, str, int]  # what is done, for whom, and a number that tells it from others
JUDGED = ["enters", "runs", "draws", "finishes", "hands in", "is at", "is pruned"]
SAID = ["says", "is marked", "is due", "joins", "gets a link", "leaves", "opens"]
DOES = JUDGED + SAID
STEPS = st.lists(st.tuples(st.sampled_from(DOES), st.sampled_from(OWNERS), st.integers(0, 3)), min_size=5, max_size=25)
NOTHING: Model = {
    **{"runs": None, "seed": "", "done": False, "jobs": [], "said": [], "opened": [], "marks": [], "due": None},
    **{"account": False, "links": 0},
}


def do(store: Store, what: str, owner: str, at: int) -> None:  # noqa: PLR0912 - a branch for each
    """One step, as a judge or the web makes it."""
    jobs = store.queue.of(owner)
    tickets = {one.owner: one for one in store.regrades.tickets(batch_of(store))}
    ticket = tickets.get(owner)
    match what:
        case "enters":
            store.enter(batch_of(store), submission_of(owner), owner)
        case "runs" if ticket and not ticket.done:
            store.record_run(ticket, runs_of([AC] * 4)[at])
        case "draws" if ticket and not ticket.done:
            store.record_seed(ticket, f"seed {at}")
        case "finishes" if ticket and not ticket.done:
            finish(store, ticket, [AC, WA, AC, AC])
        case "hands in":
            add(store, owner, at, replaces=True)
        case "is at" if jobs:
            store.queue.step(jobs[0], "running" if at else "done")
        case "says":
            store.deeds.add(Deed(at, owner, f"said {at}"))
        case "is marked":
            words = [Mark(owner, kind, "x", "prof", at) for kind in ("excuse", "comment")]
            store.marks.add("pkg", "", words)
        case "is due":
            store.terms.set("pkg", owner, Deadline.Term(f"2026-12-0{at + 1}"), "prof", at)
        case "joins":
            store.accounts.enter(Student(owner, f"in room {at}"), "student", "")
        case "gets a link" if account := store.accounts.of(owner):
            store.credentials.make("link", account, "student", None, "")
        case "leaves":
            store.accounts.remove(owner, "")
        case "opens":
            store.contest_words.add(owner, "start", owner, at)
        case "is pruned":
            store.upkeep.prune()


def note(held: Model, what: str, at: int) -> None:  # noqa: PLR0912 - as many
    """Do the same to the dict of an owner."""
    match what:
        case "enters" if held["runs"] is None:
            held["runs"] = []
        case "runs" if held["runs"] is not None and not held["done"]:
            held["runs"].append(f"c{at}")
        case "draws" if held["runs"] is not None and not held["done"]:
            held["seed"] = f"seed {at}"
        case "finishes" if held["runs"] is not None:
            held |= {"runs": [], "done": True}  # a judgement that is made shows its runs elsewhere
        case "hands in":
            if held["jobs"] and held["jobs"][-1][1] == "waiting":
                held["jobs"][-1] = held["jobs"][-1][0], "replaced"
            held["jobs"].append((at, "waiting"))
        case "is at" if held["jobs"] and held["jobs"][-1][1] in ("waiting", "running"):
            held["jobs"][-1] = held["jobs"][-1][0], "running" if at else "done"
        case "says":
            held["said"].append(f"said {at}")
        case "is marked":
            held["marks"] += ["excuse", "comment"]
        case "is due":
            held["due"] = f"2026-12-0{at + 1}"
        case "joins":
            held["account"] = f"in room {at}"
        case "gets a link":
            held["links"] += bool(held["account"])
        case "leaves":
            held |= {"account": False, "links": 0}
        case "opens":
            held["opened"].append(at)


def expected(steps: Sequence[Step]) -> dict[str, Model]:
    held = {owner: deepcopy(NOTHING) for owner in OWNERS}
    for what, owner, at in steps:
        note(held[owner], what, at)
    return held


def child(path: Path, steps: Sequence[Step], last: int, said: int) -> None:
    """Do the steps in turn in two stores, say each that is done, and be killed before the statement of this number."""
    left = last

    def counts(*_: object) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    with pytest.MonkeyPatch.context() as patch:
        hear(patch, counts)
        stores = Store(path), Store(path)
        for number, step in enumerate(steps):
            do(stores[number % 2], *step)
            os.write(said, b".")
    os.kill(os.getpid(), signal.SIGKILL)


@settings(max_examples=40, deadline=None)
@given(STEPS, st.integers(30, 600))
def test_what_was_said_is_there_and_nothing_is_half_there(steps: list[Step], last: int) -> None:
    with TemporaryDirectory() as folder:
        path, (heard, said) = Path(folder, "store.db"), os.pipe()
        pid = os.fork()  # nobody has the store open
        if not pid:
            try:
                child(path, steps, last, said)
            finally:
                os._exit(1)
        os.close(said)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
        done = len(os.read(heard, 1 << 10))
        os.close(heard)
        with Store(path) as store:
            found = seen(store)
        event(f"killed in the midst: {done < len(steps)}")
        assert found in (expected(steps[:done]), expected(steps[: done + 1]))
        with Store(path) as store:  # and it goes on
            for step in steps[done:]:
                do(store, *step)
            if found == expected(steps[:done]):
                assert seen(store) == expected(steps)
