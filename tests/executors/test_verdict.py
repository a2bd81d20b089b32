"""The decision table, held against the specification's with made-up facts; and what it says in words."""

from __future__ import annotations

import contextlib
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge.executors import boundscheck, function, program, settled_run, validator, verdict
from judge.executors.program import plan
from judge.executors.program.compile import compile_in
from judge.executors.verdict import LATE, TABLE, decided
from judge.model import Answer, Case, Finding, Group, Instance, Limits, Measurement, Problem, Run, Submission, Verdict
from judge.sandbox import Facts, Sandbox, protocol
from judge.sandbox.protocol import Home
from judge.submissions import Source, languages
from tests.executors import table

LIMITS = Limits(time_limit=5.0)  # 10 s on the wall
PARTS = (0.0, 0.001, 0.5, 0.89, 0.9, 0.95, 1.0, 1.0001, 1.05, 1.1, 1.11, 1.5, 2.0, 20.0)  # of a limit
STATUS = (None, 0, 1, 3, 42, 43, 127, 255, -6, -7, -9, -11, -64)
STOPS = ("", "", "cpu", "wall", "starved", "memory", "output", "answer", "early")
SECONDS = st.builds(lambda part, limit_s: part * limit_s, st.sampled_from(PARTS), st.sampled_from((5.0, 10.0)))


@st.composite
def measured(draw: st.DrawFn) -> table.Measured:
    wall_s = draw(SECONDS)
    lost_s = draw(st.sampled_from((0.0, 0.019, 0.021, 0.2 * wall_s, 0.21 * wall_s, wall_s)))
    phase, stop = draw(st.sampled_from(table.PHASES)), draw(st.sampled_from(STOPS))
    status = draw(st.sampled_from(STATUS))
    framed = draw(st.booleans()) and not stop and phase in ("prepare", "load", "window")
    return table.Measured(phase, stop, status, wall_s, draw(SECONDS), lost_s, framed)


def facts_of(seen: table.Measured) -> Facts:
    return Facts(
        seen.wall_s,
        seen.cpu_s,
        lost_s=seen.lost_s,
        killed_for=seen.stop,  # type: ignore[arg-type]
        status=seen.status,
        frame=b"x" if seen.framed else b"",
    )


def said(finding: Finding | None) -> str:
    return f"{finding.verdict}:{finding.code}" if finding else "-"


@settings(max_examples=3000)
@given(measured())
def test_what_is_decided_is_what_the_specification_says(seen: table.Measured) -> None:
    facts = facts_of(seen)
    found = decided(seen.phase, facts, LIMITS)  # type: ignore[arg-type]
    assert said(found) == table.decided(seen, LIMITS.time_limit)
    assert found is None or not set("{}") & set(found.message + found.note + found.help)
    assert said(decided("warm-up", facts, LIMITS)) == table.on_a_warm_up(seen)


def test_each_cell_of_the_table_is_a_verdict_and_its_code() -> None:
    for fact, row in TABLE.items():
        assert len(row.split()) == len(verdict.PHASES), fact
    for fact, row in table.ROWS.items():
        mine = [verdict.cell(fact, phase) for phase in table.PHASES]
        assert mine == row.split(), fact


# --- several runs ----------------------------------------------------------------------------------------------------
@st.composite
def runs(draw: st.DrawFn) -> table.Run:
    kinds = ["", "", "E201", "E202", "E210", "E106", "E205", "JE"]
    code = draw(st.sampled_from(kinds))
    if code == "JE":
        return table.Run("JE", "E303")
    name = "AC" if not code else "TLE" if code in (*LATE, "E210") else "WA"
    wall_s = draw(SECONDS)
    lost_s = draw(st.sampled_from((0.0, 0.019, 0.021, 0.2 * wall_s, 0.21 * wall_s, 0.5 * wall_s)))
    return table.Run(name, code, draw(SECONDS), wall_s, lost_s)


def attempt_of(run: table.Run) -> Run:
    made = Verdict(run.verdict)
    sample = Measurement(made, run.wall_s, run.cpu_s, 1, run.lost_s)
    samples = () if made is Verdict.JE else (sample,)
    finding = None if made is Verdict.AC else Finding(run.code, "as made up", verdict=made)
    return Run(
        *("one", "secret", "DFS", made, run.code),
        wall_s=run.wall_s,
        cpu_s=run.cpu_s,
        samples=samples,
        finding=finding,
    )


