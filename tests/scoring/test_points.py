"""What verdicts and times are worth: held to the rules of `judge help scoring`, written again in plain Python."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model import Answer, Case, Finding, Judgement, Prepared, Problem, Verdict
from judge.problems import judge_answer, read_output, read_package
from judge.scoring import awards, contenders, judgement_of, points_by_group
from tests import make
from tests.conftest import there
from tests.make import AC, JE, TLE, WA
from tests.scoring.make import STEADY
from tests.shipped import ROOT

GROUP = st.builds(
    Problem.Group,
    st.sampled_from([0.0, 0.0, 1.0, 10.0, 45.0]),
    st.sampled_from(["sum", "pass-fail"]),
    require_pass=st.sampled_from(["", "", "sample", "extra", "gone"]),
)
GROUPS = st.fixed_dictionaries(dict.fromkeys(("sample", "secret", "extra", "empty"), GROUP))


@st.composite
def judged(draw: st.DrawFn) -> Judgement:
    """Any scheme, any cases, some not run, some that the package no longer has, some images."""
    names = [f"c{at}:{draw(st.sampled_from(['sample', 'secret', 'extra']))}" for at in range(draw(st.integers(0, 6)))]
    scheme = Problem.Scheme(draw(st.sampled_from(["groups", "groups", "all-or-count"])))
    problem = make.problem(" ".join(names), groups=draw(GROUPS), scheme=scheme)
    results = draw(st.lists(st.sampled_from([AC, AC, AC, WA, TLE, JE]), min_size=len(names), max_size=len(names)))
    made = make.judgement(problem, results, scores=[draw(st.sampled_from([1.0, 0.5, 1 / 3])) for _ in names])
    runs = [one for one in made.runs if draw(st.integers(0, 5))]
    extra = [make.replace(one, case=f"{one.case}~rot90", verdict=draw(st.sampled_from([AC, JE]))) for one in runs[:1]]
    gone = [make.replace(one, group="gone", verdict=draw(st.sampled_from([AC, WA, JE]))) for one in runs[1:2]]
    runs = draw(st.permutations([*runs, *extra, *(gone if draw(st.booleans()) else [])]))
    return judgement_of(made.submission, problem, made.prepare, tuple(runs))


def required(problem: Problem, name: str) -> set[str]:
    """All groups that this one leads to."""
    found: set[str] = set()
    for _ in problem.groups:
        found |= {problem.groups[one].require_pass for one in (name, *found) if one in problem.groups} - {""}
    return found


def plain_points(problem: Problem, runs: Any) -> tuple[Fraction | None, dict[str, Fraction]]:
    results = {(run.group, run.case): run for run in runs}
    earned = {}
    for name, group in problem.groups.items():
        own = [results.get((case.group, case.name)) for case in problem.cases if case.group == name]
        parts = [Fraction(run.score) if run and run.verdict is AC else Fraction(0) for run in own]
        right = [run is not None and run.verdict is AC for run in own]
        share = sum(parts, Fraction(0)) / len(own or [0])
        share = Fraction(all(right)) if group.score_aggregation == "pass-fail" else share
        groups = required(problem, name)
        needed = [(case.group, case.name) for case in problem.cases if case.group in groups]
        whole = all(one in results and results[one].verdict is AC for one in needed)
        earned[name] = Fraction(group.points) * share if own and whole else Fraction(0)
    counts = [case for case in problem.cases if problem.groups[case.group].points]
    passed = sum(results[one.group, one.name].verdict is AC for one in counts if (one.group, one.name) in results)
    total = sum(earned.values(), Fraction(0))
    if problem.scheme.rule == "all-or-count":
        total, earned = Fraction(100 if counts and passed == len(counts) else min(passed, 99)), {}
    worth = {name for name, group in problem.groups.items() if group.points} | {"gone"}
    worth |= {one for name, group in problem.groups.items() if group.points for one in required(problem, name)}
    waits = [run for run in runs if run.verdict is JE and "~" not in run.case and run.group in worth]
    return None if waits else total, earned


@given(judged())
def test_points_are_those_of_a_plain_sum(found: Judgement) -> None:
    total, groups = plain_points(found.problem, found.runs)
    assert found.points == (None if total is None else pytest.approx(float(total)))
    said = {name: float(one) for name, one in groups.items()}
    assert points_by_group(found.problem, found.runs) == pytest.approx(said)
    whole = make.judgement(found.problem, [AC] * len(found.problem.cases), scores=[1.0] * len(found.problem.cases))
    assert whole.points == pytest.approx(found.problem.most_points)
    assert found.points is None or found.points <= found.problem.most_points + 1e-9


def test_who_misses_a_case_has_never_as_much_as_who_passes_all() -> None:
    """However many cases a package has; one of so many is refused where it is read."""
    of = make.problem(120, scheme=Problem.Scheme("all-or-count"))
    assert [make.judgement(of, runs).points for runs in ([AC] * 119 + [WA], [AC] * 120)] == [99, 100]
    assert make.judgement(make.problem(0, scheme=Problem.Scheme("all-or-count")), []).points == 0, "no case counts"


@pytest.mark.parametrize(("runs", "points"), [([JE, AC, AC], None), ([WA, AC, AC], 0.0), ([AC, AC, JE], 50.0)])
def test_points_wait_for_a_case_that_others_require_though_it_gives_none(
    runs: list[Verdict], points: float | None
) -> None:
    groups = {"sample": Problem.Group(0), "secret": Problem.Group(50, require_pass="sample"), "extra": Problem.Group(0)}
    assert make.judgement(make.problem("a:sample b:secret c:extra", groups=groups), runs).points == points


def test_the_name_of_another_student_s_file_with_the_same_bytes_is_told_to_nobody() -> None:
    place = Finding.Excerpt("in/ann-lee.py", 3, "x", 2)
    said = Finding("E205", "ann-lee.py fails", note='File "in/ann-lee.py", line 3, not of joann-lee.py')
    said = make.replace(said, help="see /submission/ann-lee.py")  # as a box has it
    [case] = (of := make.problem(1)).cases
    run = make.replace(make.run(case, "RTE E205"), finding=said.at(place), message=said.message)
    log = Prepared(Verdict.CE, finding=Finding("E221", "refused", note="ann-lee.py:3: error"))
    own, ann = make.submission(name="bob.py"), make.submission(name="in/ann-lee.py")
    model = judgement_of(ann, of, log, (run,))
    made = model.of_same_bytes(own)
    told = there(made.runs[0].finding)
    assert (made.runs[0].message, told.message) == ("bob.py fails", "bob.py fails")
    assert (told.where, str(told.excerpt)) == ("bob.py:3:2", "bob.py:3:2")
    assert (told.note, told.help) == ('File "bob.py", line 3, not of joann-lee.py', "see /submission/bob.py")
    assert there(made.prepare.finding).note == "bob.py:3: error"
    assert model.of_same_bytes(ann) == model
    folder, words = make.submission(name="in/will"), Finding("E205", "it will fail", note="in/will/main.py:3")
    run = make.replace(run, finding=words, message=words.message)
    told = there(judgement_of(folder, of, log, (run,)).of_same_bytes(own).runs[0].finding)
    assert (told.message, told.note) == ("it will fail", "bob.py/main.py:3")


def test_thirds_are_a_whole() -> None:
    assert make.judgement(3, [AC] * 3, scores=[1 / 3] * 3).points == pytest.approx(50 / 3)
    problem = make.problem("a:x b:y c:z", groups={name: Problem.Group(0.1) for name in "xyz"})
    assert make.judgement(problem, [AC] * 3).points == 0.1 + 0.1 + 0.1, "as the store has it"


# --- the bonus -------------------------------------------------------------------------------------------------------
CASES = "d0:secret/DFS d1:secret/DFS b0:secret/BFS s0:sample/DFS"
FREE = {"secret": Problem.Group(50), "sample": Problem.Group(0)}


def offering(share: float = 0.5, algorithms: tuple[str, ...] = (), **changes: Any) -> Problem:
    scheme = Problem.Scheme("groups", Problem.Scheme.Bonus(share, 5.0, algorithms))  # type: ignore[arg-type]
    return make.problem(CASES, groups=FREE, algorithms=("DFS", "BFS"), scheme=scheme, **changes)


@st.composite
def fields(draw: st.DrawFn) -> list[Judgement]:
    problem = offering(draw(st.sampled_from([0.1, 0.28, 0.5, 1.0])), draw(st.sampled_from([(), ("BFS",)])))
    times = st.sampled_from([0.0, 0.1, 0.12, 0.1245, 0.126, 0.13, 0.2, 0.5])
    came_to = st.sampled_from([[AC] * 4] * 5 + [[AC, WA, AC, AC], [AC, JE, AC, AC], [AC, AC, AC, JE], [AC] * 2])
    rows = []
    for at in range(draw(st.integers(0, 7))):
        verdicts = draw(came_to)
        sha256 = draw(st.sampled_from(["", "", "aa", "bb"]))
        runs = [(verdict, draw(times)) for verdict in verdicts]
        rows.append(make.judgement(problem, runs, f"s{at}", submission={"sha256": sha256}))
    return rows


def plain_winners(rows: list[Judgement], algorithm: str) -> set[int]:
    """Return the fastest share of the perfect ones, all that tie with the last of them, and copies."""
    counts = {"d0", "d1", "b0"}
    perfect = [at for at, row in enumerate(rows) if counts <= {run.case for run in row.runs if run.verdict is AC}]
    if not perfect:
        return set()
    names = [case.name for case in rows[0].problem.cases if case.name in counts and case.board.algorithm == algorithm]
    time_s = {at: math.fsum(run.cpu_s for run in rows[at].runs if run.case in names) for at in perfect}
    ordered = sorted(perfect, key=lambda at: time_s[at])
    share = Fraction(str(rows[0].problem.scheme.bonus.share))  # type: ignore[union-attr]
    places = math.ceil(share * len(perfect))
    last, winners = ordered[places - 1], ordered[:places]
    for at in ordered[places:]:
        copy = rows[at].submission.sha256 and rows[at].submission.sha256 == rows[last].submission.sha256
        if time_s[at] > 1.25 * time_s[last] + 0.0005 * len(names) and not copy:
            break
        winners.append(at)
    bytes_ = {rows[at].submission.sha256 for at in winners} - {""}
    return {*winners, *(at for at in perfect if rows[at].submission.sha256 in bytes_)}


@given(fields())
def test_the_fastest_of_the_perfect_get_the_bonus(rows: list[Judgement]) -> None:
    found = {one.algorithm: one for one in awards(rows)}
    for algorithm in (rows[0].problem.scheme.bonus.algorithms or ("DFS", "BFS")) if rows else ():  # type: ignore[union-attr]
        expected = plain_winners(rows, algorithm)
        award = found.get(algorithm)
        assert set(award.winners if award else ()) == expected
        if award:
            assert 1 <= award.places <= award.perfect
            assert award.points == 5.0


def test_nobody_s_bonus_hangs_on_a_judge_error_or_on_the_best_that_is_known() -> None:
    problem = offering(0.5, scored=True)
    half = make.judgement(problem, [AC] * 4, "half", scores=[1, 0.5, 1, 1])
    best = make.judgement(problem, [AC] * 4, "best", scores=[1, 1, 1, 0])
    waits = make.judgement(problem, [AC, AC, AC, JE], "waits")
    assert {one.algorithm: one.winners for one in awards([half, best, waits])} == {"BFS": (1, 2), "DFS": (1, 2)}
    none_of_sa = make.judgement(offering(0.5, ("SA", "DFS")), [AC] * 4)
    assert [one.algorithm for one in awards([none_of_sa])] == ["DFS"], "an algorithm without a case ends no list"
    plain = make.problem(2)
    assert awards([make.judgement(plain, [AC, AC])]) == []
    assert awards([]) == awards([make.judgement(problem, [WA] * 3)]) == []


CLOSE = ([1.2, 1.0] * 2, [1.03, 1.2, 1.0, 1.25])


def racing(name: str, times: Any, *, first: int = 1, sha256: str = "", share: float = 0.1, **how: Any) -> Judgement:
    """With these times in each round, or those of a steady one that does so many times the work. In Python, or in what
    the name says."""
    problem = make.problem(1, scheme=Problem.Scheme("groups", Problem.Scheme.Bonus(share, 5.0)))
    times = [times * one for one in STEADY] if isinstance(times, float) else times
    submission = {"sha256": sha256, "path": Path(name if "." in name else f"{name}.py")}
    return make.judgement(problem, [times], name, first=first, submission=submission, **how)


@pytest.mark.parametrize(
    ("rows", "clock", "winners", "open_"),
    [
        ([racing("a", 1.0), racing("b", 1.05)], "cpu", (0,), 0),  # side by side
        ([racing("b", 1.05), racing("a", 1.0)], "cpu", (1,), 0),
        ([racing("a", 1.0), racing("b", 1.05)], "wall", (0,), 0),
        ([racing("a", 1.0), racing("b", 1.05, wall=1.0)], "wall", (1,), 0),
        ([racing("a", [1.0], first=0), racing("b", [1.2], first=0)], "cpu", (0, 1), 1),  # sums alone
        ([racing("a", [1.0], first=0), racing("b", [1.3], first=0)], "cpu", (0,), 0),
        ([racing("a", [1.0], first=0, wall=9.0), racing("b", [1.4], first=0)], "cpu", (0,), 0),
        ([racing("a", [1.0]), racing("b", [1.1])], "cpu", (0, 1), 1),  # once is not enough
        ([racing("a", [1.0]), racing("b", [1.4])], "cpu", (0,), 0),
        ([racing("a", 1.0), racing("b", 1.001)], "cpu", (0, 1), 0),  # equal, and more rounds change nothing
        ([racing(name, times) for name, times in zip("ab", CLOSE, strict=True)], "cpu", (0, 1), 1),
        ([racing("a", CLOSE[0], wall=1.0), racing("b", CLOSE[1], wall=9.0)], "cpu", (0, 1), 1),
        ([racing("a", CLOSE[0], wall=1.0), racing("b", CLOSE[1], wall=9.0)], "wall", (0,), 0),
        ([racing("a", 1.0, sha256="x"), racing("b", 3.0, sha256="x")], "cpu", (0, 1), 0),
        ([racing("a", 1.0, sha256="x"), racing("b.c", 3.0, sha256="x")], "cpu", (0,), 0),
        # What is level with a copy of the first is no copy itself.
        ([racing("a", 1.0, sha256="x"), racing("b", 2.0), racing("c", 2.0, sha256="x")], "cpu", (0, 2), 0),
    ],
)
def test_who_is_apart_from_the_last(rows: list[Judgement], clock: Any, winners: tuple[int, ...], open_: int) -> None:
    [award] = awards(rows, clock)
    assert (award.winners, award.places, award.perfect, award.students) == (winners, 1, len(rows), len(winners))
    assert len(contenders(rows, clock)) == open_
    said = f"2 of {len(rows)} get the bonus for DFS: 1 more can't be told apart from the last place"
    assert str(award) == (said if len(winners) > 1 else "")


# --- several attempts of one student ---------------------------------------------------------------------------------
@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 6)), min_size=1, max_size=10), st.integers(1, 100))
def test_an_attempt_gets_what_it_would_as_its_student_s_only_one(table: list[tuple[str, int]], percent: int) -> None:
    """The others race against it with their fastest one."""
    rows = [racing("s", [1.12**level], first=0, share=percent / 100) for _, level in table]
    [award] = awards(rows, students=[student for student, _ in table])
    best = {student: min(level for other, level in table if other == student) for student, _ in table}
    won = []
    for at, (student, _) in enumerate(table):
        others = [racing("o", [1.12**level], first=0) for other, level in best.items() if other != student]
        won += [at] if 0 in awards([rows[at], *others])[0].winners else []
    assert award.winners == tuple(won)
    assert (award.perfect, award.students) == (len(best), len({table[at][0] for at in won}))


def test_the_attempts_of_one_student_are_not_told_apart_by_more_rounds() -> None:
    rows = [racing("a", one, share=0.5) for one in ([1.0, 1.2] * 2, [1.03, 1.2, 1.0, 1.25], [1.2, 1.05, 1.04, 1.2])]
    assert contenders(rows) == [(rows[1], rows[2])], "of three, two hold a place"
    assert contenders(rows, students=["a", "a", "b"]) == [(rows[0], rows[2])]
    assert contenders(rows, students=["a", "a", "a"]) == []


def test_more_attempts_of_two_students_claim_no_more_and_no_less() -> None:
    """Each claim among many costs confidence, and two students are told apart by one."""
    problem = make.problem(20, scheme=Problem.Scheme("groups", Problem.Scheme.Bonus(0.5, 5.0)))
    rows = [make.judgement(problem, [times] * 20, first=1) for times in ([1.0, 1.02], *[[1.06, 1.04]] * 41)]
    won = [awards(some, students=students)[0] for some, students in ((rows[:2], "ab"), (rows, "a" + "b" * 41))]
    assert [award.winners for award in won] == [(0,), (0,)]
    assert len(awards(rows)[0].winners) == 42, "as many students can't be told apart by this"


# --- the shipped packages ---------------------------------------------------------------------------------------------
PACKAGES = sorted(path.parent for path in ROOT.glob("testcases/*/problem.toml"))


def verdict(problem: Problem, case: Case, text: bytes) -> Verdict:
    """What such an output gets; of an answer that nothing refutes, the benefit of the doubt."""
    said = read_output(text, problem, case.board)
    finding = judge_answer(case, problem.puzzle, said) if isinstance(said, Answer) else said
    return Verdict.WA if isinstance(finding, Finding) and finding.verdict is not Verdict.JE else Verdict.AC


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_constant_earns_nothing(folder: Path) -> None:
    problem = read_package(folder)
    assert problem.most_points > 0
    for text in (b"FAIL\n", b"0\n", b"1\n", b"OK\n", b""):
        said = [verdict(problem, case, text) for case in problem.cases]
        assert make.judgement(problem, said).points == 0, text
