"""A class and its records to the rows of a gradebook: points, bonuses and notes, and which record a row is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from judge.classroom import Gradebook, Pending, submissions_of
from judge.model import Conditions, Graded, Judgement, Problem, Record, Roll, Run, Student, Submission, Verdict
from judge.store import Store
from tests import make
from tests.classroom.make import CALM, NOISY, graded, judged
from tests.judging.make import problem_of
from tests.make import AC, JE, TLE, WA, member, replace
from tests.refused import refused

HOMEWORK = Problem.Scheme("all-or-count", Problem.Scheme.Bonus(0.1, 5))
PROBLEM, ROLL = problem_of(1), Roll("plain", (member("a"),))


def record(number: int, name: str, verdict: Verdict, source: str = "") -> Record:
    """Of what student a handed in, as a file called `name`."""
    [(owner, paper)] = submissions_of(ROLL, PROBLEM)
    paper = replace(paper, path=Path(name), sha256=source or paper.sha256)
    return make.record(owner, replace(make.judgement(PROBLEM, [verdict]), submission=paper), id=number)


def test_the_last_record_of_the_same_file_name_counts_first() -> None:
    for records in (
        [record(1, "homework.py", WA), record(2, "other.py", AC)],
        [record(1, "other.py", AC), record(2, "homework.py", WA)],
        [record(1, "homework.py", AC), record(2, "homework.py", WA), record(3, "other.py", TLE)],
        [record(1, "other.py", AC), record(2, "another.py", WA)],
    ):
        assert graded(ROLL, PROBLEM, records)[0].verdict is WA
    assert graded(ROLL, PROBLEM, [record(1, "homework.py", AC, "0" * 64)])[0].verdict is None


# --- the rows ---------------------------------------------------------------------------------------------------------
def row_of(one: Roll.Member, *records: Record, problem: Problem | None = None) -> Graded:
    [row] = graded(Roll("plain", (one,)), problem or problem_of(2), records)
    return row


DOUBT = Roll.Doubt("ann", "the roster has no row for ann")


@pytest.mark.parametrize("doubt", [None, DOUBT])
@pytest.mark.parametrize(
    ("verdicts", "verdict", "points", "disturbed"),
    [([AC, AC], AC, 10, 0), ([AC, WA], WA, 5, 0), ([WA, JE], JE, None, 0), ([AC, AC], AC, 10, 1)],
)
def test_a_row_says_all_that_is_known(
    doubt: Roll.Doubt | None, verdicts: list[Verdict], verdict: Verdict, points: float | None, disturbed: int
) -> None:
    one = member("ann", late=True, doubt=doubt)
    record = judged(one, *verdicts, sample=NOISY if disturbed else CALM)
    row, known, made = row_of(one, record), doubt.what if doubt else "", record.judgement
    assert row == Graded(
        Student("ann"), "ann/feedback", "ann", made.submission.sha256, verdict, points=points, max_points=10,
        note=row.note, late=True, judgement=made, disturbance=Judgement.Disturbance(2, disturbed, 0), judged_s=7.0,
    )  # fmt: skip
    assert (row.waits, row.note.startswith(known), row.note != known) == (points is None, True, points is None)


@pytest.mark.parametrize("doubt", [None, DOUBT])
def test_who_is_not_judged_has_no_points_and_a_reason(doubt: Roll.Doubt | None) -> None:
    one = member("ann", late=True, doubt=doubt)
    [(_, paper)] = submissions_of(Roll("plain", (one,)), problem_of(2))
    note = f"{DOUBT.what}; not judged yet" if doubt else "not judged yet"
    row = Graded(one.student, one.page, "ann", paper.sha256, max_points=10, note=note, late=True)
    assert row_of(one) == row
    doubtful = member("ann", main="", files=(), doubt=DOUBT, late=True)
    assert row_of(doubtful) == replace(row, sha256="", note=DOUBT.what, unclear=True)
    failed = member("ann", doubt=Roll.Doubt("ann", "RecursionError", ours=True), late=True)
    waits = row_of(failed, judged(member("ann"), AC, AC))  # whatever else is known of it
    assert waits == replace(row, sha256="", verdict=JE, note=waits.note)
    assert waits.waits


def test_every_student_has_a_row_and_the_absent_come_last() -> None:
    a, b, c, d = member("a", "same"), member("b", main="", files=()), member("c", "same"), member("d", "same")
    roll = Roll(
        "plain", (a, b, c, d), absent=(Student("z"), Student("y")), twins=((a, c, d),), set_aside=frozenset("y")
    )
    rows = graded(roll, problem_of(2))
    assert [row.student.id for row in rows] == [*"abcdzy"]
    assert [row.twins for row in rows] == [("c", "d"), (), ("a", "d"), ("a", "c"), (), ()]
    assert rows[4] == Graded(Student("z"), max_points=10, note="nothing was handed in")
    assert rows[5].note == Graded.SET_ASIDE


def test_who_can_be_judged_is_entered_with_name_problem_and_files() -> None:
    files = (("homework.py", b"import util"), ("util.py", b"X = 1"))
    roll = Roll("plain", (member("J\udcf6rg", "x"), member("b", main="", files=()), member("c", files=files)))
    (owner, alone), (_, folder) = submissions_of(roll, PROBLEM)
    assert owner == Student("J\udcf6rg").owner == "J\\udcf6rg"
    assert (alone.name, alone.problem, alone.source, alone.files) == (owner, "pkg", b"print(1) # x", ())
    assert (folder.name, folder.problem, folder.files) == ("c", "pkg", files)


# --- bonuses ----------------------------------------------------------------------------------------------------------
Times = Sequence[tuple[bool, int]]  # of each case whether it passed, and hundredths of a second
FASTER, FAST, SLOW, WRONG = [(True, 1)] * 3, [(True, 5)] * 3, [(True, 9)] * 3, [(False, 1)] * 3
RACE = problem_of(3, HOMEWORK)


def judgement(paper: Submission, problem: Problem, row: Times) -> Judgement:
    made = make.judgement(problem, [(AC if ok else WA, ms / 100) for ok, ms in row])
    samples = {"samples": lambda run: (Run.Measurement(AC, 1, run.cpu_s, 1),)}
    return replace(make.each_run(made, wall_s=1.0, **samples), submission=paper)


def test_bonuses_are_on_top_and_in_the_note() -> None:
    came_to = {member("cid"): WA, member("ann", doubt=DOUBT): AC, member("bob"): AC}
    records = [judged(one, AC, AC, last, problem=RACE) for one, last in came_to.items()]
    rows = graded(Roll("plain", (*came_to,)), RACE, records)
    shared = "; 2 of 2 get the bonus for {}: 1 more can't be told apart from the last place"
    bonus = f"bonus: 5 for DFS, 5 for BFS, 5 for SA{''.join(map(shared.format, ('DFS', 'BFS', 'SA')))}"
    found = [(row.student.id, row.points, row.note) for row in rows]
    assert found == [("cid", 2, ""), ("ann", 115, f"{DOUBT.what}; {bonus}"), ("bob", 115, bonus)]


class Class:
    """A store in which students were judged, and are judged again."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.papers = dict(submissions_of(Roll("plain", tuple(map(member, "abcz"))), RACE))

    def judge(self, label: str, rows: Mapping[str, Times], clock: str = "cgroup", *, again: bool = False) -> None:
        """Judge a class, also what was judged before if it is done `again`."""
        batch = self.store.begin(make.batch(RACE, host=replace(make.HOST, clock=clock), label=label, again=again))
        for owner, row in rows.items():
            ticket = self.store.enter(batch, self.papers[owner], owner)
            self.store.finish(ticket, judgement(ticket.submission, RACE, row))

    def again(self, rows: Mapping[str, Times], part: str = "abcz", problem: Problem = RACE) -> Pending:
        """Judge some again; of the others in the part nothing is known yet."""
        facts = {"conditions": Conditions.of(problem, make.HOST, 3), "label": "" if part == "abcz" else part}
        made = make.batch(problem, kind="regrade", **facts)
        batch = self.store.regrades.begin(made, lambda one: () if one.owner in part else None)
        for ticket in self.store.regrades.tickets(batch):
            if row := rows.get(ticket.owner):
                self.store.finish(ticket, judgement(ticket.submission, problem, row))
        return Pending.read(self.store, batch)


