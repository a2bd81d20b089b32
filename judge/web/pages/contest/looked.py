"""A look at the contest of a site, computed once for all who see the same.

A thousand browsers ask for one board. What is kept belongs to a version of the store and a phase of the contest: when
either changes, it is computed anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, TypeVar, cast
from weakref import WeakKeyDictionary

import msgspec

from judge.reports.web.scoreboard import ScoreboardView, scoreboard_view
from judge.scoring.standings import Scoreboard, scoreboard
from judge.store import Store
from judge.web.ask import Ask
from judge.web.reply import RefusedError, missing
from judge.web.site import Contest, Site

Version = tuple[object, ...]
_Made = TypeVar("_Made")
_MOST: Final = 5  # that are kept: boards before and after a change, for the public and for the jury, and a resolver


class Looked(msgspec.Struct, frozen=True, eq=False):
    """What somebody sees of a contest. `contest` is of this moment; the board may be as old as its version."""

    contest: Contest
    board: Scoreboard
    view: ScoreboardView
    version: Version


_KEPT: Final[WeakKeyDictionary[Site, OrderedDict[Hashable, object]]] = WeakKeyDictionary()
_LOCK: Final = threading.Lock()


def look(site: Site, store: Store, *, jury: bool) -> Looked:
    """Return what the public or the jury sees now. RefusedError 404 where no contest is served."""
    contest, version = _now(site, store, jury=jury)
    board, view = kept(site, ("board", *version), lambda: _seen(store, contest))
    return Looked(contest, board, view, version)


def kept(site: Site, key: Hashable, make: Callable[[], _Made]) -> _Made:
    """Return what was made for this key; one thread makes it, and the others wait."""
    with _LOCK:
        held = _KEPT.setdefault(site, OrderedDict())
        if key not in held:
            held[key] = make()
            if len(held) > _MOST:
                held.popitem(last=False)
        return cast("_Made", held[key])


def _seen(store: Store, contest: Contest) -> tuple[Scoreboard, ScoreboardView]:
    tried = store.tries.of(contest.schedule, contest.as_of.now_ms)
    board = scoreboard(contest.schedule, tried.tries, contest.as_of, tried.unknown)
    return board, scoreboard_view(board)


def version_of(site: Site, store: Store, *, jury: bool) -> Version:
    """Return what changes when `look` sees something else."""
    return _now(site, store, jury=jury)[1]


def as_jury(ask: Ask) -> bool:
    """Say whether the address asks for the jury's view. RefusedError 401 or 403 where the viewer is no grader."""
    if ask.query.get("jury") != "1":
        return False
    if ask.seen.viewer is None:
        raise RefusedError(401, "Sign in first.", "Open the personal link that you were given.")
    if not ask.seen.viewer.may("grader"):
        raise RefusedError(403, "That is for the jury.", "The scoreboard for everybody is at /contest.")
    return True


def _now(site: Site, store: Store, *, jury: bool) -> tuple[Contest, Version]:
    tried = store.tries.version()  # before the clock: no verdict of this version is later than now
    contest = site.contest(store, jury=jury)
    if contest is None:
        raise missing("contest")
    schedule, as_of = contest.schedule, contest.as_of
    phase = as_of.phase(schedule), as_of.now_ms >= schedule.end_ms
    return contest, (jury, *phase, len(contest.moments), *tried)
