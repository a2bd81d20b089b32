"""A hunt with real boxes: each mistake is found out."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.judging import Hunter
from judge.model import Entry
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.submissions import read_submission
from tests.make import replace
from tests.shipped import ROOT

FOLDER = Path(__file__).with_name("solvers")
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
    **dict.fromkeys(MISTAKES, "E113"),
    "lizards_crashes_on_a_crowd": "E205",
    "lizards_fells_trees": "E109",
    "lizards_forgets_a_diagonal": "E106",
    "lizards_never_gives_up": "TLE",
    "lizards_reads_past_the_end": "E206",
}
SHOWS_FROM = {"lizards_overflows_at_64": 64, "lizards_reads_past_the_end": 9}


@pytest.mark.nightly(sample=3)
@pytest.mark.parametrize("name", CODES)
def test_a_board_is_found_for_each_mistake(sandbox: Sandbox, tmp_path: Path, name: str) -> None:
    [path] = list(FOLDER.glob(f"{name}.*")) or [tmp_path / f"{name}.py"]
    if name in MISTAKES:
        text = (FOLDER / "lizards.py").read_text()
        for right, wrong in MISTAKES[name].items():
            assert right in text
            text = text.replace(right, wrong)
        path.write_text(text)
    problem = read_package(ROOT / "testcases/lizards")
    limits = replace(problem.limits, time_limit=0.3)  # which an endless loop does not take long to meet
    entry = Entry(replace(problem, limits=limits, cases=()), (read_submission(path, "lizards"),))
    hunter = Hunter(entry, Hunter.Plan(seconds=60.0, runs=1), [sandbox])
    assert [one.message for one in hunter.prepare()] == [""]
    found = hunter.run()
    assert found.hack is not None, found
    assert found.hack.kind == (CODES[name],)
    assert found.hack.board.n >= SHOWS_FROM.get(name, 1)
