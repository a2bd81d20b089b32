"""Files of runs that would take too much memory: the bounds are of gigabytes, so these tests lower them."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import pytest

from judge.store import run_document, saved_runs
from tests.refused import refused
from tests.store.test_run_document import ALL, CASE, PACKAGE, WHOLE, changed, packed, read


def test_boards_small_in_a_file_and_large_in_memory_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them is as large as its side says, and all of them together would fill the memory."""
    monkeypatch.setattr(run_document, "_MOST_BYTES", 1 << 16)
    run, side = deepcopy(WHOLE), 1 << 7
    cases = run["problems"]["lizards"]["cases"]
    cell = cases[0] | {"n": side, "board": f"{side} {packed(bytes(side * side))}"}
    cases += [cell | {"name": f"bomb-{at}"} for at in range(20)]
    with refused("E442", "cases[9].board: 128 x 128 cells are too many"):
        read(run, tmp_path)


@pytest.mark.parametrize("place", ["problems.queens.cases.0.regions", "problems.lizards.cases.1.weights"])
def test_a_layer_counts_with_all_its_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    key = place.rpartition(".")[2]
    made = changed((f"{CASE}.{key}", ALL[place][1]), (f"{PACKAGE}.parted", key == "regions"))
    monkeypatch.setattr(run_document, "_MOST_BYTES", 36 + 8 * 36 - 1)
    with refused("E442", f"cases[0].{key}: 6 x 6 cells are too many"):
        read(made, tmp_path)


def test_a_file_of_the_largest_size_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "run.json").write_text(json.dumps(WHOLE))
    monkeypatch.setattr(saved_runs, "_LARGEST", (tmp_path / "run.json").stat().st_size)
    assert saved_runs.read_run(tmp_path / "run.json").record().complete