@pytest.fixture
def class_(tmp_path: Path) -> Iterator[Class]:
    with Store(tmp_path / "store.db") as store:
        yield Class(store)


def bonuses(pending: Pending) -> list[tuple[str, float, float, float]]:
    return [(one.old.owner, one.old_bonus, one.new_bonus, one.gain) for one in pending.changes]


@pytest.mark.parametrize(
    ("first", "again", "part", "found"),
    [
        # Who was the fastest of the perfect fails now: the next one gets what they lose. Another class has its own.
        ([FASTER, SLOW, WRONG], [WRONG, SLOW, WRONG], "abcz",
         [("a", 15, 0, -115), ("b", 0, 15, 15), ("c", 0, 0, 0), ("z", 15, 15, 0)]),
        # The fastest is a matter of the whole class: a is faster than b now, and c never was.
        ([SLOW, FAST, WRONG], [FASTER], "a", [("a", 0, 15, 15), ("b", 15, 0, -15)]),
        ([SLOW, FAST, WRONG], [SLOW], "a", [("a", 0, 0, 0)]),  # who keeps what they have is not told
    ],
)  # fmt: skip
def test_a_regrade_gains_and_loses_bonuses(
    class_: Class, first: list[Times], again: list[Times], part: str, found: list[tuple[str, float, float, float]]
) -> None:
    class_.judge("class", dict(zip("abc", first, strict=True)))
    class_.judge("other", {"z": FASTER})
    pending = class_.again(dict(zip("abc", again, strict=False)), part)
    assert bonuses(pending) == found
    assert [one.old.owner for one in pending.changes if one.moves] == [who for who, _, _, gain in found if gain]
    assert all(one.new == one.old for one in pending.changes if one.old.owner not in part), "it stays as it was judged"


