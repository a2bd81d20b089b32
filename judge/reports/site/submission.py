"""The page of a submission: what went wrong first, then every case with its times, and how these grow with n."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from judge.model import Clock, Finding, Judgement, Run, Standing, Verdict
from judge.reports.laws import family_label, law_words
from judge.reports.page.bars import strip
from judge.reports.page.html import Html
from judge.reports.plots.growth import growth_of
from judge.reports.plots.plot import Plot
from judge.reports.sanitize import clean
from judge.reports.site.answers import answer_drawn, seen
from judge.reports.site.contents import Contents, Link, Part, case_link, code_of, crumbs, page_of
from judge.reports.units import mebibytes, seconds
from judge.reports.views.leaderboard import submission_facts
from judge.reports.views.submission import (
    Detail,
    Fact,
    Meaning,
    alike,
    board_of,
    details,
    finding_of,
    meanings_of,
    message_of,
    missed,
    notices,
    points_words,
    repeated,
    rerun,
    times,
    title_words,
    uncompiled,
    version_words,
)
from judge.scoring.points import most_points
from judge.scoring.scaling import Scaling, scalings
from judge.scoring.times import time_of
from judge.scoring.verdict import as_expected
from judge.text import counted

OPEN: Final = 3  # faults that are open when the page is; the others open with a click
_DRAWN: Final = 40  # of the others the pages of their cases have the picture


class Row(msgspec.Struct, frozen=True, eq=False):
    """A case of the table. `tries` is empty for one; `why` is the anchor of its fault."""

    anchor: str
    case: Link
    verdict: Verdict
    not_run: bool
    time: str
    dots: Html
    memory: str
    tries: str
    code: str
    why: str


class Growth(msgspec.Struct, frozen=True):
    """A family of cases: its law in a sentence, and its plot; None where no size has a time."""

    label: str
    words: str
    plot: Plot | None


class Warned(msgspec.Struct, frozen=True):
    """What was read tolerantly, with the first of so many cases."""

    code: str
    message: str
    case: Link
    more: str


class Fault(msgspec.Struct, frozen=True, eq=False):
    """A reason for which cases were missed, with the first of them; the others are alike."""

    verdict: Verdict
    message: str
    code: str
    details: tuple[Detail, ...]
    anchor: str = "fault-1"
    case: Link | None = None  # None where it could not be compiled
    took: str = ""
    seen: str = ""  # which pieces are in each other's sight
    rerun: str = ""
    picture: Html = Html()
    same: tuple[Link, ...] = ()
    opened: bool = False


class SubmissionPage(msgspec.Struct, frozen=True, eq=False):
    """All that the page says."""

    title: str
    verdict: Verdict
    headline: str
    expected: str
    facts: tuple[Fact, ...]
    uncompiled: Fault | None
    faults: tuple[Fault, ...]
    left_out: tuple[Link, ...]
    rows: tuple[Row, ...]
    not_judged: str
    time: str
    limit: str
    growths: tuple[Growth, ...]
    warnings: tuple[Warned, ...]
    meanings: tuple[Meaning, ...]


def pages(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of each file and its text."""
    for part in contents.parts:
        for at in range(len(part.standings)):
            page = submission_page(part, at, contents.record.clock)
            yield part.submission_file(at), page_of(contents, "submission.html", page.title, crumbs(part), page=page)


def submission_page(part: Part, at: int, clock: Clock) -> SubmissionPage:
    """Return what the page of a row says."""
    standing = part.standings[at]
    judgement = standing.judgement
    links = {(shown.group, shown.name): case_link(part, place) for place, shown in enumerate(part.cases)}
    reasons, broken = alike(missed(judgement)), uncompiled(judgement)
    ran = [(place, run) for place in range(len(part.cases)) if (run := part.result(at, place))]
    why = {(run.group, run.case): _anchor(number) for number, same in enumerate(reasons, 1) for run in same}
    return SubmissionPage(
        title=judgement.submission.name,
        verdict=judgement.verdict,
        headline=_headline(judgement),
        expected=_expected(judgement),
        facts=tuple(_facts(standing)),
        uncompiled=_told(broken) if broken else None,
        faults=tuple(_fault(judgement, number, same, links) for number, same in enumerate(reasons, 1)),
        left_out=tuple(links[run.group, run.case] for run in judgement.runs if run.not_run),
        rows=tuple(_row(part, place, run, (judgement, clock), why) for place, run in ran),
        not_judged=_not_judged(len(part.cases) - len(ran), broken),
        time="CPU time" if clock == "cpu" else "wall time",
        limit=f"{judgement.limits.time_limit:g} s",
        growths=tuple(_growth(judgement, scaling, clock, at) for scaling in scalings(judgement, clock)),
        warnings=tuple(_warnings(judgement, links)),
        meanings=meanings_of(judgement),
    )


