"""Leaderboards and scoreboards: each row whole at any width, with friendly and hostile names."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from rich.cells import cell_len
from rich.console import RenderableType

from judge.model import (
    Finding,
    Host,
    Judgement,
    Limits,
    Prepared,
    Problem,
    Ran,
    Readied,
    Run,
    RunRecord,
    Schedule,
    Standing,
    Verdict,
)
from judge.reports import BoardsReport, Live, Overview, ScoreboardReport, View, class_change, class_mixture, rank_words
from judge.scoring import Leaderboard, OwnRank, Scoreboard, boards
from tests.contests import END_MS, FINAL, LATER, START_MS, TRIES, at, schedule_of, tries_of
from tests.make import AC, CE, JE, TLE, WA, each_run, record, replace
from tests.make import judgement as measured
from tests.make import problem as problem_of
from tests.reports import played
from tests.reports.graded import judgement
from tests.reports.make import HOST, as_text, console, keep, printed

CASES = " ".join(f"forest-{k:02}:{'sample' if k < 4 else 'secret'}" for k in range(54))
GROUPS = {"sample": Problem.Group(), "secret": Problem.Group(50)}
PROBLEM = problem_of(CASES, name="lizards", title="Save the lizards", groups=GROUPS, limits=Limits(), path="")


def judged(name: str, verdicts: Sequence[Verdict], *expected: Verdict, prepare: Verdict | Prepared = AC) -> Judgement:
    runs = [(verdict, 0.0121) for verdict in verdicts]
    made = measured(PROBLEM, runs, name, prepare=prepare, submission={"expected": expected or (AC,)})
    made = each_run(made, memory_bytes=138 << 20, code=lambda run: "" if run.verdict is AC else "E106")
    made = each_run(made, samples=lambda run: (Run.Measurement(run.verdict, 0.0121, 0.0121, 138 << 20),))
    return replace(made, points=None)


def unready(name: str) -> Judgement:
    return judged(name, [], prepare=Prepared(CE, 1.0, "there is no function solve"))


def overview(*rows: Standing) -> Overview:
    """The leaderboard of these, and what was not as expected."""
    return Overview([rows], "cpu", HOST)


def ended(*rows: Judgement) -> RenderableType:
    """The last lines of a run of these."""
    return View(ranked=False).closing([[Standing(1, row, 0, 0, 0, "", 0)] for row in rows])


def letters(*rows: Judgement, width: int = 100) -> str:
    """Their letters, and the legend."""
    board = [Standing(at, row, 0, 0, 0, "", 0) for at, row in enumerate(rows, 1)]
    return as_text(View().board(board), width).strip("\n").partition("\n\n")[0]


STANDINGS = [
    Standing(1, judged("backtracking", [AC] * 54), 54, 0.0412, 1.0, "queens-1000-97000", 0.0102),
    Standing(2, judged("bfs", [AC] * 40 + [TLE] * 14, TLE), 40, 141.2, 3427.0, "forest-40", 5.1),
    Standing(3, judged("proud", [AC] * 54, TLE), 54, 2.0, 48.5, "forest-20", 1.1),
    Standing(4, judged("mine", [AC] * 8 + [WA] * 46), 8, float("inf"), float("inf"), "", 0.0),
]
NEAR, FAR = Standing.Interval(0.98, 1.02, 1.06), Standing.Interval(1.6, 1.65, 1.7)
SHARED = [
    Standing(1, judged("ann", [AC] * 54), 54, 1.0, 1.0, "", 0.0, tied=True),
    Standing(1, judged("bob", [AC] * 54), 54, 1.02, 1.02, "", 0.0, tied=True, ratio_within=NEAR),
    Standing(3, judged("cleo", [AC] * 54), 54, 1.65, 1.65, "", 0.0, ratio_within=FAR),
]
FINE = [judged("a", [AC]), judged("b", [AC, TLE], TLE)]
LAX = Host("plain", ("time",), ("network", "files"), "process", "Linux", "3.11", "0.63", 2)
MINE = measured(problem_of(1), [(AC, 1.0)])
Ground = Leaderboard.Ground
PLACE = OwnRank(3, 9, OwnRank.Score("mine", 1, "", 1, 1.0), "ann", 0, 0.25)
ALONE = judgement("AC AC AC AC", 50.0)
MAINS, BATTERY, OLD = (Ground("pkg", "", "", host_class=name) for name in ("a CPU, performance", "a CPU, battery", ""))
FIRST = OwnRank(1, 1, OwnRank.Score("ada", 1, ALONE.submission.sha256, 4, 1.0))


def spared(judgement: Judgement) -> Judgement:
    """The same, whose third case was not run."""
    runs = (replace(run, samples=()) if run.case == "forest-02" else run for run in judgement.runs)
    return replace(judgement, runs=tuple(runs))


def board(of: str, cases: int = 12, **verdicts: Verdict) -> list[Standing]:
    """The standings of submissions that all ended like this; CE: they were not even compiled."""
    made, chosen = [], played.problem(of)
    for name, verdict in verdicts.items():
        prepared = Prepared(CE if verdict is CE else AC, 1.0, "no solve")
        runs = [] if verdict is CE else [played.attempt(name, case) for case in chosen.cases[:cases]]
        runs = [replace(run, verdict=verdict, code="" if verdict is AC else "E106") for run in runs]
        mine = {key: getattr(played.submission(name, of), key) for key in ("sha256", "source", "expected")}
        made.append(measured(chosen, [Run.of(run, [run]) for run in runs], name, prepare=prepared, submission=mine))
    return boards(made)[0] if made else []


QUEENS, SPIES = board("queens", champion=AC), board("spies", champion=AC)
TIED = [replace(row, rank=1) for row in board("queens", champion=AC, mine=AC, backtracking=AC)]
SO_FAR = board("queens", 3, mine=WA, champion=AC)


def scores(tries: list[Schedule.Try] = TRIES, as_of: Scoreboard.AsOf = FINAL, **changes: Any) -> RenderableType:
    unknown = changes.pop("unknown", {})
    return ScoreboardReport(Scoreboard.of(schedule_of(**changes), tries, as_of, unknown))


def board_of(of: Judgement = ALONE, **facts: object) -> Leaderboard:
    """A leaderboard of one."""
    rows = tuple(Leaderboard.Row("ada", "ada", standing) for standing in boards([of])[0])
    return replace(Leaderboard(of.problem, MAINS, rows), **facts)


def rank(of: Judgement, place: OwnRank | None, ground: Leaderboard.Ground | None = None) -> str:
    return "\n".join(rank_words(of, place, ground))


def hosts(**facts: object) -> str:
    """What is said of hosts below a leaderboard."""
    plain, said = (as_text(BoardsReport([one]), 120).splitlines() for one in (board_of(), replace(board_of(), **facts)))
    return "\n".join(line for line in said if line not in plain)


def mixed_hosts(*classes: str, scheme: Problem.Scheme = Problem.Scheme(bonus=Problem.Scheme.Bonus(0.1, 5.0))) -> str:  # noqa: B008 - it never changes
    records = [record("ada", ALONE, host_class=name) for name in classes]
    return class_mixture(records, replace(ALONE.problem, scheme=scheme))


MANY = tuple(Schedule.Task(f"P{at}", f"p{at}", problem=f"p{at}", digest="now", most=50.0) for at in range(14))
WIDTHS = ((8, 80), (13, 80), (14, 66))  # of so many problems
LONG = Schedule.Team("t1", "A very long name of a team that nobody can read", ("t1",), "University of Everything")


def many(count: int, width: int) -> str:
    """The rows of a scoreboard whose cells say less where there is no room."""
    tasks = MANY[:count]
    tries = [replace(TRIES[1], problem=task.problem, id=number) for number, task in enumerate(tasks, 1)]
    said = as_text(scores([*tries, replace(TRIES[3], problem=tasks[0].problem, id=99)], tasks=tasks), width)
    assert all(cell_len(line.rstrip()) <= width for line in said.splitlines())
    return said.split("\n\n")[1]


def beside_rows(report: RenderableType) -> str:
    """What is said above the rows of a scoreboard and below them."""
    above, _, below = as_text(report, 120).split("\n\n")
    return f"{above}\n{below}"


CHANGING = Host("plain", (), (), "cgroup", "", "", "", 2, Host.Machine("a CPU", "performance", calibration_s=0.01))
POINTS = tries_of(("t1", "A", 10, "WA", 12.5), ("t1", "A", 245, "AC"), ("t2", "A", 60, "AC"), ("t3", "B", 20, "WA"))
WAITS = tries_of(("t3", "B", 30, None))
UNTOLD = [*(replace(one, package="then") for one in TRIES[:2]), *WAITS]
STRANGERS = (Schedule.Team("t1", "[red]x\x1b[2J\n\u202eevil[/red] 團隊", ("t1",)), Schedule.Team("t2", "b", ("t2",)))


def piped(*events: Readied | Ran) -> str:
    """What a pipe gets of these events: a repetition only where it differs."""
    page = console()
    with Live(page, len(events)) as live:
        for event in events:
            live.event(event)
    return printed(page)


RAN = [Ran(made.submission, made.runs[0].attempts()[0], 1, 1) for made in (FINE[0], FINE[0], judged("a", [WA]))]
BROKEN = Readied(FINE[0].submission, Prepared(CE, 1.0, "no \x1b[2J[b]solve[/b]\n"))


def leaderboards() -> dict[str, RenderableType]:
    return {
        "a leaderboard": overview(*STANDINGS),
        "shared ranks": overview(*SHARED),
        "whom the judge failed on": overview(*boards([judged("a", [AC, AC]), judged("b", [AC, JE])])[0]),
        "an own row": BoardsReport([board_of(rows=(replace(board_of().rows[0], own=True),))]),
        "a row of another": BoardsReport([board_of()]),
        "times of one host": hosts(),
        "times of two": hosts(hosts=2),
        "times of two of no known class": hosts(hosts=2, ground=OLD),
        "another class beside it": hosts(beside=(BATTERY,)),
        "two classes beside it": hosts(beside=(BATTERY, OLD), elsewhere=3),
        "a host that stays as it is": class_change(CHANGING, Host.Machine("a CPU", "performance")),
        "a host that changes": class_change(CHANGING, Host.Machine("a CPU", "powersave")),
        "a host of which nothing was known": class_change(replace(CHANGING, machine=None), Host.Machine("a CPU")),
        "a bonus on two hosts": mixed_hosts("a CPU", "another"),
        "a bonus on an unknown one": mixed_hosts("a CPU", ""),
        "a bonus on one host twice": mixed_hosts("a CPU", "a CPU"),
        "a bonus of nobody": mixed_hosts(),
        "no bonus": mixed_hosts("a CPU", "another", scheme=Problem.Scheme()),
        "a rank": rank(MINE, PLACE),
        "a tied rank": rank(MINE, replace(PLACE, tied=True)),
        "a tied first rank": rank(MINE, OwnRank(1, 9, PLACE.score, tied=True)),
        "a tied rank of no case": rank(MINE, OwnRank(1, 2, replace(PLACE.score, solved=0), tied=True)),
        "a rank of an earlier one": rank(MINE, OwnRank(1, 2, replace(PLACE.score, sha256="00"))),
        "a rank of an earlier one of no case": rank(MINE, OwnRank(1, 2, replace(PLACE.score, sha256="00", solved=0))),
        "a rank of who failed": rank(measured(problem_of(1), [(JE, 1.0)]), None),
        "a hidden rank": rank(MINE, None),
        "a lonely rank": rank(ALONE, FIRST),
        "a rank of another host": rank(ALONE, FIRST, BATTERY),
        "a rank without a box": rank(ALONE, FIRST, Ground("pkg", "", "", "wall", boxed=False)),
    }


def progress() -> dict[str, RenderableType]:
    return {
        "letters": letters(judged("greedy", [AC] * 15 + [TLE] * 2 + [WA]), unready("mine"), judged("a", [AC])),
        "many letters": letters(judged("mine", [AC] * 40), width=40),
        "letters behind any name": letters(*(judged(name, [AC, TLE]) for name in ("a", "李小龍", "q" * 50))),
        "letters of what was spared": letters(spared(judged("greedy", [AC, TLE, TLE]))),
        "repetitions in a pipe": piped(*RAN),
        "what is not compiled in a pipe": piped(BROKEN),
    }


def ends() -> dict[str, RenderableType]:
    return {
        "all as expected": ended(*FINE),
        "not as expected": ended(*FINE, judged("c", [AC, WA]), unready("d"), judged("e", [JE])),
        "a lax host": Overview([], "cpu", LAX),
        "two problems": View().closing([board("queens", champion=AC, mine=AC), board("spies", mine=WA, champion=AC)]),
        "one problem": View().closing([QUEENS]),
        "no ranks": View(ranked=False).closing([QUEENS, SPIES]),
        "three share the first rank": View().closing([TIED, SPIES]),
        "two share the first rank": View().closing([TIED[:2], SPIES]),
        "stopped at once": View(stopped=View.Stopped()).closing([]),
        "stopped while compiling": View(stopped=View.Stopped(0, 24, ("ann", "bob"), ("queens",))).closing([]),
        "stopped before a case": View(stopped=View.Stopped(0, 24)).closing([board("queens", 12, mine=CE)]),
        "stopped between problems": View(stopped=View.Stopped(12, 24, (), ("spies",))).closing(
            [board("queens", 12, mine=AC)]
        ),
        "stopped within a problem": View(stopped=View.Stopped(3, 12)).closing([board("queens", 3, mine=AC)]),
        "not whole, in a file": View(stopped=View.Stopped(why="unfinished")).closing([board("queens", 3, mine=AC)]),
        "stopped, and not as expected": View(stopped=View.Stopped(6, 24)).closing([SO_FAR]),
    }


def scoreboards() -> dict[str, RenderableType]:
    return {
        "a final scoreboard": scores(),
        "a frozen one": scores(as_of=Scoreboard.AsOf(at(251))),
        "one of the jury": scores(as_of=Scoreboard.AsOf(at(250), jury=True)),
        "one of the jury, at the end": scores(as_of=Scoreboard.AsOf(END_MS, jury=True)),
        "one of points": scores(POINTS, LATER, scoring="score"),
        "one before the start": scores(as_of=Scoreboard.AsOf(START_MS - 1)),
        "one of a contest that runs": scores(as_of=Scoreboard.AsOf(START_MS + 61_000), zone=ZoneInfo("Europe/Berlin")),
        "what is not on it": beside_rows(scores(UNTOLD, unknown={"eve": 3, "zed": 1})),
        "strangers": scores(teams=STRANGERS, name="n\x07\ny", unknown={"e\x1b]0;v\x07ve\n": 2}),
        "a final feed": ScoreboardReport(Scoreboard.of(schedule_of(), TRIES, FINAL, {})).feed_line("b.json"),
        "a feed before the end": ScoreboardReport(Scoreboard.of(schedule_of(), TRIES, LATER, {})).feed_line("b.json"),
        "a feed that waits": ScoreboardReport(Scoreboard.of(schedule_of(), WAITS, FINAL, {})).feed_line("b.json"),
    }


def widths() -> dict[str, RenderableType]:
    return {
        **{f"{count} problems in {width} columns": many(count, width) for count, width in WIDTHS},
        "a long name": as_text(scores(TRIES[:2], teams=(LONG,)), 60).split("\n\n")[1],
    }


SAID = {
    "leaderboard.txt": leaderboards,
    "run_progress.txt": progress,
    "run_ends.txt": ends,
    "scoreboard.txt": scoreboards,
    "scoreboard_widths.txt": widths,
}


@pytest.mark.parametrize("file", SAID)
def test_each_word_is_as_it_is_kept(file: str) -> None:
    keep(file, SAID[file](), 120)


def test_a_host_that_enforces_all_is_not_warned_of() -> None:
    assert "warning" not in as_text(Overview([], "cpu", replace(LAX, sandbox="namespaces", missing=())), 100)


@pytest.mark.parametrize(("width", "columns"), [(60, 6), (80, 8), (96, 9), (120, 10)])
def test_a_narrow_leaderboard_drops_columns_not_figures(width: int, columns: int) -> None:
    heads = as_text(overview(*STANDINGS), 250).splitlines()[1].split("  ")
    lines = as_text(overview(*STANDINGS), width).splitlines()
    assert all(len(line) <= width for line in lines)
    assert re.split("  +", lines[1].strip()) == [head.strip() for head in heads if head.strip()][:columns]
    for figure in ("54/54", "41 ms", "1.00x", "3,427x", "TLE expected"):
        assert any(figure in line for line in lines), figure
    assert as_text(View().closing([TIED[:2], SPIES]), 50).splitlines()[2] == (
        "queens   backtracki…   12/12  12 ms  2 submissions"
    )


def test_a_case_that_can_t_be_drawn_does_not_hide_the_others() -> None:
    broken: Any = 7  # no text
    row = judged("a", [WA, WA])
    runs = [replace(run, finding=Finding("E106", "two lizards", verdict=WA)) for run in row.runs]
    fault = Finding("E106", "three lizards", verdict=WA, where=broken)
    runs[0] = replace(runs[0], message=fault.message, finding=fault)
    text = as_text(overview(Standing(1, replace(row, runs=tuple(runs)), 0, 0, 0, "", 0)), 100)
    assert "error[E304]" in text
    assert "AttributeError" in text or "TypeError" in text
    assert "error[E106]: two lizards" in text
    assert "forest-01" in text


# --- progress --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("interactive", [True, False])
def test_a_terminal_follows_the_rounds(interactive: bool) -> None:
    page = console(terminal=interactive)
    with Live(page, 3) as live:
        live.settling(RunRecord.Settling("queens", 60.0, rounds=4, left=(("a", "b"), ("b", "c"))))
    assert ("round 4: 2 pairs not settled" in printed(page)) == interactive


def test_a_bar_leaves_nothing_behind() -> None:
    page, made = console(80, terminal=True), judged("a", [AC, WA])
    with contextlib.suppress(KeyboardInterrupt), Live(page, 2) as live:
        for number, one in enumerate(made.runs, 1):
            live.event(Ran(made.submission, one.attempts()[0], number, 2))
        live.draw()
        raise KeyboardInterrupt
    assert "1 AC  1 WA" in printed(page)
    assert printed(page).endswith("\x1b[?25h\r\x1b[1A\x1b[2K\x1b[1A\x1b[2K"), "both rows are erased"


@pytest.mark.parametrize(
    ("how", "grows", "coloured"), [({}, True, True), ({"NO_COLOR": "1"}, True, False), ({"TERM": "dumb"}, False, False)]
)
def test_without_colour_letters_grow_and_a_dumb_terminal_gets_the_lines_of_a_pipe(
    how: dict[str, str], grows: bool, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **how}.items():
        monkeypatch.setenv(name, value)
    page, contest = console(80, terminal=True, colours="auto"), played.Played("")
    with Live(page, contest.total, contest.entries) as live:
        for event in itertools.islice(contest.events(), 20):
            live.event(event)
        live.draw()
    text = printed(page)
    assert ("\x1b[" in text, bool(re.search(r"\x1b\[(?:\d+;)*(?:3|4|9)\d", text))) == (grows, coloured)
    assert bool(re.search(r"^all-queens/greedy  +sample/case-01  +AC  ", text, re.MULTILINE)) != grows
    assert ("all-queens  1 of 4" in text) == grows
