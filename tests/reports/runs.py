"""Whole runs for tests of reports: as many submissions and cases as one likes, with every verdict, without a sandbox.

What was measured is made up by a formula, so that it is the same each time; the leaderboards are made by `scoring`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from judge.model import (
    Answer,
    Case,
    CaseResult,
    Finding,
    Group,
    Host,
    Instance,
    Judgement,
    Limits,
    Machine,
    Measurement,
    Measuring,
    Prepared,
    Problem,
    ReadWarning,
    Submission,
    Verdict,
)
from judge.model.given import Given, packed
from judge.model.run_record import RunRecord
from judge.scoring.ranking import boards

HOST = Host(
    "namespaces", ("memory", "no network"), (), "cgroup", "Linux 6.1", "3.11.7", "0.63.1", 2, Machine("Some CPU")
)
NAMES = ("champion", "annealing", "backtracking", "bfs", "dfs", "greedy", "cautious", "random-walk", "minconflicts")
LIMITS = Limits(time_limit=0.5)
GROUPS = {"sample": Group(0.0, visibility="full"), "secret": Group(100.0)}
CODES = {
    Verdict.WA: "E106", Verdict.TLE: "E201", Verdict.MLE: "E203", Verdict.OLE: "E204", Verdict.RTE: "E224",
}  # fmt: skip


def trees(n: int, seed: int = 0) -> np.ndarray:
    """Return a board with some trees."""
    grid = np.zeros((n, n), dtype=np.int8)
    grid[np.random.default_rng(n + 1000 * seed).random((n, n)) < 0.12] = 2
    return grid


def problem(cases: int, name: str = "lizards", text: str = "", sizes: tuple[int, ...] = ()) -> Problem:
    """Return one with so many cases of two families and some that have no answer; `text` is put into every name."""
    made = []
    for number in range(cases):
        stem = ("forest", "meadow", "full")[number % 3]
        n = sizes[number % len(sizes)] if sizes else 6 + number // 3
        board = Instance(("BFS", "DFS", "SA")[number % 2], n, n, trees(n, number % 3))
        group = "sample" if number < 3 else "secret"
        made.append(Case(f"{stem}-{n}{text}", group, board, Answer(fail=stem == "full")))
    return Problem(
        name, f"Save the {name}{text}", "lizards", ("BFS", "DFS", "SA"), False, LIMITS, GROUPS, tuple(made),
        piece="lizard", path=f"testcases/{name}",
    )  # fmt: skip


def answer(case: Case) -> np.ndarray:
    """Return the board of a case with a piece in each row that has room, and two that see each other."""
    board = case.board.grid.copy()
    for row in range(len(board)):
        column = (2 * row) % len(board)
        if board[row, column] == 0:
            board[row, column] = 1
    board[1, 1], board[2, 2] = 1, 1
    return board


def result(case: Case, verdict: Verdict, time_s: float, repeat: int = 1, text: str = "") -> CaseResult:
    """Return what came of a case; `text` is put wherever a submission has a word."""
    code = CODES.get(verdict, "")
    cells = ((2, 2), (3, 3)) if verdict is Verdict.WA else ()
    said = "two lizards can eat each other" if verdict is Verdict.WA else str(verdict)
    finding = None
    if code:
        where = "row 2, column 2 and row 3, column 3 of the returned board" if cells else ""
        note = "they are neighbours on a diagonal" if cells else "the traceback ends in line 3"
        finding = Finding(code, said + text, cells, where + text, note + text, f"move one of them{text}", verdict)
    spread = [time_s * (1 + 0.02 * k) for k in range(repeat)]
    samples = tuple(Measurement(verdict, 1.1 * one, one, 30 << 20, round=k) for k, one in enumerate(spread))
    fails = case.answer is not None and case.answer.fail
    board = answer(case)
    given = Given(fail=True) if fails else Given(rows=len(board), cells=packed(board))
    return CaseResult(
        case.name, case.group, case.board.algorithm, verdict, code, finding.message if finding else "", cells,
        1.1 * time_s, time_s, 30 << 20, samples, finding,
        notices=(ReadWarning("W101", f"CRLF line ends were read as LF{text}"),) if case.group == "sample" else (),
        board=board if verdict is Verdict.WA else None,
        given=given if verdict in (Verdict.AC, Verdict.WA) else None,
    )  # fmt: skip


def judged(chosen: Problem, number: int, repeat: int = 1, text: str = "") -> Judgement:
    """Return what came of the submission of this number: the higher, the slower and the worse."""
    name = NAMES[number] if number < len(NAMES) else f"solution-{number}"
    runs = []
    for at, case in enumerate(chosen.cases):
        time_s = 0.0002 * (1 + number) * case.board.n ** (1.2 + 0.15 * number) / 6
        verdict = Verdict.AC
        if time_s > LIMITS.time_limit:
            verdict, time_s = Verdict.TLE, 1.1 * LIMITS.time_limit
        elif number and (at * 7 + number) % 23 == 0:
            verdict = (Verdict.WA, Verdict.RTE, Verdict.MLE)[number % 3]
        runs.append(result(case, verdict, time_s, repeat, text))
    verdict = next((run.verdict for run in runs if run.verdict is not Verdict.AC), Verdict.AC)
    path = Path(f"solutions/{chosen.name}/{name}{text.replace('/', '_')}.py")
    expected = (verdict,) if number % 4 else (Verdict.AC,)
    mine = Submission(f"{name}{text}", chosen.name, "function", path, b"", f"{number:064x}", expected, words=str(path))
    points = 100.0 * sum(run.verdict is Verdict.AC for run in runs) / max(1, len(runs))
    return Judgement(mine, chosen, Prepared(startup_s=0.0), tuple(runs), verdict, points)


def uncompiled(chosen: Problem, text: str = "") -> Judgement:
    """Return what came of a submission that does not compile."""
    found = Finding("E221", f"it can't be compiled{text}", note=f"line 3: expected ';'{text}", verdict=Verdict.CE)
    mine = Submission(f"broken{text}", chosen.name, "program", Path("broken.cpp"), b"", "f" * 64, words="broken.cpp")
    prepared = Prepared(Verdict.CE, 0.1, found.message, found, "C++")
    return Judgement(mine, chosen, prepared, (), Verdict.CE, 0.0)


def record(
    submissions: int = 6, cases: int = 12, repeat: int = 1, text: str = "", noise: float | None = 0.01
) -> RunRecord:
    """Return a run of two problems: so many submissions and cases, and a small second one."""
    first, second = problem(cases, text=text), problem(3, "queens", text)
    rows = [judged(first, number, repeat, text) for number in range(submissions)]
    rows += [uncompiled(first, text), *(judged(second, number, repeat, text) for number in range(2))]
    made = boards(rows, "cpu", noise)
    return RunRecord(tuple(map(tuple, made)), HOST, "cpu", Measuring(noise), made_s=1_764_000_000.0, judge="0.1.0")


def alone(made: RunRecord) -> RunRecord:
    """Return the first problem of a run alone."""
    return msgspec.structs.replace(made, boards=made.boards[:1])
