"""Which record counts, and when conditions are the same: if nothing has changed that decides a verdict or a time."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.judging.contest import merged
from judge.judging.session import best_runs
from judge.model import (
    Answer,
    Case,
    Conditions,
    Finding,
    Group,
    Host,
    Instance,
    Judgement,
    Limits,
    Measurement,
    Prepared,
    Problem,
    Programs,
    Record,
    Run,
    Submission,
    Verdict,
)
from judge.scoring import Ground, judgement_of

HOST = Host("plain", (), (), "cgroup", "Linux", "3.11", "0.63", 2)
GRID = np.array([[0, 2], [0, 0]], dtype=np.int8)
ANSWER = Answer(board=np.array([[1, 2], [0, 0]], dtype=np.int8))
CASE = Case("c", "secret", Instance("DFS", 2, 1, GRID), ANSWER)
PROBLEM = Problem("pkg", "T", "lizards", ("DFS",), False, Limits(), {"secret": Group(50)}, (CASE,), "testcases/pkg")


def with_case(**changes: object) -> Problem:
    return msgspec.structs.replace(PROBLEM, cases=(msgspec.structs.replace(CASE, **changes),))


@pytest.mark.parametrize(
    "other",
    [
        msgspec.structs.replace(PROBLEM, strict=True),
        msgspec.structs.replace(PROBLEM, puzzle="queens"),
        msgspec.structs.replace(PROBLEM, programs=Programs(io="stdio")),
        msgspec.structs.replace(PROBLEM, cases=(CASE, CASE)),
        with_case(name="d"),
        with_case(group="sample"),
        with_case(board=Instance("BFS", 2, 1, GRID)),
        with_case(board=Instance("DFS", 2, 2, GRID)),
        with_case(board=Instance("DFS", 2, 1, GRID.T.copy())),
        with_case(answer=None),
        with_case(answer=Answer(fail=True)),
        with_case(answer=Answer(count=3)),
        with_case(answer=Answer(columns=np.array([[0, 1]]))),
    ],
)
def test_another_package_is_not_comparable(other: Problem) -> None:
    old, new = Conditions.of(PROBLEM, HOST), Conditions.of(other, HOST)
    assert old.package != new.package
    assert (old.limits, old.host) == (new.limits, new.host)
    assert not Ground("pkg", old.package, old.limits).like(new)


def test_other_limits_and_repetitions_are_not_comparable() -> None:
    old = Conditions.of(PROBLEM, HOST)
    faster = msgspec.structs.replace(PROBLEM, limits=Limits(time_limit=1))
    for new in (Conditions.of(faster, HOST), Conditions.of(PROBLEM, HOST, repeat=3)):
        assert old.package == new.package
        assert not Ground("pkg", old.package, old.limits).like(new)


def test_another_host_is_other_conditions_but_comparable() -> None:
    old, new = Conditions.of(PROBLEM, HOST), Conditions.of(PROBLEM, msgspec.structs.replace(HOST, sandbox="landlock"))
    assert old != new
    assert Ground("pkg", old.package, old.limits).like(new)


@pytest.mark.parametrize(
    "same",
    [
        msgspec.structs.replace(PROBLEM, title="another"),
        msgspec.structs.replace(PROBLEM, path="elsewhere/pkg"),
        msgspec.structs.replace(PROBLEM, groups={"secret": Group(100)}),
        with_case(why_fail="proven otherwise"),
        with_case(board=Instance("DFS", 2, 1, GRID.copy())),
    ],
)
def test_points_and_words_change_nothing(same: Problem) -> None:
    assert Conditions.of(same, HOST) == Conditions.of(PROBLEM, HOST)


# --- the record that counts ------------------------------------------------------------------------------------------
def record(
    number: int, since_s: float, verdict: Verdict = Verdict.AC, owner: str = "ann", name: str = "a.py"
) -> Record:
    submission = Submission("a", "pkg", "program", Path(name), b"", "ab" * 32)
    made = Judgement(submission, PROBLEM, Prepared(), (Run("c", "secret", "DFS", verdict),), verdict)
    return Record(number, owner, made, Conditions.of(PROBLEM, HOST), judged_s=0.0, since_s=since_s)


@pytest.mark.parametrize(
    ("records", "counts"),
    [
        ([record(1, 10), record(2, 20), record(3, 30)], 3),
        ([record(1, 30), record(2, 20), record(3, 10)], 1),  # when it began to count, not when it was made
        ([record(1, 10), record(2, 10), record(3, 10)], 3),  # at the same time: what was made last
        ([record(1, 10), record(2, 20, Verdict.JE), record(3, 30, Verdict.JE)], 1),
        ([record(1, 10, Verdict.JE), record(2, 20, Verdict.JE), record(3, 5, Verdict.JE)], 2),
    ],
)
def test_the_last_record_without_a_judge_error_counts(records: list[Record], counts: int) -> None:
    """In whatever order they come."""
    for shuffled in itertools.permutations(records):
        assert [one.id for one in Record.latest(shuffled)] == [counts]


def test_each_owner_and_each_name_of_a_file_has_a_record_that_counts() -> None:
    """In the order in which they were made."""
    records = [record(4, 1), record(3, 9, owner="bob"), record(2, 5, name="b.py"), record(1, 0)]
    assert [one.id for one in Record.latest(records)] == [2, 3, 4]


# --- repetitions, and which of them count ----------------------------------------------------------------------------
CODES = {"AC": "", "WA": "E106", "TLE": "E202", "RTE": "E207"}


def repetition(word: str, lost_s: float = 0.0, number: int = 1, case: str = "c") -> Run:
    verdict = Verdict(word)
    sample = Measurement(verdict, 1.0 + number, 0.1 * number, number, lost_s)
    finding = Finding(CODES[word], f"number {number}", verdict=verdict) if CODES[word] else None
    return Run(
        case, "secret", "DFS", verdict, CODES[word], finding.message if finding else "",
        wall_s=sample.wall_s, cpu_s=sample.cpu_s, memory_bytes=number, samples=(sample,), finding=finding,
    )  # fmt: skip


rows = st.lists(st.tuples(st.sampled_from(list(CODES)), st.sampled_from([0.0, 0.9, 1.5])), min_size=1, max_size=7)


@given(rows)
def test_a_run_taken_apart_is_put_together_as_it_was(words: list[tuple[str, float]]) -> None:
    run = merged([repetition(word, lost_s, number) for number, (word, lost_s) in enumerate(words, 1)])
    parts = run.attempts()
    assert [part.samples for part in parts] == [(sample,) for sample in run.samples]
    assert merged(parts) == run


def test_what_the_judge_failed_on_is_no_repetition() -> None:
    failed = Measurement(Verdict.JE, 9.0, 0.1, 1, 8.9)
    right = repetition("AC")
    run = merged([right])
    assert msgspec.structs.replace(run, samples=(failed, *run.samples)).attempts() == (right,)
    not_run = Run("c", "secret", "DFS", Verdict.TLE, "E209")
    assert merged([not_run]).attempts() == (not_run,)


@given(rows, st.integers(1, 3))
def test_of_many_repetitions_the_surest_count(words: list[tuple[str, float]], repeat: int) -> None:
    runs = [repetition(word, lost_s, number) for number, (word, lost_s) in enumerate(words, 1)]
    chosen = best_runs(runs, repeat)
    assert len(chosen) == min(repeat, len(runs))
    assert [run.memory_bytes for run in chosen] == sorted(run.memory_bytes for run in chosen), "in their order"
    sure = [run for run in runs if not run.in_doubt]
    kept = [run for run in chosen if not run.in_doubt]
    assert kept == sure[:repeat], "of sure ones the first, so that nobody has a second chance"
    worst = max((run.samples[0].lost_s for run in chosen if run.in_doubt), default=0.0)
    left = [run.samples[0].lost_s for run in runs if run.in_doubt and run not in chosen]
    assert all(worst <= lost_s for lost_s in left) or not worst


def test_each_case_has_repetitions_of_its_own() -> None:
    runs = [repetition("TLE", 0.9, 1), repetition("AC", 0, 2, "d"), repetition("AC", 0, 3), repetition("WA", 0, 4, "d")]
    assert [run.memory_bytes for run in best_runs(runs, 1)] == [2, 3]


def test_a_judgement_is_in_doubt_with_one_of_its_runs_or_its_compiling() -> None:
    def of(prepared: Prepared, *runs: Run) -> bool:
        results = tuple(merged([run]) for run in runs)
        return judgement_of(None, PROBLEM, prepared, results).in_doubt  # type: ignore[arg-type]

    assert of(Prepared(), repetition("AC"), repetition("TLE", 1.5))
    assert not of(Prepared(), repetition("AC", 1.5), repetition("WA", 1.5))
    assert of(Prepared(Verdict.JE, finding=Finding("E307", "")))
    assert not of(Prepared(Verdict.JE, finding=Finding("E303", "")))
