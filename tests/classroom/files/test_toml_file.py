"""A TOML file of a person: where a key is, and what is said of one that nobody knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.files.toml_file import At, Kind, TomlFile
from judge.errors import JudgeError

KIND = Kind("E449", "contest file", "write more")
TEXT = """\
# name = "no key"
name = "n"
[[team]]
members = [
    ["a"],
    [1],
    "name",
]
name = "first"
[[ "team" ]]   # the second
members = []
'name' = "second"
[other]
name = "third"
"""


@pytest.mark.parametrize(
    ("at", "line"),
    [
        (At(key="name"), 2),
        (At(key="gone"), 0),
        (At("team", 1, "name"), 9),
        (At("team", 1, "gone"), 3),
        (At("team", 2, "name"), 12),
        (At("team", 2), 10),
        (At("team", 3, "name"), 0),
        (At("other", 1, "name"), 14),
    ],
)
def test_a_key_is_found_in_its_table(tmp_path: Path, at: At, line: int) -> None:
    (tmp_path / "a.toml").write_text(TEXT)
    assert TomlFile(tmp_path / "a.toml", KIND).place(at).line == line


@pytest.mark.parametrize(
    ("known", "what"),
    [
        ({"naem": str}, "the key 'name' of the contest file is unknown"),
        ({"name": int}, "the key 'name' of the contest file must be a whole number"),
        ({"name": bool}, "the key 'name' of the contest file must be true or false"),
        ({"name": (list,)}, "the key 'name' of the contest file must be a list of texts in brackets"),
        ({"name": list}, "the key 'name' of the contest file must be tables that begin with [[name]]"),
    ],
)
def test_a_key_has_its_kind(tmp_path: Path, known: dict[str, object], what: str) -> None:
    (tmp_path / "a.toml").write_text('name = "n"\n')
    with pytest.raises(JudgeError) as caught:
        TomlFile(tmp_path / "a.toml", KIND).check({"name": "n"}, known)
    assert (caught.value.message, caught.value.place and caught.value.place.line) == (what, 1)
    assert caught.value.help == ("write naem" if "naem" in known else "correct the value")


@pytest.mark.parametrize("value", ["[" * 100_000, "9" * 5_000], ids=["deep", "huge"])
def test_what_python_can_not_read_is_no_toml(tmp_path: Path, value: str) -> None:
    (tmp_path / "a.toml").write_text(f"a = {value}")
    with pytest.raises(JudgeError) as caught:
        TomlFile(tmp_path / "a.toml", KIND)
    assert (caught.value.code, caught.value.help) == ("E449", "write smaller numbers, and flatter lists")
