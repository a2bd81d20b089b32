"""Every word about a problem.toml that is refused, and what is read of others, as it is kept in `kept/`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Limits
from judge.problems.formats.toml_source import TomlSource
from judge.problems.manifest import read_manifest
from tests.problems import told
from tests.problems.test_package import TOML

KEPT = Path(__file__).parent / "kept"
TOP, LIMITS, GROUPS = TOML.split("\n\n", 2)
BONUS = "\n[bonus]\n"
MANIFESTS = {  # what is written into problem.toml in the place of what
    "good": ("", ""),
    "strict": ("title", 'answers = "strict"\ntitle'),
    "shapes": ("title", 'answers = "shapes"\ntitle'),
    "words that mean FAIL": ("title", 'answers = "shapes"\nfail_words = ["-1", "none", "Nichts da"]\ntitle'),
    "one word that means FAIL": ("title", 'fail_words = "none"\ntitle'),
    "words of all languages": ("title", 'fail_words = [\n  "-1",\n  "common",\n]\ntitle'),
    "words that mean FAIL, strictly": ("title", 'answers = "strict"\nfail_words = ["-1"]\ntitle'),
    "a number that means FAIL": ("title", "fail_words = -1\ntitle"),
    "a word of dots": ("title", 'fail_words = ["-1", " ... "]\ntitle'),
    "OK that means FAIL": ("title", 'fail_words = ["ok."]\ntitle'),
    "a word that is too long": ("title", f'fail_words = ["{"x" * 101}"]\ntitle'),
    "what pairs mean": ("title", 'answers = "shapes"\npairs = "column row from 1"\ntitle'),
    "what pairs mean, unread": ("title", 'pairs = "row column from 0"\ntitle'),
    "what pairs mean, in other words": ("title", 'answers = "shapes"\npairs = "xy"\ntitle'),
    "answers of another kind": ("title", 'answers = "loose"\ntitle'),
    "answers with a newline": ("title", 'answers = "lo\\nose"\ntitle'),
    "stdio": ("title", 'io = "stdio"\ninput_file = "in"\noutput_file = "out.txt"\ndialect = "no-algorithm"\ntitle'),
    "main": ("title", 'main = "hw1.py"\ntitle'),
    "main in a folder": ("title", 'main = "src/hw1.py"\ntitle'),
    "verdict rule": ("title", 'verdict_rule = "all"\ntitle'),
    "verdict rule, majority": ("title", 'verdict_rule = "majority"\ntitle'),
    "no limits": ("[limits]\ntime_limit = 2\n", ""),
    "limits, all": ("= 2", "= 2.5\nmemory = 1\noutput = 2\ncompilation_time = 3\nprocesses = 4"),
    "multipliers": ("[limits]", "[multipliers]\nPython = 2.5\n[limits]"),
    "scheme": ("title", 'scheme = "all-or-count"\ntitle'),
    "a limit that the kernel does not know": ("= 2", "= 1e300"),
    "a number of too many digits": ("= 2", f"= {'9' * 5000}"),
    "lists that are too deep": ("= 2", f"= {'[' * 50_000}"),
    "a limit of many digits": ("= 2", f"= 2\nmemory = 0x{'f' * 5000}"),
    "bonus": ("= 50\n", f"= 50\n{BONUS}share = 0.1\npoints = 5\n"),
    "bonus, algorithms": ("= 50\n", f'= 50\n{BONUS}share = 1\npoints = 0.5\nalgorithms = ["SA"]\n'),
    "group": ("= 50\n", '= 50\nscore_aggregation = "pass-fail"\nvisibility = "full"\n'),
    "unknown key above": ("title", "autor = 1\ntitle"),
    "unknown key like another": ("title", 'titel = "x"\ntitle'),
    "unknown key of limits": ("time_limit", "tme_limit"),
    "unknown key of a group": ("points = 50", "worth = 50"),
    "unknown key of a group, in quotes": ("points = 50", "'pionts' = 50"),
    "unknown key, dotted": ("points = 50", "pointss.x = 50"),
    "unknown table": ("[limits]", "[limit]"),
    "unknown table, blanks": ("[limits]", " [ 'limit' ] "),
    "unknown key, with a newline": ("title", '"a\\nb" = 1\ntitle'),
    "no title": ('title = "Save the lizards"\n', ""),
    "no puzzle": ('puzzle = "lizards"\n', ""),
    "no groups": (GROUPS, ""),
    "groups that are none": (GROUPS, "[groups]\n"),
    "a group that is no table": (GROUPS, "[groups]\nsecret = 5\n"),
    "groups that are no table": ("title", "groups = 5\ntitle"),
    "limits that are no table": ("title", "limits = true\ntitle"),
    "text for a number": ("= 2", '= "2"'),
    "a fraction for a whole number": ("time_limit = 2", "memory = 2.5"),
    "true for a number": ("time_limit = 2", "memory = true"),
    "a list for a number": ("time_limit = 2", "memory = [1]"),
    "a table for a number": ("time_limit = 2", "memory = {a = 1}"),
    "a number for text": ('"Save the lizards"', "5"),
    "a date for text": ('"Save the lizards"', "1979-05-27"),
    "text for a list": ('["DFS", "SA"]', '"DFS"'),
    "a number in a list": ('["DFS", "SA"]', '["DFS", 7]'),
    "a number too large": ("time_limit = 2", "memory = 99999999999999999999"),
    "an algorithm in lower case": ('"DFS"', '"dfs"'),
    "no algorithms": ('["DFS", "SA"]', "[]"),
    "a multiplier of no language": ("[limits]", "[multipliers]\nC = 1\nPyton = 3.0\n[limits]"),
    "a multiplier in other capitals": ("[limits]", "[multipliers]\npython = 3.0\n[limits]"),
    "a multiplier of text": ("[limits]", '[multipliers]\nC = 1\n"Python 2" = "3"\n[limits]'),
    "a multiplier of text, inline": ("[limits]", 'multipliers = {C = 1, Python = "3"}\n[limits]'),
    "another puzzle, and no algorithms": ('"lizards"\nalgorithms = ["DFS", "SA"]', '"most-quens"'),
    "a general problem with a dialect": (
        '"lizards"\nalgorithms = ["DFS", "SA"]',
        '"general"\ndialect = "no-algorithm"',
    ),
    "flags of a text": (
        '"lizards"\nalgorithms = ["DFS", "SA"]',
        '"general"\n[validator.flags_of]\nsecret = []\n"secret/1" = "x"',
    ),
    "flags of a number": (
        '"lizards"\nalgorithms = ["DFS", "SA"]',
        '"general"\n[validator.flags_of]\nsecret = ["x", 1]',
    ),
    "another puzzle": ('"lizards"', '"lizard"'),
    "a limit below 0": ("= 2", "= -2"),
    "a limit of 0": ("= 2", "= 0"),
    "a limit that is no number": ("= 2", "= nan"),
    "an endless limit": ("= 2", "= inf"),
    "a limit of 0, another": ("= 2", "= 2\nprocesses = 0"),
    "points below 0": ("points = 50", "points = -1"),
    "points without end": ("points = 50", "points = inf"),
    "points of the second group": ("points = 0", "points = nan"),
    "a group above": ("[groups.secret]", '[groups."../up"]'),
    "a group with a dot at its end": ("[groups.secret]", '[groups."a."]'),
    "a group of 255 signs": ("[groups.secret]", f"[groups.{'a' * 255}]"),
    "a group of 256 signs": ("[groups.secret]", f"[groups.{'a' * 256}]"),
    "a group of one sign": ("[groups.secret]", "[groups.a]"),
    "not TOML": ("[limits]", "[limits"),
    "not TOML, no value": ("= 2", "= "),
    "not TOML, text not ended": ("points = 0", 'points = "'),
    "not TOML, at the end": ("points = 0\n", 'points = """'),
    "not TOML, a key twice": ("= 2", "= 2\ntime_limit = 3"),
    "a wrong word of a group": ("points = 50", 'score_aggregation = "max"'),
    "a wrong scheme": ("title", 'scheme = "all"\ntitle'),
    "no points": ("= 50", "= 0"),
    "no points, but a scheme": ("= 50", f"= 0\n{BONUS}share = 0.1\npoints = 5"),
    "no points, but all-or-count": (TOP, TOP + '\nscheme = "all-or-count"'),
    "a share above 1": ("= 50\n", f"= 50\n{BONUS}share = 1.5\npoints = 5\n"),
    "a share of 0": ("= 50\n", f"= 50\n{BONUS}share = 0\npoints = 5\n"),
    "a share of 1": ("= 50\n", f"= 50\n{BONUS}share = 1\npoints = 1\n"),
    "a bonus of 0": ("= 50\n", f"= 50\n{BONUS}share = 0.1\npoints = 0\n"),
    "a bonus without end": ("= 50\n", f"= 50\n{BONUS}share = 0.1\npoints = inf\n"),
    "a bonus of no case": ("= 50\n", f'= 50\n{BONUS}share = 1\npoints = 1\nalgorithms = ["SA", "BFS"]\n'),
    "a bonus without its share": ("= 50\n", f"= 50\n{BONUS}points = 1\n"),
    "a folder as input": ("title", 'input_file = "a/b"\ntitle'),
    "no name of an output": ("title", 'output_file = ""\ntitle'),
    "a multiplier of 0": ("[limits]", "[multipliers]\nC = 1\nPython = 0\n[limits]"),
    "a multiplier without end": ("[limits]", "[multipliers]\nPython = inf\n[limits]"),
    "a multiplier in quotes": ("[limits]", '[multipliers]\n"C++" = 0\n[limits]'),
    "all-or-count without points": ("[limits]", "[limits]"),
    "a deadline": ("title", 'deadline = 2026-11-20T23:59:59Z\ngrace = "15min"\nlate_penalty = "10% per day"\ntitle'),
    "a deadline of a day": ("title", "deadline = 2026-11-20\ntitle"),
    "a deadline of a time": ("title", "deadline = 23:59:59\ntitle"),
    "a grace without a unit": ("title", "deadline = 2026-11-20\ngrace = 15\ntitle"),
    "the best attempt": ("title", 'attempt = "best"\ntitle'),
    "another attempt": ("title", 'attempt = "first"\ntitle'),
    "the last on time, without a deadline": ("title", 'attempt = "last-on-time"\ntitle'),
    "a grace alone": ("title", 'grace = "15min"\ntitle'),
    "a penalty that nobody can read": ("title", 'deadline = 2026-11-20\nlate_penalty = "a bit"\ntitle'),
}


