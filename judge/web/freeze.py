"""Up to when what is said of a problem counts others in, for who looks: not what a contest hides."""

from __future__ import annotations

import math
import time

from judge.model.account import Account
from judge.model.schedule import AsOf
from judge.store import Store
from judge.web.site import Site


def public_until_s(site: Site, store: Store, problem: str, viewer: Account) -> float:
    """Return the moment, in seconds since 1970, from which on results of others are hidden; infinity where none
    are."""
    schedule = site.schedule(store)
    if schedule is None or not any(task.problem == problem for task in schedule.tasks):
        return math.inf
    said = [one.word for one in store.contest_words.of(schedule.id) if one.word in ("reveal", "hide")]
    final = said[-1:] == ["reveal"]
    frozen = AsOf(round(time.time() * 1000), viewer.may("grader"), final).phase(schedule) == "frozen"
    return schedule.freeze_ms / 1000 if frozen and schedule.freeze_ms is not None else math.inf
