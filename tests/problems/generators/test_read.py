"""A generators.toml is read strictly: each fault is said with its line, and nothing is made of too much."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model.package import CaseState
from judge.problems import read_manifest
from judge.problems.generators.patterns import NAMES
from judge.problems.generators.read import FILE, Generators, Recipe, keys_of, read_generators
from tests.manual import TOPICS, blocks
from tests.problems.generators.packages import package


def read(folder: Path, text: str) -> Generators:
    package(folder, text)
    return read_generators(folder, read_manifest(folder))


def names(found: Generators) -> list[str]:
    return [recipe.path for recipe in found.recipes]


def fault(folder: Path, text: str) -> tuple[int, str]:
    with pytest.raises(JudgeError) as caught:
        read(folder, text)
    assert caught.value.code == "E411"
    assert caught.value.help
    assert caught.value.place is not None
    return caught.value.place.line, caught.value.message


def test_a_table_without_lists_is_one_case(tmp_path: Path) -> None:
    found = read(tmp_path, "[secret.forest]\nn = 8\ndensity = 0.2\nseed = 7\n[sample]\ntiny = { n = 2, pieces = 1 }\n")
    assert names(found) == ["secret/forest", "sample/tiny"]
    forest, tiny = found.recipes
    assert (forest.n, forest.values["density"], forest.seed, forest.pieces.of(0), forest.line) == (8, 0.2, 7, 8, 1)
    assert (tiny.pieces.of(0), tiny.line) == (1, 6)


def test_a_family_is_every_combination_and_its_names_say_what_differs(tmp_path: Path) -> None:
    found = read(tmp_path, "[secret.f]\nn = [8, 9]\ndensity = [0.1, 0.125]\nseed = 3\ncount = 2\npieces = 'max+1'\n")
    assert names(found)[:3] == ["secret/f-8-d10-s3", "secret/f-8-d10-s4", "secret/f-8-d12.5-s3"]
    assert len(set(names(found))) == 8
    assert {recipe.seed for recipe in found.recipes} == {3, 4}


def test_each_kind_of_pieces_has_its_word_and_its_number(tmp_path: Path) -> None:
    found = read(tmp_path, "[secret]\nf = { n = 9, pieces = [5, 'n', '80%', '1%', 'max', 'max+2', 'max-1'] }\n")
    assert names(found) == [f"secret/f-{word}" for word in ("p5", "p9", "p80pc", "p1pc", "max", "over2", "under1")]
    assert [recipe.pieces.of(12) for recipe in found.recipes] == [5, 9, 9, 1, 12, 14, 11]


def test_algorithms_take_turns(tmp_path: Path) -> None:
    found = read(tmp_path, "[secret]\na = { n = [1, 2, 3] }\nb = { n = [1, 2], algorithm = 'DFS' }\n")
    assert [recipe.algorithm for recipe in found.recipes] == ["BFS", "DFS", "BFS", "DFS", "DFS"]


def test_by_hand_names_cases(tmp_path: Path) -> None:
    assert read(tmp_path, 'by_hand = ["sample/*"]\n').by_hand == ("sample/*",)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("[secret.a]\nn = 8\ndensty = 0.2\n", 3, "the key 'densty' of [secret.a] is unknown; did you mean density?"),
        ("[secret]\n\na = { n = 8, m = 2 }\n", 3, "the key 'm' of [secret.a] is unknown"),
        ("[secret]\na.n = 8\na.m = 2\n", 3, "the key 'm' of [secret.a] is unknown"),
        ("[secret.a]\ndensity = 0.2\n", 1, "[secret.a]: the key 'n' is missing"),
        ("[secert.a]\nn = 8\n", 1, "'secert' is no group of problem.toml; did you mean secret?"),
        ("[secret]\na = 5\n", 2, "secret.a must be a table, but is 5"),
        ("by_hands = []\n", 1, "the key 'by_hands' is unknown above the first table; did you mean by_hand?"),
        ("by_hand = 'x'\n", 1, "by_hand must be a list of cases, each group/name"),
        ("by_hand = ['tiny']\n", 1, "by_hand holds 'tiny', which is not group/name"),
        ("[secret.a]\nn = 0\n", 2, "[secret.a]: n is 0"),
        ("[secret.a]\nn = 20001\n", 2, "[secret.a]: n is 20001"),
        ("[secret.a]\nn = true\n", 2, "[secret.a]: n is True"),
        ("[secret.a]\nn = []\n", 2, "[secret.a]: n is an empty list"),
        ("[secret.a]\nn = [[8]]\n", 2, "[secret.a]: n is [8]"),
        ("[secret.a]\nn = 8\ndensity = nan\n", 3, "[secret.a]: density is nan"),
        ("[secret.a]\nn = 8\ndensity = 1.5\n", 3, "[secret.a]: density is 1.5"),
        ("[secret.a]\nn = 8\npattern = 'mase'\n", 3, "[secret.a]: pattern is 'mase'; did you mean maze?"),
        ("[secret.a]\nn = 8\npattern = 'maze'\n", 3, "[secret.a]: a pattern needs to know how many trees"),
        (
            "[secret.a]\nn = 2001\ndensity = 0.2\npattern = 'maze'\n",
            2,
            "[secret.a]: n is 2,001, too large for a pattern",
        ),
        ("[secret.a]\nn = 8\npieces = 0\n", 3, "[secret.a]: pieces is 0"),
        ("[secret.a]\nn = 8\npieces = 'many'\n", 3, "[secret.a]: pieces is 'many'"),
        ("[secret.a]\nn = 8\npieces = '0%'\n", 3, "[secret.a]: pieces is '0%'"),
        ("[secret.a]\nn = 8\npieces = '101%'\n", 3, "[secret.a]: pieces is '101%'"),
        ("[secret.a]\nn = 8\nseed = -1\n", 3, "[secret.a]: seed is -1"),
        ("[secret.a]\nn = 8\nseed = [1]\n", 3, "[secret.a]: seed is [1]"),
        ("[secret.a]\nn = 8\nseed = 9223372036854775807\n", 1, "[secret.a]: the last seed is too large"),
        ("[secret.a]\nn = 8\ncount = 0\n", 3, "[secret.a]: count is 0"),
        ("[secret.a]\nn = 8\ntrees = [[1, 9]]\n", 3, "[secret.a]: the tree at row 1, column 9 is not on the board"),
        ("[secret.a]\nn = 8\ntrees = [1, 9]\n", 3, "[secret.a]: trees holds 1"),
        ("[secret.a]\nn = 8\ntrees = 5\n", 3, "[secret.a]: trees is 5"),
        ("[secret.a]\nn = 8\nalgorithm = 'XX'\n", 3, "[secret.a]: algorithm is 'XX'"),
        ("[secret.a]\nn = 8\nalgorithm = 'SA'\n", 1, "the algorithm SA is none of problem.toml"),
        ("[secret.'a/b']\nn = 8\n", 1, "'a/b' can't be the name of a case"),
        ("[secret.a]\nn = [8, 8]\n", 1, "two recipes make the case secret/a-8"),
        ("[secret.a]\nn = 8\nn = 9\n", 3, "generators.toml is not TOML: cannot overwrite a value"),
        ("[secret.a\n", 1, "generators.toml is not TOML: expected ']' at the end of a table declaration"),
    ],
)
def test_a_fault_is_said_with_its_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    assert fault(tmp_path, text) == (line, said)


@pytest.mark.parametrize(
    "text",
    [
        "[secret.a]\nn = 1\ncount = 1000000000\n",
        f"[secret.a]\nn = 1\ncount = 10001\npieces = {list(range(1, 100))}\n",
        "[secret.a]\nn = 1\ncount = 9000\n[secret.b]\nn = 2\ncount = 9000\n",
        "[secret.a]\nn = 20000\ncount = 6\n",
    ],
)
def test_what_is_far_too_much_is_refused_before_it_is_made(tmp_path: Path, text: str) -> None:
    assert fault(tmp_path, text)[1].startswith(("these are", "the boards have"))


def test_a_file_that_is_no_text_or_is_missing_or_huge(tmp_path: Path) -> None:
    package(tmp_path, "")
    file, manifest = tmp_path / "generators.toml", read_manifest(tmp_path)
    said = []
    for data in (b"\xff", b"#" * (1 << 20 | 1), b"a = " + b"[" * 5000, b"a = " + b"9" * 5000):
        file.write_bytes(data)
        with pytest.raises(JudgeError) as caught:
            read_generators(tmp_path, manifest)
        said.append(caught.value.code)
    file.unlink()
    with pytest.raises(JudgeError, match="there is no"):
        read_generators(tmp_path, manifest)
    file.symlink_to("/etc/hostname")
    with pytest.raises(JudgeError, match="leads out"):
        read_generators(tmp_path, manifest)
    assert said == ["E411"] * 4


values = st.recursive(
    st.one_of(
        st.integers(-2, 30),
        st.integers(),
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


KEYS = keys_of("lizards")
tables = st.dictionaries(st.sampled_from([*KEYS, "m"]), values, max_size=5)


def read_or_refused(folder: Path) -> tuple[Recipe, ...]:
    """The recipes; none where the file is refused, as it should be."""
    try:
        return read_generators(folder, read_manifest(folder)).recipes
    except JudgeError as error:
        if error.code != "E411" or error.place is None:
            raise
        return ()


@given(tables, st.sampled_from(["secret.a", "secret", "x.y"]))
@settings(max_examples=30, deadline=None)
def test_rubbish_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, table: dict[str, object], head: str
) -> None:
    text = f"[{head}]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in table.items())
    assume(not re.search(r"\\U0000d[89a-f]", text))  # half of a surrogate pair, which no file can hold
    for recipe in read_or_refused(package(tmp_path_factory.mktemp("rubbish"), text))[:3]:
        if recipe.n <= 50:
            assert recipe.board().grid.shape == (recipe.n, recipe.n)


@given(st.binary(max_size=60))
@settings(max_examples=20, deadline=None)
def test_rubbish_of_bytes_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = package(tmp_path_factory.mktemp("rubbish"), "")
    (folder / "generators.toml").write_bytes(data)
    assert read_or_refused(folder) == ()


def test_the_manual_shows_a_file_that_is_read_and_every_key_pattern_and_state(tmp_path: Path) -> None:
    text = TOPICS["authoring"]
    (shown,) = blocks(text, "toml")
    assert len(read(tmp_path, shown).recipes) == 2 * 2 * 3 + 1 + 1
    rows = {word for cell in re.findall(r"^\| (.*?) \|", text, re.MULTILINE) for word in re.findall(r"`(\w+)`", cell)}
    assert {*KEYS, *NAMES, *get_args(CaseState)} - {"same", "orphan"} <= rows


def test_a_problem_without_a_board_has_no_recipes(tmp_path: Path) -> None:
    """Else boards would be written among the cases of a problem that has none."""
    (tmp_path / "problem.toml").write_text('title = "Sum"\npuzzle = "general"\n[groups.secret]\n')
    (tmp_path / FILE).write_text("[secret.a]\nn = 5\n")
    with pytest.raises(JudgeError, match='no recipe can make a case of puzzle = "general"') as caught:
        read_generators(tmp_path, read_manifest(tmp_path))
    assert caught.value.code == "E411"
    assert caught.value.help.startswith("write each input.txt and answer.txt by hand")
