"""Leaderboards and scoreboards: each row whole at any width, with friendly and hostile names."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from rich.cells import cell_len

from judge.model import (
    Bonus,
    Case,
    CaseResult,
    Finding,
    Group,
    Host,
    Interval,
    Judgement,
    Limits,
    Machine,
    Measurement,
    Prepared,
    Problem,
    Ran,
    Readied,
    Scheme,
    Settling,
    Standing,
    Submission,
    Verdict,
)
from judge.model.record import Conditions, Record
from judge.model.schedule import AsOf, Task, Team, Try
from judge.reports.host_words import changed, host_lines, mixed
from judge.reports.leaderboard_row import LeaderboardRow, facts, leaderboard_row
from judge.reports.leaderboard_row import legend as words_below
from judge.reports.notebook.contest import contest_html
from judge.reports.terminal import contest
from judge.reports.terminal.closing import Stopped, closing
from judge.reports.terminal.console import CleanConsole
from judge.reports.terminal.diagnostic import finding_lines
from judge.reports.terminal.leaderboard import boards_json, boards_lines, place_line
from judge.reports.terminal.letters import legend, letters
from judge.reports.terminal.plain import as_text
from judge.reports.terminal.progress import Live
from judge.reports.terminal.ranking import host_line, leaderboard, summary
from judge.reports.terminal.scoreboard import feed_line, scoreboard_lines
from judge.scoring import ranking
from judge.scoring.leaderboard import Ground, Leaderboard, OwnRank, Row, Score
from judge.scoring.standings import scoreboard
from judge.scoring.verdict import judgement_of
from tests.contests import END_MS, FINAL, FREEZE_MS, LATER, START_MS, TRIES, at, schedule_of, tries_of
from tests.reports import make, played
from tests.reports.graded import judgement
from tests.reports.played import attempt
from tests.scoring.made import judged as measured
from tests.scoring.made import problem_of

AC, WA, TLE, CE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.CE, Verdict.JE
HOSTILE = "[red]x[/]\x1b[2J\u202e\n"
FRIENDLY = ("[red]x[/]", r"\u202e\n")  # how it must be shown


def problem(title: str = "Save the lizards") -> Problem:
    limits, groups = Limits(), {"sample": Group(), "secret": Group(50)}
    none: tuple[Case, ...] = (None,) * 54  # type: ignore[assignment]  # only their number is looked at
    return Problem("lizards", title, "lizards", ("DFS",), False, limits, groups, none)


def submission(name: str, *expected: Verdict) -> Submission:
    return Submission(name, "lizards", "function", Path(name), b"", "", expected or (AC,))


def judged(name: str, verdicts: list[Verdict], *expected: Verdict) -> Judgement:
    runs = tuple(
        CaseResult(
            case=f"forest-{k:02}",
            group="sample" if k < 4 else "secret",
            algorithm="DFS",
            verdict=verdict,
            code="" if verdict is AC else "E106",
            cpu_s=0.0121,
            memory_bytes=138 << 20,
            samples=(Measurement(verdict, 0.0121, 0.0121, 138 << 20),),
        )
        for k, verdict in enumerate(verdicts)
    )
    verdict = next((v for v in verdicts if v is not AC), AC)
    return Judgement(submission(name, *expected), problem(), Prepared(), runs, verdict)


def unready(name: str) -> Judgement:
    prepared = Prepared(CE, 1.0, "there is no function solve")
    return Judgement(submission(name), problem(), prepared, (), CE)


def printed(width: int, *renderables: object, interactive: bool = False) -> str:
    out = io.StringIO()
    console = CleanConsole(file=out, width=width, force_terminal=interactive, legacy_windows=False)
    for renderable in renderables:
        console.print(renderable)
    return out.getvalue()


# --- leaderboard --------------------------------------------------------------------------------------------
def standings() -> list[Standing]:
    return [
        Standing(1, judged("backtracking", [AC] * 54), 54, 0.0412, 1.0, "queens-1000-97000", 0.0102),
        Standing(2, judged("bfs", [AC] * 40 + [TLE] * 14, TLE), 40, 141.2, 3427.0, "forest-40", 5.1),
        Standing(3, judged("proud", [AC] * 54, TLE), 54, 2.0, 48.5, "forest-20", 1.1),
        Standing(4, judged("mine", [AC] * 8 + [WA] * 46), 8, float("inf"), float("inf"), "", 0.0),
    ]


WIDE = """
Save the lizards   lizards, 54 cases, 5 s CPU, 512 MiB
#  submission    verdict            solved    PAR-2   ratio  slowest case                memory  contract
1  backtracking  AC                  54/54    41 ms   1.00x    10 ms  queens-1000-97000  138 MiB  function
2  bfs           TLE expected        40/54    141 s  3,427x    5.1 s  forest-40          138 MiB  function
3  proud         AC (expected TLE)   54/54    2.0 s  48.50x    1.1 s  forest-20          138 MiB  function
4  mine          WA                   8/54        -       -                              138 MiB  function
PAR-2: CPU time, a missed case counted as twice the limit; ratio: to the best.
"""


def test_leaderboard() -> None:
    lines = [line.rstrip() for line in printed(120, leaderboard(problem(), standings())).splitlines()]
    assert [re.sub(" {2,}", "  ", line) for line in lines] == [
        re.sub(" {2,}", "  ", line) for line in WIDE.strip().splitlines()
    ]


@pytest.mark.parametrize(("width", "last"), [(60, "ratio"), (80, "slowest case"), (96, "memory"), (120, "contract")])
def test_a_narrow_leaderboard_drops_columns_not_figures(width: int, last: str) -> None:
    lines = printed(width, leaderboard(problem(), standings())).splitlines()
    assert all(len(line) <= width for line in lines)
    assert lines[1].rstrip().endswith(last)
    for figure in ("54/54", "41 ms", "1.00x", "3,427x", "TLE expected"):
        assert any(figure in line for line in lines), figure


def shared() -> list[Standing]:
    """Two that can't be told apart, and one that can."""
    near, far = Interval(0.98, 1.02, 1.06), Interval(1.6, 1.65, 1.7)
    return [
        Standing(1, judged("ann", [AC] * 54), 54, 1.0, 1.0, "", 0.0, tied=True),
        Standing(1, judged("bob", [AC] * 54), 54, 1.02, 1.02, "", 0.0, tied=True, ratio_within=near),
        Standing(3, judged("cleo", [AC] * 54), 54, 1.65, 1.65, "", 0.0, ratio_within=far),
    ]


