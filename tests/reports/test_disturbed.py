"""Every report says how much was disturbed, and none says a word where nothing was."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import to_builtins
from rich.console import RenderableType
from rich.text import Text

from judge.files import as_json
from judge.model import Batch, Finding, Graded, Host, Judgement, Prepared, Ran, Record, Run, RunRecord
from judge.reports import BoardsReport, GradebookReport, Live, OwnResult, RegradeReport, Results, View
from judge.scoring import boards
from judge.store import run_json
from tests.make import AC, JE, TLE, batch, record, replace
from tests.reports.graded import exported, feedback, graded, judgement, results
from tests.reports.make import HOST, as_text, console, keep, printed
from tests.reports.pages import pages, ranked
from tests.reports.test_ranking import board_of

LOST = Run.Measurement(AC, 1.0, 0.4, 1, 0.9)
MESSAGE = "others had its core for 197 of 200 s, so it could not be judged"


def busy(made: Judgement, *kinds: str) -> Judgement:
    """The judgement with its first runs as they come out on a busy host: calm, disturbed or starved."""

    def now(run: Run, kind: str) -> Run:
        if kind == "starved":
            return replace(run, verdict=JE, code="E307", message=MESSAGE, finding=None)
        lost = replace(LOST, verdict=run.verdict)
        return run if kind == "calm" else replace(run, samples=(lost,), code=run.code.replace("E201", "E202"))

    runs = map(now, made.runs, (*kinds, *["calm"] * len(made.runs)))
    return replace(made, runs=tuple(runs))


CALM = judgement("AC AC AC AC", 50.0)
NOISY = busy(CALM, "disturbed", "calm", "disturbed")
STARVED = busy(CALM, "starved", "disturbed")


def row_of(made: Judgement) -> Graded:
    found = Judgement.Disturbance.of([made])
    return replace(graded(1, made, note=found.to_student()), disturbance=found)


def regraded(part: str = "", reason: str = "why") -> Batch:
    return batch(NOISY.problem, kind="regrade", label=part, reason=reason)


def said_again(runs: int, tickets: int) -> str:
    page = console(150)
    Live(page, runs).again(runs, tickets)
    return printed(page)


def on_a_board(made: Judgement) -> BoardsReport:
    return BoardsReport([board_of(made)])


HOST_READS: dict[str, Callable[[Judgement], RenderableType]] = {
    "run": lambda made: View().board(boards([made])[0]),
    "submit": lambda made: OwnResult(made, None),
    "export": lambda made: GradebookReport([row_of(made)], made.problem).warnings("--problem pkg"),
    "class": lambda made: GradebookReport([row_of(made)], made.problem).summary(),
    "board": on_a_board,
    "regrade": lambda made: RegradeReport(regraded(), [Record.Change(record("ada", CALM), record("ada", made))]),
    "page": lambda made: Text(" ".join(pages(ranked(made))["1-s01-mine.html"].split())),
}
STUDENT_READS: dict[str, Callable[[Judgement], str]] = {
    "page": lambda made: feedback(replace(row_of(made), note="")),
    "gradebook": lambda made: exported("gradebook", [row_of(made)]),
    "moodle": lambda made: exported("moodle", [row_of(made)]),
    "gradescope": lambda made: str(results(row_of(made))["output"]),
}


@pytest.mark.parametrize("report", HOST_READS.values(), ids=HOST_READS)
def test_whoever_judges_is_told(report: Callable[[Judgement], RenderableType]) -> None:
    assert "2 of 4 runs were disturbed: others had the core" in as_text(report(NOISY), 150)
    assert not [word for word in ("disturbed", "starved") if word in as_text(report(CALM), 150)]


@pytest.mark.parametrize("report", STUDENT_READS.values(), ids=STUDENT_READS)
def test_a_student_is_told(report: Callable[[Judgement], str]) -> None:
    assert "2 of 4 runs were disturbed by other work on this machine, whose time does not count." in report(NOISY)
    assert "disturbed" not in report(CALM)


HELD = replace(row_of(STARVED), verdict=JE)
STOPPED = Finding("E307", "others had its core", verdict=JE)
CHANGES = [Record.Change(record("ada", CALM), record("ada", NOISY)), Record.Change(record("ada", CALM), None)]
IN_JSON = {
    "a run": to_builtins(run_json(RunRecord.of(boards([STARVED], ranked=False), HOST)))["submissions"][0],
    "a gradebook": to_builtins(GradebookReport([row_of(STARVED)], STARVED.problem).document())["students"][0],
    "a leaderboard": to_builtins(on_a_board(NOISY).document())["boards"][0],
    "a regrade": to_builtins(RegradeReport(regraded("--disturbed"), CHANGES).document()),
}


def of_the_first(made: Judgement) -> str:
    """Return what Gradescope is told of the first test."""
    told: str = results(replace(row_of(made), points=0.0))["tests"][0]["output"]
    return told


COUNTED = (Judgement.Disturbance(50, 0, 0), Judgement.Disturbance(9, 3, 0), Judgement.Disturbance(1, 1, 1))


def live(made: Judgement, *runs: Run, clock: Host.Clock = "cpu", terminal: bool = False) -> str:
    """What is written while these run."""
    page = console(150, terminal=terminal)
    with Live(page, len(runs)) as live:
        live.clock = clock
        for number, run in enumerate(runs):
            live.event(Ran(made.submission, run, number, len(runs)))
    return printed(page)


def live_class() -> str:
    """What is written while a class is judged: no run has told yet how long one takes."""
    page = console(150)
    with Live(page, 4, cases=False) as progress:
        progress.judged("ada", STARVED, 1, 2)
        progress.judged("bob", CALM, 2, 2)
    return printed(page)


TIMED = replace(CALM.runs[0], cpu_s=0.25, wall_s=3.5)


def words() -> dict[str, RenderableType]:
    return {
        "a part of a regrade": RegradeReport(regraded("--case a/b", "--case a/b"), CHANGES[:1]),
        "who is held back": GradebookReport([row_of(CALM), HELD], CALM.problem).summary(),
        "a starved run": of_the_first(STARVED),
        "what could not be compiled": of_the_first(replace(CALM, prepare=Prepared(JE, finding=STOPPED))),
        "a contest as it runs": live(STARVED, *STARVED.runs),
        "a run by CPU time": live(CALM, TIMED),
        "a run by wall time": live(CALM, TIMED, clock="wall"),
        "a class as it runs": live_class(),
        "JUnit": "\n".join(re.findall("<property .*", exported("junit", [row_of(STARVED), row_of(CALM)]))),
        "one run again": said_again(1, 1),
        "three runs again": said_again(3, 2),
        **{f"{one.runs} runs": f"host: {one}\nstudent: {one.to_student()}" for one in COUNTED},
        **{
            f"{name} in JSON": f"{one.get('part', '')}{json.loads(as_json(one['disturbance']))}"
            for name, one in IN_JSON.items()
        },
    }


def test_each_word_is_as_it_is_kept() -> None:
    keep("disturbed.txt", words(), 150)


def test_a_bar_counts_disturbed_runs() -> None:
    assert "2 disturbed" in live(NOISY, *NOISY.runs, terminal=True)


def test_a_run_that_is_repeated_takes_the_place_of_the_first_in_gradescopes_results(tmp_path: Path) -> None:
    ticket = Batch.Ticket(1, "ada", CALM.submission)
    path = tmp_path / "results.json"
    written = Results(path, ticket, CALM.problem, "cpu")
    late = replace(CALM.runs[0], verdict=TLE, code="E202")
    for run in (late, *CALM.runs[1:], CALM.runs[0]):
        written.event(Ran(CALM.submission, replace(run), 1, 4))
    found = json.loads(path.read_text())
    assert [test["status"] for test in found["tests"]] == ["passed"] * 4
    assert found["score"] == 50
    written.close(NOISY)
    assert "2 of 4 runs were disturbed" in json.loads(path.read_text())["output"]
