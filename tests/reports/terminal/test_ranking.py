"""The leaderboard, the letters and the progress, at several widths, with friendly and hostile names."""

from __future__ import annotations

import io
import re
from pathlib import Path

import msgspec
import pytest

from judge.model import (
    Case,
    CaseResult,
    Finding,
    Group,
    Host,
    Interval,
    Judgement,
    Limits,
    Measurement,
    Prepared,
    Problem,
    Ran,
    Readied,
    Settling,
    Standing,
    Submission,
    Verdict,
)
from judge.reports.terminal import contest
from judge.reports.terminal.console import CleanConsole
from judge.reports.terminal.diagnostic import finding_lines
from judge.reports.terminal.letters import legend, letters
from judge.reports.terminal.progress import Live
from judge.reports.terminal.ranking import host_line, leaderboard, summary
from judge.scoring import ranking

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


def test_a_leaderboard_on_a_terminal_has_colours_and_in_a_pipe_none() -> None:
    assert "\x1b[" in printed(80, leaderboard(problem(), standings()), interactive=True)
    assert "\x1b[" not in printed(80, leaderboard(problem(), standings()))


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


def test_the_legend_holds_only_letters_that_occur() -> None:
    assert legend([judged("a", [AC, TLE]), judged("b", [JE])]).plain == ". AC  T TLE  J JE"


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
    reports = [
        letters(judgement),
        summary([judgement]),
        leaderboard(problem(HOSTILE), [standing]),
    ]
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


def test_a_pipe_gets_a_line_for_each_case() -> None:
    assert live_output(events([AC, TLE]), interactive=False).splitlines() == [
        "lizards/backtracking          sample/forest-00              AC   12 ms",
        "lizards/backtracking          sample/forest-01              TLE  12 ms",
    ]


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
