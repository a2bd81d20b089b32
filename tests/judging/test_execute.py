"""From source text to verdict and code, through real processes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from string import Template
from textwrap import indent

import pytest

from judge.judging import Task, Worker
from judge.model import Limits, Run
from judge.sandbox import Sandbox
from tests.boxed import ANSWER_FD, QUICK, judged, problem_of, ran, solving, unready
from tests.conftest import MakeSubmission
from tests.judging.make import rows_of
from tests.make import replace, submission

PATIENT = replace(QUICK, time_limit=30.0)  # filling memory takes more CPU where others fill it too
PROGRAMS = rows_of("programs.toml")
TEXTS = PROGRAMS["texts"] | {"ANSWER_FD": str(ANSWER_FD)}
RETURN_IT = TEXTS["RETURN_IT"]


def patient(body: str, top: str = "") -> bytes:
    """A submission that does `body` on the case, and returns at once from a warm-up board."""
    return solving(f"if n == 4: return None\n{body}", top)


def rows(kind: str) -> dict[str, list[str]]:
    return {name: [*told, Template(body).substitute(TEXTS)] for name, (*told, body) in PROGRAMS[kind].items()}


RUNS, WARM_UPS, IMPORTS = map(rows, ("runs", "warm_ups", "imports"))


@pytest.fixture(scope="module")
def run(sandbox: Sandbox) -> Iterator[Callable[[str], Run]]:
    """Run what a row does: one file has all of them, and the algorithm of a case says which it is."""
    bodies = "".join(f"if algorithm == {name!r}:\n{indent(row[2], '    ')}\n" for name, row in RUNS.items())
    worker, mine = Worker(sandbox), submission(patient(bodies))
    problems = {limits: replace(problem_of(limits=limits), path=f"{limits.time_limit}") for limits in (QUICK, PATIENT)}
    for problem in problems.values():
        prepared = worker.prepare(problem, mine)
        assert (prepared.verdict, prepared.message) == ("AC", "")

    def attempt(name: str) -> Run:
        problem = problems[PATIENT if RUNS[name][0] in ("MLE", "OLE") else QUICK]
        [case] = problem.cases
        board = replace(case.board, algorithm=name)
        return worker.run(Task(problem, mine, replace(case, board=board)), look=False)

    yield attempt
    worker.forget()


@pytest.mark.parametrize("name", RUNS)
def test_a_run_says_its_verdict_code_and_case(run: Callable[[str], Run], name: str) -> None:
    verdict, code, _ = RUNS[name]
    made = run(name)
    assert (made.verdict, made.code, made.notices) == (verdict, code, ()), made.finding
    assert (made.case, made.group, made.algorithm) == ("six", "secret", name)
    assert (bool(made.message), "\n" in made.message) == (bool(code), False)
    assert (made.given is not None) == (code in ("", "E106", "E113")), "what can be read is kept"
    [sample] = made.samples
    assert (sample.verdict, sample.wall_s, sample.cpu_s) == (made.verdict, made.wall_s, made.cpu_s)


@pytest.mark.parametrize(("code", "top"), IMPORTS.values(), ids=IMPORTS)
def test_an_import_that_ends_or_takes_too_much_is_a_compile_error(sandbox: Sandbox, code: str, top: str) -> None:
    finding = unready(sandbox, submission(patient("return None", top)), problem_of(limits=QUICK))
    assert (finding.verdict, finding.code) == ("CE", code), finding


def test_what_can_not_be_read_is_not_run(sandbox: Sandbox, submission: MakeSubmission) -> None:
    assert unready(sandbox, submission(b"def solve(a, b, c, d):\n    return '\xff'\n")).code == "E211"


def test_an_endless_import_is_a_compile_error(sandbox: Sandbox) -> None:
    limits = Limits(time_limit=0.3, memory=96, output=1, compilation_time=0.5)
    finding = unready(sandbox, submission(patient("return None", "while True: pass")), problem_of(limits=limits))
    assert (finding.verdict, finding.code) == ("CE", "E214")


@pytest.mark.slow
def test_computing_before_the_case_is_limited_and_told(sandbox: Sandbox) -> None:
    """Every attempt imports the file again: what it computes there is not free in each of them."""
    if sandbox.tier != "namespaces":
        pytest.skip("elsewhere it does not know where it is")
    top = "if not os.access('/cache', os.W_OK):\n    end = time.process_time() + {}\n"
    top += "    while time.process_time() < end: pass"
    limits = Limits(time_limit=0.3, memory=96, output=1, compilation_time=1)
    run = ran(sandbox, submission(patient(RETURN_IT, top.format(1.3))), problem_of(limits=limits))
    assert (run.verdict, run.code) == ("TLE", "E210")
    assert re.fullmatch(r"before it was given the case, it used 1\.\d s of CPU; the limit is 1 s", run.message)
    run = ran(sandbox, submission(patient(RETURN_IT, top.format(0.5))), problem_of(limits=limits))
    assert run.verdict == "AC"
    assert run.samples[0].load_cpu_s > 0.49 > run.samples[0].cpu_s, "what runs on has its last tick not booked yet"


# --- warm-up boards are nobody's case -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", WARM_UPS)
def test_a_warm_up_decides_nothing(sandbox: Sandbox, name: str) -> None:
    verdict, code, body = WARM_UPS[name]
    prepared, run = judged(sandbox, submission(solving(body)), problem_of(limits=QUICK))
    assert prepared.verdict == "AC"
    assert prepared.message.startswith(("on a warm-up board", "it did not come back from a warm-up board"))
    assert "\n" not in prepared.message
    assert run is not None
    assert (run.verdict, run.code) == (verdict, code), run.finding
