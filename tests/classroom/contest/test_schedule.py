"""A contest file: what it says, and what is said where it is wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from judge.classroom.contest.schedule import read_schedule
from judge.errors import JudgeError, Place
from judge.model.schedule import Schedule
from tests.conftest import MakePackage
from tests.contests import HOUR_MS, START_MS

HEAD = 'name = "Autumn contest"\nstart = 2025-11-21T14:00:00Z\n'
PROBLEM = '[[problem]]\npackage = "testcases/pkg"\n'
TEAM = '[[team]]\nname = "The Lizards"\nmembers = ["ada", "bob"]\n'
WHOLE = f"""{HEAD}end = 2025-11-21T19:00:00Z
freeze = "1h"
penalty = 10
scoring = "score"
compile_errors_count = true
id = "autumn-2025"

{PROBLEM}label = "X1"
colour = "Red"
title = "Six queens"
{TEAM}"""

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


def refused(path: Path, code: str = "E449") -> tuple[str, int]:
    with pytest.raises(JudgeError) as caught:
        read_schedule(path)
    assert caught.value.code == code, caught.value
    assert caught.value.help
    place = caught.value.place
    assert isinstance(place, Place)
    assert place.file == str(path)
    return caught.value.message, place.line


def test_what_a_contest_file_says(written: Written) -> None:
    found = read_schedule(written(WHOLE))
    assert (found.id, found.name, found.penalty, found.scoring) == ("autumn-2025", "Autumn contest", 10, "score")
    assert (found.start_ms, found.end_ms, found.freeze_ms) == (
        *(START_MS, START_MS + 5 * HOUR_MS),
        START_MS + 4 * HOUR_MS,
    )
    assert found.ce_counts
    [task] = found.tasks
    assert (task.label, task.title, task.colour, task.rgb) == ("X1", "Six queens", "Red", "#ff0000")
    assert (task.problem, task.cases, task.time_limit_s > 0, task.most > 0, len(task.digest)) == (
        *("pkg", 2, True, True),
        64,
    )
    [team] = found.teams
    assert (team.id, team.name, team.owners) == (
        "the-lizards",
        "The Lizards",
        ("ada", "bob", "the-lizards", "The Lizards"),
    )


def test_what_need_not_be_said(written: Written) -> None:
    other = PROBLEM.replace("pkg", "other")
    found = read_schedule(written(f'{HEAD}duration = "90min"\n{PROBLEM}{other}{TEAM}'))
    assert (found.id, found.end_ms, found.freeze_ms) == ("autumn-contest", START_MS + HOUR_MS * 3 // 2, None)
    assert (found.penalty, found.scoring, found.ce_counts) == (20, "pass-fail", False)
    assert [task.label for task in found.tasks] == ["A", "B"]
    assert [(task.colour, task.rgb) for task in found.tasks] == [("", ""), ("", "")]


def times(path: Path) -> tuple[int, int, int | None]:
    found: Schedule = read_schedule(path)
    return found.start_ms - START_MS, found.end_ms - START_MS, found.freeze_ms and found.freeze_ms - START_MS


def test_times_may_have_any_zone(written: Written) -> None:
    text = 'name = "n"\nstart = "2025-11-21 15:00 Europe/Berlin"\nend = 2025-11-21T14:00:00-05:00\n'
    freeze = 'freeze = "2025-11-22 00:44 +05:45"\n'
    path = written(f"{text}{freeze}{PROBLEM}{TEAM}")
    assert times(path) == (0, 5 * HOUR_MS, 5 * HOUR_MS - 60_000)
    assert read_schedule(path).zone == ZoneInfo("Europe/Berlin")


def test_a_contest_lasts_its_hours_when_the_clocks_go_back(written: Written) -> None:
    """02:30 comes twice in Berlin: then the later one is meant."""
    night = 'name = "n"\nstart = "2026-10-25 01:00 Europe/Berlin"\n'
    found = read_schedule(written(f'{night}end = "2026-10-25 05:00 Europe/Berlin"\n{PROBLEM}{TEAM}'))
    assert found.end_ms - found.start_ms == 5 * HOUR_MS
    found = read_schedule(written(f'{night}end = "2026-10-25 02:30 Europe/Berlin"\n{PROBLEM}{TEAM}'))
    assert found.end_ms - found.start_ms == HOUR_MS * 5 // 2
    found = read_schedule(written(f'{night}duration = "5h"\n{PROBLEM}{TEAM}'))
    assert found.end_ms - found.start_ms == 5 * HOUR_MS


@pytest.fixture
def in_new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()


def test_a_time_without_a_zone_is_in_that_of_the_host(written: Written, in_new_york: None) -> None:
    found = read_schedule(written(f'name = "n"\nstart = 2025-11-21T09:00:00\nduration = "5h"\n{PROBLEM}{TEAM}'))
    assert (found.start_ms, found.zone) == (START_MS, None)
    assert found.clock(START_MS + 1).isoformat() == "2025-11-21T09:00:00.001000-05:00"


END = "end = 2025-11-21T19:00:00Z\n"


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("", "the key 'name' of the contest file is missing", 0),
        (f"{HEAD}{END}{TEAM}", "the key 'problem' of the contest file is missing", 0),
        (f"{HEAD}{PROBLEM}{TEAM}", "either an end or a duration", 0),
        (f'{HEAD}{END}duration = "5h"\n{PROBLEM}{TEAM}', "either an end or a duration", 3),
        (f"{HEAD}end = 2025-11-21T14:00:00Z\n{PROBLEM}{TEAM}", "ends before it begins", 3),
        (f"{HEAD}end = 2025-11-21\n{PROBLEM}{TEAM}", "the key 'end' names no date with a time of day", 3),
        (f'{HEAD}end = "2025-11-21"\n{PROBLEM}{TEAM}', "the key 'end' names no date with a time of day", 3),
        (f"{HEAD}end = 19:00:00\n{PROBLEM}{TEAM}", "the key 'end' names no date with a time of day", 3),
        (f'{HEAD}end = "2025-11-21 19:00 Mars/Base"\n{PROBLEM}{TEAM}', "the zone 'Mars/Base' is not known", 3),
        (f'{HEAD}duration = "soon"\n{PROBLEM}{TEAM}', "duration is no length of time", 3),
        (f'{HEAD}{END}freeze = "6h"\n{PROBLEM}{TEAM}', "the freeze is not between start and end", 4),
        (f'{HEAD}{END}freeze = "5h"\n{PROBLEM}{TEAM}', "the freeze is not between start and end", 4),
        (f"{HEAD}{END}freeze = 2025-11-21T19:00:00Z\n{PROBLEM}{TEAM}", "the freeze is not between start and end", 4),
        (f"{HEAD}{END}freeze = 60\n{PROBLEM}{TEAM}", "the key 'freeze' names no date", 4),
        (f"{HEAD}{END}penalty = -1\n{PROBLEM}{TEAM}", "the penalty is -1 minutes", 4),
        (f"{HEAD}{END}penalty = true\n{PROBLEM}{TEAM}", "'penalty' of the contest file must be a whole number", 4),
        (f'{HEAD}{END}scoring = "icpc"\n{PROBLEM}{TEAM}', "the scoring 'icpc' is unknown", 4),
        (f'{HEAD}{END}id = "a b"\n{PROBLEM}{TEAM}', "'a b' can't be the id of a contest", 4),
        (f"{HEAD}{END}freez = 3\n{PROBLEM}{TEAM}", "the key 'freez' of the contest file is unknown", 4),
        (f"{HEAD}{END}problem = 3\n{TEAM}", "must be tables that begin with [[problem]]", 4),
        (f"{HEAD}{END}problem = [3]\n{TEAM}", "must be tables that begin with [[problem]]", 4),
        (f"{HEAD}{END}[[problem]]\nlabel = 'A'\n{TEAM}", "the key 'package' of a [[problem]] is missing", 4),
        (f"{HEAD}{END}{PROBLEM}{PROBLEM}{TEAM}", "the problem 'pkg' is there twice", 7),
        (f"{HEAD}{END}{PROBLEM}label = 'A b'\n{TEAM}", "'A b' can't be a label", 6),
        (f"{HEAD}{END}{PROBLEM}colour = 'rde'\n{TEAM}", "the colour 'rde' is unknown; did you mean red?", 6),
        (f"{HEAD}{END}{PROBLEM}color = 'red'\n{TEAM}", "the key 'color' of [[problem]] is unknown", 6),
        (f"{HEAD}{END}{PROBLEM}", "the contest has no team", 0),
        (f"{HEAD}{END}{PROBLEM}[[team]]\n", "has neither a name nor an id", 6),
        (f"{HEAD}{END}{PROBLEM}{TEAM}id = '.x'\n", "'.x' can't be the id of a team", 9),
        (f"{HEAD}{END}{PROBLEM}[[team]]\nid = 'x'\nmembers = 'ada'\n", "must be a list of texts", 8),
        (f"{HEAD}{END}{PROBLEM}[[team]]\nid = 'x'\ngroups = [1]\n", "groups must be a list of texts", 8),
        (f"{HEAD}{END}[[problem\n", "contest.toml is not TOML", 4),
    ],
)
def test_what_is_wrong_is_said_with_its_line(written: Written, text: str, what: str, line: int) -> None:
    message, at = refused(written(text))
    assert what in message
    assert at == line


def test_two_problems_need_two_labels(written: Written) -> None:
    other = PROBLEM.replace("pkg", "other")
    message, line = refused(written(f"{HEAD}{END}{PROBLEM}label = 'B'\n{other}{TEAM}"))
    assert (message, line) == ("the label 'B' is there twice", 7)


def test_a_package_that_is_gone_is_named_with_its_line(written: Written) -> None:
    message, line = refused(written(f"{HEAD}{END}{PROBLEM.replace('pkg', 'gone')}{TEAM}"), "E432")
    assert (message, line) == ("there is no problem package 'testcases/gone'", 5)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(JudgeError) as caught:
        read_schedule(tmp_path / "contest.toml")
    assert caught.value.code == "E435"
    (tmp_path / "contest.toml").write_bytes(b"name = '\xff'\n")
    assert refused(tmp_path / "contest.toml") == ("contest.toml is not UTF-8 text", 1)
    (tmp_path / "contest.toml").write_bytes(b"#" * (1 << 20) + b"\n")
    assert refused(tmp_path / "contest.toml") == ("it is longer than 1 MiB", 0)