SHARED = """
 #  submission  verdict  solved   PAR-2       ratio
=1  ann         AC        54/54   1.0 s       1.00x
=1  bob         AC        54/54   1.0 s  1.02x ±4 %
 3  cleo        AC        54/54   1.6 s  1.65x ±3 %
PAR-2: CPU time, a missed case counted as twice the limit; ratio: to the best.
=: shares its rank with a neighbour that can't be told apart from it.
"""


def test_shared_ranks_are_marked_and_a_ratio_says_how_sure_it_is() -> None:
    lines = printed(55, leaderboard(problem(), shared())).splitlines()
    assert [" ".join(line.split()) for line in lines[1:5]] == [
        " ".join(line.split()) for line in SHARED.strip("\n").splitlines()[:4]
    ]
    assert lines[2].startswith("=1 "), "the figures stand below one another"
    assert lines[4].startswith(" 3 ")
    said = printed(120, leaderboard(problem(), shared())).splitlines()
    assert [line.rstrip() for line in said[-2:]] == SHARED.strip().splitlines()[-2:]
    assert "=:" not in printed(120, leaderboard(problem(), standings())), "the legend comes where there is one"


def test_a_terminal_without_a_plus_minus_sign_is_shown_two() -> None:
    raw = io.BytesIO()
    terminal = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    CleanConsole(file=terminal, width=120).print(leaderboard(problem(), shared()))
    assert b"1.02x +-4 %" in raw.getvalue()


# --- letters and summary ------------------------------------------------------------------------------------
def test_letters_come_in_groups_of_ten() -> None:
    text = letters(judged("greedy", [AC] * 15 + [TLE] * 2 + [WA]), name_width=8)
    assert text.plain == "greedy    sample ....  secret .......... .TTW"


