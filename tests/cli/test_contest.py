"""`judge board --contest`: from a contest file and a store to the scoreboard, JSON and the event feed."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.model import Batch, Conditions, Prepared, Run, Verdict
from judge.problems import read_package
from judge.reports import ScoreboardReport
from judge.sandbox import Sandbox
from judge.scoring import Scoreboard, judgement_of
from judge.store import Store
from tests.cli.handed_in import RIGHT, read_json
from tests.commands import Call
from tests.contests import TRIES, at, schedule_of
from tests.make import HOST
from tests.manual import TOPICS, blocks
from tests.reports.clics import check, replayed
from tests.reports.make import as_text
from tests.store.make import submission_of
from tests.warm import in_place, using

HOUR_S = 3600
BOARD = ("board", "--contest", "contest.toml")


class Clock:
    """When something was submitted; a board is shown some time later."""

    def __init__(self) -> None:
        self.now_s = float(int(time.time()) - 60)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def moment(clock: Clock, after_s: float) -> str:
    return datetime.fromtimestamp(clock.now_s + after_s, UTC).isoformat()


def written(clock: Clock, end_s: float = 24 * HOUR_S, more: str = "") -> None:
    """A contest that began an hour before something was submitted, and ends so many seconds after it."""
    times = f"start = {moment(clock, -HOUR_S)}\nend = {moment(clock, end_s)}\n"
    teams = '[[team]]\nname = "The Lizards"\nmembers = ["ada"]\n[[team]]\nname = "Zoë"\n'
    Path("contest.toml").write_text(f'name = "Cup"\n{times}{more}\n[[problem]]\npackage = "pkg"\n{teams}')


@pytest.fixture
def submitted(here: Path, clock: Clock) -> Path:
    """A right one of ada, and wrong ones of a team and of somebody who is in none."""
    problem = read_package(Path("testcases/pkg"))
    with Store() as store:
        batch = store.begin(Batch("submit", problem, HOST, Conditions.of(problem, HOST)))
        for owner, verdict in (("ada", Verdict.AC), ("Zoë", Verdict.WA), ("eve", Verdict.WA)):
            ticket = store.enter(batch, submission_of(f"def solve(): {owner}", "right.py"), owner, clock.now_s)
            runs = [Run(case.name, case.group, case.board.algorithm, verdict) for case in problem.cases]
            store.finish(ticket, judgement_of(ticket.submission, problem, Prepared(), tuple(runs)))
    return here


def rows(out: str) -> list[str]:
    return [" ".join(line.split()) for line in out.split("\n\n")[1].splitlines()]


def test_what_was_submitted_is_on_the_board_and_in_the_feed(submitted: Path, call: Call, clock: Clock) -> None:
    written(clock)
    out = call.done(*BOARD, "--json", "c.json", "--event-feed", "out/feed.json")
    assert rows(out) == ["# team solved time A", "1 The Lizards 1 60 *1/60", "2 Zoë 0 0 -1"]
    assert "in no team, so not on the board, with how many submissions: eve (1)" in out
    found = read_json("c.json")
    expected = [(1, "the-lizards", 1, 60), (2, "zoe", 0, 0)]
    assert [(row["rank"], row["team"]["id"], row["solved"], row["penalty"]) for row in found["rows"]] == expected
    feed = Path("out/feed.json").read_text()
    assert [(row.rank, row.team, row.solved, row.penalty) for row in replayed(feed)] == expected
    for word in ("ada", "eve", "right.py", "four", "six", "solve("):
        assert word not in feed


HIDDEN, SHOWN = ["1 The Lizards 0 0 ?1", "1 Zoë 0 0 ?1"], ["1 The Lizards 1 60 *1/60", "2 Zoë 0 0 -1"]


def test_a_freeze_hides_until_the_jury_looks_or_it_is_final(submitted: Path, call: Call, clock: Clock) -> None:
    written(clock, 24 * HOUR_S, 'freeze = "24h"')
    assert rows(call(*BOARD)[1])[1:] == HIDDEN
    assert rows(call(*BOARD, "--jury")[1])[1:] == SHOWN
    call.refused("E458", *BOARD, "--final", "--event-feed", "feed.json")
    assert not Path("feed.json").exists()
    written(clock, 1, 'freeze = "30min"')
    assert rows(call(*BOARD)[1])[1:] == HIDDEN, "after the end, too"
    assert rows(call.done(*BOARD, "--final", "--event-feed", "feed.json"))[1:] == SHOWN
    [state] = check(Path("feed.json").read_text())["state"].values()
    assert state["end_of_updates"]


def test_a_board_as_it_was_then_with_what_a_host_has_said_on_the_web(submitted: Path, call: Call, clock: Clock) -> None:
    written(clock)
    with Store() as store:
        store.contest_words.add("cup", "freeze", "hal", clock.now_s - 1)
    assert rows(call(*BOARD)[1])[1:] == HIDDEN
    out = call(*BOARD, "--at", moment(clock, -2))[1]
    assert (rows(out)[1:], "frozen" in out) == (["1 The Lizards 0 0", "1 Zoë 0 0"], False)
    assert "that is in the future" in call.refused("E430", *BOARD, "--at", "2199-01-01")


def test_who_submits_in_time_is_in_time(
    here: Path, call: Call, clock: Clock, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not when it is its turn: who submits just before the end may have to wait for a core."""
    Path("right.py").write_text(RIGHT.format(""))
    begun_s = clock.now_s = clock.now_s - HOUR_S

    @contextlib.contextmanager
    def busy(*_: object, **__: object) -> Iterator[list[Sandbox]]:
        clock.now_s += 600
        with using(sandbox, lasting=False) as opened:
            yield opened

    with in_place(busy), monkeypatch.context() as then:
        then.setattr("time.time", lambda: clock.now_s)
        call.done("submit", "right.py", "--problem", "pkg", "--as", "ada")
    assert clock.now_s == begun_s + 600
    clock.now_s = begun_s
    written(clock)
    assert rows(call(*BOARD)[1])[1] == "1 The Lizards 1 60 *1/60"


def test_the_manual_shows_a_true_board() -> None:
    board = Scoreboard.of(schedule_of(), TRIES, Scoreboard.AsOf(at(251)), {})
    lines = [line.rstrip() for line in as_text(ScoreboardReport(board), 80).splitlines()]
    assert "\n".join(lines[lines.index("") + 1 :]) == blocks(TOPICS["contest"], "text")[0].rstrip()
