"""What is read of a saved run is what its schema promises: no other key, and each kind of value. A file that would take
too much memory is refused: the bounds are of gigabytes, so these tests lower them."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import msgspec
import pytest

from judge.store import run_document, saved_runs
from judge.store.run_document import RunFile
from tests.refused import refused
from tests.schemas import plain, promises, schemas
from tests.store.test_run_document import ALL, CASE, PACKAGE, WHOLE, changed, packed, read

SCHEMA = "judge.run/1"


def test_what_is_read_is_promised_and_read_in_each_form() -> None:
    said = msgspec.json.schema(RunFile)
    found, promised = promises({SCHEMA: plain(said, said["$defs"])}), promises({SCHEMA: schemas()[SCHEMA]})
    like_a_run = {f"{SCHEMA} submissions[].prepare.cells{end}" for end in ("", "[]")}  # which nobody writes
    assert found.keys() - promised.keys() == like_a_run
    assert not {at: kinds for at in found.keys() - like_a_run if (kinds := promised[at] - found[at] - {"always"})}


def test_boards_that_are_small_in_a_file_alone_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