def test_letters_go_on_below_the_first_one() -> None:
    assert letters(judged("mine", [AC] * 40), width=40).plain.splitlines() == [
        "mine  sample ....  secret ..........",
        "      .......... .......... ......",
    ]


def test_a_submission_that_never_ran_says_why() -> None:
    assert letters(unready("mine")).plain == "mine  CE  there is no function solve"


def test_a_case_that_was_spared_has_a_letter_of_its_own() -> None:
    judgement = judged("greedy", [AC, TLE, TLE])
    spared = tuple(
        msgspec.structs.replace(run, samples=()) if run.case == "forest-02" else run for run in judgement.runs
    )
    judgement = msgspec.structs.replace(judgement, runs=spared)
    assert letters(judgement).plain == "greedy  sample .T-"
    assert legend([judgement]).plain.startswith(". AC  T TLE")
    assert "- not run" in legend([judgement]).plain


def test_summary_lists_what_was_not_expected_judge_errors_first() -> None:
    fine = [judged("a", [AC]), judged("b", [AC, TLE], TLE)]
    assert summary(fine).plain == "2 submissions: all as expected"
    assert summary([*fine, judged("c", [AC, WA]), unready("d"), judged("e", [JE])]).plain.splitlines() == [
        "5 submissions: 2 as expected, 3 not",
        "  JE  lizards/e  on sample/forest-00 (E106)",
        "  WA  lizards/c  on sample/forest-01 (E106)",
        "  CE  lizards/d  while compiling: there is no function solve",
    ]


def test_host_line_says_what_is_not_enforced() -> None:
    host = Host("plain", ("time",), ("network", "files"), "process", "Linux", "3.11", "0.63", 2)
    line = host_line(host)
    assert line is not None
    assert line.plain == "warning: not enforced on this host (plain sandbox): network, files"
    assert host_line(Host("namespaces", (), (), "cgroup", "Linux", "3.11", "0.63", 2)) is None


# --- hostile names ------------------------------------------------------------------------------------------
def test_hostile_names_reach_no_terminal_raw() -> None:
    judgement = judged(HOSTILE, [AC, WA])
    run = judgement.runs[1]
    standing = Standing(1, judgement, 1, 1.0, 1.0, HOSTILE, 1.0)
    reports = [letters(judgement), summary([judgement]), leaderboard(problem(HOSTILE), [standing])]
    for width in (50, 200):
        for report in reports:
            assert_tame(printed(width, report, interactive=True), whole=width == 200)
    assert_tame(live_output([Readied(submission(HOSTILE), Prepared(CE, 1.0, HOSTILE))], interactive=False))
    assert_tame(live_output([Ran(judgement.submission, run.attempts()[0], 1, 2)], interactive=False))
    bar = live_output([Ran(judgement.submission, run.attempts()[0], 1, 2)], interactive=True)
    assert "[red]x" in bar
    assert "\u202e" not in bar
    assert "\x1b[2J" not in bar


def assert_tame(text: str, whole: bool = True) -> None:
    assert "\x1b[2J" not in text
    assert "\u202e" not in text
    if whole:
        for part in FRIENDLY:
            assert part in text


def test_whom_the_judge_failed_on_is_listed_first_without_a_rank() -> None:
    rows = ranking.standings([judged("a", [AC, AC]), judged("b", [AC, JE])])
    lines = printed(100, leaderboard(problem(), rows)).splitlines()
    assert lines[2].split()[:5] == ["b", "JE", "1/54", "-", "-"]
    assert lines[3].split()[:4] == ["1", "a", "AC", "2/54"]


def test_a_case_that_can_t_be_drawn_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    real = finding_lines

    def broken(finding: Finding, board: object = None, piece: str = "", headline: str = "", width: int = 100) -> object:
        if "forest-00" in headline and finding.code != "E304":
            raise ValueError("no such pen")
        return real(finding, board, piece, headline, width)

    monkeypatch.setattr(contest, "finding_lines", broken)
    row = judged("a", [WA, WA])
    runs = (msgspec.structs.replace(run, finding=Finding("E106", "two lizards", verdict=WA)) for run in row.runs)
    text = printed(100, *contest.diagnostics(msgspec.structs.replace(row, runs=tuple(runs)), 100))
    assert "error[E304]: the judge itself failed: ValueError: no such pen" in text
    assert "forest-01" in text


