"""Enter a class into the store: a ticket for each submission, before anything runs."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from judge.model import Submission
from judge.model.fence import fault_of
from judge.model.record import Batch, Ticket
from judge.store import Store


def enter_all(store: Store, batch: Batch, submissions: Iterable[tuple[str, Submission]]) -> list[Ticket]:
    """Return a ticket for each owner's submission, done where the same bytes were judged under the same conditions."""
    return [entered(store, batch, submission, owner) for owner, submission in submissions]


def entered(store: Store, batch: Batch, submission: Submission, owner: str, handed_s: float | None = None) -> Ticket:
    """Enter one submission; where the judge fails on what it knows of it, it is judged anew."""
    try:
        return store.enter(batch, submission, owner, handed_s)
    except Exception as error:
        doubtful = msgspec.structs.replace(submission, fault=fault_of(error))
        return store.enter(msgspec.structs.replace(batch, again=True), doubtful, owner, handed_s)
