"""The documents that `--json` writes, but for judge.run/1 of a whole run, which lies in the store: how nouns fill each
of them, with figures as measured and texts as they are. What is in it stands in its schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from judge.model import (
    Answer,
    Answered,
    Batch,
    Finding,
    Graded,
    Host,
    Hunt,
    Instance,
    Judgement,
    Made,
    Problem,
    Record,
    Roll,
    RunRecord,
    Similarities,
    Submission,
    Validated,
)
from judge.reports.export.event_feed import reltime, stamp
from judge.reports.export.gradebook import judge_errors_first, solved_of
from judge.reports.reader import cut
from judge.reports.scheme import scheme_words
from judge.schemas import Part, parts
from judge.scoring import Difference, Leaderboard, OwnRank, Proposal, Scoreboard
from judge.scoring import boards as ranked
from judge.store import rank_json, run_json


# --- leaderboards -----------------------------------------------------------------------------------------------------
def boards_document(boards: Sequence[Leaderboard], freeze: datetime | None, measuring: RunRecord.Measuring) -> Part:
    """Return leaderboards, PAR-2 in seconds by the clock that is named, up to when they count, and what was measured
    for them."""
    made = parts("judge.board/1")

    def row_of(row: Leaderboard.Row) -> Part:
        standing, judgement = row.standing, row.standing.judgement
        par2_s, rank = None if standing.rank is None else standing.par2_s, rank_json(standing)
        return made["boards[].rows[]"].of(standing, judgement, row, name=row.shown, par2_s=par2_s, **rank)

    rows = [
        made["boards[]"].of(
            board,
            board.ground,
            problem=board.problem.name,
            rows=list(map(row_of, board.rows)),
            disturbance=Judgement.Disturbance.of(row.standing.judgement for row in board.rows),
        )
        for board in boards
    ]
    return made[""].of(measuring, frozen_at=freeze and freeze.isoformat(), boards=rows)


def own_document(
    judgement: Judgement, host: Host, place: OwnRank | None, ground: Leaderboard.Ground | None = None, seed: str = ""
) -> Part:
    """Return a judgement as judge.run/1: of a case that is not shown whole neither the board nor what is right. `seed`
    is that of the sequence of hidden cases; `ground` is that of the leaderboard, where that is another one than this
    submission was judged on."""
    [[row]] = ranked([cut(judgement, "student")], ranked=False)
    if place and not judgement.faults:
        row = msgspec.structs.replace(row, rank=place.rank, tied=place.tied)
    here = place and not judgement.faults and place.score.sha256 == judgement.submission.sha256
    held = parts("judge.run/1")["place"].of(place, here=here, ground=ground) if place else None
    return run_json(RunRecord.of([[row]], host, RunRecord.Measuring(seed=seed)), place=held)


def contest_document(board: Scoreboard) -> Part:
    """Return a scoreboard, as whom it was made for may see it."""
    made, schedule, now_ms = parts("judge.contest/1"), board.schedule, board.as_of.now_ms

    def row_of(row: Scoreboard.Row) -> Part:
        pairs = zip(schedule.tasks, row.cells, strict=True)
        return made["rows[]"].of(row, cells=[made["rows[].cells[]"].of(cell, label=task.label) for task, cell in pairs])

    contest = made["contest"].of(
        schedule,
        start=stamp(schedule, schedule.start_ms),
        end=stamp(schedule, schedule.end_ms),
        freeze=None if schedule.freeze_ms is None else stamp(schedule, schedule.freeze_ms),
        problems=[
            made["contest.problems[]"].of(task, points=task.most) for task in schedule.tasks if board.tells_problems
        ],
    )
    return made[""].of(
        board,
        contest=contest,
        time=stamp(schedule, now_ms),
        contest_time=reltime(now_ms - schedule.start_ms),
        jury=board.as_of.jury,
        rows=list(map(row_of, board.rows)),
        unknown=[made["unknown[]"](owner=name, submissions=count) for name, count in board.unknown.items()],
        outdated=[made["outdated[]"](problem=name, verdicts=count) for name, count in board.outdated.items()],
    )


def roll_document(roll: Roll) -> Part:
    """Return who is who in a class: of files the names, and of twins the ids."""
    made = parts("judge.roll/1")

    def member_of(member: Roll.Member) -> Part:
        others = list(map(member_of, member.others))
        return made["members[]"].of(member, files=[path for path, _ in member.files], others=others)

    twins = [[member.student.id for member in group] for group in roll.twins]
    return made[""].of(roll, members=list(map(member_of, roll.members)), twins=twins)


def gradebook_document(rows: Sequence[Graded], problem: Problem) -> Part:
    """Return a gradebook, judge errors first."""
    made = parts("judge.gradebook/1")
    students = [
        made["students[]"].of(row, row.student, solved=solved_of(row), cases=len(problem.cases), identical_to=row.twins)
        for row in judge_errors_first(rows)
    ]
    return made[""](problem=problem.name, scheme=scheme_words(problem), students=students)


def similar_document(found: Similarities) -> Part:
    """Return what is alike, without the sources; lines count from 1."""
    made, works = parts("judge.similar/1"), found.works

    def lines_of(side: str, number: int, span: Similarities.Span) -> Part:
        path, text = works[number].files[span.file]
        first, last = (text.count("\n", 0, at) + 1 for at in (span.start, span.end))
        return made[f"groups[].pairs[].parts[].{side}"](file=path, first=first, last=last)

    def pair_of(pair: Similarities.Pair, circle: Similarities.Circle) -> Part:
        sides = {"left": pair.left, "right": pair.right}
        shown = next((one.parts for one in circle.shown if (one.left, one.right) == (pair.left, pair.right)), ())
        shared = [
            made["groups[].pairs[].parts[]"].of(
                part, **{side: lines_of(side, number, getattr(part, side)) for side, number in sides.items()}
            )
            for part in shown
        ]
        names = {side: works[number].name for side, number in sides.items()}
        return made["groups[].pairs[]"].of(pair, **names, parts=shared)

    def member_of(number: int) -> Part:
        return made["groups[].members[]"].of(works[number], files=[path for path, _ in works[number].files])

    groups = [
        made["groups[]"](
            members=list(map(member_of, circle.works)), pairs=[pair_of(pair, circle) for pair in circle.pairs]
        )
        for circle in found.circles
    ]
    left_out = [made["left_out[]"](who=who, why=why) for who, why in found.left_out]
    return made[""].of(found, **{"class": found.title}, groups=groups, left_out=left_out)


def regrade_document(
    batch: Batch, changes: Sequence[Record.Change], settled: Sequence[RunRecord.Settling], state: str
) -> Part:
    """Return what a regrade changes, and whether it is decided."""
    made = parts("judge.regrade/1")

    def change_of(change: Record.Change) -> Part:
        new = change.new and made["changes[].new"].of(change.new.judgement, bonus=change.new_bonus)
        old = made["changes[].old"].of(change.old.judgement, bonus=change.old_bonus)
        return made["changes[]"].of(change, change.old, change.old.judgement.submission, old=old, new=new)

    return made[""].of(
        batch,
        problem=batch.problem.name,
        disturbance=Judgement.Disturbance.of(change.new.judgement for change in changes if change.new),
        state=state,
        rounds=settled,
        changes=list(map(change_of, changes)),
    )


def diff_document(found: Sequence[Difference], clock: Host.Clock, fail_above: float) -> Part:
    """Return how two runs differ: ratios are those of the second to the first."""
    made = parts("judge.diff/1")

    def case_of(case: Difference.Case) -> Part:
        change = next((name for name in ("worse", "better", "slower", "faster") if getattr(case, name)), "")
        return made["pairs[].cases[]"].of(case, change=change)

    pairs = [
        made["pairs[]"].of(
            one,
            problem=one.before.problem.name,
            before=made["pairs[].before"].of(one.before, one.before.submission),
            after=made["pairs[].after"].of(one.after, one.after.submission),
            regressed=one.regressed(fail_above),
            ratio=one.whole,
            cases=list(map(case_of, one.cases)),
        )
        for one in found
    ]
    return made[""](clock=clock, fail_above=fail_above, pairs=pairs)


# --- a package --------------------------------------------------------------------------------------------------------
def generate_document(package: Path, cases: Sequence[Made]) -> Part:
    """Return the cases of a package as they were made. What is not decided, or was not asked, is null."""
    made = parts("judge.generate/1")
    found = [
        made["cases[]"].of(
            one,
            **{name: getattr(one, name) or None for name in ("n", "columns", "pieces", "most")},
            trees=one.trees if one.n else None,
        )
        for one in cases
    ]
    return made[""](package=package.resolve().name, cases=found)


def answers_document(problem: Problem, cases: Sequence[Answered], *, complete: bool) -> Part:
    """Return what became of the cases of a package that lacked an answer."""
    return parts("judge.answers/1")[""].of(problem, problem=problem.name, complete=complete, cases=cases)


def validate_document(found: Sequence[Validated]) -> Part:
    """Return what was found of packages."""
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
        for one in found
    ]
    return made[""](packages=packages)


def limits_document(proposal: Proposal, host: Host) -> Part:
    """Return which time limit fits a package, measured on a host."""
    made = parts("judge.limits/1")
    return made[""].of(
        proposal,
        time_limit=proposal.time_limit if proposal.fits else None,
        margins=Proposal.MARGINS,
        languages=[made["languages[]"].of(one, language=name) for name, one in proposal.languages.items()],
        memory_bytes=int(proposal.memory.time_s) if proposal.memory else None,
        host_class=host.host_class,
        calibration_s=host.machine.calibration_s if host.machine else None,
    )


def hack_document(hunt: Hunt, problem: Problem, hunted: Sequence[Submission], added: Path | None) -> Part:
    """Return what came of a hunt, with who was hunted, and where the board was added."""
    made, hack = parts("judge.hack/1"), hunt.hack

    def board_of(name: str, board: Instance) -> Part:
        layer = None if board.layer is None else board.layer.tolist()
        return made[f"found.{name}"].of(board, rows=_rows(board.grid), layer=layer)

    def said_of(said: Hunt.Hack.Said) -> Part:
        attempt, board = said.attempt, None if said.board is None else _rows(said.board)
        words = {} if attempt else {"verdict": None, "code": "", "message": ""}
        return made["found.submissions[]"].of(attempt, name=said.submission.name, board=board, **words)

    found = hack and made["found"].of(
        hack,
        board=board_of("board", hack.board),
        first=board_of("first", hack.first),
        shrunk=hunt.shrunk,
        answer=_answer(hack.answer),
        submissions=list(map(said_of, hack.said)),
        added=str(added) if added else None,
    )
    tried = [made["tried[]"](n=n, boards=number) for n, number in hunt.tried.items()]
    return made[""].of(hunt, problem=problem.name, puzzle=problem.puzzle, submissions=hunted, tried=tried, found=found)


def _rows(grid: Any) -> list[str]:
    return ["".join(map(str, row)) for row in grid.tolist()]


def _answer(answer: Answer | None) -> str | list[str] | int | None:
    """Return FAIL, the rows of an arrangement, a number of them, or null where nobody knows."""
    if answer is None:
        return None
    if answer.fail:
        return "FAIL"
    if answer.board is not None:
        return _rows(answer.board)
    return answer.count if answer.columns is None else len(answer.columns)
