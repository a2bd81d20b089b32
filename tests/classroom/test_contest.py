"""A contest on the clock: its file, its teams, and what its host says later."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from string import Template
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom import ContestState, read_contest
from judge.model import Deed, Schedule
from tests.classroom.make import written_rows
from tests.conftest import MakePackage, host_in, there
from tests.contests import END_MS, FREEZE_MS, HOUR_MS, MINUTE_MS, START_MS, at, schedule_of
from tests.refused import refused

HEAD = 'name = "Autumn contest"\nstart = 2025-11-21T14:00:00Z\n'
PROBLEM = '[[problem]]\npackage = "testcases/pkg"\n'
OTHER = PROBLEM.replace("pkg", "other")
TEAM = '[[team]]\nname = "The Lizards"\nmembers = ["ada", "bob"]\n'
Written = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Written:
    package("testcases/pkg")
    package("testcases/other")

    def write(text: str) -> Path:
        path = tmp_path / "contest.toml"
        path.write_text(text)
        return path

    monkeypatch.chdir("/")  # paths are those of the file's own folder
    return write


def test_what_a_contest_file_says(written: Written) -> None:
    found, _ = read_contest(written(written_rows("files.toml", "contest")))
    assert (found.id, found.name, found.penalty, found.scoring) == ("autumn-2025", "Autumn contest", 10, "score")
    assert times(found) == (0, 5 * HOUR_MS, 4 * HOUR_MS)
    assert found.ce_counts
    [task] = found.tasks
    assert (task.label, task.title, task.colour, task.rgb) == ("X1", "Six queens", "Red", "#ff0000")
    assert (task.problem, task.cases, len(task.digest)) == ("pkg", 2, 64)
    assert (task.time_limit_s > 0, task.most > 0) == (True, True)
    [team] = found.teams
    assert team == Schedule.Team("the-lizards", "The Lizards", ("ada", "bob", "the-lizards", "The Lizards"))


def test_what_need_not_be_said(written: Written) -> None:
    found, _ = read_contest(written(f'{HEAD}duration = "90min"\n{PROBLEM}{OTHER}{TEAM}'))
    assert (found.id, found.end_ms, found.freeze_ms) == ("autumn-contest", START_MS + HOUR_MS * 3 // 2, None)
    assert (found.penalty, found.scoring, found.ce_counts) == (20, "pass-fail", False)
    assert [task.label for task in found.tasks] == ["A", "B"]
    assert [(task.colour, task.rgb) for task in found.tasks] == [("", ""), ("", "")]


def times(found: Schedule) -> tuple[int, int, int | None]:
    return found.start_ms - START_MS, found.end_ms - START_MS, found.freeze_ms and found.freeze_ms - START_MS


def test_times_may_have_any_zone_and_without_one_that_of_the_host(written: Written) -> None:
    text = 'name = "n"\nstart = "2025-11-21 15:00 Europe/Berlin"\nend = 2025-11-21T14:00:00-05:00\n'
    found, _ = read_contest(written(f'{text}freeze = "2025-11-22 00:44 +05:45"\n{PROBLEM}{TEAM}'))
    assert (times(found), found.zone) == ((0, 5 * HOUR_MS, 5 * HOUR_MS - 60_000), ZoneInfo("Europe/Berlin"))
    with host_in("America/New_York"):
        text = 'name = "n"\nstart = 2025-11-21T09:00:00\nduration = "5h"\n'
        found, _ = read_contest(written(f"{text}{PROBLEM}{TEAM}"))
        assert (found.start_ms, found.zone) == (START_MS, None)
        assert found.clock(START_MS + 1).isoformat() == "2025-11-21T09:00:00.001000-05:00"
    for end, hours in (  # the clocks go back: 02:30 comes twice in Berlin, and the later one is meant
        ('end = "2026-10-25 05:00 Europe/Berlin"', 5), ('end = "2026-10-25 02:30 Europe/Berlin"', 2.5),
        ('duration = "5h"', 5),
    ):  # fmt: skip
        text = f'name = "n"\nstart = "2026-10-25 01:00 Europe/Berlin"\n{end}\n'
        found, _ = read_contest(written(f"{text}{PROBLEM}{TEAM}"))
        assert found.end_ms - found.start_ms == hours * HOUR_MS


OPEN = f"{HEAD}end = 2025-11-21T19:00:00Z\n"


@pytest.mark.parametrize(("line", "what", "text"), written_rows("wrong.toml", "contest"))
def test_what_is_wrong_is_said_with_its_line(written: Written, line: int, what: str, text: str) -> None:
    path = written(Template(text).substitute(HEAD=HEAD, OPEN=OPEN, PROBLEM=PROBLEM, OTHER=OTHER, TEAM=TEAM))
    with refused("E432" if "gone" in what else "E449", what, path, line) as caught:
        read_contest(path)
    assert caught.value.help


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    path = tmp_path / "contest.toml"
    with refused("E435"):
        read_contest(path)
    for data, said, line in (
        (b"name = '\xff'\n", "contest.toml is not UTF-8 text", 1),
        (b"name = " + b"[" * 100_000, "a number has thousands of digits, or lists are too deep", 0),
        (b"name = " + b"9" * 5_000, "a number has thousands of digits, or lists are too deep", 0),
        (b"#" * (1 << 20) + b"\n", "it is longer than 1 MiB", 0),
    ):
        path.write_bytes(data)
        with refused("E449", said, path, line):
            read_contest(path)


def teams(written: Written, text: str, roster: str = "") -> tuple[Schedule.Team, ...]:
    path = written(f"{OPEN}{text}\n{PROBLEM}")
    path.with_name("roster.csv").write_text(roster)
    return read_contest(path)[0].teams


@pytest.mark.parametrize("contest", written_rows("teams.toml", "contest"))
def test_who_competes_and_by_what_they_are_known(written: Written, contest: dict[str, Any]) -> None:
    found = teams(written, contest["file"], contest.get("roster", ""))
    assert [[one.id, one.name, [*one.owners], one.affiliation, [*one.groups]] for one in found] == contest["teams"]


ROSTER = written_rows("files.toml", "roster")
FIRST = '[[team]]\nid = "a1"\nname = "A"\nmembers = ["ada"]\n[[team]]\n'


@pytest.mark.parametrize(("where", "both", "text", "roster"), written_rows("wrong.toml", "teams"))
def test_nobody_is_in_two_teams(written: Written, where: str, both: str, text: str, roster: str) -> None:
    with refused("E450", both) as caught:
        teams(written, Template(text).substitute(FIRST=FIRST), Template(roster).substitute(ROSTER=ROSTER))
    place = there(caught.value.place)
    assert f"{Path(place.file).name}:{place.line}" == where


WORDS: tuple[Schedule.Word, ...] = ("start", "freeze", "unfreeze", "reveal", "hide")


def said(*rows: tuple[Schedule.Word, float]) -> list[Deed]:
    """Words and the minutes of the contest in which they were said."""
    return [Deed(at(minute) / 1000, "hal", word) for word, minute in rows]


def contest_at(minute: float, words: Sequence[Deed] = (), *, jury: bool = False) -> ContestState:
    return ContestState.of(schedule_of(), words, at(minute), jury=jury)


def test_words_move_the_times_and_an_unfrozen_board_freezes_at_its_time() -> None:
    moved = contest_at(0, said(("start", -30))).schedule
    assert times(moved) == tuple(ms - START_MS - 30 * MINUTE_MS for ms in (START_MS, END_MS, FREEZE_MS))
    for words, frozen_ms in (
        (said(("freeze", 100)), at(100)), (said(("freeze", 100), ("freeze", 200)), at(100)),
        (said(("freeze", 100), ("unfreeze", 110)), FREEZE_MS), (said(("unfreeze", 250)), None),
        (said(("unfreeze", 250), ("freeze", 280)), at(280)),
    ):  # fmt: skip
        assert contest_at(0, words).schedule.freeze_ms == frozen_ms


def test_the_result_is_for_everybody_after_the_end_alone_and_until_it_is_taken_back() -> None:
    shown, hidden = said(("reveal", 310)), said(("reveal", 310), ("hide", 312))
    final = [contest_at(*one).as_of.final for one in ((311, shown), (299, shown), (313, hidden))]
    assert final == [True, False, False]
    contests = contest_at(311, shown), contest_at(311), contest_at(311, jury=True), contest_at(239)
    assert [one.hidden_from_ms for one in contests] == [math.inf, FREEZE_MS, math.inf, math.inf]


def test_what_is_handed_in_outside_of_the_contest_is_refused() -> None:
    for now_ms, words in ((START_MS - 1, "has not begun"), (START_MS, ""), (END_MS - 1, ""), (END_MS, "is over since")):
        found = schedule_of().refusal(now_ms)
        assert (bool(found), words in found) == (bool(words), True)


@pytest.mark.parametrize(("minute", "before", "can"), written_rows("files.toml", "words"))
def test_each_word_has_its_time(minute: float, before: list[Any], can: str) -> None:
    contest = contest_at(minute, said(*before))
    for word in WORDS:
        if word == can:
            contest.check(word)
            continue
        with refused("E458" if word == "reveal" and minute < 300 else "E519"):
            contest.check(word)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from(WORDS), st.integers(-60, 400)), max_size=6), st.integers(-60, 400))
def test_before_the_end_nothing_is_final_and_length_stays(rows: list[tuple[Schedule.Word, int]], minute: int) -> None:
    contest = contest_at(minute, said(*sorted(rows, key=lambda row: row[1])))
    schedule, seen = contest.schedule, contest.as_of
    assert schedule.end_ms - schedule.start_ms == 5 * HOUR_MS
    assert not (seen.final and seen.now_ms < schedule.end_ms)
    changed = msgspec.structs.replace(schedule, freeze_ms=FREEZE_MS, start_ms=START_MS, end_ms=END_MS)
    assert changed == schedule_of(), "nothing else changes"
