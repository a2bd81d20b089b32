"""A program that fails on the first case, as on all: one other way is tried and told, and no verdict changes."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from judge.judging.worker import OTHER_BYTES, Task, Worker
from judge.model import Attempt, Problem, Programs, Submission
from judge.sandbox.sandbox import Sandbox
from tests.boxed import problem_of, python

MakeSubmission = Callable[..., Submission]
NO_LINE_1 = (
    'it answers right when line 1, the algorithm, is left out: in problem.toml  dialect = "no-algorithm"  does that'
)
LINE_1 = 'it answers right when line 1, the algorithm, is there: in problem.toml  dialect = "homework"  does that'
NAMED = 'it answers right when its input is called {0}: in problem.toml  input_file = "{0}"  does that'
N_FIRST = python("n = int(input())\nprint(ANSWER)")
SILENT = python("lines = sys.stdin.read().split()\nif lines[0] == '6': print(ANSWER)")
WORD_FIRST = python("assert input() == 'DFS'\nprint(ANSWER)")
OTHER_NAME = python("name = 'queens' + '.in'\nopen(name)\nprint(ANSWER)")
IN_C = '#include <stdio.h>\nint main(void) { FILE *in = fopen("./in1.txt", "r"); if (in) puts(ANSWER); return 0; }'


@pytest.fixture
def asked(best: Sandbox, submission: MakeSubmission) -> Callable[..., list[Attempt]]:
    def ask(source: str, rules: Programs = Programs(), name: str = "mine.py", times: int = 1) -> list[Attempt]:  # noqa: B008
        worker, mine = Worker(best), msgspec.structs.replace(submission(source, name), contract="program", fault=None)
        problem = twice(msgspec.structs.replace(problem_of(), programs=rules))
        assert worker.prepare(problem, mine).verdict == "AC"
        return [worker.run(Task(problem, mine, problem.cases[at])) for at in range(times)]

    return ask


def twice(problem: Problem) -> Problem:
    case = problem.cases[0]
    return msgspec.structs.replace(problem, cases=(case, msgspec.structs.replace(case, name="again")))


@pytest.mark.parametrize(
    ("source", "rules", "says"),
    [
        (N_FIRST, Programs(), NO_LINE_1),
        pytest.param(SILENT, Programs(), NO_LINE_1, marks=pytest.mark.slow),
        pytest.param(WORD_FIRST, Programs(dialect="no-algorithm"), LINE_1, marks=pytest.mark.slow),
        pytest.param(OTHER_NAME, Programs(), NAMED.format("queens.in"), marks=pytest.mark.slow),
        pytest.param(python("raise SystemExit(3)"), Programs(), "", marks=pytest.mark.slow),
        pytest.param(N_FIRST, Programs(reads="{algorithm}"), "", marks=pytest.mark.slow),
        pytest.param(N_FIRST.replace("print(ANSWER)", "print(WRONG)"), Programs(), "", marks=pytest.mark.slow),
        pytest.param(OTHER_NAME.replace("queens", "/box/a/b/queens"), Programs(), "", marks=pytest.mark.slow),
    ],
)
def test_what_one_more_run_shows_is_told(
    asked: Callable[..., list[Attempt]], source: str, rules: Programs, says: str
) -> None:
    (run,) = asked(source, rules)
    assert run.verdict in ("RTE", "WA")
    assert run.finding is not None
    assert [line for line in run.finding.note.splitlines() if "it answers right" in line] == [says] * bool(says)
    assert len(run.samples) == 1


@pytest.mark.slow
def test_a_name_that_a_program_in_c_tries(asked: Callable[..., list[Attempt]]) -> None:
    answer = python("").split("ANSWER, WRONG = '")[1].partition("'")[0].removesuffix("\\n")
    (run,) = asked(IN_C.replace("ANSWER", f'"{answer}"'), name="mine.c")
    assert run.finding is not None
    assert NAMED.format("in1.txt") in run.finding.note


def test_it_is_tried_on_the_first_case_alone(asked: Callable[..., list[Attempt]]) -> None:
    first, second = asked(N_FIRST, times=2)
    assert first.finding is not None
    assert second.finding is not None
    assert NO_LINE_1 in first.finding.note
    assert "it answers right" not in second.finding.note


def test_other_bytes_are_told_once(best: Sandbox, submission: MakeSubmission) -> None:
    mine, worker = submission(python("print(WRONG)")), Worker(best)
    problem = problem_of()
    case = msgspec.structs.replace(problem.cases[0], as_is=b"DFS\r\n6\r\n6\r\n" + b"000000\r\n" * 6)
    problem = msgspec.structs.replace(problem, cases=(case, msgspec.structs.replace(case, name="again")))
    worker.prepare(problem, mine)
    notes = [run.finding.note for case in problem.cases if (run := worker.run(Task(problem, mine, case))).finding]
    assert [OTHER_BYTES in note for note in notes] == [True, False]
    as_is = msgspec.structs.replace(problem, programs=Programs(bytes="as-is"), path="other")
    worker.prepare(as_is, mine)
    run = worker.run(Task(as_is, mine, case))
    assert run.finding is not None
    assert OTHER_BYTES not in run.finding.note


@pytest.mark.parametrize(
    ("otherwise", "told"),
    [("'FAIL'", True), pytest.param("''", True, marks=pytest.mark.slow), ("WRONG", True), ("ANSWER", False)],
)
def test_a_program_that_stumbles_over_crlf_is_told(
    best: Sandbox, submission: MakeSubmission, otherwise: str, told: bool
) -> None:
    plain = "b'\\r' not in open('input.txt', 'rb').read()"
    mine, worker = (
        submission(python(f"open('output.txt', 'w').write(ANSWER if {plain} else {otherwise})")),
        Worker(best),
    )
    case = msgspec.structs.replace(problem_of().cases[0], as_is=b"DFS\r\n6\r\n6\r\n" + b"000000\r\n" * 6)
    problem = msgspec.structs.replace(problem_of(), cases=(case,), programs=Programs(bytes="as-is"))
    assert worker.prepare(problem, mine).verdict == "AC"
    run = worker.run(Task(problem, mine, case))
    assert run.verdict == ("WA" if told else "AC")
    assert ("it answers right when the case is written plainly" in (run.finding.note if run.finding else "")) is told
