"""Students to draw pages of: each verdict, boards small and large, many cases, and names that try to be more."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from judge.model import (
    Algorithm,
    Case,
    Excerpt,
    Finding,
    Graded,
    Group,
    Instance,
    Judgement,
    Limits,
    Measurement,
    Prepared,
    Problem,
    ReadWarning,
    Run,
    Student,
    Submission,
    Verdict,
)
from judge.reports import Sheet
from judge.scoring import Cohort

SIZES = {"sample": (4, 8, 40), "open": (9, 60), "secret": tuple(range(6, 30))}
GROUPS = {"sample": Group(0), "open": Group(20, visibility="full"), "secret": Group(80)}
ALGORITHMS: tuple[Algorithm, ...] = ("BFS", "DFS", "SA")
CODES = {
    Verdict.WA: "E106",
    Verdict.TLE: "E201",
    Verdict.MLE: "E203",
    Verdict.OLE: "E204",
    Verdict.RTE: "E224",
    Verdict.JE: "E304",
}
# What tries to be more than text, wherever it is shown.
VECTORS = (
    "<script>document.title='ran'</script>",
    '"><img src=x onerror="document.title=\'ran\'">',
    "'><svg onload=document.title='ran'>",
    "</title></style></pre><script>document.title='ran'</script>",
    "javascript:document.title='ran'",
    "<a href=\"javascript:document.title='ran'\">x</a>",
    "<iframe srcdoc=\"<script>parent.document.title='ran'</script>\"></iframe>",
    "<details open ontoggle=document.title='ran'>",
    "<meta http-equiv=refresh content='0;url=javascript:document.title=1'>",
    "<style>*{display:none}</style><base href=//e.vil/>",
    "--><!--<script>document.title='ran'</script>",
    "<![CDATA[<script>document.title='ran'</script>]]>",
    "&lt;script&gt;document.title='ran'&lt;/script&gt;",
    "\u202e<script>\u2028document.title='ran'//",
    "<sc\0ript>document.title='ran'</sc\0ript>",
    "<math><mtext></p><img src=x onerror=document.title='ran'>",
)


def board(n: int) -> np.ndarray:
    """Return one with trees, but none on the diagonal."""
    grid = np.zeros((n, n), dtype=np.int8)
    grid[np.random.default_rng(n).random((n, n)) < 0.12] = 2
    grid[np.diag_indices(n)] = 0
    return grid


def problem(text: str = "") -> Problem:
    cases = tuple(
        Case(f"{text or 'nursery'}-{n:02}", group, Instance(ALGORITHMS[n % 3], n, n, board(n)))
        for group, sizes in SIZES.items()
        for n in sizes
    )
    return Problem("lizards", "Lizards", "lizards", ALGORITHMS, False, Limits(), GROUPS, cases, piece="lizard")


def result(case: Case, verdict: Verdict, text: str = "") -> Run:
    n = case.board.n
    places = np.zeros((n, n), dtype=bool)
    places[np.arange(n), np.roll(np.arange(n) * 2 % n, 1)] = True
    far = n - 1 if n < 20 else n - 3
    places[np.diag_indices(n)] = False
    places[1, 1] = places[far, far] = True
    answer = np.where(places & (case.board.grid == 0), 1, case.board.grid).astype(np.int8)
    code = "" if verdict is Verdict.AC else CODES[verdict]
    found = Finding(
        code,
        text or {"E106": "two lizards can eat each other", "E224": "there is no module called helper"}.get(code, "why"),
        ((2, 2), (far + 1, far + 1)) if code == "E106" else (),
        text or f"output.txt line {far + 2}, column {far + 1}",
        text or "no tree between them on the diagonal",
        text or f"move the lizard at row {far + 1}, column {far + 1} to a cell that no other lizard sees",
        verdict,
    )
    if code == "E224":
        found = found.at(Excerpt("homework.py", 3, text or "from helper import attacks", 6, 12))
    time_s = {Verdict.TLE: 5.4}.get(verdict, 0.004 * n**1.9)
    return Run(
        case.name, case.group, case.board.algorithm, verdict, code, found.message, found.cells,
        finding=found if code else None, board=answer if code == "E106" else None,
        wall_s=time_s, cpu_s=time_s, memory_bytes=30 << 20, samples=(Measurement(verdict, time_s, time_s, 30 << 20),),
        notices=(ReadWarning("W101", text or "CRLF line ends were read as LF"),) if case.group == "sample" else (),
    )  # fmt: skip


def judged(words: str, points: float | None, text: str = "") -> Judgement:
    """One verdict for each case, in order; the last goes on, and `-` is one that was not run."""
    chosen, given = problem(text), words.split()
    given += [given[-1]] * (len(chosen.cases) - len(given))
    runs = []
    for case, word in zip(chosen.cases, given, strict=True):
        run = result(case, Verdict("TLE" if word == "-" else word), text)
        runs.append(msgspec.structs.replace(run, samples=(), code="E209") if word == "-" else run)
    verdict = next((run.verdict for run in runs if run.verdict is not Verdict.AC), Verdict.AC)
    name = "homework.py" if not text else text.replace("/", "_")
    mine = Submission("mine", "lizards", "function", Path(name), b"", "5f3a" * 16)
    return Judgement(mine, chosen, Prepared(), tuple(runs), verdict, points)


def row(name: str, made: Judgement | None, note: str = "", late: bool = False) -> Graded:
    student = Student(f"U{len(name)}", name, lms_id="7")
    page = f"page-{abs(hash(name))}/feedback"
    if made is None:
        return Graded(student, page, max_points=100, note=note)
    facts = {"verdict": made.verdict, "points": made.points, "judgement": made, "judged_s": 1_764_000_000.0}
    return Graded(student, page, sha256="5f3a" * 16, max_points=100.0, note=note, late=late, **facts)  # type: ignore[arg-type]


def uncompiled(text: str = "") -> Judgement:
    made = judged("AC", 0.0)
    found = Finding("E221", text or "g++ refused the program", note=text or "homework.cpp:3:5: error: expected ';'")
    found = msgspec.structs.replace(found, verdict=Verdict.CE).at(
        Excerpt("homework.cpp", 3, text or "int x = 1", 9, 10)
    )
    prepared = Prepared(Verdict.CE, 0.1, found.message, found, "C++")
    return msgspec.structs.replace(made, prepare=prepared, runs=(), verdict=Verdict.CE)


def students() -> dict[str, Graded]:
    """Return one of each kind, by what it shows."""
    return {
        "right": row("Ольга Петрова", judged("AC", 100.0)),
        "wrong": row(
            "José Ñúñez", judged("AC WA WA AC WA AC AC AC WA AC TLE AC WA AC RTE RTE AC MLE OLE -", 61.25), late=True
        ),
        "missing": row("محمد الفارسي", judged("RTE", 0.0)),
        "waits": row("Ada Lovelace", judged("AC AC AC AC AC AC JE AC", None), "no points yet: the judge itself failed"),
        "uncompiled": row("李小龍", uncompiled()),
        "nothing": row("Sean O'Neil", None, "none of notes.pdf is a source file"),
    }


def sheet(rows: list[Graded]) -> Sheet:
    scheme = (
        "sample: no points. open: 20 points, shared evenly by 2 cases. secret: 80 points, shared evenly by 24 cases."
    )
    return Sheet(
        "Homework 1: Save the lizards", scheme, cohort=Cohort.of([one.judgement for one in rows if one.judgement])
    )
