"""The shipped packages are what their recipes make, byte by byte, and their locks know it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.problems import read_manifest
from judge.problems.generators import GenerateWish, generate
from judge.problems.generators.lock import digest, read_lock
from judge.problems.generators.read import Generators, read_generators

TESTCASES = Path(__file__).parents[3] / "testcases"
LONG = dict.fromkeys(("completion", "star-battle"), pytest.mark.slow)  # a second each
PACKAGES = sorted(path.parent.name for path in TESTCASES.glob("*/generators.toml"))


def recipes(name: str) -> Generators:
    return read_generators(TESTCASES / name, read_manifest(TESTCASES / name))


@pytest.mark.parametrize("name", PACKAGES)
def test_every_shipped_case_has_its_recipe_or_is_drawn_by_hand(name: str) -> None:
    found = recipes(name)
    there = {path.parent.relative_to(TESTCASES / name).as_posix() for path in TESTCASES.glob(f"{name}/*/*/input.txt")}
    made = {recipe.path for recipe in found.recipes}
    assert made == read_lock(TESTCASES / name).cases.keys()
    assert there == made | set(found.by_hand)
    assert {recipe.pieces.kind for recipe in found.recipes} == {"number"}, "no solver is needed"


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, ())) for name in PACKAGES])
def test_there_is_nothing_to_do_as_every_byte_is_there(name: str) -> None:
    assert {made.state for made in generate(TESTCASES / name, GenerateWish(check=True))} == {"same"}
    cases = read_lock(TESTCASES / name).cases
    assert cases == {path: digest((TESTCASES / name / path / "input.txt").read_bytes()) for path in cases}
