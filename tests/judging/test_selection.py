"""Which runs a regrade's words choose, and which cases they name."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.classroom import submissions_of
from judge.errors import JudgeError
from judge.judging.regrading import Selection, find_cases
from judge.model import Case, Conditions, Group, Instance, Measurement, Prepared, Problem, Record, Roll, Run, Verdict
from judge.scoring import judgement_of
from tests.conftest import refused
from tests.judging.make import member, problem_of
from tests.make import HOST

PROBLEM = problem_of(4)
NOW = Conditions.of(PROBLEM, HOST)
KINDS = {
    "calm": (Verdict.AC, "", 0.0),
    "disturbed": (Verdict.AC, "", 0.9),
    "late": (Verdict.TLE, "E202", 0.9),
    "slow": (Verdict.TLE, "E201", 0.9),
    "starved": (Verdict.JE, "E307", 0.9),
    "failed": (Verdict.JE, "E303", 0.0),
}


def record_of(*kinds: str, problem: Problem = PROBLEM, prepared: Prepared | None = None, repeat: int = 1) -> Record:
    """What ada's submission came to, a kind for each case."""
    [(owner, paper)] = submissions_of(Roll("plain", (member("ada"),)), problem)
    runs = []
    for case, kind in zip(problem.cases, kinds, strict=False):
        verdict, code, lost_s = KINDS[kind]
        samples = (Measurement(verdict, 1.0, 0.5, 1, lost_s),) * repeat
        runs.append(Run(case.name, case.group, case.board.algorithm, verdict, code, samples=samples))
    made = judgement_of(paper, problem, prepared or Prepared(), tuple(runs))
    return Record(1, owner, made, Conditions.of(problem, HOST, repeat), 0, 0)


def again(selection: Selection, record: Record) -> list[str] | None:
    """The cases that are run again."""
    kept = selection.kept(record, NOW)
    if kept is None:
        return None
    held = {run.place for run in kept}
    return [case.name for case in PROBLEM.cases if (case.group, case.name) not in held]


@pytest.mark.parametrize(
    ("kinds", "cases"),
    [
        ("calm disturbed late slow", ["c1", "c2"]),
        ("starved calm calm failed", ["c0", "c3"]),
        ("calm calm slow calm", None),
    ],
)
def test_the_disturbed_alone(kinds: str, cases: list[str] | None) -> None:
    assert again(Selection(disturbed=True), record_of(*kinds.split())) == cases


def test_every_word_narrows() -> None:
    record = record_of("calm", "disturbed", "late", "calm")
    c0, c1 = ("secret", "c0"), ("secret", "c1")
    assert again(Selection(owners=("ada",)), record) == ["c0", "c1", "c2", "c3"]
    assert again(Selection(owners=("bob",)), record) is None
    assert again(Selection(owners=("bob", "ada"), cases=(c0,)), record) == ["c0"]
    assert again(Selection(disturbed=True, cases=(c0,)), record) is None
    assert again(Selection(disturbed=True, cases=(c0, c1)), record) == ["c1"]
    assert again(Selection(disturbed=True, owners=("bob",)), record) is None
    assert again(Selection(), record) == ["c0", "c1", "c2", "c3"]


def test_a_judge_error_is_never_taken_over() -> None:
    assert again(Selection(cases=(("secret", "c0"),)), record_of("calm", "failed", "calm", "calm")) == ["c0", "c1"]


def test_every_repetition_is_taken_over() -> None:
    record, now = record_of(*["calm"] * 4, repeat=3), Conditions.of(PROBLEM, HOST, 3)
    kept = Selection(cases=(("secret", "c0"),)).kept(record, now)
    assert kept
    assert len(kept) == 9
    assert all(len(run.samples) == 1 for run in kept)


def test_what_was_judged_otherwise_is_not_taken_over_silently() -> None:
    old = msgspec.structs.replace(PROBLEM, strict=True)
    changed, repeated = record_of("late", *["calm"] * 3, problem=old), record_of("late", *["calm"] * 3, repeat=3)
    for record, what in ((changed, "cases or rules"), (repeated, "limits or --repeat")):
        with pytest.raises(JudgeError, match="ada's submission") as caught:
            Selection(disturbed=True).kept(record, NOW)
        assert caught.value.code == "E457"
        assert caught.value.note == f"the rest was judged with other {what}"
        assert caught.value.help == "give the same --repeat, name each changed case with --case, or regrade all of it"
        assert Selection(owners=("ada",)).kept(record, NOW) == (), "nothing is taken over"
    assert again(Selection(cases=(("secret", "c0"),)), changed) == ["c0"], "that is what has changed"
    with pytest.raises(JudgeError):
        Selection(cases=(("secret", "c0"),)).kept(repeated, NOW)
    both = record_of("late", *["calm"] * 3, problem=old, repeat=3)
    error = refused(Selection(disturbed=True).kept, both, NOW)
    assert error.note == "the rest was judged with other limits or --repeat and other cases or rules"
    assert Selection(disturbed=True).kept(record_of(*["calm"] * 4, problem=old), NOW) is None


def test_a_case_that_is_gone_is_not_taken_over() -> None:
    record = record_of(*["calm"] * 4)
    fewer = msgspec.structs.replace(PROBLEM, cases=PROBLEM.cases[:2])
    seen = msgspec.structs.replace(record, judgement=msgspec.structs.replace(record.judgement, problem=fewer))
    kept = Selection(cases=(("secret", "c0"),)).kept(seen, NOW)
    assert kept
    assert [run.case for run in kept] == ["c1"]


@given(st.permutations(["ada", "bob lee", "c;d"]), st.permutations([("s", "c0"), ("s", "c1")]), st.booleans())
def test_the_same_choice_has_the_same_words(owners: list[str], cases: list[tuple[str, str]], disturbed: bool) -> None:
    words = Selection(disturbed, tuple(owners), tuple(cases)).words
    assert words == Selection(disturbed, ("ada", "bob lee", "c;d"), (("s", "c0"), ("s", "c1"))).words
    assert words.startswith("--disturbed " * disturbed + "--student ada --student 'bob lee'")
    assert not Selection().words


def test_cases_by_name_or_with_their_group() -> None:
    grid = PROBLEM.cases[0].board.grid
    cases = tuple(
        Case(name, group, Instance("DFS", 2, 1, grid)) for group in ("sample", "secret") for name in ("one", "two")
    )
    problem = msgspec.structs.replace(PROBLEM, groups={"sample": Group(0), "secret": Group(1)}, cases=cases)
    assert find_cases(["two"], problem) == (("sample", "two"), ("secret", "two"))
    assert find_cases(["secret/two", "two"], problem) == (("secret", "two"), ("sample", "two"))
    assert find_cases([], problem) == ()
    for word, near in (
        ("tow", "close to it: two"),
        ("secrets/one", "close to it: secret/one"),
        ("?", "it has 4 cases"),
    ):
        error = refused(find_cases, [word], problem)
        assert (error.code, error.message) == ("E433", f"pkg has no case {word!r}")
        assert error.note.startswith(near)
        assert error.help == "the cases are the folders in pkg/<group>/"
