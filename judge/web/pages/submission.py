"""What somebody has handed in for a problem, how two of these differ, and the page of each: it fills while that is
judged, and then says all that its student may see.

One look at the store is for all browsers that have the page open, so it does little for each: what came of a submission
is loaded by its page once that is over.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from judge.classroom import row_of_job
from judge.model import Deadline, Job, Problem, Record, Roll, Student, Submission
from judge.reports import Html, Sheet, feedback, letters_html, rank_words, render, submission_html
from judge.store import Store, brief_of
from judge.text import number, seconds, span
from judge.web.ask import Ask, File, Live, Page, missing, whole
from judge.web.pages.problems import counting_rule, refusal_of
from judge.web.site import Site, due_for, with_deadline
from judge.web.snapshots import Asked

_DONE: Final = {"late": "It was taken, but it is late: the deadline is over."}


def submission(ask: Ask) -> Page:
    """Show a submission."""
    job = ask.job
    problem = ask.site.problem(job.problem)
    _, deadline = due_for(_student(ask.store, job), problem, ask.store)
    theirs = job.owner != ask.viewer.owner
    return ask.page(
        "submission.html",
        **_result(ask, job),
        problem=problem,
        parts={} if job.over else _parts(ask.site, job, ask.store),
        late=bool(deadline and deadline.has_passed(job.at_s)),
        done=ask.done(_DONE),
        files=_files_of(ask.store, job),
        theirs=theirs,
        again=not theirs and not refusal_of(ask, ask.site.contest_of(problem.name, ask.store)),
    )


def feedback_part(ask: Ask) -> Page:
    """Return what came of a submission, as a part that its page loads once it is over."""
    return ask.page("feedback.html", **_result(ask, ask.job))


def file(ask: Ask) -> File:
    """Return one file of a submission, byte for byte."""
    files = _files_of(ask.store, ask.job)
    number = whole(ask.path["number"], len(files) - 1)
    if number is None:
        raise missing("file")
    found = files[number]
    return File(found.body, name=found.name.rpartition("/")[2])


def _files_of(store: Store, job: Job) -> tuple[SourceFile, ...]:
    assert job.submission is not None
    return source_files(store.sourced(job.submission))


def _student(store: Store, job: Job) -> Student:
    account = store.accounts.of(job.owner)
    return account.student if account else Student(job.owner)


# --- while it is judged -----------------------------------------------------------------------------------------------
def events(ask: Ask) -> Live:
    """Send the parts of the page that change, as they do."""
    site, job = ask.site, ask.job
    return Live(
        topic=("submission", job.code),
        version=partial(_version, site, job),
        render=lambda store: _parts(site, _now(store, job), store),
    )


def _parts(site: Site, job: Job, store: Store) -> dict[str, str]:
    """Return the parts of the page: the phase, the letters while it is judged, and where to load what came of it."""
    if job.over:
        there = f"{site.settings.root_path}/submissions/{job.code}/feedback"
        loads = render("web/loads.html", there=there)
        return {"phase": "", "letters": "", "feedback": loads}
    runs = [run for _, run in store.queue.runs_of(job.judgement)] if job.judgement else []
    place = site.waiting.place(store, job.id) or store.queue.place(job)
    letters = letters_html(site.problem(job.problem), runs) if runs or job.state == "running" else ""
    phase = render("web/phase.html", phase=phase_of(job, place))
    return {"phase": phase, "letters": letters, "feedback": ""}


def _version(site: Site, job: Job, store: Store) -> tuple[int, int, int, Job.Place | None] | None:
    """Return what is another one when the page is, None once it is over; cheap, as it is asked for every page that is
    open."""
    found = site.waiting.step(store, job.id)
    if found is None and _now(store, job).over:
        return None
    step, judgement = found or (0, 0)  # it has just come
    last = store.queue.last_run(judgement) if judgement else 0
    return step, judgement, last, site.waiting.place(store, job.id)


def _now(store: Store, job: Job) -> Job:
    return store.queue.job(job.code) or msgspec.structs.replace(job, state="replaced")


# --- where it is, and a letter for each case as it comes --------------------------------------------------------------
_NOBODY = "No judge is at work just now. It stays in the queue; nothing is lost."
_AGAIN = "The judge itself has failed on it, which costs you nothing. It is tried again."
# What the judge says of itself may name a file of the host, or a case: staff read it on the page of the queue.
_FAILED = "The judge itself has failed on it. It is no fault of yours, and costs you nothing; your staff see it."


class Phase(msgspec.Struct, frozen=True):
    """How far a submission is, in a few words, and a sentence about it."""

    words: str
    more: str = ""


def phase_of(job: Job, place: Job.Place) -> Phase:
    """Return how far a job is. `place` counts as long as it waits."""
    match job.state:
        case "waiting":
            again = _AGAIN if job.tries else ""
            words = f"Waiting: {place.ahead} ahead of it" if place.ahead else "Waiting: it is next"
            return Phase(words, " ".join(filter(None, (again, _wait(place)))))
        case "preparing":
            return Phase("Compiling", "It is read and compiled; its time does not run yet.")
        case "running":
            return Phase("Running")
        case "replaced":
            return Phase("Replaced", "You have handed in another one before this was judged. That one has its place.")
    return Phase("Not judged", _FAILED) if job.words else Phase("Judged")


def _wait(place: Job.Place) -> str:
    if not place.judges:
        return _NOBODY
    if place.wait_s is None:
        return "Nobody knows yet how long that takes: nothing of the kind was judged before."
    return f"It begins in about {span(max(1, round(place.wait_s)))}." if place.ahead else ""


# --- once it is over --------------------------------------------------------------------------------------------------
def _result(ask: Ask, job: Job) -> dict[str, Any]:
    """Return what web/feedback.html is rendered with; nothing was judged where `found` is empty."""
    found = _feedback(ask.site, ask.store, job) if job.over else None
    return {"job": job, "phase": phase_of(job, Job.Place(0, None, 0)), "found": found}


def _feedback(site: Site, store: Store, job: Job) -> Html | None:
    """Return what came of a job, with the rank; None where nothing was judged."""
    problem = with_deadline(site.problem(job.problem), store)
    record = _record_of(store, problem, job)
    if record is None:
        return None
    hidden_from_s = site.hidden_from_s(problem.name, store, None)
    cohort = site.standings.lately(store, problem, Asked(problem.name, hidden_from_s)).cohort
    sheet = msgspec.structs.replace(Sheet.of(problem, record.clock), shape="web", cohort=cohort, zone=site.zone(store))
    place = _place_lines(store, record, frozen=math.isfinite(hidden_from_s))
    row = row_of_job(store, problem, _student(store, job), job, record)
    return submission_html(feedback(row, sheet, place))


def _record_of(store: Store, problem: Problem, job: Job) -> Record | None:
    """Return what counts now for a job that is over: as a regrade has it, if one was applied."""
    if job.submission is None or job.judgement is None or not job.over:
        return None
    found = store.counting(problem, [(job.owner, job.submission)])
    return found[0] if found else store.record(job.judgement, problem)


def _place_lines(store: Store, record: Record, *, frozen: bool) -> list[str]:
    """Return the lines that `judge submit` ends with: the rank, and who is the next above, by a pseudonym."""
    if frozen:
        return ["The leaderboard is frozen: your rank is shown when the contest is over."]
    judgement = record.judgement
    place, shown = store.boards.place(judgement.problem, record.conditions, store.host(record.id), record.owner)
    if place and place.above:
        place = place.veiled(store.key)
    return rank_words(judgement, place, shown)


# --- all of a student on a problem ------------------------------------------------------------------------------------
def history(ask: Ask) -> Page:
    """Show all that the viewer has handed in for a problem, in a contest their team too, the newest first."""
    problem, deadline = due_for(ask.viewer.student, ask.problem, ask.store)
    lines = _lines(ask, problem, deadline)
    told = "" if ask.site.contest_of(problem.name, ask.store) else counting_rule(problem)
    return ask.page("history.html", problem=problem, lines=lines, rule=told)


def diff(ask: Ask) -> Page:
    """Show how a submission differs from another one of the same person on the same problem."""
    job = ask.job
    of_owner = ask.store.queue.of(job.owner, job.problem)
    theirs = [one for one in of_owner if ask.site.shows(one, ask.store, ask.viewer)]
    other = next((one for one in theirs if one.code == ask.query.get("with", "")), None)
    if other is None:
        raise missing("submission")
    before, after = sorted((other, job), key=lambda one: one.id)
    return ask.page(
        "diff.html",
        problem=ask.site.problem(job.problem),
        files=differences(*(_files_of(ask.store, one) for one in (before, after))),
        before=before,
        after=after,
        job=job,
        others=[one for one in theirs if one.code != job.code],
    )


def _lines(ask: Ask, problem: Problem, deadline: Deadline | None) -> list[dict[str, Any]]:
    """Return the lines of the history. `before` is the code of the one before it by the same person; `by` is who handed
    it in, "" for the reader."""
    jobs = ask.site.submissions_of(problem.name, ask.store, ask.viewer)
    briefs = {owner: ask.store.briefs.of(owner, problem.name) for owner in {job.owner for job in jobs}}
    most, found = number(problem.most_points), []
    for at, job in enumerate(jobs, 1):
        brief = brief_of(job, briefs[job.owner])
        points = f"{number(brief.points)} of {most}" if brief and brief.points is not None else ""
        late = bool(deadline and deadline.has_passed(job.at_s))
        line = {"job": job, "late": late, "brief": brief, "points": points}
        line["time"] = seconds(brief.time_s) if brief and brief.solved else ""
        line["before"] = next((one.code for one in jobs[at:] if one.owner == job.owner), "")
        line["by"] = job.owner if job.owner != ask.viewer.owner else ""
        found.append(line)
    return found


# --- its files, and how those of two differ: as `diff -u` shows it, within bounds -------------------------------------
class SourceFile(msgspec.Struct, frozen=True):
    """A file: its path in the submission, what it holds, and whether it is the one that is run. `text` is "" where it
    is no text."""

    name: str
    body: bytes
    main: bool

    @property
    def text(self) -> str:
        """Return it as text; empty where it is none."""
        return "" if b"\0" in self.body else self.body.decode(errors="replace")


def source_files(of: Submission | Roll.Member) -> tuple[SourceFile, ...]:
    """Return the files of what was handed in, the one that is run first. A submission comes with its sources."""
    main, files = (of.main, {}) if isinstance(of, Roll.Member) else (of.main, {of.main: of.source})
    files |= dict(of.files)
    first = sorted(files, key=lambda name: name != main)
    return tuple(SourceFile(name, files[name], main=name == main) for name in first)


_MOST_LINES: Final = 1000  # lines that may differ: difflib takes the square of their number, or more
_AROUND: Final = 3


class Line(msgspec.Struct, frozen=True):
    """A line: `kind` is its class in the style, `sign` says the same without a colour."""

    kind: str
    sign: str
    text: str


class FileDifference(msgspec.Struct, frozen=True):
    """How a file has changed; `words` says it where no lines can."""

    name: str
    lines: tuple[Line, ...] = ()
    words: str = ""


def differences(before: Sequence[SourceFile], after: Sequence[SourceFile]) -> tuple[FileDifference, ...]:
    """Return every file that differs. Two that are run are one file, whatever they are called."""
    pairs: dict[str, list[SourceFile | None]] = {}
    for at, files in enumerate((before, after)):
        for one in files:
            pairs.setdefault("" if one.main else one.name, [None, None])[at] = one
    changed = ((old, new) for old, new in pairs.values() if (old and old.body) != (new and new.body))
    return tuple(_difference(old, new) for old, new in changed)


def _difference(old: SourceFile | None, new: SourceFile | None) -> FileDifference:
    names = dict.fromkeys(one.name for one in (old, new) if one)
    name = ", now ".join(names)
    if any(one and one.body and not one.text for one in (old, new)):
        return FileDifference(name, words="It is no text.")
    left, right = (one.text.splitlines() if one else [] for one in (old, new))
    if _differing(left, right) > _MOST_LINES:
        return FileDifference(name, words="It differs in too many lines to show them.")
    lines = tuple(_diff_lines(difflib.unified_diff(left, right, n=_AROUND, lineterm="")))
    without = "It differs in the ends of lines alone." if old and new else "It is empty."
    return FileDifference(name, lines, "" if lines else without)


def _differing(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many lines there are between what both begin and end with."""
    most = min(len(left), len(right))
    head = next((at for at in range(most) if left[at] != right[at]), most)
    tail = next((at for at in range(most - head) if left[-1 - at] != right[-1 - at]), most - head)
    return max(len(left), len(right)) - head - tail


def _diff_lines(found: Iterable[str]) -> Iterable[Line]:
    for at, one in enumerate(found):
        if at < 2:
            continue  # the names of the files
        kind = {"+": "added", "-": "removed", "@": "place"}.get(one[:1], "same")
        yield Line(kind, "" if kind == "place" else one[:1], one if kind == "place" else one[1:])
