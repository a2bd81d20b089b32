"""Why cases were missed, or why nothing was run: each reason once, with what was answered, and what was read with a
warning. It is said of what is left of a judgement for its reader (reader.py)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from judge.model import Finding, Instance, Judgement, Problem, ReadWarning, Run, Verdict
from judge.reports.blocks import Block, Diagnostic, Diagnostics, Picture, Warned, Warnings
from judge.reports.lines import Line, Link, Links, Place, Span, line
from judge.reports.reader import Reader
from judge.reports.verdict_words import Kind, title_of
from judge.text import clean, counted, seconds

NOT_RUN: Final = "not run, after two time-outs on smaller cases"
_OPEN: Final = 3  # faults that are open when the page is; the others open with a click
_WHOLE: Final = 5  # faults with their boards on a terminal; the rest in a line each, or fifty would hide the first
_DRAWN: Final = 40  # faults with a picture
_SIZES: Final = 3  # smaller boards that a time-out is held against


def faults(made: Judgement, reader: Reader, *, each: bool = True) -> Diagnostics | None:
    """Return why cases were missed, each reason once, in the order of the cases; or why nothing was run; None where
    all are right. Unless `each` is asked for, that is each kind of mistake once, on its smallest board."""
    if broken := uncompiled(made):
        return Diagnostics((Diagnostic(broken, Kind(made.prepare.verdict), made.submission.path.name),), 1)
    runs = [run for run in made.runs if run.verdict is not Verdict.AC and not run.not_run]
    groups = alike(runs) if each else _kinds_of(runs, made)
    found = tuple(_diagnostic(made, reader, at, same, each=each) for at, same in enumerate(groups, 1))
    how = ", each shown whole with  --case NAME" if reader.audience == "host" else ""
    return Diagnostics(found, _WHOLE, f"and {sum(map(len, groups[_WHOLE:]))} more{how}") if found else None


def diagnosed(made: Judgement, reader: Reader, *, each: bool = True) -> Iterator[Block]:
    """Yield its faults, and what was read with a warning."""
    if found := faults(made, reader, each=each):
        yield found
    if warned := warnings(made):
        yield Warnings(warned)


def _diagnostic(made: Judgement, reader: Reader, at: int, runs: Sequence[Run], *, each: bool) -> Diagnostic:
    (run, *others), words = runs, made.submission.words
    bare = len({one.group for one in runs}) == 1
    same = tuple(case_link(made, one, bare=bare) for one in others)
    also: Line = ()
    if same and each:
        also = line(f"and the same on {len(same)} more: ", Links(same))
    elif same:
        also = line(f"{len(same)} more of this kind:  ", Span(f"judge run {words} --all", "code"))
    shown = made.problem.shows(run.group)
    twin = None if reader.audience == "host" or shown else public_twin(made, run)
    again = words and reader.own and (reader.audience == "host" or shown)
    return Diagnostic(
        finding_of(run),
        Kind(run.verdict),
        "",
        Link(run.path, to=Place("page", case_key(made, run))),
        tuple(filter(None, (times(made, run), repeated(run)))),
        tuple(_pictures(made, run, reader)) if at <= _DRAWN else (),
        same,
        f"and {len(same)} more" if same else "",
        also,
        line("The same fault in public: ", case_link(made, twin), ".") if twin else (),
        line("rerun only this case:  ", Span(f"judge run {words} --case {run.case}", "code")) if again else (),
        f"fault-{at}",
        at <= _OPEN,
    )


def alike(runs: Iterable[Run]) -> list[list[Run]]:
    """Return missed cases by their reason, in the order of the first of each; a picture is of one case alone."""
    groups: dict[tuple[object, ...], list[Run]] = {}
    for run in runs:
        finding = run.finding
        where = str(finding.excerpt or "") if finding else ""
        reason = (run.verdict, run.code, run.message, where)
        groups.setdefault((*reason, run.group, run.case) if run.cells else reason, []).append(run)
    return list(groups.values())


def _kinds_of(missed: Sequence[Run], made: Judgement) -> list[list[Run]]:
    """Return the missed cases by their code, each kind with its smallest board first, in the order of the cases."""
    sizes = {case.place: case.board.n for case in made.problem.cases}
    kinds: dict[tuple[Verdict, str], list[Run]] = {}
    for run in missed:
        kinds.setdefault((run.verdict, run.code), []).append(run)
    return [sorted(kind, key=lambda run: sizes.get(run.place, 0)) for kind in kinds.values()]


def finding_of(run: Run) -> Finding:
    """Return why a case was missed, also where only a sentence was kept."""
    return run.finding or Finding(run.code, run.message or str(run.verdict), run.cells, verdict=run.verdict)


def uncompiled(judgement: Judgement) -> Finding | None:
    """Return why nothing was run; None where it was compiled."""
    prepare = judgement.prepare
    if prepare.verdict is Verdict.AC:
        return None
    return prepare.finding or Finding("", prepare.message or "nothing is known of why", verdict=prepare.verdict)


def repeated(run: Run) -> str:
    """Return how many repetitions were right, where not all went the same way."""
    right = sum(sample.verdict is Verdict.AC for sample in run.samples)
    return f"right {right} of {len(run.samples)}" if 0 < right < len(run.samples) else ""


def times(judgement: Judgement, run: Run) -> str:
    """Return `0.41 s of 5 s`, or nothing where nothing ran."""
    return f"{seconds(run.cpu_s)} of {judgement.limits.time_limit:g} s" if run.samples else ""


def with_sizes(made: Judgement) -> Judgement:
    """Return the judgement whose time-outs say at which size they came, and how long smaller boards took."""
    sizes = {case.place: case.board.n for case in made.problem.cases}
    right: dict[int, float] = {}
    for run in made.runs:
        n = sizes.get(run.place, 0)
        if run.verdict is Verdict.AC and n:
            right[n] = max(right.get(n, 0.0), run.cpu_s)

    def noted(run: Run) -> Run:
        n = sizes.get(run.place, 0)
        if run.verdict is not Verdict.TLE or run.finding is None or run.not_run or not n:
            return run
        smaller = sorted((size, spent) for size, spent in right.items() if size < n)
        took = ", ".join(f"n = {size}: {seconds(spent)}" for size, spent in smaller[-_SIZES:])
        note = f"n is {n}; it took for {took}" if took else f"n is {n}, and no smaller board was solved"
        return msgspec.structs.replace(run, finding=run.finding.noted(note))

    return msgspec.structs.replace(made, runs=tuple(map(noted, made.runs)))


def warnings(made: Judgement) -> tuple[Warned, ...]:
    """Return what was read tolerantly, each kind once: the first of its cases, and how many others have it."""
    kinds: dict[str, list[tuple[Run, ReadWarning]]] = {}
    for run in made.runs:
        for notice in run.notices:
            kinds.setdefault(notice.code, []).append((run, notice))
    return tuple(
        Warned(
            notice.message,
            code,
            case_link(made, run),
            f", the first of {counted(len(found), 'case')}" if len(found) > 1 else "",
            notice.line,
        )
        for code, found in kinds.items()
        for run, notice in found[:1]
    )


# --- a case -----------------------------------------------------------------------------------------------------------
def case_link(made: Judgement, run: Run, *, bare: bool = False) -> Link:
    return Link(run.case if bare else run.path, to=Place("case", case_key(made, run)))


def case_key(made: Judgement, run: Run) -> str:
    """Return which case of which problem it is."""
    return f"{made.problem.name}/{run.path}"


def sentence(run: Run) -> str:
    """Return in one sentence why the case is not AC; empty for AC."""
    if run.verdict is Verdict.AC:
        return ""
    if run.not_run:
        return NOT_RUN
    message = clean(run.message or title_of(run.code)).strip()
    code = run.finding.code if run.finding else run.code
    return f"{message} [{code}]" if code else message


def public_twin(made: Judgement, run: Run) -> Run | None:
    """Return the smallest public case with the fault of this one."""
    if not is_own(run) or not run.code:
        return None
    public = [name for name in made.problem.groups if made.problem.shows(name)]
    same = [one for one in made.runs if one.code == run.code and is_own(one) and one.group in public]
    boards = boards_of(made.problem)
    return min(same, key=lambda one: board.n if (board := boards.get(one.place)) else math.inf, default=None)


def is_own(run: Run) -> bool:
    """Say whether the fault is the submission's own."""
    return run.verdict not in (Verdict.AC, Verdict.JE)


