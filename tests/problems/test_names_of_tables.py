"""No name in a table of problem.toml is passed over: where it names nothing, it is refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.problems import read_package
from judge.submissions import languages

# The tables whose keys are names, and what a name in them stands for. `known` are names that stand for something.
TABLES = {
    "multipliers": ("2.0", tuple(languages())),
    "validator.flags_of": ("[]", ("secret", "sample", "secret/1", "sample/first")),
}
HEAD = 'title = "Sum"\npuzzle = "general"\n\n[groups.secret]\npoints = 10\n\n[groups.sample]\n'
NAMES = st.text("abcdefghijklmnopqrstuvwxyzCGPRJN+ 0123456789/", min_size=1, max_size=12)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sum")
    for case in ("secret/1", "sample/first"):
        (folder / case).mkdir(parents=True)
        (folder / case / "input.txt").write_text("7\n")
        (folder / case / "answer.txt").write_text("3 4\n")
    return folder


def forms(table: str, name: str, value: str) -> list[str]:
    """The three forms in which TOML has a table: under its head, with dots, and inline."""
    outer, _, last = table.rpartition(".")
    inline = f"{last} = {{'{name}' = {value}}}\n"
    above = f"[{outer}]\n" if outer else ""
    if outer:
        return [
            HEAD + form
            for form in (f"[{table}]\n'{name}' = {value}\n", f"{above}{last}.'{name}' = {value}\n", above + inline)
        ]
    return [HEAD + f"[{table}]\n'{name}' = {value}\n", f"{table}.'{name}' = {value}\n{HEAD}", inline + HEAD]


@pytest.mark.parametrize("table", TABLES)
@given(name=NAMES)
def test_a_name_that_stands_for_nothing_is_refused_with_its_line(root: Path, table: str, name: str) -> None:
    value, known = TABLES[table]
    for text in (text for one in known for text in forms(table, one, value)):
        (root / "problem.toml").write_text(text)
        read_package(root)
    assume(name.lower() not in map(str.lower, known))
    for text in forms(table, name, value):
        (root / "problem.toml").write_text(text)
        with pytest.raises(JudgeError) as caught:
            read_package(root)
        error = caught.value
        assert error.place
        assert error.code == "E422"
        assert f"'{name}'" in text.splitlines()[error.place.line - 1], (text, error)
        assert f"'{name}'" in error.message


@pytest.mark.parametrize(
    ("table", "name", "near"), [("multipliers", "Pyton", "Python"), ("validator.flags_of", "sekret", "secret")]
)
def test_the_nearest_name_is_told(root: Path, table: str, name: str, near: str) -> None:
    (root / "problem.toml").write_text(forms(table, name, TABLES[table][0])[0])
    with pytest.raises(JudgeError, match=f"did you mean {near}"):
        read_package(root)
