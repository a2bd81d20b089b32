"""Every word about a package that is refused, as it is kept in `kept/`."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Answer, Instance
from judge.problems.check import check_files, load_case, puzzle_of, word
from judge.problems.manifest import read_manifest
from judge.problems.package import read_package, validate_package, write_case_files
from tests.problems import told
from tests.problems.test_package import INPUT, TOML, put

KEPT = Path(__file__).parent / "kept"
TOP, LIMITS, GROUPS = TOML.split("\n\n", 2)
BONUS = "\n[bonus]\n"
MANIFESTS = {  # what is written into problem.toml in the place of what
    "good": ("", ""),
    "strict": ("title", 'answers = "strict"\ntitle'),
    "shapes": ("title", 'answers = "shapes"\ntitle'),
    "answers of another kind": ("title", 'answers = "loose"\ntitle'),
    "stdio": ("title", 'io = "stdio"\ninput_file = "in"\noutput_file = "out.txt"\ndialect = "no-algorithm"\ntitle'),
    "verdict rule": ("title", 'verdict_rule = "majority"\ntitle'),
    "limits, all": ("= 2", "= 2.5\nmemory = 1\noutput = 2\ncompilation_time = 3\nprocesses = 4"),
    "multipliers": ("[limits]", "[multipliers]\nPython = 2.5\n[limits]"),
    "scheme": ("title", 'scheme = "all-or-count"\ntitle'),
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
}


def plain(lines: Iterable[str], root: Path) -> Iterator[str]:
    return (line.replace(str(root), "PACKAGE") for line in lines)


def told_of_manifests(folder: Path) -> Iterator[str]:
    file, inner = folder / "problem.toml", folder / "inner"
    for name, (old, new) in MANIFESTS.items():
        assert old in TOML
        file.write_text(TOML.replace(old, new, 1))
        yield from [name, *told.told(lambda: read_manifest(folder))]
    no_points = TOML.replace("= 50", "= 0")
    for text in ('scheme = "all-or-count"\n' + no_points, no_points + f"{BONUS}share = 1\npoints = 1\n"):
        file.write_text(text)
        yield from told.told(lambda: read_manifest(folder))
    for data in (b'title = "a"\n# caf\xe9\n', b"\xff", b"", b"\n\n= 1", b"a = 1\r\nb = \r\n"):
        file.write_bytes(data)
        yield from [repr(data), *told.told(lambda: read_manifest(folder))]
    yield from told.told(lambda: read_manifest(folder / "nowhere"))
    yield from told.told(lambda: read_manifest(file))
    file.unlink()
    file.mkdir()
    yield from told.told(lambda: read_manifest(folder))
    inner.mkdir()
    (inner / "problem.toml").symlink_to(file)
    yield from told.told(lambda: read_manifest(inner))


def test_what_is_told_of_a_problem_toml(tmp_path: Path) -> None:
    told.hold(KEPT / "manifest.txt", plain(told_of_manifests(tmp_path), tmp_path))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    package = tmp_path / "small"
    put(package / "problem.toml", TOML)
    put(package / "secret/tree-10/input.txt", INPUT)
    put(package / "secret/tree-10/answer.txt", "OK\n10\n02\n")
    put(package / "secret/tree-9/input.txt", "SA\n2\n2\n00\n00\n")
    put(package / "secret/tree-9/answer.txt", "FAIL\nproof: counted by hand\n")
    put(package / "sample/first/input.txt", INPUT)
    return package


def remarks(root: Path) -> list[object]:
    """Return the package, and all that validating it remarks."""
    problem = read_package(root)
    told_first = [problem.name, problem.path, problem.piece, problem.strict, problem.limits, problem.groups]
    told_then = [problem.programs, problem.verdict_rule, problem.scheme, problem.title, problem.puzzle]
    cases = [part for case in problem.cases for part in (case.name, case.group, case.board, case.answer, case.why_fail)]
    found = [part for remark in validate_package(problem) for part in (remark.case, remark.file, remark.what)]
    return [*told_first, *told_then, problem.algorithms, *cases, "remarks:", *found]


def link(root: Path, name: str, to: str) -> None:
    (root / name).unlink(missing_ok=True)
    (root / name).symlink_to(root / to)


PACKAGES: dict[str, Callable[[Path], object]] = {
    "good": lambda root: (),  # noqa: ARG005
    "strict": lambda root: put(root / "problem.toml", 'answers = "strict"\nverdict_rule = "any"\n' + TOML),
    "all-or-count": lambda root: put(root / "problem.toml", 'scheme = "all-or-count"\nio = "files"\n' + TOML),
    "queens": lambda root: put(root / "problem.toml", TOML.replace('"lizards"', '"queens"')),
    "queens, too many": lambda root: (
        put(root / "problem.toml", TOML.replace('"lizards"', '"queens"')),
        put(root / "secret/tree-9/input.txt", "SA\n2\n3\n00\n00\n"),
    ),
    "no cases": lambda root: (shutil.rmtree(root / "sample"), shutil.rmtree(root / "secret")),
    "a folder of no group": lambda root: put(root / "secrets/a/input.txt", INPUT),
    "a case with a blank": lambda root: put(root / "secret/tree 1/input.txt", INPUT),
    "a case with a line at its end": lambda root: put(root / "secret/tree_/input.txt", INPUT),
    "a file among the cases": lambda root: put(root / "secret/notes.md", INPUT),
    "a file of no case": lambda root: put(root / "secret/tree-9/anwser.txt", INPUT),
    "two files of no case": lambda root: (put(root / "secret/tree-9/b", "x"), put(root / "secret/tree-9/a", "x")),
    "no input": lambda root: put(root / "secret/empty/answer.txt", INPUT),
    "hidden files": lambda root: (put(root / ".git/x", "x"), put(root / "secret/.x", ""), put(root / "a.md", "")),
    "an input that is a folder": lambda root: (
        (root / "secret/tree-9/input.txt").unlink(),
        (root / "secret/tree-9/input.txt").mkdir(),
    ),
    "an answer that is a folder": lambda root: (root / "sample/first/answer.txt").mkdir(),
    "an answer out of the package": lambda root: link(root, "secret/tree-9/answer.txt", "../elsewhere"),
    "an input out of the package": lambda root: link(root, "secret/tree-9/input.txt", "../elsewhere"),
    "an input of another case": lambda root: link(root, "sample/first/input.txt", "secret/tree-10/input.txt"),
    "a group that is a file": lambda root: (shutil.rmtree(root / "sample"), put(root / "sample", "x")),
    "another algorithm": lambda root: put(root / "secret/tree-9/input.txt", INPUT.replace("DFS", "BFS")),
    "a wrong input": lambda root: put(root / "secret/tree-9/input.txt", "SA\n2\n2\n00\n01\n"),
    "FAIL without more": lambda root: put(root / "secret/tree-9/answer.txt", "FAIL"),
    "FAIL without a proof": lambda root: put(root / "secret/tree-9/answer.txt", "FAIL\nbecause\n"),
    "FAIL with a proof and blanks": lambda root: put(root / "secret/tree-9/answer.txt", "FAIL\n  proof:  so \nend\n"),
    "FAIL, bytes": lambda root: (root / "secret/tree-9/answer.txt").write_bytes(b"FAIL\nproof: \xff\n"),
    "an answer too short": lambda root: put(root / "secret/tree-9/answer.txt", "OK\n10\n0\n"),
    "an answer of prose": lambda root: put(root / "secret/tree-9/answer.txt", "maybe\n"),
    "no answer at all": lambda root: put(root / "secret/tree-9/answer.txt", ""),
    "a wrong answer": lambda root: put(root / "secret/tree-9/answer.txt", "OK\n10\n01\n"),
    "warnings": lambda root: (
        put(root / "secret/tree-9/input.txt", "SA\r\n2\r\n2\r\n00\r\n00"),
        put(root / "secret/tree-10/answer.txt", "ok\n1 0\n02\nmore\n"),
        put(root / "sample/first/answer.txt", "OK\n10\n01\n\n"),
    ),
    "many cases": lambda root: [
        put(root / f"sample/{name}/input.txt", INPUT) for name in ("a2", "a10", "A3", "2b", "10")
    ],
}


def told_of_packages(root: Path) -> Iterator[str]:
    fresh = root.parent / "fresh"
    shutil.copytree(root, fresh)
    put(root.parent / "elsewhere", INPUT)
    for name, change in PACKAGES.items():
        shutil.rmtree(root)
        shutil.copytree(fresh, root)
        change(root)
        yield from [name, *(f"    {line}" for line in told.told(lambda: remarks(root)))]


def test_what_is_told_of_a_package(root: Path) -> None:
    told.hold(KEPT / "package.txt", plain(told_of_packages(root), root))


def test_what_is_written(tmp_path: Path) -> None:
    grid = np.array([[0, 2], [0, 0]], np.int8)
    board, placed = Instance("SA", 2, 2, grid), np.array([[1, 2], [0, 1]], np.int8)
    lines = []
    answers = (Answer(board=placed), Answer(fail=True), Answer(columns=np.array([[1, 0]])), Answer(count=3))
    for number, answer in enumerate(answers):
        for proof in ("", "  ", "two\nlines", "nobody knows"):
            folder = tmp_path / f"a/{number}"
            lines += plain(told.told(lambda: write_case_files(folder, board, answer, proof)), tmp_path)  # noqa: B023
            lines += [f"{file.name} {file.read_bytes()!r}" for file in sorted(folder.glob("*"))]
    told.hold(KEPT / "written.txt", lines)


CHECKED = {  # the answer that is checked, and what lies beside the case
    "right": ("OK\n10\n00\n", None),
    "wrong": ("OK\n11\n00\n", None),
    "not read": ("10\n00\n", None),
    "tolerant": ("ok\r\n1 0\r\n00", None),
    "FAIL, unknown": ("FAIL\n", None),
    "FAIL, known": ("FAIL\n", "OK\n10\n00\n"),
    "FAIL, as known": ("FAIL\n", "FAIL\nproof: x\n"),
    "FAIL refuted": ("OK\n10\n00\n", "FAIL\nproof: x\n"),
    "known, not read": ("FAIL\n", "what\n"),
    "columns": ("1 2\n", None),
    "columns beyond": ("1 3\n", None),
    "a count": ("2\n1 2\n", None),
}


@pytest.mark.parametrize("puzzle", ["lizards", "spies", "all-queens"])
def test_what_is_told_of_files_that_are_checked(tmp_path: Path, puzzle: str) -> None:
    case, answer, lines = tmp_path / "secret/one/input.txt", tmp_path / "mine.txt", list[str]()
    pieces = 1 if puzzle == "lizards" else 2
    put(case, f"SA\r\n2\n{pieces}\n00\n00\n")
    for name, (text, known) in CHECKED.items():
        put(answer, text)
        case.with_name("answer.txt").unlink(missing_ok=True)
        if known is not None:
            put(case.with_name("answer.txt"), known)
        for strict in (False, True):
            checked = check_files(case, answer, puzzle, strict)
            facts = [checked.finding, checked.case_notices, checked.answer_notices]
            said = [*told.in_lines(facts), checked.puzzle, told.grid(checked.board)]
            lines += [f"{name}, {strict}", *(f"    {line}" for line in plain(said, tmp_path))]
    told.hold(KEPT / f"checked-{puzzle}.txt", lines)


def test_what_is_told_of_files_that_can_not_be_checked(tmp_path: Path) -> None:
    case, answer = tmp_path / "secret/one/input.txt", tmp_path / "mine.txt"
    put(case, "SA\n2\n2\n00\n02\n")
    said = told.told(lambda: load_case(case))
    said += told.told(lambda: check_files(case, answer, None, False))
    said += told.told(lambda: load_case(tmp_path / "nowhere"))
    put(answer, "FAIL\n")
    said += told.told(lambda: check_files(case, answer, "queens", False))
    put(case, "SA\n2\n2\n00\n01\n")
    said += told.told(lambda: check_files(case, answer, None, False))
    told.hold(KEPT / "unchecked.txt", plain(said, tmp_path))


def test_the_package_of_a_case_names_its_puzzle(tmp_path: Path) -> None:
    case = tmp_path / "secret/one/input.txt"
    put(case, INPUT)
    assert puzzle_of(case) == "lizards"
    for text, puzzle in (
        ('puzzle = "spies"', "spies"),
        ('puzzle = "nothing"', "lizards"),
        ("puzzle = [", "lizards"),
        ("", "lizards"),
        ('# \u265b\npuzzle = "queens"', "queens"),
    ):
        (tmp_path / "problem.toml").write_text(text, encoding="utf-8")
        assert puzzle_of(case) == puzzle
    assert [word(name) for name in ("lizards", "queens", "spies", "all-queens")] == ["lizard", "queen", "spy", "queen"]


def _answer(folder: Path) -> Path:
    put(folder / "mine.txt", "FAIL\n")
    return folder / "mine.txt"


def test_a_case_without_a_package_is_of_lizards(tmp_path: Path) -> None:
    case = tmp_path / "secret/one/input.txt"
    put(case, INPUT)
    assert check_files(case, _answer(tmp_path), None, False).puzzle == "lizards"
    put(tmp_path / "problem.toml", 'puzzle = "queens"')
    put(case, "DFS\n2\n2\n00\n00\n")
    assert check_files(case, _answer(tmp_path), None, False).puzzle == "queens"
    put(case, INPUT)
    with pytest.raises(JudgeError, match="trees"):
        check_files(case, _answer(tmp_path), None, False)
