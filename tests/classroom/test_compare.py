"""A class of students who know nobody has no pair; a copy in it is found, whatever was done to its looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import eq
from pathlib import Path

import pytest

from judge.classroom import similarities
from judge.model import Roll, Similarities, Student
from judge.problems import puzzle_named
from tests.classroom.independent import chosen, edited, independent, renamed, reordered
from tests.make import files
from tests.refused import refused

SOLUTIONS = Path(__file__).parents[2] / "solutions"


def works(count: int, seed: int = 0) -> list[Roll.Member]:
    return [copy(independent(seed + k), f"s{k}", path="hw.py") for k in range(count)]


def copy(text: str | bytes, name: str = "copy", group: str = "", path: str = "main.py", **more: bytes) -> Roll.Member:
    """A submission; in the names of `more` files `__` is the dot."""
    data = text if isinstance(text, bytes) else text.encode()
    others = ((other.replace("__", "."), held) for other, held in more.items())
    return Roll.Member(Student(name, group=group), name, name, path, ((path, data), *others))


def compare(
    found: Sequence[Roll.Member], past: Mapping[str, Sequence[Roll.Member]] = {}, starters: Sequence[Path] = ()
) -> Similarities:
    earlier = [(name, Roll("plain", tuple(theirs))) for name, theirs in past.items()]
    return similarities("class", Roll("plain", tuple(found)), earlier, starters)


def names(found: Similarities) -> list[set[str]]:
    return [{found.works[one].name for one in circle.works} for circle in found.circles]


def test_sources_are_compared_and_nothing_else_and_a_team_is_one_work() -> None:
    long = independent(1).encode()
    source = b"\xef\xbb\xbf" + long.replace(b"\n", b"\r\n") + b"y\r"
    ada = copy(source, "ada", "A", "a.py", b__h=b"int", c__csv=b"1", d__PY=b"z")
    bob = copy(independent(2).encode() + b"x = '\xff'", "bob", b__py=b"\0\1\2")  # what is no text is not read
    cid = Roll.Member(Student("cid"), "cid", "cid", doubt=Roll.Doubt("cid", "it is empty"))
    team = Roll.Member(Student("dan", group="A"), ada.folder, "dan", ada.main, ada.files)
    found = compare([ada, bob, cid, team], {"2025": [copy(independent(3), "ada"), cid]})
    one, other, past = found.works
    assert one.files == (("a.py", f"{long.decode()}y\n"), ("b.h", "int"), ("d.PY", "z"))
    assert (one.students, one.group, one.past, one.name) == (("ada", "dan"), "A", "", "ada, dan")
    assert (other.students, other.files) == (("bob",), (("main.py", f"{independent(2)}x = '\ufffd'"),))
    assert (past.name, found.compared, found.past) == ("ada (2025)", 2, 1)
    assert found.left_out == (("cid", "it is empty"), ("cid (2025)", "it is empty"))


def test_a_starter_is_a_file_or_a_folder(tmp_path: Path) -> None:
    folder = files(tmp_path, {"inner/a.py": independent(1), "README.md": "read", "empty/": ""})
    class_ = [copy(independent(1), "ada"), copy(independent(1), "bob")]
    assert names(compare(class_)) == [{"ada", "bob"}]
    for given in (folder, folder / "inner/a.py"):
        assert [who for who, _ in compare(class_, starters=[given]).left_out] == ["ada", "bob"]
    for name in ("nothing.py", "empty"):
        with refused("E494", "starter"):
            compare(class_, starters=[folder / name])


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


def test_shipped_solutions_are_like_none_of_their_problem() -> None:
    """Those that are starters, or were made of one, are not compared."""
    compared = 0
    for problem in SOLUTIONS.iterdir():
        found = compare([copy(path.read_text(), f"{path.stem}") for path in problem.glob("*.py")])
        assert names(found) == [], problem
        compared += found.compared
    assert compared > 40


@pytest.mark.parametrize("count", [2, 5, 40])
def test_who_know_nobody_are_like_nobody_and_a_copy_is_found(count: int) -> None:
    """Though it is renamed, laid out anew, reordered, or in a longer program."""
    class_, original = works(count), independent(1)
    found = compare(class_)
    assert (names(found), found.compared) == ([], count)
    longer = original + "\n".join(f"def extra{k}(a):\n    return a[{k}] if a else {{}}\n" for k in range(40))
    for hidden in (renamed(reordered(original)), longer):
        assert names(compare([*class_, copy(hidden)])) == [{"s1", "copy"}]


@pytest.mark.slow
def test_most_copies_with_a_line_in_ten_in_other_words_are_found() -> None:
    class_ = works(30)
    hidden = [renamed(edited(independent(k), k)) for k in range(10)]
    assert sum(hidden[k] != renamed(independent(k), k) for k in range(10)) >= 9
    found = [{f"s{k}", "copy"} in names(compare([*class_, copy(hidden[k])])) for k in range(10)]
    assert sum(found) >= 7


def test_who_copied_from_one_are_named_once() -> None:
    copies = [copy(renamed(independent(1), k), f"c{k}") for k in range(4)]
    pair = copy(renamed(independent(2)), "pair")
    found = compare([*works(30), *copies, pair])
    assert sorted(map(len, names(found))) == [2, 5]
    (large,) = (circle for circle in found.circles if len(circle.works) == 5)
    assert (len(large.pairs), len(large.shown)) == (10, 4)
    assert all(pair.parts for pair in large.shown)


def test_what_was_given_is_nobodys_copy(tmp_path: Path) -> None:
    starter, puzzle = "\n".join(map(independent, (900, 901))), puzzle_named("lizards").starter_in("lizards.py")
    (tmp_path / "starter.py").write_text(starter)
    class_ = [*works(20), copy(starter, "ada"), copy(starter + "\n" + independent(33), "bob"), copy(puzzle, "cid")]
    for starters, circles, out in (([], [{"ada", "bob"}], ["cid"]), ([tmp_path / "starter.py"], [], ["ada", "cid"])):
        found = compare(class_, starters=starters)
        assert (names(found), [who for who, _ in found.left_out]) == (circles, out)
    assert found.left_out[-1][1].startswith("too short"), "who has handed in the starter alone"


def test_earlier_years_are_compared_with_and_not_among_themselves() -> None:
    old = independent(5000)
    earlier = {"2025": [copy(old, "eve"), copy(renamed(old), "fay")]}
    apart = compare(works(12), earlier)
    assert apart.circles == ()
    assert (apart.compared, apart.past) == (12, 2)
    found = compare([*works(12), copy(renamed(old, 3), "ada")], earlier)
    assert names(found) == [{"ada", "eve (2025)", "fay (2025)"}]


def test_a_team_is_no_pair() -> None:
    text = independent(1)
    team = [copy(text, "ada", "A"), copy(text, "bob", "A"), copy(text, "cy", "B")]
    alone = compare(team[:2])
    assert names(alone) == []
    assert alone.left_out == (("ada and bob", "unusually alike, but both of the group A"),), "nothing is hidden"
    found = compare([copy(text, "ada"), copy(independent(2), "eve"), copy(text, "bob")])
    assert (names(found), (found.median or 0.0) < 0.5) == ([{"ada", "bob"}], True), "of three pairs one is alike"
    assert names(compare(team)) == [{"ada", "bob", "cy"}]
    assert names(compare([copy(text, "ada", "A")], {"2025": [copy(text, "eve", "A")]})) != []
