"""Repetitions of a case as one run, and which of them count.

An inside, because it is hard: only what is disturbed by chance shows it at the door.
"""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from judge.judging.contest import merged
from judge.judging.session import best_runs
from judge.model import Finding, Prepared, Run, Verdict
from judge.scoring import judgement_of
from tests.make import problem, submission

CODES = {"AC": "", "WA": "E106", "TLE": "E202", "RTE": "E207"}


def repetition(word: str, lost_s: float = 0.0, number: int = 1, case: str = "c") -> Run:
    verdict = Verdict(word)
    sample = Run.Measurement(verdict, 1.0 + number, 0.1 * number, number, lost_s)
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
    failed = Run.Measurement(Verdict.JE, 9.0, 0.1, 1, 8.9)
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
        return judgement_of(submission(), problem(), prepared, results).in_doubt

    assert of(Prepared(), repetition("AC"), repetition("TLE", 1.5))
    assert not of(Prepared(), repetition("AC", 1.5), repetition("WA", 1.5))
    assert of(Prepared(Verdict.JE, finding=Finding("E307", "")))
    assert not of(Prepared(Verdict.JE, finding=Finding("E303", "")))