# --- the head ------------------------------------------------------------------------------------------------------
def _headline(judgement: Judgement) -> str:
    """Return the verdict in words, and on how many cases."""
    said = title_words(judgement.verdict)
    lost = sum(run.verdict is not Verdict.AC for run in judgement.runs)
    if not lost:
        return f"{said}."
    return f"{said}: {lost} of {counted(len(judgement.runs), 'case')} {'is' if lost == 1 else 'are'} missed."


def _expected(judgement: Judgement) -> str:
    """Return what its author declares, where that is worth a sentence: another verdict, or not this one."""
    declared = " or ".join(map(str, judgement.submission.expected))
    found = dict.fromkeys((judgement.verdict, *(run.verdict for run in judgement.runs)))
    odd = [str(one) for one in found if one not in (Verdict.AC, *judgement.submission.expected)]
    if odd:
        return f"Its author declares {declared}, and not {' or '.join(odd)}."
    if not as_expected(judgement):
        return f"Its author declares {declared}, which did not happen."
    return "" if judgement.verdict is Verdict.AC else f"Its author declares {declared}: that is as expected."


def _facts(standing: Standing) -> Iterator[Fact]:
    judgement = standing.judgement
    most = most_points(judgement.problem)
    points = "wait until the judge's own failure is judged again" if judgement.points is None else ""
    found = {
        **submission_facts(standing),
        "points": points or (points_words(judgement.points or 0.0, most) if most else ""),
        "file": judgement.submission.path.name,
        "version": version_words(judgement.submission.sha256),
    }
    yield from ((name, text) for name, text in found.items() if text)


def _not_judged(count: int, broken: Finding | None) -> str:
    if not count or broken:
        return "No case was run." if broken and count else ""
    return f"{counted(count, 'case')} of the others' {'was' if count == 1 else 'were'} not run."


# --- what went wrong -----------------------------------------------------------------------------------------------
def _anchor(number: int) -> str:
    return f"fault-{number}"


def _told(found: Finding) -> Fault:
    """Return a finding as it is read."""
    return Fault(found.verdict, message_of(found), code_of(found.code), tuple(details(found)), opened=True)


def _fault(judgement: Judgement, number: int, same: Sequence[Run], links: dict[tuple[str, str], Link]) -> Fault:
    run = same[0]
    first, *others = (links[one.group, one.case] for one in same)
    board = board_of(judgement, run)
    return msgspec.structs.replace(
        _told(finding_of(run)),
        verdict=run.verdict,
        anchor=_anchor(number),
        case=first,
        took=", ".join(filter(None, (times(judgement, run), repeated(run)))),
        seen=seen(judgement.problem, run),
        rerun=rerun(judgement, run),
        picture=answer_drawn(judgement.problem, run, board) if number <= _DRAWN else Html(),
        same=tuple(others),
        opened=number <= OPEN,
    )


# --- cases ---------------------------------------------------------------------------------------------------------
def _row(part: Part, place: int, run: Run, of: tuple[Judgement, Clock], why: dict[tuple[str, str], str]) -> Row:
    judgement, clock = of
    timed = bool(run.samples) and run.verdict is not Verdict.JE
    time_s, times_s = time_of(run, clock), [time_of(sample, clock) for sample in run.samples]
    return Row(
        anchor=part.case_anchor(place),
        case=case_link(part, place),
        verdict=run.verdict,
        not_run=run.not_run,
        time=seconds(time_s) if timed else "",
        dots=strip(times_s, judgement.limits.time_limit) if timed else Html(),
        memory=mebibytes(run.memory_bytes),
        tries=repeated(run) or (str(len(run.samples)) if len(run.samples) > 1 else ""),
        code=code_of(run.code),
        why=why.get((run.group, run.case), ""),
    )


# --- below the cases -----------------------------------------------------------------------------------------------
def _growth(judgement: Judgement, scaling: Scaling, clock: Clock, style: int) -> Growth:
    label, law = family_label(scaling.family), law_words(scaling)
    said = (
        f"time grows like {law}" if law else "no law says how time grows: too few sizes take long enough, or they vary"
    )
    if scaling.solved_to is None:
        said += "; the smallest size is not solved"
    else:
        said += f"; solved up to n = {scaling.solved_to}"
    if scaling.reach:
        said += f", and by the law up to n = {float(f'{scaling.reach:.1e}'):.0f} within the limit"
    plot = growth_of([(judgement, scaling, style)], clock) if scaling.points else None
    return Growth(label, f"{said}.", plot)


def _warnings(judgement: Judgement, links: dict[tuple[str, str], Link]) -> Iterator[Warned]:
    for run, notice, more in notices(judgement.runs):
        message = clean(notice.message, 1000).strip()
        yield Warned(code_of(notice.code), message, links[run.group, run.case], more)
