"""Whole runs, classes and likenesses for tests of reports, as large as one likes and without a sandbox.

What was measured is made up by a formula, so that it is the same each time. The leaderboards are made by `scoring`.
Names and sources are a stranger's.
"""

from __future__ import annotations

import difflib
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from rich.console import Console, RenderableType

from judge.errors import codes
from judge.model import (
    Answer,
    Case,
    Finding,
    Given,
    Host,
    Instance,
    Judgement,
    Limits,
    Mark,
    Overview,
    Prepared,
    Problem,
    ReadWarning,
    Run,
    RunRecord,
    Similarities,
    Student,
    Submission,
    Verdict,
)
from judge.reports import PlainConsole
from judge.scoring import boards, judgement_of
from tests.make import AC, CE, JE, MLE, OLE, RTE, TLE, WA, replace
from tests.make import judgement as of_runs
from tests.problems.told import hold
from tests.reports.graded import EVIL

# Whole reports: `JUDGE_TESTS_TELL=1 pytest tests/reports -k kept` writes them anew; read their diff before it is kept.
# Each has few lines, which test_told.py holds: show the smallest noun of which all words are seen.
TOLD = Path(__file__).parent / "told"
HOST = Host(
    "namespaces", ("memory", "no network"), (), "cgroup", "Linux 6.1", "3.11.7", "0.63.1", 2, Host.Machine("Some CPU")
)
NAMES = ("champion", "annealing", "backtracking", "bfs", "dfs", "greedy", "cautious", "random-walk", "minconflicts")
LIMITS = Limits(time_limit=0.5)
GROUPS = {"sample": Problem.Group(0.0, visibility="full"), "secret": Problem.Group(100.0)}
CODES = {WA: "E106", TLE: "E201", MLE: "E203", OLE: "E204", RTE: "E224", JE: "E304"}
SAID = {WA: "two lizards can eat each other", RTE: "there is no module called helper"}


def console(width: int = 100, *, terminal: bool = False, colours: Any = None) -> PlainConsole:
    """Return a console whose file is text: that of a pipe, or of a terminal, which has no colours by itself."""
    how: dict[str, Any] = {"color_system": colours, "legacy_windows": False}
    return PlainConsole(file=io.StringIO(), width=width, force_terminal=terminal, **how)


def printed(page: Console, *what: RenderableType) -> str:
    """Return what a console has printed, these things at last."""
    for one in what:
        page.print(one)
    return cast("io.StringIO", page.file).getvalue()


def as_text(what: RenderableType, width: int, *, terminal: bool = False) -> str:
    """Return what a pipe gets whose COLUMNS is `width`, or a terminal without colours, wherever the tests run."""
    with pytest.MonkeyPatch.context() as here:
        here.setenv("COLUMNS", str(width))
        here.setenv("LC_ALL", "C.UTF-8")
        return printed(console(width, terminal=terminal), what)


def keep(file: str, said: Mapping[str, RenderableType], width: int = 100) -> None:
    """Hold that each report is as it is kept, below its name, and that none has a control character."""
    texts = {name: as_text(what, width).strip("\n") for name, what in said.items()}
    hold(TOLD / file, told(texts))
    assert not any(set("\x1b\x07\u202e") & set(text) for text in texts.values())


def told(texts: Mapping[str, str]) -> Iterator[str]:
    """Yield each text below its name; of one that is much like an earlier one, which lines go and which come."""
    before: dict[str, list[str]] = {}
    for name, text in texts.items():
        lines = text.split("\n")
        others = {other: [*_changes(known, lines)] for other, known in before.items()}
        nearest = min(others, key=lambda other: len(others[other]), default="")
        before[name] = lines
        if nearest and len(others[nearest]) + 1 < len(lines):
            name, lines = f"{name}: as {nearest}, but", others[nearest]  # noqa: PLW2901
        yield f"{name}: {text}" if lines == [text] else "\n    ".join([f"{name}:".replace(", but:", ", but"), *lines])


def _changes(before: list[str], after: list[str]) -> Iterator[str]:
    found = difflib.unified_diff(before, after, n=0, lineterm="")
    return (line for line in found if not line.startswith(("@@", "---", "+++")))


def few(text: str, begin: str) -> str:
    """Return a text without the lines between the first and the last of those that follow one another and begin so."""
    row = rf" *{begin}.*\n"
    return re.sub(
        rf"({row})((?:{row})+)({row})",
        lambda found: f"{found[1]}({len(found[2].splitlines())} lines)\n{found[3]}",
        text,
    )


def in_codes(text: str) -> str:
    """Return a text without the words of codes, which are held where a code is defined: of each its code is left."""
    for code, row in codes().items():
        text = text.replace(f"{row.title} [{code}]", f"[{code}]")
    return text


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


