"""A problem.toml is read strictly: what is wrong with it is E422 with its line, in our words, and with a help.

The faults stand in `manifest.txt`, a row each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.model import Limits, Problem
from judge.problems import read_manifest, with_limit
from tests.conftest import refused, there
from tests.problems.make import TOML, put
from tests.problems.told import rows_of

BONUS = "= 50\n[bonus]\n"
LOOSE = 'answers = "shapes"\n'
NAMES = [
    *("/etc/passwd", "../in", "a/../in", "a/" * 9 + "in", "a//in", "a/", "/", "", ".", "..", "./in", "a/.in", ".stdin"),
    *("a\\in", "a /in", " a", "~/in", "-/../x", "$HOME", "a/..", "\u0661.txt", "a" * 101, "\u202ein"),
]
LIMITS = "\n[limits]"
LONG = [
    ("[groups.secret]", f"[groups.{'a' * 256}]", "can't be the name", "E422 8"),
    ("= 2", f"= {'9' * 5000}", "thousands of digits", "E422 0"),
    ("= 2", f"= {'[' * 50_000}", "too deep", "E422 0"),
    *((LIMITS, f"{said}{LIMITS}", "", "E422") for said in (f"arguments = {['x' * 1001]}", f"arguments = {['x'] * 65}")),
    *((LIMITS, f"{key} = '{name}'{LIMITS}", "", "E422") for key in ("input_file", "output_file") for name in NAMES),
]


def changed(folder: Path, old: str, new: str) -> Any:
    assert old in TOML
    put(folder / "problem.toml", TOML.replace(old, new, 1))
    return read_manifest(folder)


@pytest.mark.parametrize(("old", "new", "words", "told"), [*rows_of(Path(__file__).with_name("manifest.txt")), *LONG])
def test_what_is_wrong_is_told_in_words(tmp_path: Path, old: str, new: str, words: str, told: str) -> None:
    fault = refused(changed, tmp_path, old, new)
    said = f"{fault.message} {fault.note} {fault.help}"
    assert [word for word in words.split("; ") if word not in said] == [], said
    code, _, where = told.partition(" ")
    place = there(fault.place)
    found = f"{place.line}:{place.column}" if ":" in where else str(place.line)
    assert (fault.code, found if where else "", place.file) == (code, where, str(tmp_path / "problem.toml"))
    assert fault.help
    assert "`$" not in said, "a path of what reads it"


def test_what_is_right_is_read(tmp_path: Path) -> None:
    limits = changed(tmp_path, "= 2", "= 2.5\nmemory = 1\noutput = 2\ncompilation_time = 3\nprocesses = 4").limits
    assert limits == Limits(2.5, 1, 2, 3, 4)
    assert changed(tmp_path, "[limits]\ntime_limit = 2\n", "").limits == Limits()
    bonus = changed(tmp_path, "= 50", f'{BONUS}share = 1\npoints = 0.5\nalgorithms = ["SA"]').scheme
    assert bonus == Problem.Scheme("groups", Problem.Scheme.Bonus(1, 0.5, ("SA",)))
    slow = changed(tmp_path, "[limits]", "[multipliers]\npython = 3.0\n[limits]").programs
    assert slow.multipliers == {"python": 3.0}
    pairs = changed(tmp_path, "title", f'{LOOSE}pairs = "column row from 1"\nfail_words = "none"\ntitle').programs
    assert (pairs.shapes, pairs.pairs, pairs.fail_words) == (True, "column row from 1", ("none",))
    assert pairs.parameters == ("algorithm", "n", "lizards", "grid")
    assert changed(tmp_path, "title", 'main = "hw1.py"\nattempt = "best"\ntitle').main == "hw1.py"
    names = ("data/in/queens 8.txt", "my out/answer")
    deep = changed(tmp_path, "title", f'input_file = "{names[0]}"\noutput_file = "{names[1]}"\ntitle').programs
    assert (deep.input_file, deep.output_file) == names
    for known in ("multipliers.python = 2\n", "multipliers = {'C++' = 2.0}\n"):
        assert changed(tmp_path, "title", f"{known}title").programs.multipliers
    longest = "a" * 255
    assert longest in changed(tmp_path, "[groups.secret]", f"[groups.{longest}]").groups
    name = f"{'a/' * 8}{'b' * 100}"
    said = f"arguments = {['x' * 1000] * 64}\ninput_file = '{name}'\nfail_words = '{'x' * 100}'\n"
    most = changed(tmp_path, "[limits]\ntime_limit = 2", f"{said}[limits]\ntime_limit = 1e9\nmemory = 1000000000")
    programs = most.programs
    assert (len(programs.arguments), programs.input_file, programs.fail_words) == (64, name, ("x" * 100,))
    assert (most.limits.time_limit, most.limits.memory) == (1e9, 10**9)


def test_a_language_of_ones_own_may_have_a_multiplier(tmp_path: Path, table: Path) -> None:
    assert table.name == "languages.toml"
    table.write_text('[Shell]\nsuffixes = [".sh"]\n')
    assert changed(tmp_path, "title", "multipliers.shell = 2\ntitle").programs.multipliers == {"shell": 2.0}
    table.write_text("[Shell")
    error = refused(read_manifest, tmp_path)
    assert (error.code, there(error.place).file) == ("E422", str(table))


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b'title = "a"\n# caf\xe9\n', "line 2"),
        (b"\xff", "line 1"),
        (b"", "problem.toml"),
        (b"\n\n= 1", "line 3, column 1"),
        (b"a = [1,\n", "line 2"),
        (b"a = 1\r\nb = \r\n", "line 2, column 5"),
    ],
)
def test_what_is_no_text_or_no_table(tmp_path: Path, data: bytes, where: str) -> None:
    (tmp_path / "problem.toml").write_bytes(data)
    error = refused(read_manifest, tmp_path)
    assert (error.code, str(error.place).endswith(where)) == ("E422", True)


def test_where_there_is_no_problem_toml(tmp_path: Path) -> None:
    put(tmp_path / "file", "")
    (tmp_path / "folder/problem.toml").mkdir(parents=True)
    for name, code in (("nowhere", "E421"), ("file", "E421"), ("folder", "E435")):
        assert refused(read_manifest, tmp_path / name).code == code, name


# --- a limit that is written into it
TEXT = Path(__file__).with_name("quiz.toml").read_text()


def test_a_limit_is_written_where_comments_and_order_stay(tmp_path: Path) -> None:
    made = with_limit(TEXT, 2.0)
    assert made == TEXT.replace("time_limit = 5 ", "time_limit = 2.0 ")
    (tmp_path / "problem.toml").write_text(made)
    limits = read_manifest(tmp_path).limits
    assert (limits.time_limit, limits.memory) == (2.0, 256)
    assert with_limit(made, 2.0) == made, "a second time changes nothing"
    without = TEXT.replace("[limits]\nmemory = 256\ntime_limit = 5   # by guess\n\n", "").replace("\n", "\r\n")
    made = with_limit(without, 0.1)
    assert made.startswith(without)
    (tmp_path / "problem.toml").write_bytes(made.encode())
    assert read_manifest(tmp_path).limits.time_limit == 0.1
