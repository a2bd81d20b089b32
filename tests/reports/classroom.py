"""A class at a glance, made up: every verdict, an excuse, points by hand, doubts, a near miss, a disturbed run."""

from __future__ import annotations

from judge.model import Verdict
from judge.model.classroom import Student
from judge.model.disturbance import Disturbance
from judge.model.mark import Mark
from judge.model.overview import Bin, CaseFacts, Line, Near, Overview, Reason, Tried
from tests.reports.export.graded import EVIL

AC, WA, TLE, CE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.CE, Verdict.JE
CASES = (CaseFacts("sample", "one", 4, 3, 0.4), CaseFacts("secret", "two", 4, 1, 1.25), CaseFacts("secret", "<i>", 0))
NOON_S = 1_795_348_800.0  # 2026-11-22 12:00 UTC


def line(number: int, name: str, points: float | None, *verdicts: Verdict) -> Line:
    tried = tuple(Tried(verdict, cpu_s=0.5) for verdict in verdicts)
    first = next((one for one in verdicts if one is not AC), AC)
    return Line(Student(f"u{number}", name), first, points, 20.0, tried)


def overview(count: int = 0) -> Overview:
    """A class of four, and `count` others, the first of whom are called what opens formulas and tags."""
    names = [EVIL[k] if k < len(EVIL) else f"Student {k}" for k in range(count)]
    lines = (
        line(1, "Ann Lee", 20.0, AC, AC, AC),
        line(2, "李小龍", 5.0, AC, WA, TLE),
        Line(Student("u3", "Cy"), CE, 12.5, 20.0, (Tried(CE),) * 3, by_hand=True, late=True),
        Line(Student("u4", "u4"), None, None, 20.0, (None,) * 3, excused=True),
        Line(Student("u5", "Eve"), AC, 10.0, 20.0, (Tried(AC), Tried(AC), Tried(TLE, not_run=True))),
        *(line(100 + k, name, float(k % 20), AC, WA, WA) for k, name in enumerate(names)),
    )
    ann, eve = lines[0].student, lines[4].student
    return Overview(
        "The <quiz>", "pkg", CASES, lines,
        (Bin(0, 10, 3), Bin(10, 20, 2, last=True)),
        (Near(ann, "secret/two", "time", 0.973, AC), Near(eve, "secret/<i>", "time", 1.02, TLE)),
        ((ann, 2),), Disturbance(9, 2, 0),
        (Reason("it belongs to no student", "take it out", (("up.txt", ""), ("<b>.txt", ""))),),
        (Reason("which is run", "call one main.py", (("u6", "a.py, b.py"), ("u7", "c.py, d.py"))),),
        (Mark("u3", "points", "by mail", "smith", NOON_S, 12.5), Mark("u4", "excuse", "ill <script>", "smith", NOON_S)),
    )  # fmt: skip