def far_end(case: Case) -> int:
    """Return the row and column of a cell far down the diagonal."""
    n = case.board.n
    return n if n < 20 else n - 2


def answer(case: Case) -> np.ndarray:
    """Return the board of a case with a piece in each row that has room, and two that see each other."""
    board = case.board.grid.copy()
    for row in range(len(board)):
        column = (2 * row) % len(board)
        if board[row, column] == 0:
            board[row, column] = 1
    board[1, 1] = board[far_end(case) - 1, far_end(case) - 1] = 1
    return board


def result(case: Case, verdict: Verdict, time_s: float, repeat: int = 1, text: str = "") -> Run:
    """Return what came of a case; `text` stands wherever a submission has a word."""
    code, far = CODES.get(verdict, ""), far_end(case)
    cells = ((2, 2), (far, far)) if verdict is WA else ()
    finding = None
    if code:
        said = text or SAID.get(verdict, str(verdict))
        where = f"row 2, column 2 and row {far}, column {far} of the returned board" if cells else ""
        note = "no tree is between them" if cells else "the traceback ends in line 3"
        finding = Finding(code, said, cells, text or where, text or note, text or "move one of them", verdict)
    if finding and verdict is RTE:
        finding = finding.at(Finding.Excerpt("homework.py", 3, text or "from helper import attacks", 6, 12))
    spread = [time_s * (1 + 0.02 * k) for k in range(repeat)]
    samples = tuple(Run.Measurement(verdict, 1.1 * one, one, 30 << 20, round=k) for k, one in enumerate(spread))
    fails = case.answer is not None and case.answer.fail
    board = answer(case)
    given = Given(fail=True) if fails else Given.of_board(board)
    return Run(
        case.name, case.group, case.board.algorithm, verdict, code, finding.message if finding else "", cells,
        1.1 * time_s, time_s, 30 << 20, samples, finding,
        notices=(ReadWarning("W101", text or "CRLF line ends were read as LF"),) if case.group == "sample" else (),
        board=board if verdict is WA else None,
        given=given if verdict in (AC, WA) else None,
    )  # fmt: skip


def judged(chosen: Problem, number: int, repeat: int = 1, text: str = "") -> Judgement:
    """Return what came of the submission of this number: the higher, the slower and the worse."""
    name = NAMES[number] if number < len(NAMES) else f"solution-{number}"
    runs = []
    for at, case in enumerate(chosen.cases):
        time_s = 0.0002 * (1 + number) * case.board.n ** (1.2 + 0.15 * number) / 6
        verdict = AC
        if time_s > LIMITS.time_limit:
            verdict, time_s = TLE, 1.1 * LIMITS.time_limit
        elif number and (at * 7 + number) % 23 == 0:
            verdict = (WA, RTE, MLE)[number % 3]
        runs.append(result(case, verdict, time_s, repeat, text))
    path = Path(f"solutions/{chosen.name}/{name}{text.replace('/', '_')}.py")
    mine = {"path": path, "words": str(path), "sha256": f"{number:064x}"}
    made = of_runs(chosen, runs, f"{name}{text}", prepare=Prepared(startup_s=0.0), submission=mine)
    expected = (made.verdict,) if number % 4 else (AC,)
    points = 100.0 * sum(run.verdict is AC for run in runs) / max(1, len(runs))
    return replace(made, submission=replace(made.submission, expected=expected), points=points)


def uncompiled(chosen: Problem, text: str = "") -> Judgement:
    """Return what came of a submission that does not compile."""
    said, note = text or "it can't be compiled", text or "line 3: expected ';'"
    found = Finding("E221", said, note=note, verdict=CE)
    found = found.at(Finding.Excerpt("broken.cpp", 3, text or "int x = 1", 9, 10))
    path = Path(f"broken{text.replace('/', '_')}.cpp")
    mine = Submission(f"broken{text}", chosen.name, "program", path, b"", "f" * 64, words=str(path))
    return judgement_of(mine, chosen, Prepared(CE, 0.1, found.message, found, "C++"), given=0.0)


def record(
    submissions: int = 6, cases: int = 12, repeat: int = 1, text: str = "", noise: float | None = 0.01
) -> RunRecord:
    """Return a run of two problems: so many submissions and cases, and a small second one."""
    first, second = problem(cases, text=text), problem(3, "queens", text)
    rows = [judged(first, number, repeat, text) for number in range(submissions)]
    rows += [uncompiled(first, text), *(judged(second, number, repeat, text) for number in range(2))]
    made = boards(rows, "cpu", noise)
    return RunRecord(
        tuple(map(tuple, made)), HOST, "cpu", RunRecord.Measuring(noise), made_s=1_764_000_000.0, judge="0.1.0"
    )


