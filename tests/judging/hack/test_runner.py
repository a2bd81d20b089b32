"""A hunt with real boxes: a greedy solution is found out, a right one is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from judge.judging import Hunter
from judge.model import Entry, Hunt, Problem, Submission
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.submissions import read_submission

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).with_name("solvers")
PACKAGES = {path.name: path for path in (ROOT / "testcases").iterdir()}
# A mistake in solvers/lizards.py: what is replaced, and by what.
LOOKS, NEXT = "for down, right in (", "row, column = divmod(at, n)"
MISTAKES: dict[str, dict[str, str]] = {
    "lizards_blind_to_trees": {LOOKS: f"if (board[row] == 1).any():\n        return True\n    {LOOKS}"},
    "lizards_crashes_on_a_crowd": {
        "return board": "[at for at in range(n * n) if not grid.flat[at]][lizards - 1]\n    return board"
    },
    "lizards_fells_trees": {"board[row, column] = 0": "board[row, column:] = 0"},
    "lizards_forgets_a_diagonal": {", (-1, 1))": ")"},
    "lizards_greedy": {"board[row, column] = 0": "return False"},
    "lizards_never_gives_up": {
        "place(board, n, lizards, 0) else": "any(iter(lambda: place(board, n, lizards, 0), None)) else"
    },
    "lizards_off_by_one": {NEXT: f"{NEXT}\n        if column == n - 1 and n > 1:\n            continue"},
    "lizards_overflows_at_64": {
        NEXT: f"{NEXT}\n        if n > 63 and not board[row, 63]:\n            continue"
    },  # a sign bit
    "lizards_wraps_columns": {
        "column + right": "(column + right) % n if down else column + right",
        " c + right": " (c + right) % n if down else c + right",
    },
    "lizards_wrong_fail": {"lizards <= n * n": "lizards <= n"},
}
CODES = {
    **dict.fromkeys([*MISTAKES, "queens_overflows_at_64"], "E113"),
    "lizards_crashes_on_a_crowd": "E205",
    "lizards_fells_trees": "E109",
    "lizards_forgets_a_diagonal": "E106",
    "lizards_never_gives_up": "TLE",
    "lizards_reads_past_the_end": "E206",
    "spies_adjacent_triples": "E107",
}
SHOWS_FROM = {"lizards_overflows_at_64": 64, "queens_overflows_at_64": 64, "lizards_reads_past_the_end": 9}


@pytest.fixture
def solver(tmp_path: Path) -> Callable[[str], Submission]:
    """Return the submission with this mistake."""

    def read(name: str) -> Submission:
        [path] = list(FOLDER.glob(f"{name}.*")) or [tmp_path / f"{name}.py"]
        if name in MISTAKES:
            text = (FOLDER / "lizards.py").read_text()
            for right, wrong in MISTAKES[name].items():
                assert right in text
                text = text.replace(right, wrong)
            path.write_text(text)
        return read_submission(path, name.partition("_")[0])

    return read


def problem_of(path: Path) -> Problem:
    """Its package, with a limit that an endless loop does not take long to meet."""
    problem = read_package(PACKAGES[path.stem.partition("_")[0]])
    limits = msgspec.structs.replace(problem.limits, time_limit=0.3)
    return msgspec.structs.replace(problem, limits=limits, cases=())


def hunted(sandbox: Sandbox, problem: Problem, plan: Hunter.Plan, *submissions: Submission) -> Hunt:
    hunter = Hunter(Entry(problem, submissions), plan, [sandbox])
    assert [one.message for one in hunter.prepare()] == [""] * len(submissions)
    return hunter.run()


@pytest.mark.nightly(sample=3)
@pytest.mark.parametrize("name", CODES)
def test_a_board_is_found_for_each_mistake(sandbox: Sandbox, solver: Callable[[str], Submission], name: str) -> None:
    mine = solver(name)
    found = hunted(sandbox, problem_of(mine.path), Hunter.Plan(seconds=60.0, runs=1), mine)
    assert found.hack is not None, found
    assert found.hack.kind == (CODES[name],)
    assert found.hack.board.n >= SHOWS_FROM.get(name, 1)