# --- progress -----------------------------------------------------------------------------------------------
def live_output(events: list[Readied | Ran], interactive: bool, width: int = 100) -> str:
    out = io.StringIO()
    console = CleanConsole(file=out, width=width, force_terminal=interactive, legacy_windows=False)
    with Live(console, len(events)) as live:
        for event in events:
            live.event(event)
    return out.getvalue()


def events(verdicts: list[Verdict]) -> list[Readied | Ran]:
    judgement = judged("backtracking", verdicts)
    ran = [Ran(judgement.submission, run.attempts()[0], k + 1, len(verdicts)) for k, run in enumerate(judgement.runs)]
    return [Readied(judgement.submission, Prepared()), *ran]


def test_a_pipe_gets_a_repetition_only_when_it_differs() -> None:
    again = [*events([AC]), *events([AC]), *events([WA])]
    assert [line.split()[-3] for line in live_output(again, interactive=False).splitlines()] == ["AC", "WA"]


def test_a_terminal_gets_a_bar_that_leaves_nothing_behind() -> None:
    text = live_output(events([AC, AC, WA]), interactive=True)
    assert "3/3" in text
    assert "2 AC  1 WA" in text
    assert text.endswith("\x1b[?25h\r\x1b[1A\x1b[2K\x1b[1A\x1b[2K"), "the cursor is back and both rows are erased"


@pytest.mark.parametrize(("interactive", "said"), [(True, True), (False, False)])
def test_a_terminal_follows_the_rounds(interactive: bool, said: bool) -> None:
    out = io.StringIO()
    console = CleanConsole(file=out, width=100, force_terminal=interactive, legacy_windows=False)
    with Live(console, 3) as live:
        live.settling(Settling("queens", 60.0, rounds=4, left=(("a", "b"), ("b", "c"))))
    assert ("round 4: 2 pairs not settled" in out.getvalue()) == said


def test_ctrl_c_leaves_nothing_behind_either() -> None:
    out = io.StringIO()
    console = CleanConsole(file=out, width=80, force_terminal=True, legacy_windows=False)
    live = Live(console, 3)

    def interrupted() -> None:
        with live:
            live.event(events([AC])[1])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert out.getvalue().endswith("\x1b[?25h\r\x1b[1A\x1b[2K\x1b[1A\x1b[2K")


MINE = measured(problem_of(1), [(AC, 1.0)])
PLACE = OwnRank(3, 9, Score("mine", 1, "", 1, 1.0), "ann", 0, 0.25)


def test_the_line_says_whom_one_is_behind_and_whether_the_rank_is_shared() -> None:
    assert place_line(PLACE, MINE).plain == "rank 3 of 9: 0.25 s behind ann"
    tied = msgspec.structs.replace(PLACE, tied=True)
    assert place_line(tied, MINE).plain == "rank 3 of 9, tied: the times can't be told apart: 0.25 s behind ann"
    first = OwnRank(1, 9, PLACE.score, tied=True)
    assert place_line(first, MINE).plain == "rank 1 of 9, tied: the times can't be told apart"
    failed = measured(problem_of(1), [(JE, 1.0)])
    assert place_line(None, failed).plain == "not ranked: the judge failed on it"
    assert place_line(None, MINE).plain == "no rank is shown while the leaderboard is frozen"


def test_a_board_as_json_says_which_ranks_are_shared() -> None:
    rows = ranking.standings(
        [MINE, measured(problem_of(1), [(AC, 1.1)], "near"), measured(problem_of(1), [(JE, 1.0)], "broken")]
    )
    board = Leaderboard(
        problem_of(1), Ground("pkg", "", ""), tuple(Row(str(at), str(at), row) for at, row in enumerate(rows))
    )
    found = boards_json([board])["boards"][0]["rows"]
    assert [(row["rank"], row["tied"]) for row in found] == [(None, False), (1, True), (1, True)]
    assert [row["ratio"] for row in found] == [None, 1.0, 1.1]
    assert {(row["ratio_low"], row["ratio_high"]) for row in found} == {(None, None)}


