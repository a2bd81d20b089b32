"""What is printed of a package that is begun, filled, answered, validated, timed, taken over, or exported."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from judge.errors import JudgeError
from judge.model import (
    Answered,
    Finding,
    Host,
    Judgement,
    Limits,
    Made,
    Problem,
    ReadWarning,
    Validated,
    Verdict,
    installs,
)
from judge.reports.documents import answers_document, generate_document, limits_document, validate_document
from judge.reports.terminal.diagnostic import error_lines, finding_lines, notice_lines
from judge.schemas import Part
from judge.scoring import Proposal
from judge.text import clean_line, counted, fold, listed, mebibytes, seconds

_STYLES: Final = {"new": "green", "stale": "yellow", "edited": "bold red", "undecided": "bold red", "removed": "yellow"}
_NAMED: Final = 5  # orphans


class GenerateReport(msgspec.Struct, frozen=True):
    """The cases of a package as they are made: a line each, all in the end, and as JSON. `pieces` is what the puzzle
    calls one and many; with `check` nothing is written."""

    package: Path
    pieces: tuple[str, str]
    check: bool = False
    made: list[Made] = []

    def line(self, made: Made) -> Text:
        """Return what became of one case: its state, its name, what it is, and what to know."""
        line = Text(f"{made.state:<9} ", _STYLES.get(made.state, ""))
        line.append(made.case, "bold")
        if made.n and made.state != "undecided":
            trees = f", {counted(made.trees, 'tree', ',d')}" if made.trees else ""
            asked = f", {made.pieces:,} {self.pieces[made.pieces != 1]}" if made.pieces else ""
            line.append(f"  {made.n} x {made.columns or made.n}{trees}{asked}", "dim")
        return line.append(f"\n{'':<10}{made.note}" if made.note else "")

    def __rich__(self) -> Text:
        text = Text()
        if orphans := [one.case for one in self.made if one.state == "orphan"]:
            text.append("warning[W119]", "bold yellow")
            text.append(f": {counted(len(orphans), 'case')} that no recipe makes: {listed(orphans, _NAMED)}\n")
            text.append("  = help: name them in by_hand, or remove them:  ")
            text.append(f"judge generate {self.package} --remove-orphans\n")
        counts = Counter[str](one.state for one in self.made)
        text.append(f"{self.package}: {counted(len(self.made) - counts['orphan'] - counts['removed'], 'case')}, ")
        said = [f"{counts[state]} {state}" for state in _STYLES if counts[state]]
        return text.append(", ".join(said) + (": nothing is written" * self.check) if said else "nothing to do")

    def document(self) -> Part:
        """Return it as judge.generate/1."""
        return generate_document(self.package, self.made)


# --- judge answers ----------------------------------------------------------------------------------------------------
_WORDS: dict[Answered.State, tuple[str, str, str]] = {  # of a case, its style, and those of a package
    "arranged": ("OK", "green", "OK written"),
    "proven": ("FAIL", "green", "FAIL written"),
    "certified": ("FAIL", "green", "proven anew"),
    "kept": ("FAIL", "yellow", "left as believed"),
    "undecided": ("undecided", "yellow", "undecided"),
    "refuted": ("error[E416]", "bold red", "wrong"),
}
_CAN_NOT: dict[Problem.Asks, str] = {
    "all": "judge does not count so many arrangements",
    "number": "judge can't work out or prove the number",
}


class AnswersReport(msgspec.Struct):
    """The cases of a package as they are decided: a line each, all in the end, and as JSON. `known` cases needed
    nothing."""

    problem: Problem
    known: int
    done: list[Answered] = []
    complete: bool = True

    def line(self, one: Answered) -> Text:
        """Return the line of one case."""
        word, style, _ = _WORDS[one.state]
        if one.asks != "one" and word == "FAIL":
            word = "OK"  # the best stays, or is proven
        return Text(f"{one.group}/{one.case}  ").append(word, style).append(f"  {_what(one)}  {seconds(one.wall_s)}")

    def __rich__(self) -> Group:
        tally = Counter(one.state for one in self.done)
        parts = [f"{tally[state]} {words}" for state, (_, _, words) in _WORDS.items() if tally[state]]
        line = ", ".join([f"{self.problem.path}: {counted(self.known, 'case')} untouched", *parts])
        return Group(*map(Text, [line, *_advice(self.done)]))

    def document(self) -> Part:
        """Return it as judge.answers/1; `complete` says that it was not interrupted."""
        return answers_document(self.problem, self.done, complete=self.complete)


def _advice(done: Sequence[Answered]) -> list[str]:
    """Return what else could be done about cases that are not decided, or whose key is wrong."""
    lines = []
    if any(one.state == "refuted" for one in done):
        lines.append("help: copy each arrangement that was kept over the answer.txt of its case")
    left = [one for one in done if one.state in ("undecided", "kept")]
    if any(one.state == "undecided" and one.asks not in _CAN_NOT for one in left):
        lines.append("help: more time may decide more: --seconds 300; so may a solution: --by FILE")
    if any(one.solver_missing for one in left):
        lines.append(f"help: OR-Tools decides more (judge explain E439); {installs('author')}")
    return lines


def _what(one: Answered) -> str:
    match one.state:
        case "arranged":
            if one.asks != "best" or one.best:
                return f"by {one.by}"
            return f"by {one.by}; {one.proof or 'nothing proves that it is the best'}"
        case "proven" | "certified":
            return f"{one.proof}; certificate.json" if one.certificate else f"{one.proof}; no certificate"
        case "kept":
            return f"answer.txt stays, no certificate was found; {one.proof or 'nor another proof'}"
        case "refuted":
            return f"the answer key is wrong: {one.by} found an arrangement, kept in {one.witness}"
    if one.asks in _CAN_NOT:
        return f"{_CAN_NOT[one.asks]}; write it into answer.txt yourself, from a program that you trust"
    if one.asks == "best":
        return "no solution gave a valid arrangement; nothing is written"
    fits = f"at least {one.least:,} and at most {one.most:,} pieces fit"
    return f"{fits}, {one.pieces:,} are asked for; nothing is written"


# --- judge validate ---------------------------------------------------------------------------------------------------
_FILES = 3  # of a kind of warning that are named


class ValidationReport(msgspec.Struct, frozen=True):
    """Packages as they are validated: each for itself, again when its submissions were run, and all as JSON. `quick`
    says that they are not run."""

    quick: bool = False
    found: list[Validated] = []

    def part(self, found: Validated, width: int) -> Group:
        """Return the report on a package, in the order of its cases; once its submissions were run, what came of
        these."""
        if found.judgements:
            return _trials(found)
        parts: list[RenderableType] = [
            finding_lines(one.what, headline=f"{one.what.verdict}  {one.file}" if one.case else "", width=width)
            for one in found.remarks
            if isinstance(one.what, Finding)
        ]
        parts += _warnings(found.remarks, width)
        faults, warnings = len(found.faults), sum(isinstance(remark.what, ReadWarning) for remark in found.remarks)
        line = Text(f"{found.problem.path}: {counted(len(found.problem.cases), 'case')}, ")
        line.append(f"{counted(faults, 'fault')}, " if faults else "valid, ", "bold red" if faults else "green")
        parts.append(line.append(counted(warnings, "warning")))
        if found.spoilt:
            parts.append(_spoilt_line(found.spoilt))
        if found.trials and (self.quick or found.status):
            why = "--quick" if self.quick else "the package is wrong"
            parts.append(Text(f"  {counted(found.trials, 'submission')}: not run, {why}"))
        return Group(*parts)

    def document(self) -> Part:
        """Return all of it as judge.validate/1."""
        return validate_document(self.found)


def _trials(found: Validated) -> Group:
    """Return whether each submission of a package did as expected, and a line for each that did not."""
    odd = [one for one in found.judgements if not one.as_expected]
    skipped = [one for one in found.judgements if one.skipped]
    line = Text(f"{found.problem.path}: {counted(len(found.judgements), 'submission')}, ")
    if odd:
        line.append(f"{len(odd)} not as expected", "bold red")
    else:
        line.append(f"{len(found.judgements) - len(skipped) if skipped else 'all'} as expected", "green")
    if skipped:
        line.append(f", {len(skipped)} skipped", "yellow")
    return Group(line, *map(_trial_line, [*odd, *skipped]))


def _warnings(remarks: Sequence[Validated.Remark], width: int) -> list[RenderableType]:
    """Return a line for each kind of warning: what it is, in how many files, and the first of them."""
    kinds: dict[tuple[str, str], list[str]] = defaultdict(list)
    for remark in remarks:
        if isinstance(remark.what, ReadWarning):
            kinds[remark.what.code, remark.what.message].append(_place(remark))
    lines: list[RenderableType] = []
    for (code, message), places in kinds.items():
        named = ", ".join(places[:_FILES])
        said = f"{len(places):,} files, such as {named}" if len(places) > _FILES else named
        lines.append(notice_lines([ReadWarning(code, f"{message}: {said}")], "", width))
    return lines


def _place(remark: Validated.Remark) -> str:
    """Return the file within its package, and the line."""
    name = remark.file.rpartition("/")[2]
    line = f" line {remark.what.line}" if isinstance(remark.what, ReadWarning) and remark.what.line else ""
    return f"{remark.case}/{name}{line}" if remark.case else f"{name}{line}"


def _spoilt_line(rows: Sequence[Validated.Spoilt]) -> Text:
    refused = [row for row in rows if row.refused]
    line = Text(f"  {sum(row.refused for row in refused):,} spoilt answers of {counted(len(refused), 'kind')}: ")
    if accepted := sum(row.accepted for row in rows):
        return line.append(f"refused, but {accepted:,} accepted", "bold red")
    return line.append("all refused", "green")


def _trial_line(judgement: Judgement) -> Text:
    """Return what came of a submission that is skipped, or did otherwise than expected."""
    line, why = Text(f"  {judgement.submission.name}: ", "bold"), _why(judgement)
    if judgement.skipped:
        return line.append("skipped", "yellow").append(f"; {why}", "default")
    line.append(f"{judgement.verdict}, expected {' or '.join(judgement.submission.expected)}", "bold red")
    return line.append(f"; {why}" if why else "", "default")


def _why(judgement: Judgement) -> str:
    """Return the first run that was not expected, or why none was made."""
    if judgement.prepare.verdict is not Verdict.AC:
        return clean_line(judgement.prepare.message)
    for run in judgement.runs:
        if run.verdict not in (Verdict.AC, *judgement.submission.expected):
            return clean_line(f"{run.verdict} on {run.path}: {run.message} ({run.code})")
    return "every case was accepted" if judgement.verdict is Verdict.AC else ""


# --- judge limits -----------------------------------------------------------------------------------------------------
_HEAD = 20  # characters before what is said


class LimitsReport(msgspec.Struct, frozen=True, eq=False):
    """Which time limit fits a package, measured on a host: to print, and as JSON. `limits` are those that it has."""

    proposal: Proposal
    limits: Limits
    host: Host

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        yield limits_lines(self.proposal, self.limits, options.max_width)
        if self.proposal.contradicts:
            repair = "add cases on which the slow one is slower still, or make the accepted one faster"
            if self.proposal.coarse:
                repair = "there is room for a limit between two whole seconds: write it as time_limit into problem.toml"
            yield error_lines(JudgeError("E445", contradiction(self.proposal), help=repair), options.max_width)

    def document(self) -> Part:
        """Return it as judge.limits/1."""
        return limits_document(self.proposal, self.host)


def limits_lines(proposal: Proposal, limits: Limits, width: int = 100) -> Text:
    """Return all but a contradiction."""
    rows = [
        ("slowest accepted", _slowest(proposal.slowest)),
        ("fastest too slow", _fastest(proposal)),
        ("memory", _memory(proposal, limits)),
        ("by language", _languages(proposal)),
        ("noise", _noise(proposal)),
        ("until now", f"time_limit = {limits.time_limit:g} in problem.toml"),
    ]
    text = _verdict(proposal)
    for head, said in rows:
        if said:
            text.append("\n" + "\n".join(fold(said, width, f"  {head:<{_HEAD - 2}}", " " * _HEAD)))
    for fault in proposal.faults:
        wanted = "accepted" if fault.expected is Verdict.AC else "too slow"
        what = f"{fault.submission} is to be {wanted}, but is {fault.verdict} {fault.code}"
        said = clean_line(f"{what}{f' on {fault.case}' if fault.case else ''}: {fault.message}", 1000)
        text.append("\n" + "\n".join(fold(said, width, "  ", "    ")), "bold red")
    return text


def contradiction(proposal: Proposal) -> str:
    """Return in a sentence that no limit satisfies both sides, with the two that are in each other's way."""
    limit = proposal.time_limit or 0.0
    return (
        f"no time limit fits: {proposal.slowest} needs a limit of {limit:g} s,"
        f" and {proposal.fastest} needs only {seconds(proposal.fastest.time_s if proposal.fastest else 0.0)},"
        f" not {Proposal.MARGINS.too_late_s(limit):g} s or more"
    )


