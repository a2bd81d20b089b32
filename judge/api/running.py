"""`judge.run`: a whole contest as one call, and what it returns."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from judge.errors import JudgeError
from judge.files import write_json
from judge.judging import Contest
from judge.model import Host, Judgement, RunRecord, Standing
from judge.reports import Overview, not_enforced
from judge.sandbox import Waiting, arena
from judge.scoring import boards, exit_status
from judge.store import run_json
from judge.submissions import Choice, entries
from judge.text import clean_line, listed

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
    with arena(share_core=alone, say=Waiting.now_and_then(_warn), lasting=True) as sandboxes:
        host = sandboxes[0].host()
        if missing := not_enforced(host):
            _warn(missing)
        contest, clock = Contest(sandboxes, chosen, times), host.ranks_by
        for _ in contest.events(probing=clock):
            pass
    found = boards(contest.judgements(), clock, contest.noise)
    return RunResult(RunRecord.of(found, host, RunRecord.Measuring(contest.noise, seed=contest.seed)))


def _listed(what: str, names: Any) -> tuple[str, ...]:
    """Return one name, or several, as several."""
    alone = isinstance(names, str | os.PathLike)
    found: list[Any] = [names] if alone else list(names) if isinstance(names, Iterable) else [None]
    if not all(isinstance(name, str | os.PathLike) for name in found):
        raise _bad_value(f"{what} is {names!r:.60}, but it must be a name or a list of names", f"{what}=['one', 'two']")
    return tuple(os.fspath(name) for name in found)


def _limit(seconds: Any) -> float | None:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0.01 <= seconds <= 86400:
        raise _bad_value(f"time_limit is {seconds!r:.40}, but it must be seconds, from 0.01 to 86400", "time_limit=2")
    return float(seconds)


def _bad_value(message: str, repair: str) -> JudgeError:
    return JudgeError("E471", message, help=repair)


def _whole(times: Any) -> int:
    if isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= 1000:
        raise _bad_value(f"repeat is {times!r:.40}, but it must be a whole number from 1 to 1000", "repeat=5")
    return times


def _warn(said: object) -> None:
    """Show a message, each time, where Python shows warnings: on stderr, in a notebook below the cell."""
    warnings.warn_explicit(str(said), RuntimeWarning, "judge.run", 1)


_NAMED = 3


class RunResult(msgspec.Struct, frozen=True, eq=False):
    """A contest that is over: the leaderboard of each problem, best first, and the host that timed it.

    Print it, or leave it to a notebook; `records()` has a row for each case, `json()` has all that was measured.
    """

    record: RunRecord

    @property
    def boards(self) -> tuple[tuple[Standing, ...], ...]:
        """Return the leaderboard of each problem, best row first."""
        return self.record.boards

    @property
    def host(self) -> Host:
        """Return the machine that timed it."""
        return self.record.host

    @property
    def clock(self) -> Host.Clock:
        """Return which clock ranks."""
        return self.record.clock

    @property
    def noise(self) -> float | None:
        """Return the relative standard error of one time, where it was measured."""
        return self.record.measuring.noise

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """Return what was judged, in the order of the leaderboards."""
        return self.record.judgements

    @property
    def ok(self) -> bool:
        """Say whether every verdict is as expected, as exit status 0 of `judge run` does."""
        return exit_status(self.judgements) == 0

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each submission and case, for `pandas.DataFrame(result.records())`."""
        return [
            {
                "problem": row.submission.problem,
                "submission": clean_line(row.submission.name),
                "group": run.group,
                "case": run.case,
                "algorithm": run.algorithm,
                "n": sizes[run.place],
                "verdict": str(run.verdict),
                "code": run.code,
                "message": clean_line(run.message, 1000),
                "cpu_s": run.cpu_s,
                "wall_s": run.wall_s,
                "memory_bytes": run.memory_bytes,
            }
            for row in self.judgements
            for sizes in [{case.place: case.board.n for case in row.problem.cases}]
            for run in row.runs
        ]

    def leaderboard(self) -> list[dict[str, Any]]:
        """Return a row for each submission and problem, best first, for a data frame too."""
        return [
            {
                "problem": row.judgement.submission.problem,
                "rank": row.rank,
                "tied": row.tied,
                "submission": clean_line(row.judgement.submission.name),
                "verdict": str(row.judgement.verdict),
                "solved": row.solved,
                "score": row.score,
                "cases": len(row.judgement.problem.cases),
                "points": row.judgement.points,
                "par2_s": row.par2_s,
                "ratio": row.ratio,
                "message": clean_line(row.judgement.prepare.message, 1000),
            }
            for board in self.boards
            for row in board
        ]

    def json(self) -> dict[str, Any]:
        """Return the object that `judge run --json` writes: `judge help json` describes it."""
        made: dict[str, Any] = msgspec.to_builtins(run_json(self.record))
        return made

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write that object to a file, which `judge diff` reads; return its path."""
        write_json(Path(path), self.json())
        return Path(path)

    def report(self, folder: str | os.PathLike[str]) -> Path:
        """Write it as a folder of pages, as `judge run --html` does; return the path of the first page."""
        from judge.reports import SiteFolder  # it loads templates, which nothing else here needs

        return SiteFolder(Path(folder)).write(self.record).index

    def __repr__(self) -> str:
        rows = self.judgements
        said = listed([f"{row.submission.problem}/{row.submission.name} {row.verdict}" for row in rows], _NAMED)
        return f"<judge.RunResult {clean_line(said) or 'of nothing'}>"

    def __str__(self) -> str:
        return str(self.__rich__())

    def __rich__(self) -> Overview:
        return Overview(self.boards, self.clock, self.host)

    def _repr_html_(self) -> str:
        return self.__rich__().html()
