"""Kernels that are kept: what a submission answers is what it answers in a process of its own, whatever it changes."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from judge.sandbox import Sandbox
from tests.bare.bare import Bare
from tests.bare.compare import Runners, compare, queens, submission
from tests.bare.judged import QUICK, Judged
from tests.executors.make import ready_of, tried

HEAD = """\
import hashlib, math, random, time
import numpy as np
import numba
from numba import njit

def told(said):
    return int.from_bytes(hashlib.sha256(repr(said).encode()).digest()[:6], "big")
"""
PROBLEM = queens([8])
READS = """
N = 1
F = 2.0
T = np.arange(4)
G = np.arange(6).reshape(2, 3)
P = (1, 2)

def make(c):
    @njit
    def cell(x):
        return x + c
    def put(value):
        nonlocal c
        c = value
    return cell, put

cell, put = make(3)

@njit
def other(x):
    return x + 100

@njit
def number(x):
    return x + N

@njit
def table(x):
    return T[x % len(T)]

@njit
def shape(x):
    return x + len(G) * 10 + G[1, 1]

@njit
def pair(x):
    return x + P[0]

@njit
def constant(x):
    return x * math.tau

@njit
def builtin(x):
    return abs(x)

@njit
def deep(x):
    return number(x) + table(x) + builtin(x)

def solve(algorithm, n, p, grid):
    global N, T, G, P, abs
    said = []
"""
STEP = """
    try:
        if {}:
            {}
    except Exception as error:
        said.append(type(error).__name__)
"""


def program(steps: list[tuple[str, str]]) -> str:
    """A submission of such steps."""
    return READS + "".join(STEP.format(*step) for step in steps) + "    return told(said)\n"


ALL = ["N = 7", "put(8)", "math.tau = 2.5", "P = (n, 5)", "T[1] = 9", "G.shape = (3, 2)", "abs = other"]
EACH = [
    f"said.append({name}(1))" for name in ("number", "cell", "constant", "pair", "table", "shape", "builtin", "deep")
]
PROGRAMS = {
    "changed before": [("True", step) for step in (*ALL, *EACH)],
    "changed on large boards": [*(("n > 4", step) for step in ALL), *(("True", step) for step in EACH)],
    "changed after": [
        ("True", step) for step in (*EACH, *ALL, *EACH, *(step.replace("(1)", "(1.5)") for step in EACH))
    ],
    "changed between a kernel and one that it calls": [
        ("True", step)
        for step in ("said.append(deep(-1))", *ALL, *EACH, "said.append(deep(1.5))", "said.append(number(True))")
    ],
    "called by another one before": [
        ("n <= 4", "said.append(number(1))"),
        ("n <= 4", "said.append(builtin(1.5))"),
        *(("True", step) for step in (*ALL, "said.append(deep(1))", "said.append(deep(1.5))", *EACH)),
    ],
}

USUAL = "changed between a kernel and one that it calls"  # which changes all before its last calls too
# numba goes on to use what it has compiled of a kernel, whatever that reads by now, and for arguments of other types.
OUTDATED = {
    "a kernel that was compiled before": """
N = 1
def make():
    @njit
    def inner(x):
        return x + N
    return inner
one, two = make(), make()
@njit
def caller(x):
    return one(x)
def solve(algorithm, n, p, grid):
    global N
    said = [one(1)] if n <= 4 else []
    N = 8
    return told([*said, two(1), caller(1)])
""",
    "a kernel that was compiled at the import": """
START = N = time.time()
@njit("float64(int64)")
def inner(x):
    return x + N
@njit
def caller(x):
    return inner(x)
def solve(algorithm, n, p, grid):
    global N
    N = 8.0
    return told(caller(1) == 1 + START)
""",
    "a kernel for other types": """
@njit
def third(x):
    return x / 3
def solve(algorithm, n, p, grid):
    values = [1, 1.0] if n <= 4 else [np.float32(1), 1, 1.0, np.int32(1), True]
    return told([third(one) for one in values])
""",
}


@pytest.fixture(scope="module")
def runners(sandbox: Sandbox) -> Iterator[Runners]:
    with Bare() as bare, Judged(sandbox=sandbox) as judged:
        yield Runners(bare, (judged,), QUICK)


@pytest.mark.parametrize(
    "source",
    [
        *(
            pytest.param(program(steps), id=name, marks=[pytest.mark.nightly(sample=1)] * (name != USUAL))
            for name, steps in PROGRAMS.items()
        ),
        *(pytest.param(source, id=name) for name, source in OUTDATED.items()),
    ],
)
def test_a_kernel_sees_and_calls_what_it_does_bare(runners: Runners, source: str) -> None:
    """On the small board of the prepare phase and on a larger one; what a first judge keeps serves a second one."""
    [row] = compare(runners, submission(f"{HEAD}{source}".encode()), PROBLEM, PROBLEM.cases)
    assert (row.bare.split()[0], row.different) == ("count", {})


COINS = """
AT_IMPORT = np.random.random(), random.random()

@njit
def draw():
    return np.random.random(), np.random.randint(1 << 62)

@njit
def read():
    return AT_IMPORT

def solve(algorithm, n, p, grid):
    assert read() == AT_IMPORT
    raise ValueError([*AT_IMPORT, np.random.random(), random.random(), *draw()])
"""


def test_a_coin_is_tossed_anew_in_each_box(sandbox: Sandbox) -> None:
    ready = ready_of(sandbox, submission(f"{HEAD}{COINS}".encode()), PROBLEM)
    raised = [tried(sandbox, ready, PROBLEM, PROBLEM.cases[0]) for _ in range(8)]
    sandbox.forget(ready.home)
    draws = [json.loads(run.wrong.message.partition("ValueError: ")[2]) for run in raised]
    assert all(len(set(column)) == len(draws) for column in zip(*draws, strict=True))