def _verdict(proposal: Proposal) -> Text:
    text = Text(f"{proposal.problem}: ", "bold")
    if not proposal.fits:
        return text.append("no time limit", "bold red")
    return text.append(f"time limit {proposal.time_limit or 0.0:g} s", "bold green")


def _slowest(slowest: Proposal.Worst | None) -> str:
    if slowest is None:
        return "nobody solved a case"
    needed = seconds(slowest.time_s * Proposal.MARGINS.ac_to_time_limit)
    steps = f"in steps of {Proposal.MARGINS.time_resolution:g} s"
    return f"{slowest}: {seconds(slowest.time_s)}; times {Proposal.MARGINS.ac_to_time_limit:g} is {needed}, {steps}"


def _fastest(proposal: Proposal) -> str:
    fastest = proposal.fastest
    if proposal.time_limit is None:
        return ""
    if fastest is None:
        return "none is given, so nothing says that the limit is not too long"
    factor, late_s = Proposal.MARGINS.time_limit_to_tle, Proposal.MARGINS.too_late_s(proposal.time_limit)
    needed = f"{proposal.time_limit:g} s times {factor:g} is {late_s:g} s"
    return f"{fastest}: {f'stopped after {needed}' if fastest.stopped else f'{seconds(fastest.time_s)}; {needed}'}"


def _memory(proposal: Proposal, limits: Limits) -> str:
    if proposal.memory is None or proposal.memory.time_s <= 0:
        return ""
    most, factor = proposal.memory.time_s, Proposal.MARGINS.ac_to_time_limit
    needed = math.ceil(most * factor / 2**20)
    said = f"{mebibytes(int(most))}; times {factor:g} is {needed} MiB, and {limits.memory} are allowed"
    return f"{proposal.memory}: {said}{': too few' if needed > limits.memory else ''}"


def _languages(proposal: Proposal) -> str:
    if len(proposal.languages) < 2:
        return ""
    return ", ".join(f"{name} {seconds(worst.time_s)}" for name, worst in proposal.languages.items())


def _noise(proposal: Proposal) -> str:
    slowest, runs = proposal.slowest, proposal.disturbance
    if slowest is None:
        return ""
    spread = f"{len(slowest.times)} repetitions of the slowest differ by {100 * slowest.spread:.0f} %; "
    return (spread if len(slowest.times) > 1 else "") + f"{runs.disturbed} of {runs.runs} runs were disturbed"
