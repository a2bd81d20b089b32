"""A package that is filled, answered, validated, or timed: a line for each part as it comes, and all in the end."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

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
from judge.reports.blocks import Block, Diagnostic, Facts, Listing, Para, Report, Warned, Warnings, para, shown
from judge.reports.lines import Line, Role, Span, line
from judge.reports.verdict_words import Kind
from judge.schemas import Part, parts
from judge.scoring import Proposal
from judge.text import clean_line, counted, listed, mebibytes, seconds

# --- judge generate ---------------------------------------------------------------------------------------------------
_STATES: Final[dict[str, Role]] = {
    "new": "good", "stale": "warn", "edited": "bad", "undecided": "bad", "removed": "warn",
}  # fmt: skip
_NAMED: Final = 5  # orphans


class GenerateReport(Report, frozen=True):
    """The cases of a package as they are made: a line each, and all in the end. `pieces` is what the puzzle calls one
    and many; with `check` nothing is written."""

    package: Path
    pieces: tuple[str, str]
    check: bool = False
    made: list[Made] = msgspec.field(default_factory=list)

    @shown
    def line(self, made: Made) -> Iterator[Para]:
        """Yield what became of one case: its state, its name, what it is, and what to know."""
        size = ""
        if made.n and made.state != "undecided":
            trees = f", {counted(made.trees, 'tree', ',d')}" if made.trees else ""
            asked = f", {made.pieces:,} {self.pieces[made.pieces != 1]}" if made.pieces else ""
            size = f"  {made.n} x {made.columns or made.n}{trees}{asked}"
        state = Span(f"{made.state:<9} ", _STATES.get(made.state, ""))
        yield Para(line(state, Span(made.case, "strong"), Span(size, "soft")))
        if made.note:
            yield para(f"{'':<10}{made.note}")

    def blocks(self) -> Iterator[Block]:
        if orphans := [one.case for one in self.made if one.state == "orphan"]:
            said = f": {counted(len(orphans), 'case')} that no recipe makes: {listed(orphans, _NAMED)}"
            yield Para(line(Span("warning[W119]", "alert"), said))
            remove = f"judge generate {self.package} --remove-orphans"
            yield para(f"  = help: name them in by_hand, or remove them:  {remove}")
        counts = Counter[str](one.state for one in self.made)
        whole = counted(len(self.made) - counts["orphan"] - counts["removed"], "case")
        found = ", ".join(f"{counts[state]} {state}" for state in _STATES if counts[state])
        did = found + ": nothing is written" * self.check if found else "nothing to do"
        yield para(f"{self.package}: {whole}, {did}")

    def document(self) -> Part:
        """Return it as judge.generate/1."""
        shape = parts("judge.generate/1")
        found = [
            shape["cases[]"].of(
                one,
                **{name: getattr(one, name) or None for name in ("n", "columns", "pieces", "most")},
                trees=one.trees if one.n else None,
            )
            for one in self.made
        ]
        return shape[""](package=self.package.resolve().name, cases=found)


# --- judge answers ----------------------------------------------------------------------------------------------------
_ANSWERS: Final[dict[Answered.State, tuple[str, Role, str]]] = {  # of a case, and those of a package
    "arranged": ("OK", "good", "OK written"),
    "proven": ("FAIL", "good", "FAIL written"),
    "certified": ("FAIL", "good", "proven anew"),
    "kept": ("FAIL", "warn", "left as believed"),
    "undecided": ("undecided", "warn", "undecided"),
    "refuted": ("error[E416]", "bad", "wrong"),
}
_CAN_NOT: Final[dict[Problem.Asks, str]] = {
    "all": "judge does not count so many arrangements",
    "number": "judge can't work out or prove the number",
}


class AnswersReport(Report, frozen=True):
    """The cases of a package as they are decided: a line each, and all in the end. `known` cases needed nothing."""

    problem: Problem
    known: int
    done: list[Answered] = msgspec.field(default_factory=list)
    complete: bool = True

    @shown
    def line(self, one: Answered) -> Iterator[Para]:
        """Yield the line of one case."""
        word, role, _ = _ANSWERS[one.state]
        if one.asks != "one" and word == "FAIL":
            word = "OK"  # the best stays, or is proven
        yield Para(line(f"{one.group}/{one.case}  ", Span(word, role), f"  {_what(one)}  {seconds(one.wall_s)}"))

    def blocks(self) -> Iterator[Block]:
        """Yield what became of all; what else could be done about cases that are not decided, or whose key is wrong."""
        tally = Counter(one.state for one in self.done)
        parts = [f"{tally[state]} {words}" for state, (_, _, words) in _ANSWERS.items() if tally[state]]
        yield para(", ".join([f"{self.problem.path}: {counted(self.known, 'case')} untouched", *parts]))
        if tally["refuted"]:
            yield para("help: copy each arrangement that was kept over the answer.txt of its case")
        left = [one for one in self.done if one.state in ("undecided", "kept")]
        if any(one.state == "undecided" and one.asks not in _CAN_NOT for one in left):
            yield para("help: more time may decide more: --seconds 300; so may a solution: --by FILE")
        if any(one.solver_missing for one in left):
            yield para(f"help: OR-Tools decides more (judge explain E439); {installs('author')}")

    def document(self) -> Part:
        """Return it as judge.answers/1; `complete` says that it was not interrupted."""
        return parts("judge.answers/1")[""].of(
            self.problem, problem=self.problem.name, complete=self.complete, cases=self.done
        )


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
_FILES: Final = 3  # of a kind of warning that are named


class ValidationReport(Report, frozen=True):
    """Packages as they are validated: each for itself, again when its submissions were run, and all as JSON. `quick`
    says that they are not run."""

    quick: bool = False
    found: list[Validated] = msgspec.field(default_factory=list)

    @shown
    def part(self, found: Validated) -> Iterator[Block]:
        """Yield the report on a package, in the order of its cases; once its submissions were run, what came of
        these."""
        return _trials(found) if found.judgements else _validated(found, quick=self.quick)

    def document(self) -> Part:
        """Return all of it as judge.validate/1."""
        made = parts("judge.validate/1")

        def remark_of(remark: Validated.Remark) -> Part:
            more = {"fault": True, "line": 0} if isinstance(remark.what, Finding) else {"fault": False, "cells": ()}
            return made["packages[].remarks[]"].of(remark, remark.what, **more)

        def trial_of(judgement: Judgement) -> Part:
            runs = [made["packages[].submissions[].cases[]"].of(run, case=run.path) for run in judgement.runs]
            return made["packages[].submissions[]"].of(judgement, judgement.submission, cases=runs)

        packages = [
            made["packages[]"].of(
                one,
                one.problem,
                problem=one.problem.name,
                cases=len(one.problem.cases),
                without_answer=[case.path for case in one.problem.cases if case.answer is None],
                valid=not one.faults,
                remarks=list(map(remark_of, one.remarks)),
                submissions=list(map(trial_of, one.judgements)),
            )
            for one in self.found
        ]
        return made[""](packages=packages)


def _validated(found: Validated, *, quick: bool) -> Iterator[Block]:
    for one in found.remarks:
        if isinstance(one.what, Finding):
            yield Diagnostic(one.what, Kind(one.what.verdict), one.file if one.case else "")
    yield Warnings(tuple(_warnings(found.remarks)))
    warned = counted(sum(isinstance(remark.what, ReadWarning) for remark in found.remarks), "warning")
    valid = Span(f"{counted(len(found.faults), 'fault')}, ", "bad") if found.faults else Span("valid, ", "good")
    yield Para(line(f"{found.problem.path}: {counted(len(found.problem.cases), 'case')}, ", valid, warned))
    if found.spoilt:
        yield _spoilt(found.spoilt)
    if found.trials and (quick or found.status):
        why = "--quick" if quick else "the package is wrong"
        yield para(f"  {counted(found.trials, 'submission')}: not run, {why}")


def _trials(found: Validated) -> Iterator[Block]:
    """Yield whether each submission of a package did as expected, and a line for each that did not."""
    odd = [one for one in found.judgements if not one.as_expected]
    skipped = [one for one in found.judgements if one.skipped]
    met = f"{len(found.judgements) - len(skipped) if skipped else 'all'} as expected"
    yield Para(
        line(
            f"{found.problem.path}: {counted(len(found.judgements), 'submission')}, ",
            Span(f"{len(odd)} not as expected", "bad") if odd else Span(met, "good"),
            Span(f", {len(skipped)} skipped" if skipped else "", "warn"),
        )
    )
    yield Listing(tuple(map(_tried, [*odd, *skipped])))


def _tried(judgement: Judgement) -> Line:
    """Return what came of a submission that is skipped, or did otherwise than expected."""
    expected = " or ".join(judgement.submission.expected)
    did = Span("skipped", "warn") if judgement.skipped else Span(f"{judgement.verdict}, expected {expected}", "bad")
    why = _why(judgement)
    return line(Span(f"{judgement.submission.name}: ", "strong"), did, f"; {why}" if why else "")


def _why(judgement: Judgement) -> str:
    """Return the first run that was not expected, or why none was made."""
    if judgement.prepare.verdict is not Verdict.AC:
        return clean_line(judgement.prepare.message)
    for run in judgement.runs:
        if run.verdict not in (Verdict.AC, *judgement.submission.expected):
            return clean_line(f"{run.verdict} on {run.path}: {run.message} ({run.code})")
    return "every case was accepted" if judgement.verdict is Verdict.AC else ""


def _warnings(remarks: Iterable[Validated.Remark]) -> Iterator[Warned]:
    """Yield each kind of warning: what it is, in how many files, and the first of them."""
    kinds: dict[tuple[str, str], list[str]] = defaultdict(list)
    for remark in remarks:
        if isinstance(remark.what, ReadWarning):
            kinds[remark.what.code, remark.what.message].append(_place(remark, remark.what.line))
    for (code, message), places in kinds.items():
        named = ", ".join(places[:_FILES])
        said = f"{len(places):,} files, such as {named}" if len(places) > _FILES else named
        yield Warned(f"{message}: {said}", code)


def _place(remark: Validated.Remark, at: int) -> str:
    """Return the file within its package, and the line."""
    name = remark.file.rpartition("/")[2] + (f" line {at}" if at else "")
    return f"{remark.case}/{name}" if remark.case else name


def _spoilt(rows: Sequence[Validated.Spoilt]) -> Para:
    refused, accepted = [row for row in rows if row.refused], sum(row.accepted for row in rows)
    found = Span(f"refused, but {accepted:,} accepted", "bad") if accepted else Span("all refused", "good")
    answers = f"{sum(row.refused for row in refused):,} spoilt answers of {counted(len(refused), 'kind')}"
    return Para(line(f"  {answers}: ", found))


# --- judge limits -----------------------------------------------------------------------------------------------------
class LimitsReport(Report, frozen=True, eq=False):
    """Which time limit fits a package, measured on a host, and why. `limits` are those that it has."""

    proposal: Proposal
    limits: Limits
    host: Host

    def blocks(self) -> Iterator[Block]:
        made = self.proposal
        limit = Span(f"time limit {made.time_limit or 0.0:g} s", "right") if made.fits else Span("no time limit", "bad")
        yield Para(line(Span(f"{made.problem}: ", "strong"), limit))
        yield Facts(
            (*_reasons(made, self.limits), ("until now", f"time_limit = {self.limits.time_limit:g} in problem.toml"))
        )
        yield Listing(tuple(_broken(made)))
        if made.contradicts:
            repair = "add cases on which the slow one is slower still, or make the accepted one faster"
            if made.coarse:
                repair = "there is room for a limit between two whole seconds: write it as time_limit into problem.toml"
            yield Diagnostic(Finding("E445", _contradiction(made), help=repair), Kind(Verdict.JE))

    def document(self) -> Part:
        """Return it as judge.limits/1."""
        made, proposal, host = parts("judge.limits/1"), self.proposal, self.host
        return made[""].of(
            proposal,
            time_limit=proposal.time_limit if proposal.fits else None,
            margins=Proposal.MARGINS,
            languages=[made["languages[]"].of(one, language=name) for name, one in proposal.languages.items()],
            memory_bytes=int(proposal.memory.time_s) if proposal.memory else None,
            host_class=host.host_class,
            calibration_s=host.machine.calibration_s if host.machine else None,
        )


def _broken(proposal: Proposal) -> Iterator[Line]:
    for fault in proposal.faults:
        wanted = "accepted" if fault.expected is Verdict.AC else "too slow"
        where = f" on {fault.case}" if fault.case else ""
        said = f"{fault.submission} is to be {wanted}, but is {fault.verdict} {fault.code}{where}: {fault.message}"
        yield line(Span(clean_line(said, 1000), "bad"))


def _contradiction(proposal: Proposal) -> str:
    """Return in a sentence that no limit satisfies both sides, with the two that are in each other's way."""
    limit = proposal.time_limit or 0.0
    return (
        f"no time limit fits: {proposal.slowest} needs a limit of {limit:g} s,"
        f" and {proposal.fastest} needs only {seconds(proposal.fastest.time_s if proposal.fastest else 0.0)},"
        f" not {Proposal.MARGINS.too_late_s(limit):g} s or more"
    )


