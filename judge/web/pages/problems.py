"""The first page with the problems, and for each what one has on it; the page of one: what is asked, samples, limits,
the form to hand in, and the files to begin with; and its leaderboard, which fills by itself."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import Final, get_args

import msgspec

from judge.classroom import counting_brief
from judge.model import Account, Case, Deadline, Instance, Judgement, Mark, Problem, Roll, Schedule, Verdict
from judge.problems import about_of, program_input, puzzle_named
from judge.reports import Html, board_svg, deadline_words, problem_words, samples, scheme_words
from judge.store import Store, brief_of
from judge.submissions import languages
from judge.text import number
from judge.web.ask import Ask, File, Live, Page, missing
from judge.web.site import due_for
from judge.web.snapshots import Asked, Ranked


def home(ask: Ask) -> Page:
    """Show the problems to who is signed in, and to others how to come in."""
    if ask.seen.viewer is None:
        return ask.page("home.html", lines=(), contest=None, begins="", apart=False, unknown=ask.seen.unknown)
    contest, now_s = ask.site.schedule(ask.store), time.time()
    begins = ""
    if contest and now_s * 1000 < contest.start_ms:
        begins = contest.course(int(now_s * 1000))
    shown = ask.site.open_problems(ask.store, ask.viewer)
    apart = contest is not None and is_apart(ask.viewer, contest)
    return ask.page("home.html", lines=_lines(ask, shown, now_s), contest=contest, begins=begins, apart=apart)


def decision_on(ask: Ask, problem: Problem, owner: str) -> Mark.Decided | None:
    """Return what an instructor has decided about somebody on a problem."""
    return Mark.Decided.by_owner(ask.store.marks.of(problem.name, Roll.WEB, problem.zone)).get(owner)


def is_apart(viewer: Account, contest: Schedule) -> bool:
    """Say whether a student is in no team of the contest: then nothing of theirs is on its scoreboard."""
    return viewer.role == "student" and contest.team_of(viewer.owner) is None


def _lines(ask: Ask, problems: list[Problem], now_s: float) -> list[tuple[ProblemLine, Mark.Decided | None]]:
    owner, student = ask.viewer.owner, ask.viewer.student
    briefs, jobs = ask.store.briefs.of(owner), ask.store.queue.of(owner)
    contest = ask.site.schedule(ask.store)
    labels = {task.problem: task.label for task in contest.tasks} if contest else {}
    found = []
    for one in problems:
        problem, deadline = due_for(student, one, ask.store)
        mine = [job for job in jobs if job.problem == one.name]
        here = [job for job in mine if job.state != "replaced"]
        if contest:
            counts = best_of(_contest_briefs(ask, contest, one.name))
        elif here:
            counts = counting_brief(here, briefs, problem, deadline, ask.site.bonuses.of(ask.store, problem, one.name))
        else:
            counts = best_of(brief for (name, *_), brief in briefs.items() if name == one.name)  # in a terminal, too
        label, open_ = labels.get(one.name) or ask.site.homework(one), sum(not job.over for job in mine)
        line = problem_line(problem, deadline, counts, now_s)
        found.append((msgspec.structs.replace(line, label=label, open=open_), decision_on(ask, problem, owner)))
    return found


def _contest_briefs(ask: Ask, contest: Schedule, problem: str) -> list[Judgement.Brief]:
    """Return what came of the tries of the viewer's team during the contest, or of their own without one."""
    handed = ask.site.submissions_of(problem, ask.store, ask.viewer)
    tries = [job for job in handed if contest.holds(int(job.at_s * 1000))]
    briefs = {owner: ask.store.briefs.of(owner, problem) for owner in {job.owner for job in tries}}
    return [brief for job in tries if (brief := brief_of(job, briefs[job.owner]))]


class ProblemLine(msgspec.Struct, frozen=True):
    """`label` is that of the problem in a contest or course, `due` a sentence; what lateness costs is on the problem's
    own page. `verdict` and `points` are of what counts."""

    name: str
    title: str
    label: str = ""
    due: str = ""
    over: bool = False  # it is late by now
    verdict: Verdict | None = None
    points: str = ""
    open: int = 0  # submissions that are not judged yet


def problem_line(
    problem: Problem, deadline: Deadline | None, counts: Judgement.Brief | None, now_s: float
) -> ProblemLine:
    """Return the line. `counts` is what the reader has on it, lateness taken off; `deadline` is their own."""
    return ProblemLine(
        problem.name,
        problem.title,
        due=deadline_words(msgspec.structs.replace(deadline, penalty=None)) if deadline else "",
        over=bool(deadline and deadline.has_passed(now_s)),
        verdict=counts.verdict if counts else None,
        points=_points(counts, problem),
    )


def _points(counts: Judgement.Brief | None, problem: Problem) -> str:
    if counts is None or counts.points is None:
        return ""
    words = f"{number(counts.points)} of {number(problem.most_points)} points"
    return f"{words}, bonus included" if counts.bonus else words


def best_of(briefs: Iterable[Judgement.Brief]) -> Judgement.Brief | None:
    """Return the one with the most points; of several, one that is right, then the quickest."""
    return max(briefs, key=_worth, default=None)


