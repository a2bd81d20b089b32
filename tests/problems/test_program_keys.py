"""What a package says of programs: names of files that stay in the box, and words in braces."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.errors import JudgeError, Place
from judge.model import Case, Instance, Problem, Programs
from judge.problems import program_input, read_one, read_package
from tests.boxed import problem_of

TOML = 'title = "Cup"\npuzzle = "lizards"\nalgorithms = ["DFS"]\n{}\n[groups.secret]\npoints = 1\n'
CRLF = b"DFS\r\n2\r\n1\r\n00\r\n02"


NAMES = [
    *("/etc/passwd", "../in", "a/../in", "a/" * 9 + "in", "a//in", "a/", "/", "", ".", "..", "./in", "a/.in", ".stdin"),
    *("a\\in", "a /in", " a", "~/in", "-/../x", "$HOME", "a/..", "\u0661.txt", "a" * 101, "\u202ein"),
]


def package(root: Path, said: str = "", data: bytes = b"DFS\n2\n1\n00\n02\n") -> Problem:
    case = root / "cup" / "secret" / "one"
    case.mkdir(parents=True, exist_ok=True)
    (root / "cup" / "problem.toml").write_text(TOML.format(said))
    (case / "input.txt").write_bytes(data)
    (case / "answer.txt").write_text("OK\n10\n02\n")
    return read_package(root / "cup")


def refused(root: Path, said: str = "") -> JudgeError:
    with pytest.raises(JudgeError) as found:
        package(root, said)
    return found.value


def test_every_word_in_braces(tmp_path: Path) -> None:
    words = '"{n}x{m}", "{p}/{pieces}", "{columns}", "{algorithm}", "<{given}>", "{input}", "-o{output}", "a b"'
    made = package(tmp_path, f"arguments = [{words}]")
    found = ("2x2", "1/1", "2", "DFS", "<>", "input.txt", "-ooutput.txt", "a b")
    assert program_input(made, made.cases[0]).arguments == found
    grid = np.array([[0, 1, 0], [0, 0, 1]], dtype=np.int8)
    case = Case("one", "secret", Instance("DFS", 2, 3, grid))
    given = msgspec.structs.replace(made, programs=Programs(arguments=("{m} {given}", ""), reads="-"))
    assert program_input(given, case).arguments == ("3 2 1 3 2", "")


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
    error = refused(tmp_path, said)
    assert error.place is not None
    assert (error.code, error.place.line, error.place.column) == ("E480", line, column)
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
    error = refused(tmp_path, said)
    assert error.code == "E422"
    assert error.place is not None


def test_a_file_may_lie_deeper_and_have_blanks_in_its_name(tmp_path: Path) -> None:
    names = ("data/in/queens 8.txt", "my out/answer")
    read = package(tmp_path, f'input_file = "{names[0]}"\noutput_file = "{names[1]}"').programs
    assert (read.input_file, read.output_file) == names


def test_a_call_toml_is_refused_with_what_to_do(tmp_path: Path) -> None:
    package(tmp_path)
    case = tmp_path / "cup/secret/one"
    (case / "call.toml").write_text("status = 1\n")
    for read in (lambda: read_package(tmp_path / "cup"), lambda: read_one(case / "input.txt")):
        with pytest.raises(JudgeError) as found:
            read()
        assert (found.value.code, found.value.place) == ("E425", Place(str(case / "call.toml")))
        assert "move the case away" in found.value.help


def test_what_a_program_reads(tmp_path: Path) -> None:
    texts = {
        "": b"DFS\n2\n1\n00\n02\n",
        'bytes = "as-is"': CRLF,
        'dialect = "no-algorithm"': b"2\n1\n00\n02\n",
        'dialect = "no-algorithm"\nbytes = "as-is"': CRLF[5:],
        'reads = "{n} {given}"': b"2\n",
    }
    for said, text in texts.items():
        made = package(tmp_path, said, data=CRLF)
        given = program_input(made, made.cases[0])
        assert (given.file, given.stdin) == (text, text)
    lone = package(tmp_path, 'dialect = "no-algorithm"\nbytes = "as-is"', data=CRLF.replace(b"\n", b""))
    assert program_input(lone, lone.cases[0]).file == b"2\r1\r00\r02"
    assert package(tmp_path).cases[0].as_is is None


def test_what_is_said_decides_verdicts(tmp_path: Path) -> None:
    """And what nothing is said of does not: an old package has the digest that it had."""
    plain, crlf = package(tmp_path), package(tmp_path, data=CRLF)
    assert plain.digest == crlf.digest
    others = [package(tmp_path, said) for said in ('arguments = ["{n}"]', 'reads = "{n}"', 'bytes = "as-is"')]
    others.append(package(tmp_path, 'bytes = "as-is"', data=CRLF))
    assert len({one.digest for one in (plain, *others)}) == 5


def test_the_digest_is_that_of_before() -> None:
    assert problem_of().digest == "aa793347ee49305735a2c0913b3be535ab6d57200fb66bbd616bdceba64a74a5"


def test_which_packages_are_for_programs_alone() -> None:
    for rules in (Programs(arguments=("x",)), Programs(reads="{n}"), Programs(dialect="as-is", parameters=())):
        assert rules.only
        assert rules.declared
    assert not Programs(bytes="as-is").only