def board(of: str, cases: int = 12, **verdicts: Verdict) -> list[Standing]:
    """The standings of submissions that all ended like this; CE: they were not even compiled."""
    made = []
    for name, verdict in verdicts.items():
        runs = [] if verdict is CE else [attempt(name, case) for case in played.problem(of).cases[:cases]]
        runs = [msgspec.structs.replace(run, verdict=verdict, code="" if verdict is AC else "E106") for run in runs]
        prepared = Prepared(CE if verdict is CE else AC, 1.0, "no solve")
        merged = tuple(CaseResult.of(run, [run]) for run in runs)
        made.append(judgement_of(played.submission(name, of), played.problem(of), prepared, merged))
    return ranking.standings(made)


def said(*boards: list[Standing], ranked: bool = True, stopped: Stopped | None = None, width: int = 80) -> list[str]:
    return [line.rstrip() for line in as_text(closing(boards, ranked, stopped), width).splitlines()]


def test_several_problems_have_a_line_each() -> None:
    assert said(board("queens", champion=AC, mine=AC), board("spies", mine=WA, champion=AC)) == [
        "",
        "problem  first     solved  PAR-2  of",
        "queens   champion   12/12  24 ms  2 submissions",
        "spies    champion   12/12  24 ms  2 submissions, 1 not as expected",
        "",
        "4 submissions: 3 as expected, 1 not",
        "  WA  spies/mine  on sample/case-00 (E106)",
    ]


def test_one_problem_has_none_nor_has_what_is_not_ranked() -> None:
    assert said(board("queens", champion=AC)) == [], "its own lines say it"
    both = board("queens", champion=AC), board("spies", champion=AC)
    assert said(*both, ranked=False) == ["", "2 submissions: all as expected"]


def test_who_shares_the_first_rank_is_named_as_far_as_there_is_room() -> None:
    tied = [msgspec.structs.replace(row, rank=1) for row in board("queens", champion=AC, mine=AC, backtracking=AC)]
    other = board("spies", champion=AC)
    assert "queens   backtracking and 2 more   12/12" in said(tied, other)[2]
    assert "queens   backtracking and champion   12/12" in said(tied[:2], other)[2]
    assert said(tied[:2], other, width=50)[2] == "queens   backtracki…   12/12  12 ms  2 submissions"


@pytest.mark.parametrize(
    ("boards", "stopped", "lines"),
    [
        ([], Stopped(), ["interrupted: no case was run, so nothing was judged"]),
        (
            [],
            Stopped(0, 24, ("ann", "bob"), ("queens",)),
            ["interrupted while compiling ann, bob: no case was run, so nothing was judged"],
        ),
        ([("queens", 12, {"mine": CE})], Stopped(0, 24), ["interrupted: no case was run"]),
        (
            [("queens", 12, {"mine": AC})],
            Stopped(12, 24, (), ("spies",)),
            ["interrupted after 12 of 24 runs", "not judged at all: spies"],
        ),
        (
            [("queens", 3, {"mine": AC})],
            Stopped(3, 12),
            ["interrupted after 3 of 12 runs", "of queens only the cases count that every submission has run"],
        ),
    ],
)
def test_an_interruption_says_what_was_judged(
    boards: list[tuple[str, int, dict[str, Verdict]]], stopped: Stopped, lines: list[str]
) -> None:
    found = said(*(board(of, cases, **verdicts) for of, cases, verdicts in boards), stopped=stopped)
    assert found[-len(lines) :] == lines
    assert not any("as expected" in line for line in found) or CE in {v for *_, last in boards for v in last.values()}


def test_what_was_not_expected_is_said_before_the_end() -> None:
    found = said(board("queens", 3, mine=WA, champion=AC), stopped=Stopped(6, 24))
    assert found[:3] == ["", "not as expected so far:", "  WA  queens/mine  on sample/case-00 (E106)"]


def shown(tries: list[Try] = TRIES, as_of: AsOf = FINAL, width: int = 80, **changes: Any) -> list[str]:
    unknown = changes.pop("unknown", {})
    board = scoreboard(schedule_of(**changes), tries, as_of, unknown)
    return [line.rstrip() for line in as_text(scoreboard_lines(board), width).splitlines()]


def table(lines: list[str]) -> list[str]:
    begin = lines.index("") + 1
    return lines[begin : lines.index("", begin)]