def test_a_regrade_is_held_against_what_counts_when_it_is_decided(class_: Class) -> None:
    """While it waits, a is judged again by the class's own command, and b hands in."""
    class_.judge("class", {"a": WRONG})
    batch = class_.again({"a": WRONG}).batch
    class_.judge("class", {"a": FASTER, "b": SLOW}, again=True)
    roll = Roll("plain", tuple(map(member, "ab")))
    assert [row.points for row in Gradebook.read(class_.store, roll, RACE).rows] == [115, 100]
    pending = Pending.read(class_.store, batch)
    assert bonuses(pending) == [("a", 15, 0, -115), ("b", 0, 15, 15)]
    pending.decide(class_.store, "applied")
    assert [row.points for row in Gradebook.read(class_.store, roll, RACE).rows] == [0, 115]


@pytest.mark.parametrize("repeat", [1, 3])
def test_to_grade_once_more_takes_back_no_regrade(class_: Class, repeat: int) -> None:
    """Nothing is run under the same conditions, so what was published after all else goes on to count."""
    class_.judge("class", {"a": FASTER})
    wish = make.batch(RACE, kind="regrade", conditions=Conditions.of(RACE, make.HOST, repeat))
    batch = class_.store.regrades.begin(wish)
    class_.judge("class", {"a": FASTER}, again=True)
    [ticket] = class_.store.regrades.tickets(batch)
    class_.store.finish(ticket, judgement(ticket.submission, RACE, WRONG))
    Pending.read(class_.store, batch).decide(class_.store, "applied")
    assert class_.store.enter(class_.store.begin(make.batch(RACE, label="class")), class_.papers["a"], "a").done
    [row] = Gradebook.read(class_.store, Roll("plain", (member("a"),)), RACE).rows
    assert row.points == 0


