"""A problem.toml is read strictly: what is wrong with it is E422 with its line, in our words, and with a help."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.errors import Place
from judge.model import Limits, Problem
from judge.problems import read_manifest, with_limit
from tests.conftest import refused as refusal
from tests.problems.make import TOML, put
from tests.refused import refused

BONUS = "= 50\n[bonus]\n"
GENERAL = '"lizards"\nalgorithms = ["DFS", "SA"]'
LOOSE = 'answers = "shapes"\n'
NAMES = [
    *("/etc/passwd", "../in", "a/../in", "a/" * 9 + "in", "a//in", "a/", "/", "", ".", "..", "./in", "a/.in", ".stdin"),
    *("a\\in", "a /in", " a", "~/in", "-/../x", "$HOME", "a/..", "\u0661.txt", "a" * 101, "\u202ein"),
]


WRONG: list[tuple[str, str, int, str]] = [  # what is written in the place of what, the line that is named, and words
    # --- keys and types
    ("time_limit", "tme_limit", 6, "'tme_limit' of [limits] is unknown | write time_limit"),
    ("points = 50", "worth = 50", 9, "'worth' of [groups.secret] is unknown | points"),
    ("points = 50", "'pionts' = 50", 9, "write points"),
    ("points = 50", "pointss.x = 50\npointss.y = 1", 9, "'pointss' of [groups.secret] is unknown"),
    ("title", "author = 1\ntitle", 1, "'author' is unknown | title, puzzle, algorithms"),
    ("[limits]", " [ 'limit' ] ", 5, "'limit' is unknown | write limits"),
    ("title", '"a\\nb" = 1\ntitle', 0, "is unknown"),
    ('title = "Save the lizards"\n', "", 0, "'title' is missing"),
    ("[groups.secret]\npoints = 50\n\n[groups.sample]\npoints = 0\n", "", 0, "'groups' is missing"),
    ("[groups.secret]\npoints = 50\n\n[groups.sample]\npoints = 0\n", "[groups]\n", 0, "names no groups"),
    ("[groups.secret]\npoints = 50\n\n[groups.sample]\npoints = 0\n", "[groups]\nsecret = 5\n", 9, "must be a table"),
    ("= 2", '= "2"', 6, "'time_limit' of [limits] must be a number, but is text"),
    ("time_limit = 2", "memory = 2.5", 6, "must be a whole number, but is a number"),
    ("time_limit = 2", "memory = {a = 1}", 6, "must be a whole number, but is a table"),
    ("time_limit = 2", "memory = 99999999999999999999", 6, ""),
    ('"Save the lizards"', "1979-05-27", 1, "must be text in quotes"),
    ('["DFS", "SA"]', '"DFS"', 3, "'algorithms' must be a list, but is text"),
    ('["DFS", "SA"]', '["DFS", 7]', 3, "an item of the key 'algorithms' must be text in quotes"),
    ("title", "fail_words = 1979-05-27\ntitle", 1, "must be text in quotes or a list, but is a date"),
    ("title", "\ufefftitle", 1, "byte order mark | without"),
    # --- values
    ('"lizards"', '"lizard"', 2, "'puzzle' holds 'lizard' | lizards, queens, spies, all-queens"),
    (GENERAL, '"most-quens"', 2, "'puzzle' holds 'most-quens'"),
    ('"DFS"', '"dfs"', 3, "'algorithms' holds 'dfs' | BFS, DFS, SA, ANY"),
    ('["DFS", "SA"]', "[]", 3, "algorithms is empty | BFS"),
    ("title", 'answers = "lo\\nose"\ntitle', 1, ""),
    ("title", 'verdict_rule = "majority"\ntitle', 1, "went with version"),
    ("title", 'main = "src/hw1.py"\ntitle', 1, "main is"),
    ("title", 'output_file = ""\ntitle', 1, ""),
    ("= 2", "= -2", 6, "time_limit is -2.0 | above 0"),
    ("= 2", "= nan", 6, "time_limit is nan"),
    ("= 2", "= 1e300", 6, "the most there is"),
    ("= 2", "= 2\nprocesses = 0", 7, "processes is 0"),
    ("points = 50", "points = -1", 9, "'secret' are -1.0"),
    ("points = 50", "points = inf", 9, "no number to add up"),
    ("points = 0", "points = nan", 12, "'sample'"),
    ("points = 50", 'require_pass = "sampel"', 9, "'secret' requires 'sampel' | groups: "),
    ("points = 50", 'require_pass = "secret"', 9, "'secret' requires 'secret' | no other group"),
    ("points = 50", 'score_aggregation = "max"', 9, "'max' | sum, pass-fail"),
    ("[groups.secret]", '[groups."../up"]', 8, "'../up' can't be the name of a group"),
    ("[groups.secret]", '[groups."a."]', 8, "can't be the name"),
    ("[groups.secret]", f"[groups.{'a' * 256}]", 8, "can't be the name"),
    # --- words for FAIL, and pairs
    ("title", 'fail_words = [\n  "-1",\n  "common",\n]\ntitle', 3, "'common' among fail_words went"),
    ("title", 'answers = "strict"\nfail_words = ["-1"]\ntitle', 2, "never looked at"),
    ("title", "fail_words = -1\ntitle", 1, ""),
    (GENERAL, '"general"\nfail_words = "no"', 3, "without a board has no FAIL"),
    ("title", 'fail_words = ["-1", " ... "]\ntitle', 1, "can't mean FAIL"),
    ("title", 'fail_words = ["ok."]\ntitle', 1, "can't mean FAIL"),
    ("title", f'fail_words = ["{"x" * 101}"]\ntitle', 1, "can't mean FAIL"),
    ("title", 'pairs = "row column from 0"\ntitle', 1, "only where answers"),
    ("title", f'{LOOSE}pairs = "xy"\ntitle', 2, "'pairs' holds 'xy'"),
    # --- tables whose keys are names: under their head, with dots, and inline
    ("title", "multipliers.Cobol = 2.0\ntitle", 1, "'Cobol'"),
    ("[limits]", "multipliers = {C = 1, pythn = 3}\n[limits]", 5, "'pythn'"),
    ("[limits]", "[multipliers]\nC = 1\nPyton = 3.0\n[limits]", 7, "did you mean Python?"),
    ("[limits]", '[multipliers]\nC = 1\n"Python 2" = "3"\n[limits]', 7, "'Python 2' of [multipliers] must be a number"),
    ("[limits]", 'multipliers = {C = 1, Python = "3"}\n[limits]', 5, "'Python' of [multipliers]"),
    ("[limits]", "[multipliers]\nC = 1\nPython = 0\n[limits]", 7, "must be above 0"),
    ("[limits]", "[multipliers]\nPython = inf\n[limits]", 6, "must be above 0"),
    (GENERAL, '"general"\ndialect = "no-algorithm"', 3, "no algorithm to leave out"),
    (GENERAL, '"general"\n[validator.flags_of]\nsecret = []\n"secret/1" = "x"', 5, "must be a list"),
    (GENERAL, '"general"\n[validator.flags_of]\nsecret = ["x", 1]', 4, "an item of the key 'secret'"),
    (GENERAL, '"general"\n[validator]\ntime_limit = 0', 4, "the limit time_limit is 0"),
    (GENERAL, '"general"\n[validator]\nmemory = -1', 4, "the limit memory is -1"),
    (GENERAL, '"general"\n[validator]\nfile = "x"', 4, "'file' of [validator] is unknown"),
    (GENERAL, '"general"\n[validator]\nflags = "x"', 4, "must be a list"),
    (GENERAL, '"general"\nalgorithms = []', 3, "algorithms is empty"),
    ("[limits]", "[validator]\n[limits]", 5, "only a general problem has a validator"),
    # --- points, bonus, deadline
    ("title", 'scheme = "all"\ntitle', 1, "'scheme' holds 'all' | groups, all-or-count"),
    ("= 50", "= 0\n[bonus]\nshare = 0.1\npoints = 5", 0, "no group has points"),
    ("= 50", f"{BONUS}share = 10\npoints = 5", 11, "the share of the bonus is 10.0 | 0.1"),
    ("= 50", f"{BONUS}share = 0\npoints = 5", 11, "the share of the bonus is 0.0"),
    ("= 50", f"{BONUS}share = 0.1\npoints = 0", 12, "the points of the bonus are 0.0"),
    ("= 50", f"{BONUS}share = 0.1\npoints = inf", 12, "the points of the bonus are inf"),
    ("= 50", f'{BONUS}share = 1\npoints = 1\nalgorithms = ["BFS"]', 13, "for BFS | DFS, SA"),
    ("= 50", f"{BONUS}points = 1", 0, "'share' of [bonus] is missing"),
    ("title", "deadline = 23:59:59\ntitle", 1, "no date"),
    ("title", "deadline = 2026-11-20\ngrace = 15\ntitle", 2, "'grace' must be text in quotes"),
    ("title", 'grace = "15min"\ntitle', 1, "no deadline"),
    ("title", 'deadline = 2026-11-20\nlate_penalty = "a bit"\ntitle', 2, "late_penalty"),
    ("title", 'attempt = "first"\ntitle', 1, "'attempt' holds 'first'"),
    # --- no TOML
    ("[limits]", "[limits", 5, "not TOML"),
    ("= 2", "= ", 6, "not TOML: invalid value"),
    ("points = 0\n", 'points = """', 12, "not TOML"),
    ("= 2", "= 2\ntime_limit = 3", 7, "not TOML"),
    ("= 2", f"= {'9' * 5000}", 0, "thousands of digits"),
    ("= 2", f"= {'[' * 50_000}", 0, "too deep"),
]