def test_a_final_board() -> None:
    assert shown() == [
        "Autumn contest   3 teams, 3 problems, 20 minutes for a wrong try",
        "final, over since 2025-11-21 19:00:00 (UTC+0000)",
        "",
        "#  team              solved  time      A   B       C",
        "1  Köche (CUNY)           1    60   1/60  -2",
        "2  Ada & Bob (CUNY)       1    65  *2/45          -1",
        "3  Zoë                    1   265             *2/245",
        "",
        "2/45: second try, minute 45   *: first to solve it   -3: three wrong tries",
        "?1: one try is hidden, or not judged yet",
    ]


def test_a_frozen_board() -> None:
    lines = shown(as_of=AsOf(at(251)))
    said = " ".join(lines[1 : lines.index("")])
    assert said == "4:11:00 of 5:00:00; frozen: verdicts since 2025-11-21 18:00:00 (UTC+0000) are hidden"
    assert table(lines)[1:] == [
        "1  Köche (CUNY)           1    60   1/60  -2",
        "2  Ada & Bob (CUNY)       1    65  *2/45         ?1",
        "3  Zoë                    0     0             -1 ?1",
    ]


@pytest.mark.parametrize(
    ("as_of", "line"),
    [
        (AsOf(START_MS - 1), "it begins on 2025-11-21 14:00:00 (UTC+0000)"),
        (AsOf(START_MS + 61_000), "1:01 of 5:00:00, until 2025-11-21 19:00:00 (UTC+0000)"),
        (AsOf(at(250), jury=True), "4:10:00 of 5:00:00; the jury's view: it shows what is hidden from the public"),
        (AsOf(END_MS, jury=True), "over; the jury's view: it shows what is hidden from the public"),
        (FINAL, "final, over since 2025-11-21 19:00:00 (UTC+0000)"),
    ],
)
def test_how_far_it_is_is_said(as_of: AsOf, line: str) -> None:
    assert shown(as_of=as_of)[1] == line


def test_times_are_those_of_the_contests_zone() -> None:
    assert schedule_of(zone=ZoneInfo("Europe/Berlin")).said(FREEZE_MS) == "2025-11-21 19:00:00 (UTC+0100)"


def test_a_board_of_points() -> None:
    tries = tries_of(("t1", "A", 10, "WA", 12.5), ("t1", "A", 245, "AC"), ("t2", "A", 60, "AC"), ("t3", "B", 20, "WA"))
    lines = shown(tries, LATER, scoring="score")
    assert lines[0].endswith("by points")
    assert table(lines) == [
        "#  team              points  last           A   B  C",
        "1  Köche (CUNY)          50    60      *50/60",
        "2  Ada & Bob (CUNY)    12.5    10  12.5/10 ?1",
        "3  Zoë                    0                    -1",
    ]


# --- width -----------------------------------------------------------------------------------------------------------
MANY = tuple(Task(f"P{at}", f"p{at}", problem=f"p{at}", digest="now", most=50.0) for at in range(14))


def of_many(count: int, width: int) -> list[str]:
    tasks = MANY[:count]
    tries = [msgspec.structs.replace(TRIES[1], problem=task.problem, id=number) for number, task in enumerate(tasks, 1)]
    wrong = [msgspec.structs.replace(TRIES[3], problem=task.problem, id=99) for task in tasks[:1]]
    return table(shown([*tries, *wrong], FINAL, width, tasks=tasks))


@pytest.mark.parametrize(
    ("count", "cell", "width"),
    [(3, " *1/45", 80), (6, " *1/45", 80), (8, " *1", 80), (13, " *1", 80), (14, "*", 66), (14, " *1/45", 200)],
)
def test_cells_say_less_where_there_is_no_room(count: int, cell: str, width: int) -> None:
    lines = of_many(count, width)
    assert all(cell_len(line) <= width for line in lines)
    assert len(lines) == 4, "no row is folded"
    assert lines[1].count(cell) == count
    assert lines[1].count("*") == count


def test_a_long_name_is_cut_and_no_figure() -> None:
    teams = (Team("t1", "A very long name of a team that nobody can read", ("t1",), "University of Everything"),)
    lines = table(shown(TRIES[:2], teams=teams, width=60))
    assert lines[1].endswith("*2/45")
    assert "…" in lines[1]
    assert cell_len(lines[1]) <= 60


