"""The documents of a class that `--json` writes: how nouns fill each of them, with figures as measured and texts as
they are. What is in it stands in its schema. Other reports make theirs beside their words; judge.run/1 lies in the
store.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.model import (
    Batch,
    Graded,
    Judgement,
    Problem,
    Record,
    Roll,
    RunRecord,
    Similarities,
)
from judge.reports.export.gradebook import judge_errors_first, solved_of
from judge.reports.scheme import scheme_words
from judge.schemas import Part, parts


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
