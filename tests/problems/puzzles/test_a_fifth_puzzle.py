"""A fifth puzzle is one file and one package: rooks, which no file of the judge has heard of, from end to end."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.cli import main
from judge.problems import puzzles
from judge.sandbox.sandbox import Sandbox
from tests.manual import CONTRIBUTING, blocks

Call = Callable[..., tuple[int, str]]
SHIPPED = puzzles.names()

# The file that the manual shows, with two of the fields that it leaves to their defaults.
(SHOWN,) = blocks(CONTRIBUTING, "python")
MORE = """\
    starter=STARTER,
    stdin=lambda board, text: b"rooks on %d\\n" % board.n,
    warm_ups=("00 00",),
"""
ROOKS = SHOWN.replace("    starter=STARTER,\n", MORE)
MANIFEST = """\
title = "Rooks"
puzzle = "rooks"
algorithms = ["ANY"]
[limits]
time_limit = 2
memory = 256
[groups.secret]
points = 10
"""
CASE = "ANY\n3\n3\n000\n000\n000\n"
DIAGONAL, SHARED = "OK\n100\n010\n001\n", "OK\n100\n001\n100\n"
FUNCTION = """\
# judge: problem = rooks
def solve(algorithm, n, lizards, grid):
    assert n < 4, "the puzzle warms up on its own board"
    grid[0, {first}] = grid[1, 1] = grid[n - 1, 2 % n] = 1
    return grid
"""
PROGRAM = """\
# judge: problem = rooks
said = input()
assert said == "rooks on 3", said
print({text!r}, end="")
"""


@pytest.fixture
def rooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with the puzzle, beside the judge's own, and a current directory with its package."""
    own, here = tmp_path / "own", tmp_path / "here"
    own.mkdir()
    (own / "rooks.py").write_text(ROOKS)
    monkeypatch.setattr(puzzles, "__path__", [*puzzles.__path__, str(own)])
    case = here / "testcases/rooks/secret/three"
    case.mkdir(parents=True)
    (here / "testcases/rooks/problem.toml").write_text(MANIFEST)
    (case / "input.txt").write_text(CASE)
    (case / "answer.txt").write_text(DIAGONAL)
    monkeypatch.chdir(here)
    yield
    sys.modules.pop("judge.problems.puzzles.rooks", None)
    vars(puzzles).pop("rooks", None)


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run `judge` with these words in this process: its status, and what it said."""
    monkeypatch.setenv("COLUMNS", "120")

    def run(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["judge", *words])
        cores = os.sched_getaffinity(0)
        try:
            with pytest.raises(SystemExit) as caught:
                main.main()
        finally:
            os.sched_setaffinity(0, cores)
        assert isinstance(caught.value.code, int)
        return caught.value.code, "".join(capsys.readouterr())

    return run


@pytest.fixture
def warm(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `judge run` use the sandbox that all tests share."""

    @contextlib.contextmanager
    def shared(*_: object, **__: object) -> Iterator[list[Sandbox]]:
        yield [sandbox]

    monkeypatch.setattr("judge.sandbox.pool.arena", shared)


def test_it_is_found_and_listed_behind_the_others(rooks: None, call: Call) -> None:
    assert puzzles.names() == (*SHIPPED, "rooks")
    for words in (("check", "--puzzle", "?", "in", "out"), ("init", "?", "mine.py")):
        assert ", ".join(puzzles.names()) in " ".join(call(*words)[1].split())


def test_it_is_gone_with_its_file() -> None:
    assert "rooks" not in puzzles.names()


def test_its_package_is_validated(rooks: None, call: Call) -> None:
    status, said = call("validate")
    assert status == 0, said
    Path("testcases/rooks/secret/three/answer.txt").write_text(SHARED)
    status, said = call("validate")
    assert status == 2, said
    assert "two rooks hit each other" in said
    Path("testcases/rooks/secret/three/input.txt").write_text(CASE.replace("3\n3", "3\n2"))
    status, said = call("validate")
    assert status == 2, said
    assert "there must be 3 rooks, not 2" in said


def test_a_package_of_it_is_begun_and_its_cases_are_made(rooks: None, call: Call) -> None:
    for words in ("new cup --puzzle rooks", "generate cup", "answers cup", "validate cup --quick"):
        status, said = call(*words.split())
        assert status == 0, said
    assert Path("cup/sample/n-2/answer.txt").read_text() == "OK\n10\n01\n"
    assert "so that no two hit each other" in " ".join(Path("cup/problem_statement/problem.en.md").read_text().split())
    assert Path("cup/secret/board-3/input.txt").read_text() == CASE


def test_a_puzzle_that_nobody_knows_is_told_of_it(rooks: None, call: Call) -> None:
    Path("testcases/rooks/problem.toml").write_text(MANIFEST.replace('"rooks"', '"bishops"'))
    status, said = call("validate")
    assert status == 2
    assert f"holds 'bishops', but its values are {', '.join(puzzles.names())}" in " ".join(said.split())


@pytest.mark.parametrize("words", [("testcases/rooks/secret/three/input.txt",), ("input.txt", "--puzzle", "rooks")])
def test_an_answer_is_checked_and_drawn_in_its_words(rooks: None, call: Call, words: tuple[str, ...]) -> None:
    Path("input.txt").write_text(CASE)
    case, *more = words
    Path("right.txt").write_text(DIAGONAL)
    Path("wrong.txt").write_text(SHARED)
    Path("fail.txt").write_text("FAIL\n")
    assert call("check", case, "right.txt", *more) == (0, "OK\n")
    status, said = call("check", case, "wrong.txt", *more)
    assert status == 1, said
    assert "error[E106]: two rooks hit each other" in said
    assert "1 R . ." in said
    assert "<- rook B" in said
    status, said = call("check", case, "fail.txt", *more)
    assert status == 1, said
    assert "the answer is FAIL, but 3 rooks can be placed" in said


def test_its_starter_is_written_and_right(rooks: None, warm: None, call: Call) -> None:
    status, said = call("init", "rooks", "mine.py")
    assert status == 0, said
    assert Path("mine.py").read_text().startswith("# judge: problem = rooks\n# Try it with  judge run mine.py\n")
    status, said = call("run", "mine.py")
    assert status == 0, said


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (FUNCTION.format(first=0), ""),
        (FUNCTION.format(first=1), "two rooks hit each other"),
        (PROGRAM.format(text=DIAGONAL), ""),
        (PROGRAM.format(text=SHARED), "two rooks hit each other"),
    ],
    ids=["right function", "wrong function", "right program", "wrong program"],
)
def test_a_run_is_judged(rooks: None, warm: None, call: Call, text: str, fault: str) -> None:
    Path("mine.py").write_text(text)
    status, said = call("run", "mine.py")
    assert status == (1 if fault else 0), said
    assert ("WA  rooks/secret/three" in said) == bool(fault), said
    assert fault in said
    assert "warm-up" not in said


def test_two_puzzles_of_one_name_are_refused(rooks: None) -> None:
    folder = Path(puzzles.__path__[-1])
    (folder / "rooks.py").rename(folder / "rooks_again.py")
    (folder / "rooks_again.py").write_text(ROOKS.replace('"rooks"', '"queens"', 1))
    try:
        with pytest.raises(ValueError, match="two puzzles are called queens"):
            puzzles.names()
    finally:
        sys.modules.pop("judge.problems.puzzles.rooks_again", None)
        vars(puzzles).pop("rooks_again", None)
