"""What a package says of programs: words in braces, what is read and in which bytes, and that it decides verdicts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from judge.model import Case, Instance, Problem, Programs
from judge.problems import program_input, read_package
from tests.boxed import problem_of
from tests.make import files, replace

TOML = 'title = "Cup"\npuzzle = "lizards"\nalgorithms = ["DFS"]\n{}\n[groups.secret]\npoints = 1\n'
LF, CRLF = "DFS\n2\n1\n00\n02\n", "DFS\r\n2\r\n1\r\n00\r\n02"
AS_IS = 'bytes = "as-is"'
BARE = 'dialect = "no-algorithm"'


def package(root: Path, said: str = "", data: str = LF) -> Problem:
    texts = {"problem.toml": TOML.format(said), "secret/one/input.txt": data, "secret/one/answer.txt": "OK\n10\n02\n"}
    return read_package(files(root / "cup", texts))


def test_every_word_in_braces(tmp_path: Path) -> None:
    words = '"{n}x{m}", "{p}/{pieces}", "{columns}", "{algorithm}", "<{given}>", "{input}", "-o{output}", "a b"'
    made = package(tmp_path, f"arguments = [{words}]")
    found = ("2x2", "1/1", "2", "DFS", "<>", "input.txt", "-ooutput.txt", "a b")
    assert program_input(made, made.cases[0]).arguments == found
    grid = np.array([[0, 1, 0], [0, 0, 1]], dtype=np.int8)
    case = Case("one", "secret", Instance("DFS", 2, 3, grid))
    given = replace(made, programs=Programs(arguments=("{m} {given}", ""), reads="-"))
    assert program_input(given, case).arguments == ("3 2 1 3 2", "")


@pytest.mark.parametrize(
    ("said", "data", "text"),
    [
        ("", LF, LF),
        ("", CRLF, LF),
        (AS_IS, CRLF, CRLF),
        (BARE, CRLF, LF[4:]),
        (f"{BARE}\n{AS_IS}", CRLF, CRLF[5:]),
        (f"{BARE}\n{AS_IS}", CRLF.replace("\n", ""), "2\r1\r00\r02"),
        ('reads = "{n} {given}"', CRLF, "2\n"),
    ],
)
def test_what_a_program_reads(tmp_path: Path, said: str, data: str, text: str) -> None:
    made = package(tmp_path, said, data)
    given = program_input(made, made.cases[0])
    assert (given.file, given.stdin) == (text.encode(), text.encode())
    assert (made.cases[0].as_is is None) == (data == LF)


def test_what_is_said_decides_verdicts(tmp_path: Path) -> None:
    """And what nothing is said of does not: an old package has the digest that it had."""
    plain = package(tmp_path)
    assert plain.digest == package(tmp_path, data=CRLF).digest
    others = [package(tmp_path, said) for said in ('arguments = ["{n}"]', 'reads = "{n}"', AS_IS)]
    others.append(package(tmp_path, AS_IS, CRLF))
    assert len({one.digest for one in (plain, *others)}) == 5
    assert problem_of().digest == "aa793347ee49305735a2c0913b3be535ab6d57200fb66bbd616bdceba64a74a5"


def test_which_packages_are_for_programs_alone() -> None:
    for rules in (Programs(arguments=("x",)), Programs(reads="{n}"), Programs(dialect="as-is", parameters=())):
        assert rules.only
        assert rules.declared
    assert not Programs(bytes="as-is").only