def alone(made: RunRecord) -> RunRecord:
    """Return the first problem of a run alone."""
    return replace(made, boards=made.boards[:1])


CASES = (
    Overview.CaseFacts("sample", "one", 4, 3, 0.4),
    Overview.CaseFacts("secret", "two", 4, 1, 1.25),
    Overview.CaseFacts("secret", "<i>", 0),
)
NOON_S = 1_795_348_800.0  # 2026-11-22 12:00 UTC
MARKS = (Mark("u3", "points", "by mail", "smith", NOON_S, 12.5), Mark("u4", "excuse", "ill <script>", "smith", NOON_S))


def line(number: int, name: str, points: float | None, *verdicts: Verdict | None, **changes: Any) -> Overview.Line:
    tried = tuple(Overview.Tried(verdict, cpu_s=0.5) if verdict else None for verdict in verdicts)
    first = next((one for one in verdicts if one is not AC), AC)
    made = Overview.Line(Student(f"u{number}", name), verdict=first, points=points, max_points=20.0, tried=tried)
    return replace(made, **changes)


def overview(count: int = 0) -> Overview:
    """A class of four, and `count` others, the first of whom are called what opens formulas and tags."""
    names = [EVIL[k] if k < len(EVIL) else f"Student {k}" for k in range(count)]
    right = Overview.Tried(AC)
    lines = (
        line(1, "Ann Lee", 20.0, AC, AC, AC),
        line(2, "李小龍", 5.0, AC, WA, TLE),
        line(3, "Cy", 12.5, tried=(Overview.Tried(CE),) * 3, verdict=CE, mark=Mark.Decided(MARKS[0]), late=True),
        line(4, "u4", None, None, None, None, mark=Mark.Decided(MARKS[1])),
        line(5, "Eve", 10.0, tried=(right, right, Overview.Tried(TLE, not_run=True))),
        *(line(100 + k, name, float(k % 20), AC, WA, WA) for k, name in enumerate(names)),
    )
    ann, eve = lines[0].student, lines[4].student
    return Overview(
        "The <quiz>", "pkg", CASES, lines,
        (Overview.Bin(0, 10, 3), Overview.Bin(10, 20, 2, last=True)),
        (Overview.Near(ann, "secret/two", "time", 0.973, AC), Overview.Near(eve, "secret/<i>", "time", 1.02, TLE)),
        ((ann, 2),), Judgement.Disturbance(9, 2, 0),
        (Overview.Reason("it belongs to no student", "take it out", (("up.txt", ""), ("<b>.txt", ""))),),
        (Overview.Reason("which is run", "call one main.py", (("u6", "a.py, b.py"), ("u7", "c.py, d.py"))),),
        MARKS,
    )  # fmt: skip


MARKUP = "<script>alert(1)</script>\u202e\x1b[31m"
FIRST = "import sys\n" + "# far away\n" * 20 + "def first(a):\n    return a * 2  # <b>\x07\n"
SECOND = "def second(b):\n    return b * 3\n"
LEFT = (("main.py", FIRST + SECOND), ("empty.py", ""))
RIGHT = (("other.py", "x = 1\n"), ("hw.py", SECOND + "y = 2\n" + FIRST[FIRST.index("def") :]))


def span(files: tuple[tuple[str, str], ...], file: int, text: str) -> Similarities.Span:
    start = files[file][1].index(text)
    return Similarities.Span(file, start, start + len(text))


def alike() -> Similarities:
    """Return two students of this class and one of an earlier one, of whom two pairs are shown."""
    bodies = [FIRST[FIRST.index("def") :].rstrip(), SECOND.rstrip()]
    parts = tuple(Similarities.Part(span(LEFT, 0, body), span(RIGHT, 1, body), 14) for body in bodies)
    works = (
        *(Similarities.Work(("ada",), LEFT), Similarities.Work((MARKUP, "bob"), RIGHT)),
        *(Similarities.Work(("eve",), LEFT, "2025"), Similarities.Work(("zed",), RIGHT)),
    )
    pair = Similarities.Pair
    first, second, third = pair(0, 1, 0.873, 0.6, parts), pair(0, 2, 1.0, 0.7), pair(1, 2, 0.7, 0.6)
    circle = Similarities.Circle((0, 1, 2), (second, first, third), (second, first))
    left_out = (("dan", "it is empty"), ("fay", "it is empty"), (MARKUP, MARKUP))
    return Similarities("hw1.zip", works, (circle,), 3, 1, 0.04, left_out)


def unlike() -> Similarities:
    return Similarities("hw1.zip", (), (), 1)
