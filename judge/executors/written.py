"""What a program would come to that has written a file and ended well: its answer, or why the file holds none.

Most files are boards, and are checked one at a time by hand: what only others need is imported when one comes.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.executors.outcome import Outcome
from judge.model import Case, Finding, Problem
from judge.problems.reading import read_output
from judge.sandbox.request import Facts


def written(data: bytes, problem: Problem, case: Case, file: str) -> Outcome:
    """Return what the file that holds `data` says about a case; `file` is what messages call it.

    Of a package with `batch` a file of one line answers this case, and any other one all cases of its group.
    """
    rules = msgspec.structs.replace(problem.programs, io="files", output_file=file)
    problem = msgspec.structs.replace(problem, programs=rules)
    facts = Facts(status=0, output=data)
    if len(data) > problem.limits.output_bytes:
        facts = Facts(status=0, output_fault=f"{file} is {len(data):,} bytes long")
    if rules.batch:
        from judge.executors.program import batch

        cases = _answered(data, problem, case)
        return batch.cut(facts, problem.limits, problem, cases, (None, ()))[cases.index(case)]
    if facts.output_fault:
        from judge.executors.program import output

        return Outcome(facts, output.refused_output(facts.output_fault, problem.limits))
    read = read_output(data, problem, case.board, file)
    return Outcome(facts, read) if isinstance(read, Finding) else Outcome(facts, answer=read, file=file)


def _answered(data: bytes, problem: Problem, case: Case) -> Sequence[Case]:
    """Return the cases that a file of so many lines answers, this one among them."""
    of_group = [case if one.name == case.name else one for one in problem.cases if one.group == case.group]
    return of_group if case in of_group and len(data.split()) and data.strip().count(b"\n") else (case,)
