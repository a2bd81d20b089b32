"""What a board says of the hosts that its times come from, on a terminal and in JSON."""

from __future__ import annotations

import io
import math

import msgspec
import pytest
from rich.console import Console, RenderableType

from judge.model import Bonus, Host, Judgement, Machine, Scheme
from judge.model.record import Conditions, Record
from judge.reports.host_words import changed, host_lines, mixed
from judge.reports.terminal.leaderboard import boards_json, boards_lines, place_line
from judge.scoring.leaderboard import Ground, Leaderboard, OwnRank, Row, Score
from judge.scoring.ranking import standings
from tests.reports.export.graded import judgement

MADE = judgement("AC AC AC AC", 50.0)
MAINS, BATTERY, OLD = (Ground("pkg", "", "", host_class=name) for name in ("a CPU, performance", "a CPU, battery", ""))

BONUS = Scheme(bonus=Bonus(0.1, 5.0))


def shown(what: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=150)
    console.print(what)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def board_of(**facts: object) -> Leaderboard:
    rows = tuple(Row("ada", "ada", standing, host_class="theirs") for standing in standings([MADE]))
    return msgspec.structs.replace(Leaderboard(MADE.problem, MAINS, rows), **facts)


def with_scale(scale: float | None, made: Judgement = MADE) -> Leaderboard:
    [row] = board_of().rows
    row = msgspec.structs.replace(row, standing=msgspec.structs.replace(row.standing, scale=scale))
    return board_of(rows=(row,), across=True, beside=(BATTERY, OLD))


def test_a_board_of_one_host_says_nothing() -> None:
    assert host_lines(board_of()) == []
    assert host_lines(board_of(across=True)) == []


@pytest.mark.parametrize(
    ("facts", "lines"),
    [
        ({"hosts": 2}, ["the times come from 2 different hosts of this class"]),
        ({"hosts": 2, "ground": OLD}, ["the times come from 2 different hosts whose class is not known"]),
        ({"beside": (BATTERY,)}, ["class of host: a CPU, performance"]),
        (
            {"beside": (BATTERY, OLD), "elsewhere": 3},
            [
                "class of host: a CPU, performance",
                "3 only on another class of host (a CPU, battery; an unknown class): not comparable until judged again",
                "judge board --across-hosts  ranks all, with scaled times",
            ],
        ),
        ({"uneven": 0.25}, ["the calibration of hosts of this class differs by 25 %: so may their times"]),
    ],
)
def test_whose_times_are_ranked_and_whose_are_not(facts: dict[str, object], lines: list[str]) -> None:
    assert host_lines(board_of(**facts)) == lines


def test_scaled_times_are_marked_and_the_mark_is_explained() -> None:
    assert "~" not in shown(boards_lines([board_of(beside=(BATTERY,))]))
    text = shown(boards_lines([with_scale(0.5)]))
    [row] = [line for line in text.splitlines() if "ada" in line]
    assert "~" in row
    assert "~ timed on another class of host (a CPU, battery; an unknown class), and scaled by its calibration" in text
    assert "as measured" not in text


def test_times_without_a_calibration_are_said_to_be_as_measured() -> None:
    text = shown(boards_lines([with_scale(None)]))
    assert "~" in next(line for line in text.splitlines() if "ada" in line)
    assert "1 of them as measured: there is no calibration of their host" in text


def test_json_names_the_class_and_the_scale() -> None:
    [board] = boards_json([with_scale(0.5)])["boards"]
    assert (board["host_class"], board["across_hosts"]) == ("a CPU, performance", True)
    assert [(row["host_class"], row["scale"]) for row in board["rows"]] == [("theirs", 0.5)]
    plain = msgspec.structs.replace(board_of().rows[0], host_class="")
    [board] = boards_json([board_of(rows=(plain,), elsewhere=2, uneven=0.25)])["boards"]
    assert (board["across_hosts"], board["elsewhere"], board["uneven"]) == (False, 2, 0.25)
    assert [(row["host_class"], row["scale"]) for row in board["rows"]] == [("a CPU, performance", 1.0)]


def test_a_class_moves_no_cursor() -> None:
    hostile = Ground("pkg", "", "", host_class="a\x1b[2Jb\nc")
    assert "\x1b" not in "".join(host_lines(board_of(ground=hostile, beside=(hostile,), elsewhere=1)))


def test_the_own_rank_says_when_the_board_is_of_other_hosts() -> None:
    place = OwnRank(1, 1, Score("ada", 1, MADE.submission.sha256, 4, 1.0))
    assert shown(place_line(place, MADE)) == "rank 1 of 1\n"
    text = shown(place_line(place, MADE, BATTERY))
    assert "among those judged as here; the leaderboard is of CPU times in a box, on hosts of a CPU, battery" in text
    wall = Ground("pkg", "", "", "wall", boxed=False)
    assert "wall times without a box, on hosts of an unknown class" in shown(place_line(place, MADE, wall))


def test_who_has_no_rank_has_no_time_to_mark() -> None:
    failed = judgement("JE AC AC AC", 0.0)
    [standing] = standings([failed])
    assert math.isnan(standing.par2_s)
    rows = (Row("ada", "ada", standing, host_class="theirs"),)
    lines = host_lines(board_of(rows=rows, across=True, beside=(BATTERY,)))
    assert not [line for line in lines if "as measured" in line]


def test_a_host_that_changes_while_it_judges_is_told() -> None:
    host = Host("plain", (), (), "cgroup", "", "", "", 2, Machine("a CPU", "performance", calibration_s=0.01))
    assert changed(host, Machine("a CPU", "performance")) == ""
    words = changed(host, Machine("a CPU", "powersave"))
    assert "changed from  a CPU, governor performance  to  a CPU, governor powersave" in words
    assert changed(msgspec.structs.replace(host, machine=None), Machine("a CPU")) == ""


def test_a_bonus_for_speed_across_classes_of_host_is_told() -> None:
    def words(*classes: str, scheme: Scheme = BONUS) -> str:
        problem = msgspec.structs.replace(MADE.problem, scheme=scheme)
        under = Conditions("", "", "", "")
        return mixed([Record(1, "ada", MADE, under, 0, 0, host_class=name) for name in classes], problem)

    assert words("a CPU", "another") == (
        "the bonus compares times of several classes of host as they were measured: a CPU; another"
    )
    assert words("a CPU", "").endswith(": a CPU; an unknown class")
    assert words("a CPU", "a CPU") == words() == ""
    assert words("a CPU", "another", scheme=Scheme()) == ""
