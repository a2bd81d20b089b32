"""The command `judge watch`: judge a submission each time it is saved, what failed last first."""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from judge.cli.declaration import command
from judge.cli.last_failed import is_failed, missed_cases, read_failed, remember
from judge.cli.options import Chosen, RunOptions, run_options, solution
from judge.errors import JudgeError
from judge.files import entries_below
from judge.judging import Contest
from judge.model import Entry, Event, Ran, Run
from judge.reports import Live, PlainConsole, not_enforced, turn_lines
from judge.sandbox import Sandbox
from judge.submissions import Choice, entries

EVERY_S = 0.2  # between two looks at the files of a submission
_MOST = 256  # files of a folder

Stamp = tuple[tuple[str, int, int, int], ...]  # of each file: name, time of change, size, inode


@command
def watch(file: Annotated[Path, solution()], choice: Chosen, options: Annotated[RunOptions, run_options()]) -> int:
    """Judge a solution each time it is saved.

    The cases on which FILE failed last come first: where one of them still fails, the others wait. The difference to
    the run before is shown. Ctrl-C ends it.
    """
    console = PlainConsole()
    chosen = choice.of(file)
    entries(chosen)  # what is wrong from the beginning is not waited for
    opening = options.shared.machine.arena(options.jobs, PlainConsole(stderr=True).print)
    with contextlib.suppress(KeyboardInterrupt), opening as opened:
        console.warn(not_enforced(opened[0].host()))
        watcher = Watcher(opened, chosen, options.repeat, console)
        seen = stamp_of(file)
        while True:
            watcher.judge()
            console.print(f"waiting for {file} to be saved; Ctrl-C ends", style="dim", soft_wrap=True)
            seen = await_save(file, seen)
    return 0


class Watcher:
    """Judges a choice again and again in the same sandboxes, and knows the last result of each case."""

    def __init__(self, opened: Sequence[Sandbox], choice: Choice, repeat: int, console: PlainConsole) -> None:
        self._opened, self._choice, self._repeat, self._console = opened, choice, repeat, console
        self._known: dict[str, dict[str, Run]] = defaultdict(dict)  # by package, then by case

    def judge(self) -> None:
        """Read what was saved, judge it and show what came of it. What can't be read is said, and waited for."""
        self._console.rule(time.strftime("%H:%M:%S"), style="dim", characters="-")
        try:
            for entry in entries(self._choice):
                self._judge(entry)
        except JudgeError as error:
            self._console.fault(error)

    def _judge(self, entry: Entry) -> None:
        turned, first = _with_failed_first(entry)
        contest = Contest(self._opened, [turned], self._repeat).in_order()  # what failed last comes first
        over = settled_after(first * self._repeat * len(entry.submissions))
        with Live(self._console, contest.total) as live, contextlib.closing(contest.events()) as events:
            for event in events:
                live.event(event)
                if over(event):
                    break
        remember(contest.judgements())
        order = {case.place: place for place, case in enumerate(entry.problem.cases)}
        for row in contest.judgements():
            runs = tuple(sorted(row.runs, key=lambda run: order[run.place]))
            known = self._known[f"{row.problem.path} {row.submission.path}"]
            before = dict(known)
            known |= {run.path: run for run in runs}
            turn = msgspec.structs.replace(row, runs=runs)
            self._console.print(turn_lines(turn, before, known))


def settled_after(first: int) -> Callable[[Event], bool]:
    """Return what says that a contest is over: its first runs are, and one of these has failed."""
    ran = failed = 0

    def over(event: Event) -> bool:
        nonlocal ran, failed
        if isinstance(event, Ran):
            ran += 1
            failed += is_failed(event)
        return failed > 0 and ran == first

    return over


def _with_failed_first(entry: Entry) -> tuple[Entry, int]:
    """Return the entry with the cases first that failed when they were last run, and how many these are."""
    names = missed_cases(entry, read_failed())
    cases = entry.problem.cases
    first = [case for case in cases if case.path in names]
    rest = [case for case in cases if case.path not in names]
    problem = msgspec.structs.replace(entry.problem, cases=(*first, *rest))
    return Entry(problem, entry.submissions), len(first)


# --- wait until a submission is saved ---------------------------------------------------------------------------------
def stamp_of(path: Path) -> Stamp:
    """Return what changes when a file, or any file of a folder, is saved; nothing where it is not there.

    Editors save by writing another file and renaming it: that shows in the inode.
    """
    with contextlib.suppress(OSError):
        inside = sorted(Path(entry.path) for entry in entries_below(path)) if path.is_dir() else [path]
        found = [(str(file), file.stat()) for file in inside[:_MOST] if file.is_file()]
        return tuple((name, facts.st_mtime_ns, facts.st_size, facts.st_ino) for name, facts in found)
    return ()  # gone between two looks


def await_save(path: Path, seen: Stamp) -> Stamp:
    """Return the new stamp once it differs from `seen`, the file is there, and two looks find the same: a file is not
    read while it is being written."""
    last: Stamp = ()
    while True:
        now = stamp_of(path)
        if now and now == last and now != seen:
            return now
        last = now
        time.sleep(EVERY_S)