def test_a_regrade_is_published_as_it_was_judged_and_with_judge_errors_only_where_that_is_said(class_: Class) -> None:
    with refused("E453"):
        Pending.to_decide(class_.store, RACE, "cancelled")
    class_.judge("class", {"a": FASTER, "b": SLOW})
    pending = class_.again({"a": WRONG})
    ticket = class_.store.regrades.tickets(pending.batch)[1]
    class_.store.finish(ticket, replace(make.judgement(RACE, [], prepare=JE), submission=ticket.submission))
    changed = problem_of(6, HOMEWORK)
    with refused("E455"):
        Pending.to_decide(class_.store, changed, "applied")
    assert Pending.to_decide(class_.store, changed, "cancelled").batch.id == pending.batch.id, "as E455 advises"
    pending = Pending.to_decide(class_.store, RACE, "applied")
    with refused("E483") as caught:
        pending.decide(class_.store, "applied")
    assert (caught.value.note, pending.failed) == ("these are b", ["b"])
    pending.decide(class_.store, "applied", allow_judge_errors=True)
    assert class_.store.regrades.pending(RACE) is None


def test_a_case_that_is_new_in_the_package_takes_no_bonus_away(class_: Class) -> None:
    class_.judge("class", {"a": FASTER})
    assert bonuses(class_.again({"a": FASTER * 2}, problem=problem_of(6, HOMEWORK))) == [("a", 15, 15, 0)]


def test_where_one_host_had_no_exact_clock_wall_time_decides_for_all(class_: Class) -> None:
    class_.judge("class", {"a": FASTER}, clock="samples")
    class_.judge("class", {"b": SLOW})
    roll = Roll("plain", tuple(map(member, "ab")))
    assert [row.points for row in Gradebook.read(class_.store, roll, RACE).rows] == [115, 115], "the same wall time"
    assert bonuses(class_.again({})) == [("a", 15, 15, 0), ("b", 15, 15, 0)]


# --- what the store knows of a class ----------------------------------------------------------------------------------
@pytest.mark.parametrize("main", ["x.py", "src/Main.java", "a.c"])
@pytest.mark.parametrize("beside", [(), (("help.txt", b"x"),)])
def test_judgements_are_found_by_their_bytes(class_: Class, main: str, beside: tuple[tuple[str, bytes], ...]) -> None:
    roll = Roll("plain", (member("a", main=main, files=((main, b"x"), *beside)), member("b")))
    [(_, class_.papers["a"]), _] = submissions_of(roll, RACE)
    class_.judge("class", {"a": FASTER})
    assert [row.points for row in Gradebook.read(class_.store, roll, RACE).rows] == [115, None]
    assert Gradebook.read(class_.store, roll, RACE).bonuses == {"a": 15}


def test_what_the_package_no_longer_says_is_counted() -> None:
    problem = problem_of(3)
    record = judged(member("a"), AC, AC, AC, problem=problem)
    limits: dict[str, Any] = {"limits": replace(problem.limits, time_limit=9.0)}
    groups: dict[str, Any] = {"groups": {"secret": Problem.Group(7)}}
    for changes, counted in (
        ({}, (0, 0, 0)), ({"strict": True}, (3, 0, 0)), (groups, (0, 3, 0)), (limits, (0, 0, 3)),
        (limits | {"strict": True}, (3, 0, 0)), (limits | groups, (0, 3, 3)),
    ):  # fmt: skip
        changed = replace(problem, **changes)
        assert Gradebook(changed, Roll("plain", ()), [], [record] * 3, []).outdated == counted
    often = replace(record, conditions=Conditions.of(problem, make.HOST, 7))
    book = Gradebook(problem, Roll("plain", ()), [], [often], [])
    assert book.outdated == (0, 0, 0), "to run each case more often changes no limit"
