"""A generators.toml is read strictly: each fault is said with its line, and nothing is made of too much. What is on the
boards of a recipe is what it says, the same on every machine."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import get_args, get_type_hints

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge.model import Instance, Made
from judge.problems import OneCase
from judge.problems.generators import GenerateWish, generate
from tests.conftest import refused, there
from tests.manual import TOPICS, blocks
from tests.problems.make import recipes_in
from tests.problems.told import rows_of

CHECK, NOTHING = GenerateWish(check=True), GenerateWish(only=("nothing",))  # of which the recipes are read alone
KEYS = ("n", "density", "pattern", "trees", "pieces", "seed", "count", "algorithm")  # of lizards
HERE = Path(__file__).parent
DIGESTS = dict(rows_of(HERE / "patterns.txt"))


def made(folder: Path, text: str, puzzle: str = "lizards", wish: GenerateWish = CHECK) -> list[Made]:
    return list(generate(recipes_in(folder, text, puzzle), wish))


def boards(folder: Path, puzzle: str, table: str) -> list[Instance]:
    assert made(folder, f"[secret.a]\n{table}\n", puzzle, GenerateWish())
    return [OneCase.alone(file).case.board for file in sorted(folder.rglob("input.txt"))]


# --- what is read -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("text", "cases"), rows_of(HERE / "families.txt"))
def test_a_table_is_a_case_or_a_family_whose_names_say_what_differs(tmp_path: Path, text: str, cases: str) -> None:
    found = made(tmp_path, text, wish=GenerateWish())
    algorithms = (OneCase.alone(tmp_path / one.case / "input.txt").case.board.algorithm for one in found)
    assert ", ".join(f"{one.case}: {one.pieces} {name}" for one, name in zip(found, algorithms, strict=True)) == cases


@pytest.mark.parametrize(("puzzle", "text", "line", "said"), rows_of(HERE / "faults.txt"))
def test_a_fault_is_said_with_its_line(tmp_path: Path, puzzle: str, text: str, line: str, said: str) -> None:
    """Before anything is made."""
    if said == "fits":
        assert refused(made, tmp_path, text, puzzle, NOTHING).code == "E433"
        return
    error = refused(made, tmp_path, text, puzzle, GenerateWish())
    assert (error.code, str(there(error.place).line), error.message) == ("E411", line, said)
    assert not (tmp_path / "secret").exists()


def test_a_file_that_is_no_text_or_is_missing_or_huge(tmp_path: Path) -> None:
    file, read = recipes_in(tmp_path, "") / "generators.toml", lambda: list(generate(tmp_path, CHECK))
    for data in (b"\xff", b"#" * (1 << 20 | 1), b"a = " + b"[" * 5000, b"a = " + b"9" * 5000):
        file.write_bytes(data)
        assert refused(read).code == "E411"
    file.unlink()
    assert "there is no" in refused(read).message


values = st.recursive(
    st.one_of(
        st.integers(-2, 30),
        st.sampled_from([20_001, -(2**63), 2**63 - 1]),
        st.floats(),
        st.booleans(),
        st.sampled_from(["n", "max", "max+1", "50%", "maze", "random", "DFS", "BFS", ""]),
        st.text(max_size=4),
    ),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


def toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, str):
        return '"' + "".join(rf"\U{ord(sign):08x}" for sign in value) + '"'
    return str(value).lower()


tables = st.dictionaries(st.sampled_from([*KEYS, "m"]), values, max_size=5)
written = tables.map(lambda table: "".join(f"{key} = {toml(value)}\n" for key, value in table.items()))


@given(written | st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_rubbish_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    assume(not re.search(r"\\U0000d[89a-f]|[\ud800-\udfff]", text))  # half of a surrogate pair, which no file can hold
    error = refused(made, tmp_path_factory.mktemp("rubbish"), f"[secret.a]\n{text}", wish=NOTHING)
    assert error.code in ("E411", "E433")  # it was read
    assert error.place is not None


def test_the_manual_shows_a_file_that_is_read_and_every_key_pattern_and_state(tmp_path: Path) -> None:
    text = TOPICS["authoring"]
    (shown,) = blocks(text, "toml")
    assert len(made(tmp_path, shown)) == 2 * 2 * 3 + 1 + 1
    rows = {word for cell in re.findall(r"^\| (.*?) \|", text, re.MULTILINE) for word in re.findall(r"`(\w+)`", cell)}
    assert {*KEYS, *DIGESTS, *get_args(get_type_hints(Made)["state"])} - {"same", "orphan"} <= rows


def test_a_problem_without_a_board_has_no_recipes(tmp_path: Path) -> None:
    """Else boards would be written among the cases of a problem that has none."""
    recipes_in(tmp_path, "[secret.a]\nn = 5\n")
    (tmp_path / "problem.toml").write_text('title = "Sum"\npuzzle = "general"\n[groups.secret]\n')
    error = refused(lambda: list(generate(tmp_path, CHECK)))
    assert (error.code, error.message) == ("E411", 'no recipe can make a case of puzzle = "general": it has no board')
    assert error.help.startswith("write each input.txt and answer.txt by hand")


# --- what is made -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("pattern", DIGESTS)
def test_each_board_of_a_pattern_is_always_the_same_with_as_many_trees_as_it_says(tmp_path: Path, pattern: str) -> None:
    sizes = f"n = {list(range(1, 13))}\ndensity = [0.0, 0.35, 1.0]\ncount = 2\npattern = '{pattern}'\npieces = 1\n"
    found, whole = made(tmp_path, f"[secret.a]\n{sizes}", wish=GenerateWish()), hashlib.sha256()
    for one in found:
        whole.update((tmp_path / one.case / "input.txt").read_bytes())
        density = int(one.case.split("-d")[1].split("-")[0]) / 100
        assert pattern == "random" or one.trees == round(density * one.n * one.n)
    assert (len(found), whole.hexdigest()[:16]) == (72, DIGESTS[pattern])


def test_obstacles_are_as_many_as_the_density_says_on_a_board_that_is_no_square(tmp_path: Path) -> None:
    [board] = boards(tmp_path, "most-queens", "n = 4\nm = 10\ndensity = 0.25\npattern = 'blobs'\ntrees = [[4, 10]]")
    assert board.shape == (4, 10)
    assert board.grid[3, 9] == 2
    assert np.count_nonzero(board.grid) in (10, 11)
    others = boards(tmp_path / "other", "most-queens", "n = 10\nm = 4\ndensity = 0.25\npattern = 'lines'")
    drawn = hashlib.sha256(b"".join(one.grid.tobytes() for one in (board, *others))).hexdigest()
    assert drawn[:16] == "a7d3f752b6c94baa"


def test_regions_are_whole_after_cells_have_moved_and_always_the_same(tmp_path: Path) -> None:
    drawn = hashlib.sha256()
    for board in boards(tmp_path, "star-battle", "n = 6\nmoved = [0, 5]\npattern = ['hidden', 'grown']"):
        layer = there(board.layer)
        drawn.update(layer.tobytes())
        for region in range(1, 7):
            waiting = {(int(row), int(column)) for row, column in np.argwhere(layer == region)}
            reached = [waiting.pop()]
            for row, column in reached:
                near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & waiting
                waiting -= near
                reached += near
            assert not waiting, (region, layer)
    assert drawn.hexdigest()[:16] == "2f251113eb984d61"