def _worth(one: Judgement.Brief) -> tuple[float, bool, int, float]:
    return (-1.0 if one.points is None else one.points, one.verdict is Verdict.AC, one.solved, -one.time_s)


# --- one problem ------------------------------------------------------------------------------------------------------
def starter(ask: Ask) -> File:
    """Return the file that `judge init` writes for its puzzle."""
    found = ask.problem
    if not _has_starter(found):
        raise missing("file")
    name = f"{found.name}.py"
    return File(puzzle_named(found.puzzle).starter_in(name, found.name).encode(), name=name)


def sample(ask: Ask) -> File:
    """Return input.txt of a sample, or its answer.txt with `?file=answer`."""
    found = ask.problem
    cases = (one for one in found.cases if one.place == (Problem.SAMPLES, ask.path["case"]))
    case = next(cases, None)
    if case is None:
        raise missing("sample")
    if ask.query.get("file") != "answer":
        return File(program_input(found, case).file, name="input.txt")
    return File(_answer(found, case), name="answer.txt")


def _has_starter(problem: Problem) -> bool:
    """Say whether there is something to begin with: not for programs that are called in ways of their own."""
    return not problem.programs.only


def problem(ask: Ask) -> Page:
    """Show a problem, with the form to hand in."""
    found, own = due_for(ask.viewer.student, ask.problem, ask.store)
    about, undated = about_of(found, found.name), msgspec.structs.replace(found, deadline=None)
    contest = ask.site.contest_of(found.name, ask.store)
    return ask.page(
        "problem.html",
        problem=found,
        samples=samples(found, about),
        board_svg=board_svg,
        **problem_words(undated, about),
        due=deadline_words(own) if own else "",
        longer=own != found.deadline,
        contest=contest,
        starter=_has_starter(found),
        endings=languages().endings,
        scheme=scheme_words(undated),
        decided=decision_on(ask, found, ask.viewer.owner),
        main=found.main,
        rule="" if contest else counting_rule(found),
        closed=refusal_of(ask, contest),
        doubt=None,  # what is not clear of what was sent, and the text of it
        typed=None,
    )


_RULES: Final = {
    "newest": "Of several submissions the newest counts.",
    "best": "Of several submissions the one with the most points counts, bonus and lateness included.",
    "last-on-time": "Of several submissions the last that was on time counts, or the newest where none was.",
}


def counting_rule(problem: Problem) -> str:
    """Return which of several submissions counts."""
    return _RULES[problem.attempt]


def refusal_of(ask: Ask, contest: Schedule | None) -> str:
    """Return why who asks can't hand in for a problem of this contest; "" where they can."""
    if contest is None or ask.viewer.may("grader"):
        return ""
    return contest.refusal(int(ask.at_s * 1000))


def _answer(problem: Problem, case: Case) -> bytes:
    if case.answer is None:
        raise missing("answer")
    if case.text is not None:
        return case.answer.text or b""
    return puzzle_named(problem.puzzle).answers.write(case.answer)


# --- its leaderboard --------------------------------------------------------------------------------------------------
_EVERY_S: Final = 2.0


def board(ask: Ask) -> Page:
    """Show a leaderboard: to who grades with names, to all others with pseudonyms."""
    problem, algorithm = ask.problem, _algorithm(ask)
    before_s = ask.site.hidden_from_s(problem.name, ask.store, ask.viewer)
    found = ask.site.standings.of(ask.store, problem, Asked(problem.name, before_s, algorithm))
    return ask.page(
        "board.html",
        problem=problem,
        algorithm=algorithm or "",
        algorithms=problem.with_boards,
        board=found.board,
        rows=_rows(found, _reader(ask.viewer), ask.store),
        frozen=math.isfinite(before_s),
    )


def events(ask: Ask) -> Live:
    """Send the rows anew when something was ranked."""
    site, viewer, name, algorithm = ask.site, ask.viewer, ask.problem.name, _algorithm(ask)
    reader = _reader(viewer)

    def lately(store: Store) -> Ranked:
        asked = Asked(name, site.hidden_from_s(name, store, viewer), algorithm)
        return site.standings.lately(store, site.problem(name), asked)

    def render_rows(store: Store) -> dict[str, str]:
        return {"rows": _rows(lately(store), reader, store)}

    return Live(("board", name, algorithm, reader), lately, render_rows, _EVERY_S)


def _reader(viewer: Account) -> str:
    """Return for whom the rows are: a student by the name in the store, "" for all who grade."""
    return "" if viewer.may("grader") else viewer.owner


def _rows(found: Ranked, reader: str, store: Store) -> Html:
    if reader:
        return found.board.lines_for(reader)
    return found.board.lines_with_names({one.owner: one.student.name for one in store.accounts.everybody()})


def _algorithm(ask: Ask) -> Instance.Algorithm | None:
    asked = ask.query.get("algorithm", "")
    found: Instance.Algorithm | None = next((one for one in get_args(Instance.Algorithm) if one == asked), None)
    if asked and (found is None or found not in ask.problem.algorithms):
        raise missing("leaderboard")
    return found