@settings(max_examples=2000)
@given(st.lists(runs(), min_size=4, max_size=4))
def test_which_of_several_runs_counts(made: list[table.Run]) -> None:
    attempts = [attempt_of(run) for run in made]
    for count in range(1, 5):
        at, more = table.settle(made[:count], LIMITS.time_limit)
        counts, again = settled_run(attempts[:count], LIMITS)
        assert again == more
        bare = msgspec.structs.replace(counts, finding=attempts[at].finding, notices=())
        assert bare == attempts[at]
        if not more:
            return
    raise AssertionError("a fifth run was asked for")


# --- in words --------------------------------------------------------------------------------------------------------
def test_a_run_is_ended_a_tenth_above_its_limits() -> None:
    assert LIMITS.stop_s == pytest.approx(5.5)
    assert LIMITS.stop_wall_s == pytest.approx(11.0)
    short = Limits(time_limit=0.5)
    assert short.stop_s < short.stop_wall_s
    assert short.stop_wall_s == pytest.approx(1.65)
    assert (short.load_limit_s, short.load_wall_s) == (10.0, 20.0)


# --- each executor asks the table for its own phase ------------------------------------------------------------------
class Boxes:
    """A sandbox that is none: its boxes say what was made up for them."""

    tier, core, cache, exact, as_root = "namespaces", None, None, True, ""

    def __init__(self, *script: Facts) -> None:
        self._script = list(script)
        self.meter = SimpleNamespace(cpu_s=lambda: 0.0)

    def keep(self, _: object, __: object = ()) -> Home:
        return Home("/homes/1", "/submission", "/cache", "/box")

    def forget(self, _: Home) -> None:
        pass

    def key_of(self, *_: object) -> str:
        return ""

    def start(self, *_: object) -> contextlib.AbstractContextManager[Boxes]:
        return contextlib.nullcontext(self)

    def exchange(self, *_: object) -> Facts:
        return self._script.pop(0)

    run = exchange


SOURCE = b"def solve(algorithm, n, lizards, grid):\n    return grid\n"
JUNK = b"?"
CASE = Case("c", "g", Instance("ANY", 4, 4, np.zeros((4, 4), np.int8)), Answer(fail=True))
PROBLEM = Problem("p", "p", "lizards", ("ANY",), False, LIMITS, {"g": Group()}, (CASE,))


def come_to(seen: table.Measured) -> Finding | None:
    """Return what an executor makes of these facts, in boxes that are none."""
    facts = msgspec.structs.replace(facts_of(seen), frame=JUNK if seen.framed else b"")
    started = [Facts(frame=protocol.IMPORTED)]
    submission = Submission("s", "p", "function", Path("s.py"), SOURCE, "x")
    source = Source(submission.source, str(submission.path))
    home = Boxes().keep({})
    ready = function.Ready(home=home, limits=LIMITS, source=source, looks=boundscheck.Looks({"g/c": None}, genuine=3))
    match seen.phase:
        case "prepare":
            made = function.prepare(boxes(*started, Facts(frame=protocol.COMPILING), facts), submission, PROBLEM)
            return made if isinstance(made, Finding) else None
        case "load":
            return function.attempt(boxes(*started, facts), ready, PROBLEM, CASE).finding
        case "window":
            loaded = (*started, Facts(frame=protocol.READY), facts)
            return function.attempt(boxes(*loaded), ready, PROBLEM, CASE).finding
        case "compile":
            made_of = plan.Plan(languages()["C"], (("s.c", b""),), "s.c")
            return compile_in(boxes(*[facts] * 9), home, made_of, LIMITS)[0]
    compiled = program.Ready(
        home=home, limits=LIMITS, command=("x",), shipped=(), folder="/f", source=source, sealed=True
    )
    if seen.phase == "validator":
        return validator._judged(facts, compiled)
    return program.attempt(boxes(facts), compiled, PROBLEM, CASE).finding


def boxes(*script: Facts) -> Sandbox:
    return cast(Sandbox, Boxes(*script))


@settings(max_examples=800, deadline=None)
@given(measured())
def test_every_executor_decides_by_the_table(seen: table.Measured) -> None:
    wanted = table.decided(seen, LIMITS.time_limit)
    assume(wanted != "-" or not seen.stop)  # else it can't be
    found = come_to(seen)
    if wanted != "-":
        assert said(found) == wanted
    elif seen.phase == "window":
        assert said(found) == "RTE:E208", "a frame that none is"
    elif seen.phase == "compile":
        assert said(found) == {0: "-", 127: "JE:E303"}.get(seen.status if seen.status is not None else -1, "CE:E221")
    elif seen.phase == "validator":
        assert said(found) == ("-" if seen.status == 42 else "WA:E256" if seen.status == 43 else "JE:E309")
    elif seen.phase == "program":
        assert said(found).partition(":")[2] in ("E101", "E206", "E207", "E223")
