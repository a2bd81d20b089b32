"""What a program would come to that has written a file and ended well: its answer, or why the file holds none.

Most files are boards, and are checked one at a time by hand: what only others need is imported when one comes.
"""

from __future__ import annotations

import msgspec

from judge.executors.contract import Outcome
from judge.model import Case, Finding, Problem
from judge.problems.program_output import read_output
from judge.sandbox.request import Facts


def written(data: bytes, problem: Problem, case: Case, file: str) -> Outcome:
    """Return what the file that holds `data` says about a case; `file` is what messages call it."""
    rules = msgspec.structs.replace(problem.programs, io="files", output_file=file)
    problem = msgspec.structs.replace(problem, programs=rules)
    facts = Facts(status=0, output=data)
    if len(data) > problem.limits.output_bytes:
        facts = Facts(status=0, output_fault=f"{file} is {len(data):,} bytes long")
    if facts.output_fault:
        from judge.executors.program import output

        return Outcome(facts, output.refused_output(facts.output_fault, problem.limits))
    read = read_output(data, problem, case.board, file)
    return Outcome(facts, read) if isinstance(read, Finding) else Outcome(facts, answer=read, file=file)
