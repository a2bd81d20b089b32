"""From source text to verdict and code, through real processes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from textwrap import indent

import pytest

from judge.judging import Task, Worker
from judge.model import Limits, Run
from judge.sandbox import Sandbox
from tests.boxed import ANSWER_FD, QUICK, judged, problem_of, ran, solving, unready
from tests.conftest import MakeSubmission
from tests.make import replace, submission

PATIENT = replace(QUICK, time_limit=30.0)  # filling memory takes more CPU where others fill it too
SPIN, NAP = "end = time.process_time() + 0.31\nwhile time.process_time() < end: pass\n", "time.sleep(9)"
RETURN_IT = "for row, column in enumerate((1, 3, 5, 0, 2, 4)): grid[row, column] = 1\nreturn grid"


def patient(body: str, top: str = "") -> bytes:
    """A submission that does `body` on the case, and returns at once from a warm-up board."""
    return solving(f"if n == 4: return None\n{body}", top)


RUNS = {
    "a right answer": ("AC", "", RETURN_IT),
    "much said on stdout": ("AC", "", "print('x' * 10000)\nprint('y' * 10000, file=sys.stderr)\n" + RETURN_IT),
    "stdin, stdout and stderr closed": ("AC", "", "os.close(0); os.close(1); os.close(2)\n" + RETURN_IT),
    "two that attack": ("WA", "E106", "grid[[0, 1, 2, 3, 4, 5], [0, 1, 3, 5, 2, 4]] = 1\nreturn grid"),
    "FAIL, but there is one": ("WA", "E113", "return None"),
    "much too long": ("WA", "E112", "return np.zeros((2000, 2000), np.int8)"),
    "deaf to exceptions": ("TLE", "E201", "while True:\n    try: grid[9, 9] = 1\n    except BaseException: pass"),
    "a late answer": ("TLE", "E201", f"{SPIN}{RETURN_IT}"),
    "a sleeper": ("TLE", "E202", "time.sleep(60)"),
    "memory": ("MLE", "E203", "block = np.ones(400 << 20, np.int8)\n" + RETURN_IT),
    "endless output": ("OLE", "E204", "while True: print('x' * 1000)"),
    "an interrupt": ("RTE", "E205", "raise KeyboardInterrupt"),
    "abort": ("RTE", "E206", "os.abort()"),
    "a bad pointer": ("RTE", "E206", "import ctypes\nctypes.string_at(0)"),
    "exit at once": ("RTE", "E207", "os._exit(0)"),
    "exit in a thread": (
        "RTE",
        "E207",
        "import threading\nthreading.Thread(target=os._exit, args=(0,)).start()\n" + NAP,
    ),
    "rubbish in the pipe": ("RTE", "E208", f"os.write({ANSWER_FD}, b'?' + bytes(8))\n" + NAP),
}


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


COMPILE_ERRORS = {
    "the process ends on import": ("E219", patient("return None", "os._exit(0)")),
    "memory on import": ("E215", patient("return None", "block = np.ones(400 << 20, np.int8)")),
    "output on import": ("E204", patient("return None", "while True: print('x' * 1000)")),
    "rubbish on import": ("E208", patient("return None", f"os.write({ANSWER_FD}, b'?' + bytes(8))")),
}


@pytest.mark.parametrize(("code", "source"), COMPILE_ERRORS.values(), ids=COMPILE_ERRORS)
def test_an_import_that_ends_or_takes_too_much_is_a_compile_error(sandbox: Sandbox, code: str, source: bytes) -> None:
    finding = unready(sandbox, submission(source), problem_of(limits=QUICK))
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
WARM_UPS = {
    "raises there": ("AC", "", "assert n > 4\n" + RETURN_IT),
    "is interrupted there": ("AC", "", "if n == 4: raise KeyboardInterrupt\n" + RETURN_IT),
    "aborts there": ("AC", "", "if n == 4: os.abort()\n" + RETURN_IT),
    "sleeps there": ("AC", "", "if n == 4: time.sleep(60)\n" + RETURN_IT),
    "needs much memory there": ("AC", "", "if n == 4: np.ones(400 << 20, np.int8)\n" + RETURN_IT),
    "exits everywhere": ("RTE", "E207", "os._exit(3)"),
}


@pytest.mark.parametrize("name", WARM_UPS)
def test_a_warm_up_decides_nothing(sandbox: Sandbox, name: str) -> None:
    verdict, code, body = WARM_UPS[name]
    prepared, run = judged(sandbox, submission(solving(body)), problem_of(limits=QUICK))
    assert prepared.verdict == "AC"
    assert prepared.message.startswith(("on a warm-up board", "it did not come back from a warm-up board"))
    assert "\n" not in prepared.message
    assert run is not None
    assert (run.verdict, run.code) == (verdict, code), run.finding