def _reasons(made: Proposal, limits: Limits) -> Iterator[tuple[str, str]]:
    """Yield what the proposal follows from, by names."""
    margins, slowest, fastest, limit = Proposal.MARGINS, made.slowest, made.fastest, made.time_limit
    factor = margins.ac_to_time_limit
    if slowest is None:
        yield "slowest accepted", "nobody solved a case"
    else:
        times = f"times {factor:g} is {seconds(slowest.time_s * factor)}, in steps of {margins.time_resolution:g} s"
        yield "slowest accepted", f"{slowest}: {seconds(slowest.time_s)}; {times}"
    if limit is not None:
        late = f"{limit:g} s times {margins.time_limit_to_tle:g} is {margins.too_late_s(limit):g} s"
        said = "none is given, so nothing says that the limit is not too long"
        if fastest:
            said = f"{fastest}: {f'stopped after {late}' if fastest.stopped else f'{seconds(fastest.time_s)}; {late}'}"
        yield "fastest too slow", said
    if made.memory and made.memory.time_s > 0:
        most, needed = int(made.memory.time_s), math.ceil(made.memory.time_s * factor / 2**20)
        said = f"{mebibytes(most)}; times {factor:g} is {needed} MiB, and {limits.memory} are allowed"
        yield "memory", f"{made.memory}: {said}{': too few' if needed > limits.memory else ''}"
    if len(made.languages) > 1:
        yield "by language", ", ".join(f"{name} {seconds(one.time_s)}" for name, one in made.languages.items())
    if slowest:
        spread = f"{len(slowest.times)} repetitions of the slowest differ by {100 * slowest.spread:.0f} %; "
        runs = f"{made.disturbance.disturbed} of {made.disturbance.runs} runs were disturbed"
        yield "noise", spread * (len(slowest.times) > 1) + runs
