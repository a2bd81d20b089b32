"""What each page of a run says: the contest, a problem, a submission and a case; and its plots."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from judge.model import Answer, Case, Finding, Given, Instance, Judgement, Problem, Run, RunRecord, Verdict
from tests.make import AC, JE, RTE, TLE, WA, growing, replace
from tests.make import judgement as of_runs
from tests.problems.told import hold
from tests.reports.make import TOLD, alone, judged, problem, record, result, told, trees, uncompiled
from tests.reports.pages import KINDS, pages, ranked, said_on

SIX = problem(6)
FIRST = SIX.cases[0]
RIGHT = judged(SIX, 0, repeat=3)


def came(*runs: Run | Verdict, **changes: Any) -> Judgement:
    """What came of a submission to some of six cases."""
    pairs = zip(SIX.cases, runs, strict=False)
    made = tuple(result(case, one, 0.01) if isinstance(one, Verdict) else one for case, one in pairs)
    verdict = next((run.verdict for run in made if run.verdict is not AC), AC)
    return replace(RIGHT, submission=replace(RIGHT.submission, **changes), runs=made, verdict=verdict, points=50.0)


def of_submission(*rows: Judgement) -> str:
    """What the page of the first one says, but what codes mean."""
    text = next(said_on(text) for name, text in pages(ranked(*rows)).items() if name.startswith("1-s01"))
    return re.sub("What the codes mean.*?(?=What was judged)", "", text, flags=re.DOTALL)


def of_case(*runs: Run, case: Case = FIRST, at: int = 1, **changes: object) -> str:
    """The page of a case of submissions that have run the first one alone."""
    chosen = replace(SIX, **{"cases": (case, *SIX.cases[1:]), **changes})
    rows = (replace(judged(SIX, number), problem=chosen, runs=(run,)) for number, run in enumerate(runs))
    return pages(ranked(*(replace(row, verdict=row.runs[0].verdict) for row in rows)))[f"1-c{at:03}.html"]


def run(verdict: Verdict, time_s: float = 0.01, **words: object) -> Run:
    return replace(result(FIRST, verdict, time_s), **words)


def arranged(row: int, column: int) -> Run:
    board = trees(6).copy()
    board[row, column] = 1
    return run(AC, given=Given.of_board(board))


def broken(note: str) -> Run:
    found = Finding("E224", "it broke", note=note, verdict=RTE).at(Finding.Excerpt("mine.py", 3, "x = 1 / 0", 5, 10))
    return replace(RIGHT.runs[0], verdict=RTE, code="E224", finding=found)


WRONG = (AC, WA, RTE, AC, AC)
SAME = [replace(one, verdict=WA, finding=Finding("E106", f"fault of {one.case}")) for one in RIGHT.runs]
LEFT = replace(RIGHT.runs[1], verdict=TLE, samples=(), code="E209", finding=None)
FAILED = replace(RIGHT.runs[2], verdict=JE, code="E304", finding=None, message="no room on the disk")
REFUTED = run(WA, given=Given(fail=True), board=None, cells=(), found_by="champion<b>")
LISTED = Answer(columns=np.zeros((3, 6), dtype=np.int64))
GIVEN = {"no answer": None, "a board": Given(), "a number": Given(count=1_234), "FAIL": Given(fail=True)}
KNOWN = {"none": None, "FAIL": Answer(fail=True), "a number": Answer(count=92), "many": LISTED}
NOTHING = np.zeros((0, 0), np.int8)
HIDDEN = replace(FIRST, board=replace(FIRST.board, grid=NOTHING), answer=None)
WORDS = Case("one", "secret", Instance("ANY", 0, 0, NOTHING), Answer(text=b"42\n"), text=b"6 7\n")
ANSWERED = Run("one", "secret", "ANY", WA, "E110", "<i>41</i>")
SPOTS = np.argwhere(trees(6) == 0)[:10]


def between(text: str, begin: str, end: str) -> str:
    """The lines of a page from one that begins so to one that ends what is looked at."""
    return re.split(f"\n(?={end})", text[text.index(begin) :])[0]


def runs() -> Iterator[tuple[str, str]]:
    """Yield what the pages of a contest and of its problems say: each part once."""
    usual = pages(record(3, 6))
    yield "a run", said_on(pages(alone(record(3, 6)))["index.html"])
    yield "one by the wall", said_on(pages(alone(replace(record(3, 6), clock="wall")))["index.html"])
    yield "its laws", between(said_on(pages(record(3, 30))["index.html"]), "Growth", "All cases")
    for kind in ("stopped", "images", "empty"):
        yield (
            f"one that is {kind}",
            between(said_on(pages(KINDS[kind]())["index.html"]), "WHEN", "Leaderboard|All cases|How it"),
        )
    yield "ranks that are shared", between(said_on(usual["index.html"]), "=1", "Save")
    few = pages(record(3, 4))
    yield "a problem", between(said_on(few["1-lizards.html"]), "Cases and", "judge")


def submissions() -> Iterator[tuple[str, str]]:
    """Yield what the page of a submission says, and of others what is another part of it."""
    wrong = of_submission(came(*WRONG))
    yield "a submission", re.sub(r"as text.*\n(?:\d .*\n)+", "", wrong)
    for one in ((TLE,), (AC, WA, RTE)):
        text = of_submission(came(*WRONG, expected=one))
        yield f"expected {' or '.join(one)}", between(text, "Its author", "All cases")
    yield "faults of one message", between(of_submission(came(*SAME)), "and the same", "All cases")
    left = of_submission(came(RIGHT.runs[0], LEFT, FAILED), came(*WRONG))
    yield "what was not run", "\n".join(line for line in left.split("\n") if "not run" in line.lower())
    yield "what is not compiled", between(of_submission(uncompiled(SIX)), "Its author", "where:")
    yield "laws", between(of_submission(judged(problem(60), 2)), "How its time", "Save")


def cases() -> Iterator[tuple[str, str]]:
    """Yield what the page of a case says, of which the answers are those of the package and of submissions."""
    yield "a case", said_on(of_case(run(AC), run(AC), arranged(5, 0), run(WA), run(TLE)))
    yield "one that nobody has run", between(said_on(of_case(run(AC), at=3)), "sample", "The board")
    yield "a refuted FAIL", between(said_on(of_case(REFUTED)), "FAIL", "next")
    for name, one in GIVEN.items():
        yield f"{name} given", said_on(of_case(run(AC, given=one))).split("\n")[-3]
    for name, known in KNOWN.items():
        text = said_on(of_case(run(AC), case=replace(FIRST, answer=known, why_fail="3 rows")))
        yield f"answer.txt with {name}", between(text, "known answer", "Who")
    yield "a hidden board", said_on(of_case(run(AC), case=HIDDEN))
    yield "no board", said_on(of_case(ANSWERED, case=WORDS, cases=(WORDS,), validator=Problem.Validator()))


def test_each_page_is_as_it_is_kept() -> None:
    """How boards are drawn as text is held where they are drawn, and codes are where they are defined."""
    hold(TOLD / "run_page.txt", told(dict(runs())))
    hold(TOLD / "submission_page.txt", told(dict(submissions())))
    hold(TOLD / "case_page.txt", told(dict(cases())))


def test_what_is_much_is_cut_and_counted() -> None:
    many = said_on(of_case(*(arranged(*spot) for spot in SPOTS)))
    assert (many.count("not drawn: 8 other answers are"), many.count("1 lizard.]")) == (2, 8)
    long = of_submission(came(broken("\n".join(f"line {number}" for number in range(1000)))))
    assert re.findall(r"\n(line \d+)(?=\n\.\.\.)|(\.\.\. .*)\n(line \d+)", long) == [
        ("line 4", "", ""),
        ("", "... 975 lines ...", "line 980"),
    ]
    others = of_submission(came(*(replace(one, message=one.case) for one in SAME)))
    assert [others.count(f"(#fault-{number})") for number in (1, 6)] == [2, 2]


def test_the_grid_takes_few_bytes() -> None:
    text = pages(record(20, 6))["1-lizards.html"]
    sizes = [len(cell) for cell in re.findall(r'<td class="[A-Z]+" data-value=.*?</td>', text)]
    assert (len(sizes), max(sizes) < 220, sum(sizes) / len(sizes) < 180) == (120, True, True)


@pytest.mark.parametrize("parted", [True, False])
def test_given_pieces_and_regions_are_drawn_once_below_every_answer(parted: bool) -> None:
    grid = FIRST.board.grid.copy()
    grid[1, 1] = 1
    first = replace(FIRST, board=replace(FIRST.board, grid=grid, layer=np.arange(36).reshape(6, 6) // 18))
    board, _, answers = of_case(run(WA), run(AC), case=first, parted=parted).partition("Every answer")
    assert (board.count('class="border"'), answers.count('class="border"')) == (parted, 0)
    assert (board.count('<use href="#ground"'), answers.count('<use href="#ground"')) == (1, 2)
    assert ('class="weight2"' in board) != parted
    assert ('class="borne2"' in answers) != parted
    assert 'class="given"' in board
    assert "marked-given" in answers


Outcome = tuple[Verdict, float]  # and seconds of CPU
CASES = 6


def judgement(found: Sequence[Outcome], name: str = "mine", points: float | None = None) -> Judgement:
    """Return a submission with these outcomes, on as many of the cases."""
    runs = [result(case, *one) for case, one in zip(SIX.cases, found, strict=False)]
    return replace(of_runs(SIX, runs, name, submission={"sha256": name}), points=points)


def with_points(*points: float | None) -> list[Judgement]:
    return [judgement([], f"s{at}", one) for at, one in enumerate(points)]


def of(*rows: Judgement) -> RunRecord:
    return alone(ranked(*rows))


def plots(made: RunRecord, kind: str = "") -> list[dict[str, Any]]:
    """Return the plots of the page of the first problem whose title holds these words."""
    [page] = [text for name, text in pages(made).items() if re.fullmatch(r"1-(?![cs]\d).*", name)]
    found = map(json.loads, re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL))
    return [one for one in found if kind in one["title"]]


def cactus(made: RunRecord) -> dict[str, Any]:
    [found] = plots(made, "cases solved within a time")
    return found


def test_only_cases_that_count_are_in_it_by_the_clock_that_ranks() -> None:
    """After an interruption, those that everybody has run."""
    whole, half = judgement([(AC, 0.1)] * CASES, "whole"), judgement([(AC, 0.2)] * 3, "half")
    lines = cactus(replace(of(whole, half), complete=False))["series"]
    assert [(line["name"], len(line["y"])) for line in lines] == [("whole", 3), ("half", 3)]
    made = alone(record(3, 6))
    cpu, wall = (cactus(replace(made, clock=clock))["series"][1]["y"][-1] for clock in ("cpu", "wall"))
    assert wall == pytest.approx(1.1 * cpu, rel=1e-3)
    assert cactus(made)["series"][-1]["name"] == "broken (none solved)"


TOLD_OF = {
    "a run": record(3, 6),
    "a quick one": of(judgement([(AC, 0.0)] * CASES, "quick")),
    "one that misses some": of(judgement([(AC, 0.3), (WA, 0.1), (AC, 0.1), (TLE, 0.5), (AC, 0.2), (AC, 0.0)], "odd")),
    "a slow one": of(judgement([(AC, 0.1)] * CASES, "slow")),
    "a long name": record(2, 40, text=" of somebody with a very long name"),
    "few points": of(*with_points(0.0, 50.0, 50.0, None)),
    "many points": of(*with_points(*map(float, range(0, 101, 4)))),
}

LAWS: dict[str, Callable[[int], float]] = {
    "a power law": lambda n: 1e-5 * n**2,
    "an exponential law": lambda n: 1e-4 * 1.7**n,  # which is sampled, and ends not far above the limit
}


def test_each_plot_is_as_it_is_kept() -> None:
    found = [(name, one) for name, made in TOLD_OF.items() for one in plots(made)]
    for name, law in LAWS.items():
        found.append((name, plots(of(growing("mine", law, range(6, 26))), "time by n")[0]))
    hold(TOLD / "plots.txt", (f"{name}: {json.dumps(one)}" for name, one in found))
