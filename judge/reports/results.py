"""What `judge run` prints in the end: letters, leaderboards, and for a lone submission its diagnostics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Judgement, PuzzleName, Run, Standing, Verdict
from judge.reports.diagnostic import VERDICT_STYLES, finding_lines
from judge.reports.terminal import leaderboard, legend, letters, seconds, summary
from judge.reports.text import clean_line

TOLD_WHOLE = 5  # diagnostics with their boards; the rest in a line each, or fifty pictures would hide the first


def results(
    boards: Sequence[Sequence[Standing]], words: Mapping[PuzzleName, str], interrupted: bool, width: int
) -> Group:
    """`boards` holds the standings of each problem, `words` what each problem calls its piece."""
    parts: list[RenderableType] = []
    judgements = [standing.judgement for board in boards for standing in board]
    for board in boards:
        names = max((len(standing.judgement.submission.name) for standing in board), default=0)
        parts += [Text()]
        parts += [letters(standing.judgement, width, min(names, 32)) for standing in board]
        parts += [Text(), leaderboard(board[0].judgement.problem, board)]
        if len(board) == 1:
            judgement = board[0].judgement
            parts += diagnostics(judgement, words[judgement.problem.puzzle], width)
    if judgements:
        parts += [Text(), legend(judgements), summary(judgements)]
    if interrupted:
        parts.append(Text("interrupted: only the cases that every submission has run are counted", "bold yellow"))
    return Group(*parts)


def diagnostics(judgement: Judgement, word: str, width: int) -> list[RenderableType]:
    """Every case that is not AC, the first ones with their boards; or why it could not be made ready."""
    limit_s = judgement.problem.limits.time_limit
    if judgement.prepare.finding:
        headline = f"{judgement.prepare.verdict}  {judgement.submission.path.name}"
        return [Text(), finding_lines(judgement.prepare.finding, headline=headline, width=width)]
    parts: list[RenderableType] = []
    missed = [run for run in judgement.runs if run.finding]
    for run in missed[:TOLD_WHOLE]:
        assert run.finding is not None
        headline = f"{run.verdict}  {_path(judgement, run)}   {seconds(run.cpu_s)} of {limit_s:g} s"
        rerun = f"rerun only this case:  judge run {judgement.submission.path} --case {run.case}"
        finding = msgspec.structs.replace(run.finding, help="\n".join(filter(None, (run.finding.help, rerun))))
        parts += [Text(), finding_lines(finding, run.board, word, headline, width)]
    if rest := missed[TOLD_WHOLE:]:
        parts += [Text(), Text(f"and {len(rest)} more, each shown whole with  --case NAME", "bold")]
        parts += [_short(judgement, run) for run in rest]
    return parts


def _short(judgement: Judgement, run: Run) -> Text:
    text = Text("  ").append(f"{run.verdict:<3}", VERDICT_STYLES[Verdict(run.verdict)])
    return text.append(f"  {_path(judgement, run)}  {run.code}  {clean_line(run.message)}")


def _path(judgement: Judgement, run: Run) -> str:
    return clean_line(f"{judgement.problem.name}/{run.group}/{run.case}")
