"""The results of a contest on a terminal or in a pipe: leaderboard, summary.

Nothing is printed here: each function returns a rich renderable, coloured, and legible without colour. Values
are rounded here and nowhere else. Names are cleaned, since they come from files of strangers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rich.cells import cell_len
from rich.console import Group
from rich.text import Text

from judge.model import Clock, Verdict
from judge.reports.sanitize import clean_line
from judge.reports.score_words import score_words
from judge.reports.terminal.console import GAP, WideTable, fitted, table_width
from judge.reports.terminal.diagnostic import VERDICT_STYLES
from judge.reports.terminal.hosts import ESTIMATED
from judge.reports.units import counted, mebibytes, ratio, seconds, within
from judge.scoring.verdict import as_expected

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
    limits = problem.limits
    title = Text(clean_line(problem.title), "bold")
    cases = counted(len(problem.cases), "case")
    if counting is not None:
        cases = f"{counting} of {cases}"
    title.append(f"   {clean_line(problem.name)}, {cases}, {limits.time_limit:g} s CPU, {limits.memory} MiB", "dim")
    time = "CPU" if clock == "cpu" else "wall"
    meaning = f"PAR-2: {time} time, a missed case counted as twice the limit; ratio: to the best."
    if any(standing.tied for standing in standings):
        meaning += "\n=: shares its rank with a neighbour that can't be told apart from it."
    rows = tuple(_row(one, len(problem.cases), counting) for one in standings)
    return Group(title, _LeaderboardTable(rows), Text(meaning, "dim"))


def summary(judgements: Sequence[Judgement]) -> Text:
    """Return how many verdicts are as expected; a line for each that is not, the judge's own faults first."""
    count = len(judgements)
    text = Text(f"{counted(count, 'submission')}: ")
    odd = [one for one in judgements if not as_expected(one)]
    if not odd:
        return text.append("all as expected", "green")
    text.append(f"{count - len(odd)} as expected, ").append(f"{len(odd)} not", "bold red")
    return text.append("\n").append_text(listed(odd))


def listed(judgements: Iterable[Judgement]) -> Text:
    """Return a line for each verdict, with the case that it comes from; the judge's own faults first."""
    lines = []
    for judgement in sorted(judgements, key=lambda one: one.verdict is not Verdict.JE):
        line = Text("  ").append_text(_verdict(judgement))
        who = clean_line(f"{judgement.submission.problem}/{judgement.submission.name}")
        lines.append(line.append(f"  {who}{_first_fault(judgement)}"))
    return Text("\n").join(lines)


def host_line(host: Host) -> Text | None:
    """Return one line that says what this host does not enforce, None if it enforces everything."""
    if not host.missing:
        return None
    missing = ", ".join(clean_line(word) for word in host.missing)
    return warning_line(f"not enforced on this host ({clean_line(host.sandbox)} sandbox): {missing}")


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
        table = WideTable(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim", collapse_padding=True)
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


def _row(standing: Standing, cases: int, counting: int | None) -> tuple[Text, ...]:
    judgement = standing.judgement
    slowest = Text()
    if standing.slowest_case:
        slowest.append(f"{seconds(standing.slowest_s):>7}  ").append(clean_line(standing.slowest_case), "dim")
    return (
        Text(_rank(standing), "bold" if standing.rank == 1 else ""),
        Text(clean_line(judgement.submission.name, _NAME_CELLS), "bold" if standing.rank == 1 else ""),
        _verdict(judgement) if counting is None or judgement.verdict is not Verdict.AC else Text("AC so far", "green"),
        _solved(standing, _cases(standing, cases, counting)),
        Text(ESTIMATED * (standing.scale != 1.0) + seconds(standing.par2_s)),
        Text(_ratio(standing)),
        slowest,
        Text(mebibytes(max((run.memory_bytes for run in judgement.runs), default=0)), "dim"),
        Text(_contract(judgement), "dim"),
    )


def _solved(standing: Standing, cases: int) -> Text:
    """Return `10/11`, with the score behind it where the problem has scores."""
    return Text("  ".join(filter(None, (f"{standing.solved}/{cases}", score_words(standing, cases)))))


def _cases(standing: Standing, cases: int, counting: int | None) -> int:
    """Return how many cases were to be solved; of whom the judge failed on all that it has run are shown."""
    if counting is None:
        return cases
    return counting if standing.rank else len(standing.judgement.runs)


def _rank(standing: Standing) -> str:
    """Return the rank, with a mark where it is shared."""
    return "" if standing.rank is None else f"{'=' if standing.tied else ''}{standing.rank}"


def _ratio(standing: Standing) -> str:
    """Return the ratio to the best, and how far that may be off."""
    found = standing.ratio_within
    spread = within(found.low, found.high) if found else ""
    return f"{ratio(standing.ratio)} {spread}" if spread else ratio(standing.ratio)


def _contract(judgement: Judgement) -> str:
    """Return `function`, or a program's language and what starting it costs."""
    prepare = judgement.prepare
    if not prepare.language:
        return judgement.submission.contract
    return f"{prepare.language}, start {seconds(prepare.startup_s)}" if prepare.startup_s else prepare.language


def _verdict(judgement: Judgement) -> Text:
    """Return the verdict; if it was declared and is not AC, that; if it was not declared, what was."""
    text = Text(str(judgement.verdict), VERDICT_STYLES[judgement.verdict])
    if not as_expected(judgement):
        declared = " or ".join(str(verdict) for verdict in judgement.submission.expected)
        if declared != Verdict.AC:
            text.append(f" (expected {declared})", "red")
    elif judgement.verdict is not Verdict.AC:
        text = Text(f"{judgement.verdict} expected", "dim")
    return text


def _first_fault(judgement: Judgement) -> str:
    """Return where the verdict comes from: `  on secret/forest-07 (E106)`."""
    if judgement.prepare.verdict is not Verdict.AC:
        return f"  while compiling: {clean_line(judgement.prepare.message)}"
    for run in judgement.runs:
        if run.verdict is judgement.verdict and run.verdict is not Verdict.AC:
            return f"  on {clean_line(f'{run.group}/{run.case}')}" + (f" ({clean_line(run.code)})" if run.code else "")
    return ""
