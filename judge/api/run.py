"""`judge.run`: a whole contest as one call."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from judge.api.run_result import RunResult
from judge.judging.contest import Contest
from judge.model import Measuring
from judge.problems.formats.values import refused
from judge.reports.host_words import not_enforced
from judge.reports.recorded import recorded
from judge.sandbox import pool
from judge.sandbox.cache import own_cache
from judge.sandbox.corelocks import now_and_then
from judge.scoring import ranking
from judge.submissions.choice import Choice, entries

Names = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def run(
    submissions: Names = (), problem: Names = (), cases: Names = (), time_limit: float | None = None, repeat: int = 1
) -> RunResult:
    """Judge submissions as `judge run` does; return the result. Nothing is printed, and no file is written.

    submissions -- a file, a folder or a shipped solution such as queens/champion, or several; by default all under
        solutions/
    problem     -- a package by name or folder, or several; by default what each submission says
    cases       -- which cases, as --case takes them; by default all
    time_limit  -- seconds of CPU that a case may take, instead of the package's
    repeat      -- how often each case is run; the median of the times counts

    JudgeError where the words name nothing that is there. Ctrl-C, or a notebook's interrupt, closes the sandboxes.
    """
    names = [_listed("submissions", submissions), _listed("problem", problem), _listed("cases", cases)]
    choice = Choice(tuple(map(Path, names[0])), names[1], names[2], time_limit=_limit(time_limit))
    times = _whole(repeat)
    chosen = entries(choice)
    alone = sum(len(entry.submissions) for entry in chosen) == 1  # and so not ranked
    with pool.arena(share_core=alone, say=now_and_then(_warn)) as sandboxes, pool.keeping(sandboxes, own_cache()):
        host = sandboxes[0].host()
        if missing := not_enforced(host):
            _warn(missing)
        contest, clock = Contest(sandboxes, chosen, times), ranking.clock_of(host)
        for _ in contest.events(probing=clock):
            pass
    boards = ranking.boards(contest.judgements(), clock, contest.noise)
    return RunResult(recorded(boards, host, Measuring(contest.noise, seed=contest.seed)))


def _listed(what: str, names: Any) -> tuple[str, ...]:
    """Return one name, or several, as several."""
    alone = isinstance(names, str | os.PathLike)
    found: list[Any] = [names] if alone else list(names) if isinstance(names, Iterable) else [None]
    if not all(isinstance(name, str | os.PathLike) for name in found):
        raise refused(f"{what} is {names!r:.60}, but it must be a name or a list of names", f"{what}=['one', 'two']")
    return tuple(os.fspath(name) for name in found)


def _limit(seconds: Any) -> float | None:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0.01 <= seconds <= 86400:
        raise refused(f"time_limit is {seconds!r:.40}, but it must be seconds, from 0.01 to 86400", "time_limit=2")
    return float(seconds)


def _whole(times: Any) -> int:
    if isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= 1000:
        raise refused(f"repeat is {times!r:.40}, but it must be a whole number from 1 to 1000", "repeat=5")
    return times


def _warn(said: object) -> None:
    """Show a message, each time, where Python shows warnings: on stderr, in a notebook below the cell."""
    warnings.warn_explicit(str(said), RuntimeWarning, "judge.run", 1)
