"""The results of a contest on a terminal or in a pipe: leaderboard, summary.

Nothing is printed here: each function returns a rich renderable, coloured, and legible without colour. The words are
those of views/leaderboard.py and verdict_words.py, which pages show too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from judge.reports.measuring_words import not_enforced
from judge.reports.sanitize import clean_line
from judge.reports.terminal.table import ShownTable, verdict_text
from judge.reports.verdict_words import Fault, expectations
from judge.reports.views import leaderboard as view

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from judge.model import Clock, Host, Judgement, Problem, Standing

_NAME_CELLS = 32  # a longer name would push the figures off a row


def leaderboard(
    problem: Problem,
    standings: Sequence[Standing],
    clock: Clock = "cpu",
    counting: int | None = None,
    names: Sequence[str] = (),
) -> Group:
    """Return the ranking on one problem. It leaves out columns, last ones first, where the console is narrow. After an
    interruption only `counting` cases count, and no verdict AC is final. `names` stand for those of the submissions."""
    names = names or [one.judgement.submission.name for one in standings]
    shown = view.leaderboard(problem, standings, clock, counting, [clean_line(name, _NAME_CELLS) for name in names])
    title = Text(shown.title, "bold").append(f"   {shown.about}", "dim")
    return Group(title, ShownTable(shown.table), Text("\n".join(shown.legend), "dim"))


def summary(judgements: Sequence[Judgement]) -> Text:
    """Return how many verdicts are as expected; a line for each that is not, the judge's own faults first."""
    found = expectations(judgements)
    text = Text(f"{found.head}: ")
    if not found.faults:
        return text.append(found.met, "green")
    text.append(f"{found.met}, ").append(found.unmet, "bold red")
    return text.append("\n").append_text(fault_lines(found.faults))


def fault_lines(faults: Iterable[Fault]) -> Text:
    """Return a line for each verdict, with the case that it comes from."""
    lines = []
    for fault in faults:
        where = f"  {fault.where}" if fault.where else ""
        lines.append(Text("  ").append_text(verdict_text(fault.verdict)).append(f"  {fault.who}{where}"))
    return Text("\n").join(lines)


def host_line(host: Host) -> Text | None:
    """Return one line that says what this host does not enforce, None if it enforces everything."""
    missing = not_enforced(host)
    return warning_line(missing) if missing else None


def warning_line(what: str) -> Text:
    """Return one line about something that is not as it should be, but that stops nothing."""
    return Text("warning", "bold yellow").append(f": {what}")
