"""A shipped solution is named alike wherever one stands; what lies here is nearer."""

from __future__ import annotations

from pathlib import Path

import pytest

import judge
from judge.submissions import Choice, entries, solution_names, solution_path

SHIPPED = Path(judge.__file__).parent / "shipped/solutions"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("word", ["lizards/greedy", "lizards/greedy.py"])
def test_a_solution_is_found_by_its_name(word: str) -> None:
    path = solution_path(word)
    assert path == SHIPPED / "lizards/greedy.py"
    [entry] = entries(Choice((Path(word),), ("lizards",)))
    assert entry.submissions[0].words == "lizards/greedy --problem lizards"


def test_all_of_a_problem_are_found_by_its_name() -> None:
    assert solution_path("lizards") == SHIPPED / "lizards"


def test_a_path_and_then_the_folder_solutions_are_nearer(here: Path) -> None:
    (here / "solutions/lizards").mkdir(parents=True)
    (here / "solutions/lizards/greedy.py").touch()
    assert solution_path("lizards/greedy") == Path("solutions/lizards/greedy.py")
    (here / "lizards").touch()
    assert solution_path("lizards") == Path("lizards")


@pytest.mark.parametrize("word", ["", ".", "..", "/", "../lizards", "nothing", "lizards/../queens", "x" * 5000])
def test_any_other_word_stays_a_path(word: str) -> None:
    assert solution_path(word) == Path(word)


def test_every_name_leads_to_a_solution() -> None:
    names = list(solution_names())
    assert len(names) > 30
    assert all(solution_path(name).is_file() for name in names)