def changed(folder: Path, old: str, new: str) -> Any:
    assert old in TOML
    put(folder / "problem.toml", TOML.replace(old, new, 1))
    return read_manifest(folder)


@pytest.mark.parametrize(("old", "new", "line", "words"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_told_in_words(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    fault = refusal(changed, tmp_path, old, new)
    said = f"{fault.message} {fault.note} {fault.help}"
    assert [word for word in words.split(" | ") if word not in said] == [], said
    place = Place(str(tmp_path / "problem.toml"), line, (fault.place or Place("")).column)
    assert (fault.code, fault.place) == ("E422", place)
    assert fault.help
    assert "$" not in said


@pytest.mark.parametrize(
    ("said", "line", "column", "words"),
    [
        ('arguments = ["{n}", "{size}"]', 4, 22, "{size} stands for nothing"),
        ('arguments = [\n  "{n}",\n  "{",\n]', 6, 4, "{ stands alone"),
        ('arguments = ["a}"]', 4, 16, "} stands alone"),
        ('arguments = ["{}"]', 4, 15, "{} stands for nothing"),
        ('arguments = ["{n.__class__}"]', 4, 15, "{n.__class__} stands for nothing"),
        ('reads = "{input}"', 4, 10, "{input} stands for nothing"),
        ('io = "stdio"\narguments = ["{output}"]', 5, 15, "{output} stands for nothing"),
    ],
)
def test_braces_that_stand_for_nothing(tmp_path: Path, said: str, line: int, column: int, words: str) -> None:
    error = refusal(changed, tmp_path, "\n[limits]", f"{said}\n[limits]")
    assert (error.code, error.place) == ("E480", Place(str(tmp_path / "problem.toml"), line, column))
    assert error.message.endswith(words)


@pytest.mark.parametrize(
    "said",
    [
        'arguments = ["a\\u0000b"]',
        'arguments = ["a\\nb"]',
        'arguments = ["\\u202e"]',
        f'arguments = ["{"x" * 1001}"]',
        f"arguments = {['x'] * 65}",
        'arguments = "{n}"',
        'bytes = "mine"',
        'batch = "lines"',
        'signature = {parameters = ["n: int"], result = "int"}',
        'reads = "{n}"\nbytes = "as-is"',
        'reads = "{n}"\ndialect = "no-algorithm"',
        'input_file = "data"\noutput_file = "data/out"',
        'input_file = "data/in"\noutput_file = "data"',
        'input_file = "data/in/x"\noutput_file = "data/in"',
        *(f"{key} = '{name}'" for key in ("input_file", "output_file") for name in NAMES),
        'input_file = "a/b.txt"\noutput_file = "a/b.txt"',
        'input_file = "output.txt"',
    ],
)
def test_what_no_program_can_be_called_with(tmp_path: Path, said: str) -> None:
    with refused("E422"):
        changed(tmp_path, "\n[limits]", f"{said}\n[limits]")


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


def test_as_much_as_may_be_is_read(tmp_path: Path) -> None:
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
    with refused("E422", place=table):
        read_manifest(tmp_path)


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
    error = refusal(read_manifest, tmp_path)
    assert (error.code, str(error.place).endswith(where)) == ("E422", True)


def test_where_there_is_none(tmp_path: Path) -> None:
    put(tmp_path / "file", "")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked/problem.toml").symlink_to(tmp_path / "file")
    (tmp_path / "folder/problem.toml").mkdir(parents=True)
    for name, code in (("nowhere", "E421"), ("file", "E421"), ("folder", "E435"), ("linked", "E425")):
        assert refusal(read_manifest, tmp_path / name).code == code, name


# --- a limit that is written into it
TEXT = """\
# The quiz of ada.
title = "Quiz"   # its name
puzzle = "lizards"
algorithms = [
    "DFS",       # all that there is
]

[limits]
memory = 256
time_limit = 5   # by guess

[groups.secret]  # not shown
points = 10
"""


def test_comments_and_order_stay(tmp_path: Path) -> None:
    made = with_limit(TEXT, 2.0)
    assert made == TEXT.replace("time_limit = 5 ", "time_limit = 2.0 ")
    (tmp_path / "problem.toml").write_text(made)
    limits = read_manifest(tmp_path).limits
    assert (limits.time_limit, limits.memory) == (2.0, 256)
    assert with_limit(made, 2.0) == made, "a second time changes nothing"


def test_a_package_without_limits_gets_some(tmp_path: Path) -> None:
    text = TEXT.replace("[limits]\nmemory = 256\ntime_limit = 5   # by guess\n\n", "").replace("\n", "\r\n")
    made = with_limit(text, 0.1)
    assert made.startswith(text)
    (tmp_path / "problem.toml").write_bytes(made.encode())
    assert read_manifest(tmp_path).limits.time_limit == 0.1
