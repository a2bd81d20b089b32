"""A class of students who know nobody has no pair; a copy in it is found, whatever was done to its looks."""

from __future__ import annotations

from operator import eq
from pathlib import Path

import pytest

from judge.classroom.similar.compare import compared, given_to_all
from judge.model import Similarities, Work
from tests.classroom.independent import chosen, edited, independent, renamed, reordered

SOLUTIONS = Path(__file__).parents[2] / "solutions"
GIVEN = given_to_all([])


def works(count: int, seed: int = 0) -> list[Work]:
    return [Work((f"s{k}",), (("hw.py", independent(seed + k)),)) for k in range(count)]


def copy(text: str, name: str = "copy", path: str = "main.py", **more: str) -> Work:
    return Work((name,), ((path, text),), **more)


def compare(found: list[Work]) -> Similarities:
    return compared("class", found, GIVEN)


def names(found: Similarities) -> list[set[str]]:
    return [{found.works[one].name for one in circle.works} for circle in found.circles]


@pytest.mark.parametrize("count", [2, 5, 12, 40])
def test_who_know_nobody_are_like_nobody(count: int) -> None:
    found = compare(works(count))
    assert names(found) == []
    assert found.compared == count


@pytest.mark.parametrize(
    "seed", [pytest.param(one, marks=pytest.mark.nightly(sample=2)) for one in range(20_000, 44_000, 3_000)]
)
def test_of_240_only_those_are_alike_who_wrote_the_same(seed: int) -> None:
    """The made-up students choose among 875 programs, before they say them in other words: some choose the same."""
    found = compare(works(240, seed))
    for pair in (pair for circle in found.circles for pair in circle.pairs):
        left, right = (chosen(seed + int(found.works[one].name[1:])) for one in (pair.left, pair.right))
        assert sum(map(eq, left, right)) >= 3
    assert len(found.circles) < 6


def test_shipped_solutions_are_like_none_of_their_problem_but_those_that_were_made_of_another() -> None:
    found: list[set[str]] = []
    for problem in sorted(SOLUTIONS.iterdir()):
        shipped = [copy(path.read_text(), f"{problem.name}/{path.stem}") for path in sorted(problem.glob("*.py"))]
        found += names(compared("solutions", shipped, ()))
    derived = [{"place-superqueens/as_queens", "place-superqueens/cell_by_cell"}, {"spies/pruned", "spies/incremental"}]
    assert found == derived


@pytest.mark.parametrize("count", [2, 5, 12, 40])
def test_a_copy_is_found_though_it_is_renamed_laid_out_anew_and_reordered(count: int) -> None:
    original = independent(1)
    for hidden in (renamed(original), reordered(original), renamed(reordered(original))):
        found = compare([*works(count), copy(hidden)])
        assert names(found) == [{"s1", "copy"}]


@pytest.mark.slow
def test_most_copies_with_a_line_in_ten_in_other_words_are_found() -> None:
    class_ = works(30)
    hidden = [renamed(edited(independent(k), k)) for k in range(10)]
    assert sum(hidden[k] != renamed(independent(k), k) for k in range(10)) >= 9
    found = [{f"s{k}", "copy"} in names(compare([*class_, copy(hidden[k])])) for k in range(10)]
    assert sum(found) >= 7


def test_a_copy_in_a_longer_program_is_found() -> None:
    longer = independent(1) + "\n".join(f"def extra{k}(a):\n    return a[{k}] if a else {{}}\n" for k in range(40))
    assert names(compare([*works(60), copy(longer)])) == [{"s1", "copy"}]


def test_who_copied_from_one_are_named_once() -> None:
    copies = [copy(renamed(independent(1), k), f"c{k}") for k in range(4)]
    pair = copy(renamed(independent(2)), "pair")
    found = compare([*works(30), *copies, pair])
    assert sorted(map(len, names(found))) == [2, 5]
    (large,) = (circle for circle in found.circles if len(circle.works) == 5)
    assert (len(large.pairs), len(large.shown)) == (10, 4)
    assert all(pair.parts for pair in large.shown)


def test_what_was_given_is_nobodys_copy() -> None:
    starter = "\n".join(independent(seed) for seed in (900, 901))
    class_ = [*works(20), copy(starter, "ada"), copy(starter + "\n" + independent(33), "bob")]
    assert names(compare(class_)) == [{"ada", "bob"}]
    found = compared("class", class_, [*GIVEN, ("starter.py", starter)])
    assert names(found) == []
    assert [who for who, _ in found.left_out] == ["ada"]


def test_who_handed_in_the_starter_alone_is_not_compared() -> None:
    puzzle = next(text for path, text in GIVEN if path == "lizards.py")
    found = compare([copy(puzzle, "ada"), copy(puzzle, "bob")])
    assert (found.compared, found.circles) == (0, ())
    assert [who for who, _ in found.left_out] == ["ada", "bob"]
    assert all(why.startswith("too short") for _, why in found.left_out)


def test_earlier_years_are_compared_with_and_not_among_themselves() -> None:
    old = independent(5000)
    earlier = [copy(old, "eve", past="2025"), copy(renamed(old), "fay", past="2025")]
    apart = compare([*works(12), *earlier])
    assert apart.circles == ()
    assert (apart.compared, apart.past) == (12, 2)
    found = compare([*works(12), *earlier, copy(renamed(old, 3), "ada")])
    assert names(found) == [{"ada", "eve (2025)", "fay (2025)"}]


def test_a_team_is_no_pair() -> None:
    text = independent(1)
    team = [copy(text, "ada", group="A"), copy(text, "bob", group="A"), copy(text, "cy", group="B")]
    alone = compare(team[:2])
    assert names(alone) == []
    assert alone.left_out == (("ada and bob", "unusually alike, but both of the group A"),), "nothing is hidden"
    assert names(compare(team)) == [{"ada", "bob", "cy"}]
    assert names(compare([copy(text, "ada", group="A"), copy(text, "eve", group="A", past="2025")])) != []
