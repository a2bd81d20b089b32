"""What `judge.run` returns."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from judge.model import Clock, Host, Judgement, RunRecord, Standing
from judge.reports.export.atomic import write_json
from judge.reports.export.run_json import run_json
from judge.reports.notebook.contest import contest_html
from judge.reports.sanitize import clean_line
from judge.reports.terminal.overview import Overview
from judge.reports.terminal.plain import as_text
from judge.scoring.verdict import exit_status
from judge.text import listed

_WIDTH = 120
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
    def clock(self) -> Clock:
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
                "n": sizes[run.group, run.case],
                "verdict": str(run.verdict),
                "code": run.code,
                "message": clean_line(run.message, 1000),
                "cpu_s": run.cpu_s,
                "wall_s": run.wall_s,
                "memory_bytes": run.memory_bytes,
            }
            for row in self.judgements
            for sizes in [{(case.group, case.name): case.board.n for case in row.problem.cases}]
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
        return run_json(self.record)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write that object to a file, which `judge diff` reads; return its path."""
        write_json(Path(path), self.json())
        return Path(path)

    def report(self, folder: str | os.PathLike[str]) -> Path:
        """Write it as a folder of pages, as `judge run --html` does; return the path of the first page."""
        from judge.reports.site.write import write_site  # it loads templates, which nothing else here needs

        return write_site(self.record, Path(folder)).index

    def __repr__(self) -> str:
        rows = self.judgements
        said = listed([f"{row.submission.problem}/{row.submission.name} {row.verdict}" for row in rows], _NAMED)
        return f"<judge.RunResult {clean_line(said) or 'of nothing'}>"

    def __str__(self) -> str:
        return as_text(self.__rich__(), _WIDTH).rstrip()

    def __rich__(self) -> Overview:
        return Overview(self.boards, self.clock, self.host)

    def _repr_html_(self) -> str:
        return contest_html(self.boards, self.clock, self.host)
