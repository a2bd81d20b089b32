"""`judge run -x` and `--save`: the sequence of the cases, and its seed."""

from __future__ import annotations

from pathlib import Path

from judge.store import read_run
from tests.cli.handed_in import HALF_SOLVES, read_json
from tests.commands import Call
from tests.conftest import RIGHT


def ran(call: Call, status: int, *words: str) -> list[str]:
    """The cases that a run of one submission has run."""
    call.ends(status, "run", *words, "--problem", "pkg")
    [row] = read_json(".judge/last-run.json")["submissions"]
    return [run["case"] for run in row["runs"]]


def test_x_follows_the_sequence_of_the_package_and_a_run_keeps_the_seed_of_its_own(
    more_hidden: tuple[str, ...], call: Call
) -> None:
    Path("odd.py").write_text(HALF_SOLVES.replace("n == 4", "n == 6"))
    Path("right.py").write_text(RIGHT)
    for _ in range(2):
        assert ran(call, 1, "odd.py", "-x") == ["six", "a"], "wrong on a, b, c and four"
        assert read_json(".judge/last-run.json")["seed"] == ""
    seeds = set()
    for _ in range(2):
        assert ran(call, 0, "right.py", "--save", "one") == ["six", *more_hidden, "four"]
        seeds.add(read_run(Path(".judge/runs/one.json")).record().measuring.seed)
    assert len(seeds - {""}) == 2
