"""What is said of a program that has ended, by its last words and by what it has left, without a box."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from string import Template
from typing import Any

import msgspec

from judge.model import Limits, Programs, Submission
from judge.sandbox import Facts, Sandbox
from tests.boxed import ANSWER, WRONG, problem_of
from tests.executors.made_up import outcome_of
from tests.executors.make import asked, rows_of
from tests.make import replace
from tests.problems.told import hold, in_lines

PROBLEM = problem_of(limits=Limits(time_limit=5.0))
PROGRAM = Submission("s", "p", "program", Path("s.py"), b"1\n", "x")
ROWS = rows_of("program/last_words.toml")
RUNTIMES = ROWS["runtimes"]
TEXTS = RUNTIMES | {"ANSWER": ANSWER, "WRONG": WRONG}


class Words(Template):
    """A text in which ${NAME} may be of several words."""

    braceidpattern = "[^}]+"


def told(left: dict[str, Any], rules: dict[str, Any]) -> list[str]:
    """All that is said of it."""
    words = dict(rules)
    problem = problem_of(words.pop("puzzle", "lizards"), PROBLEM.limits, strict=words.pop("strict", False))
    made: dict[str, Any] = {"status": 0, "memory_bytes": 3 << 20}
    made |= {key: Words(held).substitute(TEXTS) if isinstance(held, str) else held for key, held in left.items()}
    made |= {key: made[key].encode() for key in ("output", "stdout") if key in made}
    problem = replace(problem, programs=msgspec.convert(words, Programs))
    found = asked(outcome_of(PROGRAM, problem, Facts(**made)), problem, problem.cases[0])
    if found.finding:
        return in_lines(found.outcome.otherwise or found.finding)
    return ["AC", *(f"{notice.code} {notice.message}" for notice in found.outcome.notices)]


def test_what_is_said_of_the_last_words_of_a_program_is_kept() -> None:
    lines = [
        f"{name}, {status}: {line}"
        for (name, words), status in product(RUNTIMES.items(), (1, 0))
        for line in told({"status": status, "stderr": words}, {})
    ]
    lines += [f"a full stack: {line}" for line in told({"status": -11, "memory_bytes": Sandbox.STACK_BYTES}, {})]
    lines += [f"{name}: {line}" for name, row in ROWS["left"].items() for line in told(*row)]
    hold(Path(__file__).with_name("last_words.txt"), lines)
