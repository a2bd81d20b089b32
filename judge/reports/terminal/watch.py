"""What `judge watch` prints after each turn: the letters, the first failure, and what has changed since the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Judgement, Run, Verdict
from judge.reports.reader import Reader
from judge.reports.terminal.diagnostic import diagnostics
from judge.reports.terminal.letters import letters
from judge.text import counted, listed, ratio, seconds

Known = Mapping[str, Run]  # the last result of each case, by group/name
_NAMED = 8  # cases in a line


def turn_lines(judgement: Judgement, before: Known, after: Known, width: int) -> Group:
    """Return the report on one turn. `after` knows what `before` knew, and what was run in this turn."""
    parts: list[RenderableType] = [letters(judgement, width)]
    missed = [run for run in judgement.runs if run.verdict is not Verdict.AC]
    if missed or judgement.prepare.verdict is not Verdict.AC:
        shown = [run for run in missed if run.finding and not run.not_run][:1]
        parts += diagnostics(msgspec.structs.replace(judgement, runs=tuple(shown)), width, Reader())
        parts.append(Text())
    parts += _changes(judgement.runs, before)
    parts.append(_count(judgement, after))
    return Group(*parts)


def _changes(runs: Sequence[Run], before: Known) -> list[Text]:
    known = [(before[name], run) for run in runs if (name := run.path) in before]
    right = [run for old, run in known if run.verdict is Verdict.AC and old.verdict is not Verdict.AC]
    wrong = [run for old, run in known if run.verdict is not Verdict.AC and old.verdict is not run.verdict]
    lines = []
    if right:
        lines.append(Text("now right: ", "bold green").append(listed([run.case for run in right], _NAMED)))
    if wrong:
        lines.append(
            Text("now not: ", "bold red").append(listed([f"{run.case} {run.verdict}" for run in wrong], _NAMED))
        )
    return [*lines, *_times([(old, run) for old, run in known if run.verdict is old.verdict is Verdict.AC])]


def _times(pairs: Sequence[tuple[Run, Run]]) -> list[Text]:
    """Return how the CPU of the cases that are right in both has changed, where it is more than the noise of single
    times."""
    old, new = (sum(pair[place].cpu_s for pair in pairs) for place in (0, 1))
    less, more = sorted((old, new))
    least_s = Run.Measurement.RESOLUTION_S * len(pairs)
    if not less or more / less <= 1 + Run.Measurement.LONE_SPREAD or more - less <= least_s:
        return []
    word = "faster" if new < old else "slower"
    text = f"{word}: {seconds(new)} of CPU on {counted(len(pairs), 'case')}, before {seconds(old)}: {ratio(new / old)}"
    return [Text(text, "green" if new < old else "yellow")]


def _count(judgement: Judgement, after: Known) -> Text:
    total, ran = len(judgement.problem.cases), len(judgement.runs)
    right = sum(run.verdict is Verdict.AC for run in judgement.runs)
    text = Text(f"{judgement.problem.name}: ", "bold")
    if right == total:
        cpu_s = sum(run.cpu_s for run in judgement.runs)
        return text.append(f"all {counted(total, 'case')} right, {seconds(cpu_s)} of CPU", "bold green")
    text.append(f"{right} of {counted(ran, 'case')} right", "bold red")
    if ran < total:
        once = sum(run.verdict is Verdict.AC for run in after.values())
        text.append(f"; {total - ran} not run, as these come first; {once} of {total} were right when last run", "dim")
    return text
