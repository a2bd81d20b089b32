"""The results of a contest on a terminal or in a pipe: leaderboard, summary.

Nothing is printed here: each function returns a rich renderable, coloured, and legible without colour. The words are
those of leaderboard_row.py and verdict_words.py, which pages show too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rich.cells import cell_len
from rich.console import Group
from rich.text import Text

from judge.model import Clock, Verdict
from judge.reports.host_words import not_enforced
from judge.reports.leaderboard_row import LeaderboardRow, facts, leaderboard_row, legend
from judge.reports.palette import LOOKS
from judge.reports.terminal.console import GAP, WideTable, fitted, table_width
from judge.reports.verdict_words import Fault, VerdictWords, expectations

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console, ConsoleOptions, RenderResult

    from judge.model import Host, Judgement, Problem, Standing

_LEAST = {"submission": 12, "slowest case": 20}  # only a name may be cut: a figure without its end says something else
_NAME_CELLS = 32  # a longer name would push the figures off a row


def leaderboard(
    problem: Problem, standings: Sequence[Standing], clock: Clock = "cpu", counting: int | None = None
) -> Group:
    """Return the ranking on one problem. It leaves out columns, last ones first, where the console is narrow. After an
    interruption only `counting` cases count, and no verdict AC is final."""
    title = Text(problem.title, "bold").append(f"   {facts(problem, counting)}", "dim")
    rows = [_cells(leaderboard_row(one, len(problem.cases), counting, _NAME_CELLS)) for one in standings]
    return Group(title, _LeaderboardTable(rows), Text("\n".join(legend(standings, clock)), "dim"))


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
        lines.append(Text("  ").append_text(_verdict(fault.verdict)).append(f"  {fault.who}{where}"))
    return Text("\n").join(lines)


def host_line(host: Host) -> Text | None:
    """Return one line that says what this host does not enforce, None if it enforces everything."""
    missing = not_enforced(host)
    return warning_line(missing) if missing else None


def warning_line(what: str) -> Text:
    """Return one line about something that is not as it should be, but that stops nothing."""
    return Text("warning", "bold yellow").append(f": {what}")


class _LeaderboardTable:
    """The table of a leaderboard, which chooses its columns when it learns how wide the console is."""

    # heading, justification, rank among those to give up: the highest number goes first, 0 stays
    COLUMNS: tuple[tuple[str, Literal["left", "right"], int], ...] = (
        ("#", "right", 0),
        ("submission", "left", 0),
        ("verdict", "left", 0),
        ("solved", "right", 0),
        ("PAR-2", "right", 0),
        ("ratio", "right", 1),
        ("slowest case", "left", 2),
        ("memory", "right", 3),
        ("contract", "left", 4),
    )

    def __init__(self, rows: Sequence[Sequence[Text]]) -> None:
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = [[_encoded(cell, options) for cell in row] for row in self.rows]
        needs = [
            max([cell_len(heading), *(row[at].cell_len for row in rows)])
            for at, (heading, _, _) in enumerate(self.COLUMNS)
        ]
        least = [
            min(need, _LEAST.get(heading, need)) for need, (heading, _, _) in zip(needs, self.COLUMNS, strict=True)
        ]
        room = table_width(console, options)
        kept = self._kept(least, room)
        widths = fitted([needs[index] for index in kept], [least[index] for index in kept], room)
        table = WideTable()
        for index, width in zip(kept, widths, strict=True):
            heading, justify, _ = self.COLUMNS[index]
            table.add_column(heading, justify=justify, no_wrap=True, width=width)
        for row in rows:
            table.add_row(*(row[index] for index in kept))
        yield table

    def _kept(self, least: Sequence[int], room: int) -> list[int]:
        """Return the columns that find room."""
        given_up = [rank for _, _, rank in self.COLUMNS]
        if any(row[-1].plain != "function" for row in self.rows):  # where languages compete, it is worth more
            given_up[-1] = 1
        kept = list(range(len(self.COLUMNS)))
        while sum(least[index] + GAP for index in kept) - GAP > room:
            last = max(kept, key=lambda index: given_up[index])
            if given_up[last] == 0:
                break
            kept.remove(last)
        return kept


def _encoded(text: Text, options: ConsoleOptions) -> Text:
    """Return it as the terminal can show it: not every one has a plus-minus sign."""
    return Text(text.plain.replace("±", "+-"), text.style) if options.ascii_only and "±" in text.plain else text


def _cells(row: LeaderboardRow) -> tuple[Text, ...]:
    strong = "bold" if row.place == 1 else ""
    slowest = Text()
    if row.slowest_case:
        slowest.append(f"{row.slowest:>7}  ").append(row.slowest_case, "dim")
    return (
        Text(row.rank, strong),
        Text(row.name, strong),
        _verdict(row.verdict),
        Text(row.solved),
        Text(row.par2),
        Text(row.ratio),
        slowest,
        Text(row.memory, "dim"),
        Text(row.contract, "dim"),
    )


def _verdict(said: VerdictWords) -> Text:
    """Return a verdict in its colour; one that is not AC, and was declared, is nothing to look at."""
    if said.as_expected:
        style = LOOKS[said.verdict].style if said.verdict is Verdict.AC else "dim"
        return Text(str(said), style)
    text = Text(str(said.verdict), LOOKS[said.verdict].style)
    return text.append(f" {said.note}", "red") if said.note else text
