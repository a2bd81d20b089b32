"""The shipped packages are what their recipes make, byte by byte, and their locks know it."""

from __future__ import annotations

import pytest

from judge.problems.generators import GenerateWish, generate
from tests.problems.make import SHIPPED, TESTCASES

LONG = dict.fromkeys(("completion", "star-battle"), pytest.mark.slow)  # a second each
PACKAGES = [name for name in SHIPPED if (TESTCASES / name / "generators.toml").is_file()]


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, ())) for name in PACKAGES])
def test_there_is_nothing_to_do_as_every_byte_is_there(name: str) -> None:
    """No case is without a recipe, but for those that are named as made by hand; no solver is needed."""
    made = list(generate(TESTCASES / name, GenerateWish(check=True)))
    assert {one.state for one in made} == {"same"}
    assert {one.most for one in made} == {0}
    locked = (TESTCASES / name / "generators.lock.toml").read_text()
    assert [one.case for one in made if f'"{one.case}"' not in locked] == []
