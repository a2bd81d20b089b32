"""The contest of `judge run`: shown as it goes, and kept. Loaded while the sandboxes start.

The leaderboard of a problem is made and printed as soon as the problem is over.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Literal

import msgspec

from judge.cli.following import rounds_of, showing
from judge.cli.last_failed import is_failed, remember
from judge.cli.options import RunOptions, write_pages
from judge.cli.run import Keep, Start, Way
from judge.cli.running import watch_workers
from judge.files import write_whole
from judge.judging import Contest, keep_refuted
from judge.model import Entry, Event, Finished, ReadWarning, RunRecord, Standing
from judge.reports import Live, PlainConsole, View
from judge.scoring import boards, exit_status
from judge.store import Journal
from judge.text import counted


def judge_contest(way: Way, options: RunOptions, keep: Keep, start: Start, chosen: list[Entry]) -> int:
    """Run a contest, show it, and keep it; return the exit status."""
    console, failed = PlainConsole(), False
    with watch_workers(start.opened, options, console) as host:
        clock = host.ranks_by
        contest = Contest(start.opened, chosen, options.repeat, hopeless=way.hopeless)
        if way.first_failure:
            contest.in_order()  # the first that fails is that of the report
        journal = Journal(keep.json_file, host, chosen, contest.judgements, contest.seed)
        live = Live(console, contest.total, chosen, budget_s=way.budget_s)
        live.machines, live.clock = contest.machines, clock
        boards = Boards(contest, View(clock, every_case=way.hopeless), console)
        rounds = rounds_of(contest, clock, way.budget_s, live)
        _warn_of_unanswered(chosen, console)
        start.over = True
        left = contest.events(rounds, probing=None if rounds else clock)
        with showing(live) as shown, contextlib.closing(left) as events:
            for event in events:
                live.event(event)
                journal.event()
                if boards.event(event):
                    live.said()
                if failed := way.first_failure and is_failed(event):
                    break
    stopped = None
    if not shown.whole or failed:
        why: Literal["interrupted", "failed"] = "failed" if shown.whole else "interrupted"
        stopped = View.Stopped(live.ran, contest.total, live.at_work, why=why)
    measuring = RunRecord.Measuring(contest.noise, tuple(rounds.settled) if rounds else (), contest.seed)
    boards.end(stopped, measuring)
    record = RunRecord.of(boards.made, host, measuring, complete=stopped is None)
    journal.close(record)
    remember(contest.judgements())
    if len(boards.made) > 1 and journal.path:
        console.print(f"every run: {journal.path}", style="dim")  # several leaderboards have gone by
    if wrong := keep_refuted(row.judgement for board in boards.made for row in board):
        from judge.reports import wrong_key_lines

        console.print(wrong_key_lines(wrong))
    if keep.junit_file:
        from judge.reports import run_junit_xml  # it brings the words of a gradebook

        write_whole(keep.junit_file, run_junit_xml(contest.judgements()))
    if keep.name:
        from judge.store import run_path

        kept = f"saved: {keep.name}, in {journal.copy_to(run_path(keep.name))}" if record.complete else ""
        console.print(kept or f"not saved as {keep.name}: it was stopped before its end")
    if keep.html_folder:
        write_pages(record, keep.html_folder, console)
    return exit_status(contest.judgements()) if shown.whole else 130


class Boards:
    """The leaderboards of a contest, each made and printed as soon as its problem is over. It takes the events of the
    contest; `made` holds the standings of each problem that somebody was judged on."""

    def __init__(self, contest: Contest, view: View, console: PlainConsole) -> None:
        self.made: list[list[Standing]] = []
        self._contest, self._view, self._console = contest, view, console
        self._over = 0

    def event(self, event: Event) -> bool:
        """Take an event; say whether a leaderboard was printed."""
        if not isinstance(event, Finished):
            return False
        self._over += 1
        return self._print(self._contest.entries[self._over - 1 : self._over])

    def end(self, stopped: View.Stopped | None, measuring: RunRecord.Measuring | None = None) -> None:
        """Print what there is of the problem in which the contest was stopped, if it was, and the last lines."""
        if stopped:
            rest = self._contest.entries[self._over :]
            unjudged = tuple(one.problem.name for one in rest if not self._contest.judged(one))
            stopped = msgspec.structs.replace(stopped, unjudged=unjudged)
            self._view = msgspec.structs.replace(self._view, stopped=stopped)
            self._print(rest)
        self._console.print(self._view.closing(self.made, measuring))

    def _print(self, entries: Sequence[Entry]) -> bool:
        made = [rows for entry in entries if (rows := self._contest.judged(entry))]
        for rows in made:
            self.made += boards(rows, self._view.clock, self._contest.noise)
            self._console.print(self._view.board(self.made[-1]))
        return bool(made)


def _warn_of_unanswered(entries: Sequence[Entry], console: PlainConsole) -> None:
    """Say which cases of a contest have no answer."""
    for problem in (entry.problem for entry in entries if entry.problem.unanswered):
        from judge.reports import notice_lines

        missing = len(problem.unanswered)
        said = f"{problem.name}: {missing} of {counted(len(problem.cases), 'case')} without answer.txt"
        written = f"a FAIL there can't be judged; judge answers {problem.path}  writes them"
        why = "no answer there can be judged; write them" if problem.validator else written
        console.print(notice_lines([ReadWarning("W117", f"{said}: {why}")], "", 1000), soft_wrap=True)
