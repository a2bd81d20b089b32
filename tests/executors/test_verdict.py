"""The decision table, held against the specification's with made-up facts, through what each executor makes of them."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import msgspec
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.executors import calmer_runs, executor_of, settle_run, validate_answer, validator_fault
from judge.judging import Task, Worker
from judge.model import Answer, Case, Finding, Instance, Limits, Problem, Programs, Run, Submission, Verdict
from judge.problems import read_package
from judge.sandbox import Facts, Sandbox
from tests.boxed import HOME
from tests.conftest import MakePackage, MakeSubmission, refused, there
from tests.executors import table
from tests.executors.made_up import COMPILING, IMPORTED, READY, WELL, Boxes, function_of, outcome_of, prepared
from tests.executors.make import rows_of
from tests.pretended import Pretended
from tests.problems.told import hold, in_lines

LIMITS = Limits(time_limit=5.0)  # 10 s on the wall
PARTS = (0.0, 0.001, 0.5, 0.89, 0.9, 0.95, 1.0, 1.0001, 1.05, 1.1, 1.11, 1.5, 2.0, 20.0)  # of a limit
STATUS = (None, 0, 1, 3, 42, 43, 127, 255, -6, -7, -9, -11, -64)
STOPS = ("", "", "cpu", "wall", "starved", "memory", "output", "answer", "early")
SECONDS = st.builds(lambda part, limit_s: part * limit_s, st.sampled_from(PARTS), st.sampled_from((5.0, 10.0)))


@st.composite
def measured(draw: st.DrawFn) -> table.Measured:
    wall_s = draw(SECONDS)
    lost_s = draw(st.sampled_from((0.0, 0.019, 0.021, 0.2 * wall_s, 0.21 * wall_s, wall_s)))
    phase, stop = draw(st.sampled_from((*table.PHASES, "warm-up"))), draw(st.sampled_from(STOPS))
    status = draw(st.sampled_from(STATUS))
    framed = draw(st.booleans()) and not stop and phase in ("prepare", "warm-up", "load", "window")
    return table.Measured(phase, stop, status, wall_s, draw(SECONDS), lost_s, framed)


def said(finding: Finding | None) -> str:
    return f"{finding.verdict}:{finding.code}" if finding else "-"


# --- what each executor makes of them --------------------------------------------------------------------------------
JUNK = Facts(frame=b"?")
CASE = Case("c", "g", Instance("ANY", 4, 4, np.zeros((4, 4), np.int8)), Answer(fail=True))
PROBLEM = Problem("p", "p", "lizards", ("ANY",), False, LIMITS, {"g": Problem.Group()}, (CASE,))
FUNCTION = function_of("def solve(algorithm, n, lizards, grid):\n    return grid\n", "s.py")
PROGRAM, C = (Submission("s", "p", "program", Path(name), b"1\n", "x") for name in ("s.py", "s.c"))
TEXT = msgspec.structs.replace(CASE, answer=Answer(text=b""), text=b"")
VALIDATED = msgspec.structs.replace(
    Problem("p", "p", "general", ("ANY",), False, LIMITS, {"g": Problem.Group()}, (TEXT,), programs=Programs()),
    validator=Problem.Validator((("validate.py", b"1\n"),), (), (), LIMITS),
)


def come_to(seen: table.Measured) -> Finding | None:
    """Return what an executor makes of these facts."""
    facts = Facts(seen.wall_s, seen.cpu_s, lost_s=seen.lost_s, status=seen.status, stderr="its last words")
    stop: Any = seen.stop
    facts = msgspec.structs.replace(facts, killed_for=stop, frame=JUNK.frame if seen.framed else b"")
    match seen.phase:
        case "prepare":
            return prepared(FUNCTION, PROBLEM, IMPORTED, COMPILING, facts)
        case "warm-up":
            return prepared(FUNCTION, PROBLEM, IMPORTED, facts)
        case "compile":
            return prepared(C, PROBLEM, facts)
        case "load":
            return tried(FUNCTION, IMPORTED, facts)
        case "window":
            return tried(FUNCTION, IMPORTED, READY, facts)
        case "program":
            return tried(PROGRAM, facts)
    place = Boxes(WELL)
    made = validated(place)
    assert made is None or made.code != "E309" or "made ready" not in made.message
    place.script = (facts,)
    return validated(place)


def validated(place: Boxes, problem: Problem = VALIDATED) -> Finding | None:
    return validate_answer(lambda: place.sandbox, problem, TEXT, b"")


def tried(submission: Submission, *script: Facts) -> Finding | None:
    return outcome_of(submission, PROBLEM, *script).finding


# Each of these came to another verdict in version 0.1.0.
@example(table.Measured("window", "starved", None, 12, 5.1, 6))  # who is out of CPU is so on any host
@example(table.Measured("program", "starved", None, 12, 5.1, 6))
@example(table.Measured("validator", "starved", None, 12, 5.1, 6))
@example(table.Measured("load", "", -11, 6, 5.1))  # loading has a limit of its own
@example(table.Measured("load", "", 1, 6, 5.1))
@example(table.Measured("load", "answer", None, 1, 0.1))  # what comes before the case is no answer to it
@example(table.Measured("load", "wall", None, 21, 0.1))  # who slept at each import held a core for minutes
@settings(max_examples=1000, deadline=None)
@given(measured())
def test_every_executor_decides_by_the_table(seen: table.Measured) -> None:
    if seen.phase == "warm-up":
        wanted = table.on_a_warm_up(seen)
    else:
        wanted = table.decided(seen, LIMITS.time_limit)
        assume(wanted != "-" or not seen.stop)  # else it can't be
    found = come_to(seen)
    assert found is None or not set("{}") & set(found.message + found.note + found.help)
    if wanted != "-" or seen.phase == "warm-up":
        assert said(found) == wanted
    elif seen.phase == "window":
        assert said(found) == "RTE:E208", "a frame that none is"
    elif seen.phase == "compile":
        assert said(found) == {0: "-", 127: "JE:E303"}.get(seen.status if seen.status is not None else -1, "CE:E221")
    elif seen.phase == "validator":
        assert said(found) == ("-" if seen.status == 42 else "WA:E256" if seen.status == 43 else "JE:E309")
    elif seen.phase == "program":
        assert said(found).partition(":")[2] in ("E101", "E206", "E207", "E223")


ENDS = (
    table.Measured("", "cpu", -9, 5.25, 5.125),
    table.Measured("", "cpu", 0, 5.25, 5.125),
    table.Measured("", "wall", -9, 12.25, 2.125, 1.5),
    table.Measured("", "wall", 0, 12.25, 2.125),
    table.Measured("", "starved", -9, 12.25, 2.125, 6.5),
    *(table.Measured("", stop, -9, 1.5, 0.5) for stop in ("memory", "output", "answer", "early")),
    *(table.Measured("", "", status, 1.5, 0.5) for status in (3, -11, None)),
    table.Measured("", "", -9, 1.5, 0.5, 0.0, True),
)
NEAR = {name: [table.Run(*run) for run in made] for name, made in rows_of("three_runs.toml").items()}


def test_what_is_said_of_each_row_of_the_table_is_kept() -> None:
    """A line is there once, with the first end that it is said of."""
    told: dict[str, str] = {}
    for phase, end in product((*table.PHASES, "warm-up"), ENDS):
        if finding := come_to(end._replace(phase=phase)):
            for line in in_lines(finding):
                told.setdefault(line, f"{phase}, {end.stop or end.status}")
    for name, made in NEAR.items():
        counts, _ = settle_run([attempt_of(run) for run in made], LIMITS)
        told |= dict.fromkeys(in_lines(counts.finding) if counts.finding else [counts.notices[0].message], name)
    hold(Path(__file__).with_name("decisions.txt"), (f"{end}: {line}" for line, end in told.items()))


@pytest.mark.parametrize(("cpu_s", "tried_all"), [(1.0, True), (LIMITS.compilation_time, False)])
def test_the_standards_of_a_language_share_the_time_of_a_compiler(cpu_s: float, tried_all: bool) -> None:
    boxes = Boxes(Facts(status=1, cpu_s=cpu_s))
    finding = executor_of("program").prepare(boxes.sandbox, C, PROBLEM)
    assert said(finding) == "CE:E221"
    assert (len(boxes.jobs) > 1) == tried_all
    assert boxes.bounds[0].cpu_s == LIMITS.compilation_time - (len(boxes.jobs) - 1) * cpu_s, "what is left of it"
    assert boxes.memory_mib == max(LIMITS.memory, 1024), "of a compiler, whatever a program may have"


@pytest.mark.parametrize(
    ("lost_s", "known_s", "told_s", "kept"), [(0.2, None, 0.5, [0.5]), (0.3, None, 0.5, []), (0.0, 0.25, 0.25, [])]
)
def test_what_starting_a_language_costs_is_kept_if_no_run_was_disturbed(
    request: pytest.FixtureRequest, *, lost_s: float, known_s: float | None, told_s: float, kept: list[float]
) -> None:
    file: Path = request.getfixturevalue("table")
    words = '"]\nempty = "pass"\ncompile = ["true"]\nrun = ["true", "{source}"]\n'
    file.write_text(f'[{uuid4().hex}]\nsuffixes = [".quick{words}')
    boxes: Any = Boxes(Facts(1.0, 0.5, lost_s=lost_s, status=0))
    found: list[float] = []
    boxes.key_of = lambda kind, *_: kind
    boxes.prepared = lambda key, form, *_: form(known_s) if key == "startup" and known_s else None
    boxes.keep_prepared = lambda key, figure, *_: found.append(figure.startup_s) if key == "startup" else None
    mine = Submission("s", "p", "program", Path("s.quick"), b"", "x")
    made: Any = executor_of("program").prepare(boxes, mine, PROBLEM)
    assert (made.startup_s, found) == (told_s, kept)


class Breaking(Boxes):
    """A sandbox that breaks as it is given files at these tries; its validator says that all is right."""

    def __init__(self, *breaks: int, code: str = "E303") -> None:
        super().__init__()
        self.script = lambda job: [WELL if job.prepare else Facts(status=42)]
        self.breaks, self.code, self.tries = breaks, code, 0

    def keep(self, *handed: Any) -> object:
        self.tries += "validate.py" in handed[0]
        if self.tries in self.breaks:
            raise JudgeError(self.code, "the box broke")
        return HOME


@pytest.mark.parametrize(("breaks", "code"), [([1], ""), ([1, 2], "E309")])
def test_a_validator_whose_preparation_breaks_its_box_is_tried_twice(breaks: list[int], code: str) -> None:
    place = Breaking(*breaks)
    assert refused(validated, place).code == "E309"
    place.zygote = Boxes()  # as after a restart
    found = [validated(place) for _ in range(3)]
    assert [one.code if one else "" for one in found] == [code] * 3
    asked = Breaking(*breaks)
    fault = validator_fault(asked.sandbox, VALIDATED)
    assert (fault.code if fault else "", place.tries, asked.tries) == (code, 2, 2)


def test_a_validator_whose_box_broke_is_made_ready_anew() -> None:
    def breaks(job: Any) -> list[Facts]:
        raise JudgeError("E303", "the box broke")

    place = Breaking(1, 3)
    for _ in range(2):  # what went well in between is no second time
        place.zygote = Boxes()
        assert refused(validated, place).code == "E309"
        place.zygote = Boxes()
        assert validated(place) is None
    right, place.script = place.script, breaks
    assert refused(validated, place).code == "E309"
    place.script = right
    assert (validated(place), place.tries) == (None, 5)


def test_an_answer_too_large_for_the_box_of_a_validator_is_told_as_such() -> None:
    right = Breaking()
    known = msgspec.structs.replace(TEXT, answer=Answer(text=bytes(1 << 20)))  # which takes twice its room
    assert validate_answer(lambda: right.sandbox, VALIDATED, known, bytes(61 << 20)) is None
    finding = there(validate_answer(lambda: right.sandbox, VALIDATED, known, bytes(62 << 20)))
    assert said(finding) == "JE:E309"
    assert finding.message.endswith("input and answers take 64.0 MiB, but its box holds 63.0 MiB")


def test_what_is_no_fault_of_a_validator_is_none() -> None:
    assert validator_fault(Boxes().sandbox, PROBLEM) is None
    place = Breaking()
    place.script, right = [Facts(killed_for="starved")], place.script
    assert said(validated(place)) == "JE:E307"
    place.script = right
    assert validated(place) is None, "it is not known from then on"
    assert refused(validated, Breaking(1, code="E304")).code == "E304"


@pytest.mark.parametrize(
    ("names", "clear"), [("gen.c Checker.c", True), ("gen.c check.c checks.c", False), ("run", True), ("build", True)]
)
def test_which_file_of_a_validator_is_run(names: str, clear: bool) -> None:
    used = Problem.Validator(tuple((name, b"int main() { return 42; }\n") for name in names.split()), (), (), LIMITS)
    finding = validated(Boxes(WELL), msgspec.structs.replace(VALIDATED, validator=used))
    assert ("ended with exit status 0" in there(finding).message) == clear


def test_what_is_said_of_what_a_function_raised_or_returned_is_kept() -> None:
    rows = rows_of("frames.toml")
    frames = {name: b"X" + text.encode() for name, text in rows["raised"].items()}
    frames |= {name: b"T" + msgspec.json.encode(what) for name, what in rows["strange"].items()}
    ends: dict[str, tuple[Facts, ...]]
    ends = {name: (READY, Facts(frame=frame, memory_bytes=3 << 20)) for name, frame in frames.items()}
    ends["the second import"] = (Facts(frame=b"E" + frames["another"][1:]),)
    ends["a signal without a name"] = (READY, Facts(status=-50))
    notes = [Facts(frame=f"k{note}".encode()) for note in rows["notes"]]
    ends["a late load with notes"] = (*notes, Facts(killed_for="cpu"))
    found = {name: there(tried(FUNCTION, IMPORTED, *end)) for name, end in ends.items()}
    for name in rows["imported"]:
        found[name] = there(prepared(FUNCTION, PROBLEM, Facts(frame=f"E{name}\nint".encode())))
    either = function_of(rows["either"], "s.py")
    found["a program too"] = there(tried(either, IMPORTED, READY, Facts(frame=frames["a number"])))
    lines = [f"{name}: {line}" for name, finding in found.items() for line in in_lines(finding)]
    noted = outcome_of(FUNCTION, PROBLEM, IMPORTED, *notes, READY, Facts(frame=b"F"))
    lines += [f"notes: {notice.code} {notice.message}" for notice in noted.notices]
    hold(Path(__file__).with_name("frames.txt"), lines)


def test_a_run_of_nothing_is_not_right(pretended: Pretended, package: MakePackage, submission: MakeSubmission) -> None:
    pretended.answer = lambda *_: None  # type: ignore[assignment]
    problem, mine, worker = read_package(package()), submission(), Worker(cast(Sandbox, pretended))
    assert worker.prepare(problem, mine).verdict is Verdict.AC
    run = worker.run(Task(problem, mine, problem.cases[0]))
    assert (run.verdict, run.code) == (Verdict.JE, "E304")


# --- several runs ----------------------------------------------------------------------------------------------------
@st.composite
def runs(draw: st.DrawFn) -> table.Run:
    kinds = ["", "", "E201", "E202", "E210", "E106", "E205", "JE"]
    code = draw(st.sampled_from(kinds))
    if code == "JE":
        return table.Run("JE", "E303")
    name = "AC" if not code else "TLE" if code in ("E201", "E202", "E210") else "WA"
    wall_s = draw(SECONDS)
    lost_s = draw(st.sampled_from((0.0, 0.019, 0.021, 0.2 * wall_s, 0.21 * wall_s, 0.5 * wall_s)))
    return table.Run(name, code, draw(SECONDS), wall_s, lost_s)


def attempt_of(run: table.Run) -> Run:
    made = Verdict(run.verdict)
    sample = Run.Measurement(made, run.wall_s, run.cpu_s, 1, run.lost_s)
    samples = (sample,) if made is not Verdict.JE or run.code == "E307" else ()
    finding = None if made is Verdict.AC else Finding(run.code, "as made up", verdict=made)
    return Run(
        *("one", "secret", "DFS", made, run.code),
        wall_s=run.wall_s,
        cpu_s=run.cpu_s,
        samples=samples,
        finding=finding,
    )


@settings(max_examples=1000)
@given(st.lists(runs(), min_size=4, max_size=4))
def test_which_of_several_runs_counts(made: list[table.Run]) -> None:
    attempts = [attempt_of(run) for run in made]
    for count in range(1, 5):
        at, more = table.settle(made[:count], LIMITS.time_limit)
        counts, again = settle_run(attempts[:count], LIMITS)
        assert again == more
        bare = msgspec.structs.replace(counts, finding=attempts[at].finding, notices=())
        assert bare == attempts[at]
        if not more:
            return
    raise AssertionError("a fifth run was asked for")


OTHERS = rows_of("two_runs.toml")


@pytest.mark.parametrize(("first", "again", "second"), OTHERS.values(), ids=OTHERS)
def test_which_of_two_runs_counts(first: list[Any], again: list[Any], second: bool) -> None:
    before, after = (attempt_of(table.Run(*one)) for one in (first, again))
    assert calmer_runs([before], [after]) == [after if second else before]


def test_of_runs_that_were_made_in_one_go_those_of_the_calmer_one_count_but_for_their_answers() -> None:
    before = [attempt_of(table.Run(name, code, 0, 10, lost_s)) for name, code, lost_s in (
        ("AC", "", 0.1), ("AC", "", 9.0), ("WA", "E106", 1.0), ("AC", "", 1.0),
    )]  # fmt: skip
    after = [attempt_of(table.Run(*one)) for one in (("AC", "", 0, 10, 0.2), ("AC",), ("AC",), ("JE", "E303"))]
    assert calmer_runs(before, after) == [*after[:2], *before[2:]]
    assert calmer_runs(after, before) == after, "the others lost more"
    assert calmer_runs([], []) == []


def test_a_run_is_ended_a_tenth_above_its_limits() -> None:
    assert LIMITS.stop_s == pytest.approx(5.5)
    assert LIMITS.stop_wall_s == pytest.approx(11.0)
    short = Limits(time_limit=0.5)
    assert short.stop_s < short.stop_wall_s
    assert short.stop_wall_s == pytest.approx(1.65)
    assert (short.load_limit_s, short.load_wall_s) == (10.0, 20.0)
    assert LIMITS.load_wall_s < 21 < LIMITS.compilation_wall_s, "a sleeper is ended sooner while it loads"