# --- boards -----------------------------------------------------------------------------------------------------------
def boards_of(problem: Problem) -> Mapping[tuple[str, str], Instance]:
    """Return the board of each case, by group and name; none where the problem is about none."""
    return {} if problem.validator else {case.place: case.board for case in problem.cases}


def answer_of(run: Run) -> Any:
    """Return the board that was answered; None where it is none, or was not kept."""
    from judge.reports.picture.scene import drawable

    if drawable(run.board):
        return run.board
    return run.given.board() if run.given else None


def pictures(judgement: Judgement, run: Run, whose: str = "your answer") -> list[Picture]:
    """Return board and answer of a case that was missed, those that are kept."""
    if run.verdict in (Verdict.AC, Verdict.JE):
        return []
    from judge.reports.picture.scene import drawable, given_on

    piece, board = judgement.problem.piece, boards_of(judgement.problem).get(run.place)
    given, layer = given_on(board.grid) if board else (), Instance.Layer.of(board, parted=judgement.problem.parted)
    shown = [Picture("the board", board.grid, piece, given=given, layer=layer)] if board else []
    shown.append(Picture(whose, answer_of(run), piece, run.cells, given, layer))
    return [one for one in shown if drawable(one.board)]


def _pictures(made: Judgement, run: Run, reader: Reader) -> list[Picture]:
    """Return the answer, and behind it the board as it was given where the answer does not show that too. A host has
    the boards on the pages of the cases."""
    if reader.audience == "host":
        return [one for one in pictures(made, run, "the answer") if one.cells]
    found = pictures(made, run)
    return found[1:] if len(found) == 2 and _same_trees(found[0].board, found[1].board) else found[::-1]


def _same_trees(board: Any, answer: Any) -> bool:
    import numpy as np  # where nothing is drawn nobody waits for it

    from judge.reports.picture.scene import TREE

    return np.array_equal(board == TREE, answer == TREE)