def test_a_hostile_name_stays_in_its_row() -> None:
    teams = (Team("t1", "[red]x\x1b[2J\n\u202eevil[/red] 團隊", ("t1",)), Team("t2", "b", ("t2",)))
    lines = shown(TRIES, teams=teams, width=100, name="n\x07\ny", unknown={"e\x1b]0;v\x07ve\n": 2})
    assert [line for line in lines if "[red]x\\n\\u202eevil[/red] 團隊" in line]
    assert lines[0].startswith("n\\x07\\ny")
    assert lines[-1] == "warning: in no team, so not on the board, with how many submissions: eve\\n (2)"
    assert all(line.isprintable() for line in lines)


# --- what a reader must know -----------------------------------------------------------------------------------------
def test_what_is_not_on_the_board_is_said_below() -> None:
    old = [msgspec.structs.replace(one, package="then") for one in TRIES[:2]]
    lines = shown([*old, *tries_of(("t3", "B", 30, None))], unknown={"eve": 3, "zed": 1}, width=120)
    assert lines[-3:] == [
        "warning: in no team, so not on the board, with how many submissions: eve (3), zed (1)",
        "warning: 1 submission without a verdict: not judged yet, or the judge failed",
        "warning: 2 verdicts on lizards from other cases or rules than now:  judge regrade --problem lizards",
    ]


@pytest.mark.parametrize(
    ("tries", "as_of", "end"),
    [
        (TRIES, FINAL, ", final"),
        (TRIES, LATER, "; not final yet, and a resolver needs the final one:  --final"),
        (tries_of(("t3", "B", 30, None)), FINAL, "; not final yet, as a submission waits for its verdict"),
    ],
)
def test_a_feed_is_said_to_be_final_or_not(tries: list[Try], as_of: AsOf, end: str) -> None:
    board = scoreboard(schedule_of(), tries, as_of, {})
    assert feed_line(board, "b.json").plain == f"b.json: the event feed{end}"


MADE = make.record(4, 9)
BOARD = MADE.boards[0]
CASES = len(BOARD[0].judgement.problem.cases)
EVIL = "<script>\x1b[2J\u202e\n"


def row_of(standing: Standing, counting: int | None = None, **changes: object) -> LeaderboardRow:
    return leaderboard_row(msgspec.structs.replace(standing, **changes), CASES, counting)


def texts(row: LeaderboardRow) -> list[str]:
    return [str(value) for value in msgspec.structs.astuple(row)[:10]]


def on_a_terminal(board: tuple[Standing, ...]) -> str:
    return as_text(leaderboard(board[0].judgement.problem, board), 250)


def test_a_row_says_what_was_measured() -> None:
    row = row_of(BOARD[0], tied=True, ratio=1.25, ratio_within=Interval(1.2, 1.25, 1.3), par2_s=0.0412)
    assert (row.rank, row.name, str(row.verdict), row.solved) == ("=1", "champion", "AC", "9/9")
    assert (row.par2, row.ratio, row.memory, row.contract) == ("41 ms", "1.25x ±4 %", "30 MiB", "function")
    assert (row.place, row.solved_cases, row.par2_s, row.memory_bytes) == (1, 9, 0.0412, 30 << 20)


def test_before_the_end_no_verdict_ac_is_final() -> None:
    assert str(row_of(BOARD[0], counting=4).verdict) == "AC so far"
    assert row_of(BOARD[0], counting=4).solved == "9/4"  # as many as the standing says
    assert facts(BOARD[0].judgement.problem, 4) == "lizards, 4 of 9 cases, 0.5 s CPU, 512 MiB"


@pytest.mark.parametrize("clock", ["cpu", "wall"])
def test_the_legend_names_the_clock_and_explains_ties(clock: str) -> None:
    alone = [msgspec.structs.replace(one, tied=False) for one in BOARD]
    [meaning] = words_below(alone, clock)  # type: ignore[arg-type]
    assert {"cpu": "CPU time", "wall": "wall time"}[clock] in meaning
    tied = [msgspec.structs.replace(one, tied=True) for one in BOARD]
    assert words_below(tied, clock)[1].startswith("=: shares its rank")  # type: ignore[arg-type]


