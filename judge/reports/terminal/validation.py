"""What `judge validate` prints: faults, a line for each kind of warning, how spoilt answers were judged, a summary."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Finding, Judgement, Problem, ReadWarning, Verdict
from judge.model.package import Remark, SpoiltKind, Validated
from judge.reports.sanitize import clean_line
from judge.reports.terminal.diagnostic import finding_lines, notice_lines
from judge.scoring.verdict import as_expected, is_skipped
from judge.text import counted

_NAMED = 3  # files of a kind of warning


def validation(found: Validated, width: int, *, quick: bool = False) -> Group:
    """Return the report on a package, in the order of its cases. `quick` says that its submissions are not run."""
    parts: list[RenderableType] = [*_faults(found.remarks, width), *_warnings(found.remarks, width)]
    faults, warnings = len(found.faults), sum(isinstance(remark.what, ReadWarning) for remark in found.remarks)
    line = Text(f"{found.problem.path}: {counted(len(found.problem.cases), 'case')}, ")
    line.append(f"{counted(faults, 'fault')}, " if faults else "valid, ", "bold red" if faults else "green")
    parts.append(line.append(counted(warnings, "warning")))
    if found.spoilt:
        parts.append(_spoilt_line(found.spoilt))
    if found.trials and (quick or found.status):
        why = "--quick" if quick else "the package is wrong"
        parts.append(Text(f"  {counted(found.trials, 'submission')}: not run, {why}"))
    return Group(*parts)


def unanswered_line(problem: Problem) -> Text:
    """Return the warning that cases of a contest have no answer."""
    missing = len(problem.unanswered)
    said = f"{problem.name}: {missing} of {counted(len(problem.cases), 'case')} without answer.txt"
    written = f"a FAIL there can't be judged; judge answers {problem.path}  writes them"
    why = "no answer there can be judged; write them" if problem.validator else written
    return notice_lines([ReadWarning("W117", f"{said}: {why}")], "", 1000)


def trial_lines(found: Validated) -> Group:
    """Return whether each submission of a package did as expected, and a line for each that did not."""
    odd = [one for one in found.judgements if not as_expected(one)]
    skipped = [one for one in found.judgements if is_skipped(one)]
    line = Text(f"{found.problem.path}: {counted(len(found.judgements), 'submission')}, ")
    if odd:
        line.append(f"{len(odd)} not as expected", "bold red")
    else:
        line.append(f"{len(found.judgements) - len(skipped) if skipped else 'all'} as expected", "green")
    if skipped:
        line.append(f", {len(skipped)} skipped", "yellow")
    return Group(line, *map(_odd_line, odd), *map(_skipped_line, skipped))


def _faults(remarks: Sequence[Remark], width: int) -> list[RenderableType]:
    lines: list[RenderableType] = []
    for remark in remarks:
        if isinstance(remark.what, Finding):
            about_a_case = f"{remark.what.verdict}  {remark.file}" if remark.case else ""
            lines.append(finding_lines(remark.what, headline=about_a_case, width=width))
    return lines


def _warnings(remarks: Sequence[Remark], width: int) -> list[RenderableType]:
    """Return a line for each kind of warning: what it is, in how many files, and the first of them."""
    kinds: dict[tuple[str, str], list[str]] = defaultdict(list)
    for remark in remarks:
        if isinstance(remark.what, ReadWarning):
            kinds[remark.what.code, remark.what.message].append(_place(remark))
    lines: list[RenderableType] = []
    for (code, message), places in kinds.items():
        named = ", ".join(places[:_NAMED])
        said = f"{len(places):,} files, such as {named}" if len(places) > _NAMED else named
        lines.append(notice_lines([ReadWarning(code, f"{message}: {said}")], "", width))
    return lines


def _place(remark: Remark) -> str:
    """Return the file within its package, and the line."""
    name = remark.file.rpartition("/")[2]
    line = f" line {remark.what.line}" if isinstance(remark.what, ReadWarning) and remark.what.line else ""
    return f"{remark.case}/{name}{line}" if remark.case else f"{name}{line}"


def _spoilt_line(rows: Sequence[SpoiltKind]) -> Text:
    refused = [row for row in rows if row.refused]
    line = Text(f"  {sum(row.refused for row in refused):,} spoilt answers of {counted(len(refused), 'kind')}: ")
    if accepted := sum(row.accepted for row in rows):
        return line.append(f"refused, but {accepted:,} accepted", "bold red")
    return line.append("all refused", "green")


def _odd_line(judgement: Judgement) -> Text:
    expected = " or ".join(judgement.submission.expected)
    line = Text(f"  {judgement.submission.name}: ", "bold")
    line.append(f"{judgement.verdict}, expected {expected}", "bold red")
    return line.append(f"; {why}" if (why := _why(judgement)) else "", "default")


def _skipped_line(judgement: Judgement) -> Text:
    line = Text(f"  {judgement.submission.name}: ", "bold")
    return line.append("skipped", "yellow").append(f"; {clean_line(judgement.prepare.message)}", "default")


def _why(judgement: Judgement) -> str:
    """Return the first run that was not expected, or why none was made."""
    if judgement.prepare.verdict is not Verdict.AC:
        return clean_line(judgement.prepare.message)
    for run in judgement.runs:
        if run.verdict not in (Verdict.AC, *judgement.submission.expected):
            return clean_line(f"{run.verdict} on {run.group}/{run.case}: {run.message} ({run.code})")
    return "every case was accepted" if judgement.verdict is Verdict.AC else ""
