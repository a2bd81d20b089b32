"""What a host says about a contest: what it changes, and what can't be said."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom.contest.state import adjusted_schedule, contest_refusal, hidden_from_ms, refuse_word, rights_at
from judge.errors import JudgeError
from judge.model.deed import ContestMoment, ContestWord
from judge.model.schedule import Schedule
from tests.contests import END_MS, FREEZE_MS, HOUR_MS, MINUTE_MS, START_MS, at, schedule_of

WORDS: tuple[ContestWord, ...] = ("start", "freeze", "unfreeze", "reveal", "hide")


def said(*rows: tuple[ContestWord, float]) -> list[ContestMoment]:
    """Words and the minutes of the contest in which they were said."""
    return [ContestMoment(word, at(minute) / 1000, "hal") for word, minute in rows]


def times(schedule: Schedule) -> tuple[int, int, int | None]:
    return schedule.start_ms, schedule.end_ms, schedule.freeze_ms


def test_a_start_by_hand_moves_end_and_freeze_along() -> None:
    moved = adjusted_schedule(schedule_of(), said(("start", -30)))
    assert times(moved) == tuple(ms - 30 * MINUTE_MS for ms in (START_MS, END_MS, FREEZE_MS))


def test_after_an_unfreeze_the_board_freezes_at_its_time() -> None:
    assert adjusted_schedule(schedule_of(), said(("freeze", 100))).freeze_ms == at(100)
    assert adjusted_schedule(schedule_of(), said(("freeze", 100), ("unfreeze", 110))).freeze_ms == FREEZE_MS
    assert adjusted_schedule(schedule_of(), said(("unfreeze", 250))).freeze_ms is None
    assert adjusted_schedule(schedule_of(), said(("unfreeze", 250), ("freeze", 280))).freeze_ms == at(280)


def test_a_second_freeze_shows_nothing() -> None:
    assert adjusted_schedule(schedule_of(), said(("freeze", 100), ("freeze", 200))).freeze_ms == at(100)


def test_the_result_is_for_everybody_after_the_end_alone_and_until_it_is_taken_back() -> None:
    shown = said(("reveal", 310))
    assert rights_at(schedule_of(), shown, at(311)).final
    assert not rights_at(schedule_of(), shown, at(299)).final
    assert not rights_at(schedule_of(), said(("reveal", 310), ("hide", 312)), at(313)).final
    assert hidden_from_ms(schedule_of(), rights_at(schedule_of(), shown, at(311))) == math.inf
    assert hidden_from_ms(schedule_of(), rights_at(schedule_of(), [], at(311))) == FREEZE_MS
    assert hidden_from_ms(schedule_of(), rights_at(schedule_of(), [], at(311), jury=True)) == math.inf
    assert hidden_from_ms(schedule_of(), rights_at(schedule_of(), [], at(239))) == math.inf


@pytest.mark.parametrize(
    ("now_ms", "words"), [(START_MS - 1, "has not begun"), (START_MS, ""), (END_MS - 1, ""), (END_MS, "is over since")]
)
def test_what_is_handed_in_outside_of_the_contest_is_refused_with_words(now_ms: int, words: str) -> None:
    found = contest_refusal(schedule_of(), now_ms)
    assert bool(found) == bool(words)
    assert words in found


@pytest.mark.parametrize(
    ("minute", "before", "can"),
    [
        (-1, [], {"start"}),
        (0, [], {"freeze"}),
        (240, [], {"unfreeze"}),
        (250, [("unfreeze", 245)], {"freeze"}),
        (300, [], {"reveal"}),
        (310, [("reveal", 305)], {"hide"}),
        (310, [("reveal", 305), ("hide", 306)], {"reveal"}),
    ],
)
def test_each_word_has_its_time(minute: float, before: list[tuple[ContestWord, float]], can: set[str]) -> None:
    moments = said(*before)
    schedule = adjusted_schedule(schedule_of(), moments)
    for word in WORDS:
        if word in can:
            refuse_word(word, schedule, moments, at(minute))
            continue
        with pytest.raises(JudgeError) as caught:
            refuse_word(word, schedule, moments, at(minute))
        assert caught.value.code == ("E458" if word == "reveal" and minute < 300 else "E519")


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from(WORDS), st.integers(-60, 400)), max_size=6), st.integers(-60, 400))
def test_before_the_end_nothing_is_final_and_the_contest_keeps_its_length(
    rows: list[tuple[ContestWord, int]], minute: int
) -> None:
    moments = said(*sorted(rows, key=lambda row: row[1]))
    schedule = adjusted_schedule(schedule_of(), moments)
    assert schedule.end_ms - schedule.start_ms == 5 * HOUR_MS
    seen = rights_at(schedule, moments, at(minute))
    assert not (seen.final and seen.now_ms < schedule.end_ms)
    changed = msgspec.structs.replace(schedule, freeze_ms=FREEZE_MS, start_ms=START_MS, end_ms=END_MS)
    assert changed == schedule_of(), "nothing else changes"
