"""What a board says of the hosts that its times come from, on a terminal and in JSON."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.console import Console, RenderableType

from judge.model import Bonus, Host, Machine, Scheme
from judge.model.record import Conditions, Record
from judge.reports.host_words import changed, host_lines, mixed
from judge.reports.terminal.leaderboard import boards_json, place_line
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
    rows = tuple(Row("ada", "ada", standing) for standing in standings([MADE]))
    return msgspec.structs.replace(Leaderboard(MADE.problem, MAINS, rows), **facts)


def test_a_board_of_one_host_says_nothing() -> None:
    assert host_lines(board_of()) == []


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
            ],
        ),
    ],
)
def test_whose_times_are_ranked_and_whose_are_not(facts: dict[str, object], lines: list[str]) -> None:
    assert host_lines(board_of(**facts)) == lines


def test_json_names_the_class_and_counts_who_is_elsewhere() -> None:
    [board] = boards_json([board_of(elsewhere=2)])["boards"]
    assert (board["host_class"], board["elsewhere"]) == ("a CPU, performance", 2)


def test_the_own_rank_says_when_the_board_is_of_other_hosts() -> None:
    place = OwnRank(1, 1, Score("ada", 1, MADE.submission.sha256, 4, 1.0))
    assert shown(place_line(place, MADE)) == "rank 1 of 1\n"
    text = shown(place_line(place, MADE, BATTERY))
    assert "among those judged as here; the leaderboard is of CPU times in a box, on hosts of a CPU, battery" in text
    wall = Ground("pkg", "", "", "wall", boxed=False)
    assert "wall times without a box, on hosts of an unknown class" in shown(place_line(place, MADE, wall))


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