class Shown(str):
    __slots__ = ()
    __repr__ = str.__str__


def _read(folder: Path) -> Shown:
    """What is read, but for the text that it is read of."""
    manifest = read_manifest(folder)
    return Shown(str(manifest).replace(f"source={manifest.source!r}, ", ""))


def told_of_manifests(folder: Path) -> Iterator[str]:
    file, inner = folder / "problem.toml", folder / "inner"
    for name, (old, new) in MANIFESTS.items():
        assert old in TOML
        file.write_text(TOML.replace(old, new, 1))
        yield from [name, *told.told(lambda: _read(folder))]
    no_points = TOML.replace("= 50", "= 0")
    for text in ('scheme = "all-or-count"\n' + no_points, no_points + f"{BONUS}share = 1\npoints = 1\n"):
        file.write_text(text)
        yield from told.told(lambda: _read(folder))
    for data in (b'title = "a"\n# caf\xe9\n', b"\xff", b"", b"\n\n= 1", b"a = 1\r\nb = \r\n"):
        file.write_bytes(data)
        yield from [repr(data), *told.told(lambda: _read(folder))]
    yield from told.told(lambda: _read(folder / "nowhere"))
    yield from told.told(lambda: _read(file))
    file.unlink()
    file.mkdir()
    yield from told.told(lambda: _read(folder))
    inner.mkdir()
    (inner / "problem.toml").symlink_to(file)
    yield from told.told(lambda: _read(inner))


def test_what_another_reader_of_toml_says_is_told_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> None:
        raise tomllib.TOMLDecodeError("No way\nto read it")

    (tmp_path / "problem.toml").write_text("a\nb\n")
    monkeypatch.setattr(tomllib, "loads", refuse)
    assert list(told.plain(told.told(lambda: read_manifest(tmp_path)), tmp_path)) == [
        "E422 PACKAGE/problem.toml line 3: problem.toml is not TOML: no way\nto read it",
        "  help: a line is key = value, [table] or a # comment",
    ]


def test_what_is_said_of_a_value_in_words_that_nobody_knows_is_passed_on() -> None:
    source = TomlSource("a.toml", "[limits]\nmemory = 1\n", "E422", "")
    said = [source._in_words(f"It is odd - at `${path}`", Limits, "limits") for path in (".memory", "")]
    assert [(str(error.place), error.message) for error in said] == [
        ("a.toml line 2", "the key 'memory' of [limits] can't be read: It is odd"),
        ("a.toml line 1", "[limits] can't be read: It is odd"),
    ]


def test_what_is_told_of_a_problem_toml(tmp_path: Path) -> None:
    told.hold(KEPT / "manifest.txt", told.plain(told_of_manifests(tmp_path), tmp_path))