def test_no_word_of_a_stranger_leaves_its_line() -> None:
    made = make.record(4, 9, text=EVIL)
    for board in made.boards:
        words = [word for one in board for word in texts(leaderboard_row(one, CASES))]
        for word in [*words, facts(board[0].judgement.problem)]:
            assert not set(word) & {"\n", "\x1b", "\u202e"}


def test_terminal_and_notebook_show_the_same_words() -> None:
    printed, page = on_a_terminal(BOARD), contest_html(MADE.boards, MADE.clock, MADE.host)
    for one in BOARD:
        row = row_of(one)
        for word in (row.name, str(row.verdict.verdict), row.verdict.note, row.solved, row.par2, row.ratio, row.memory):
            assert word in printed
            assert word in page
    assert facts(BOARD[0].judgement.problem) in printed
    assert facts(BOARD[0].judgement.problem) in page
    assert {Verdict.AC, Verdict.CE} <= {row_of(one).verdict.verdict for one in BOARD}


ALONE = judgement("AC AC AC AC", 50.0)
MAINS, BATTERY, OLD = (Ground("pkg", "", "", host_class=name) for name in ("a CPU, performance", "a CPU, battery", ""))
BONUS = Scheme(bonus=Bonus(0.1, 5.0))


def board_of(**facts: object) -> Leaderboard:
    rows = tuple(Row("ada", "ada", standing) for standing in ranking.standings([ALONE]))
    return msgspec.structs.replace(Leaderboard(ALONE.problem, MAINS, rows), **facts)


@pytest.mark.parametrize(
    ("facts", "lines"),
    [
        ({}, []),
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


def test_the_own_row_has_an_arrow_and_no_other() -> None:
    [row] = board_of().rows
    for own in (True, False):
        text = as_text(boards_lines([board_of(rows=(msgspec.structs.replace(row, own=own),))]), 150)
        assert [line.split()[1] for line in text.splitlines() if "ada" in line] == [">" if own else "ada"]


def test_json_names_the_class_and_counts_who_is_elsewhere() -> None:
    [board] = boards_json([board_of(elsewhere=2)])["boards"]
    assert (board["host_class"], board["elsewhere"]) == ("a CPU, performance", 2)


def test_the_own_rank_says_when_the_board_is_of_other_hosts() -> None:
    place = OwnRank(1, 1, Score("ada", 1, ALONE.submission.sha256, 4, 1.0))
    assert as_text(place_line(place, ALONE), 150) == "rank 1 of 1\n"
    text = as_text(place_line(place, ALONE, BATTERY), 150)
    assert "among those judged as here; the leaderboard is of CPU times in a box, on hosts of a CPU, battery" in text
    wall = Ground("pkg", "", "", "wall", boxed=False)
    assert "wall times without a box, on hosts of an unknown class" in as_text(place_line(place, ALONE, wall), 150)


def test_a_host_that_changes_while_it_judges_is_told() -> None:
    host = Host("plain", (), (), "cgroup", "", "", "", 2, Machine("a CPU", "performance", calibration_s=0.01))
    assert changed(host, Machine("a CPU", "performance")) == ""
    words = changed(host, Machine("a CPU", "powersave"))
    assert "changed from  a CPU, governor performance  to  a CPU, governor powersave" in words
    assert changed(msgspec.structs.replace(host, machine=None), Machine("a CPU")) == ""


def test_a_bonus_for_speed_across_classes_of_host_is_told() -> None:
    def words(*classes: str, scheme: Scheme = BONUS) -> str:
        problem = msgspec.structs.replace(ALONE.problem, scheme=scheme)
        under = Conditions("", "", "", "")
        return mixed([Record(1, "ada", ALONE, under, 0, 0, host_class=name) for name in classes], problem)

    assert words("a CPU", "another") == (
        "the bonus compares times of several classes of host as they were measured: a CPU; another"
    )
    assert words("a CPU", "").endswith(": a CPU; an unknown class")
    assert words("a CPU", "a CPU") == words() == ""
    assert words("a CPU", "another", scheme=Scheme()) == ""
