"""What a package says of programs decides verdicts: what they are given and in which bytes, words that mean FAIL in
what they wrote, and what is told where nothing is found there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge.model import Answer, Case, Finding, Instance, Problem, Programs
from judge.problems import program_input, read_package
from tests.boxed import problem_of
from tests.conftest import there
from tests.make import files, grid, replace
from tests.problems import make

TOML = 'title = "Cup"\npuzzle = "lizards"\nalgorithms = ["DFS"]\n{}\n[groups.secret]\npoints = 1\n'
LF, CRLF = "DFS\n2\n1\n00\n02\n", "DFS\r\n2\r\n1\r\n00\r\n02"
AS_IS = 'bytes = "as-is"'
BARE = 'dialect = "no-algorithm"'
GROVE = Instance("ANY", 4, 2, grid("...T .T.. .... ...."))
SAID = ("-1", "[]", "none", "Null", "no", "0", "UNSATISFIABLE", "no solution", "common")
ABROAD = {"keine Lösung": "cp1252", "não há solução": "cp1252", "无解": "gb18030"}
BOTH = pytest.mark.parametrize("shapes", [False, True])


def package(root: Path, said: str = "", data: str = LF) -> Problem:
    texts = {"problem.toml": TOML.format(said), "secret/one/input.txt": data, "secret/one/answer.txt": "OK\n10\n02\n"}
    return read_package(files(root / "cup", texts))


def test_every_word_in_braces_stands_for_a_value(tmp_path: Path) -> None:
    words = '"{n}x{m}", "{p}/{pieces}", "{columns}", "{algorithm}", "<{given}>", "{input}", "-o{output}", "a b"'
    made = package(tmp_path, f"arguments = [{words}]")
    found = ("2x2", "1/1", "2", "DFS", "<>", "input.txt", "-ooutput.txt", "a b")
    assert program_input(made, made.cases[0]).arguments == found
    case = Case("one", "secret", Instance("DFS", 2, 3, grid(".Q. ..Q")))
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


# --- what they wrote --------------------------------------------------------------------------------------------------
def heard(data: bytes | str, puzzle: str = "lizards", board: Instance = GROVE, **said: Any) -> Answer | Finding:
    return make.heard(data, puzzle, board, file="out.txt", **said)


def refused(data: bytes | str, **said: Any) -> Finding:
    finding = heard(data, **said)
    assert isinstance(finding, Finding)
    return finding


@BOTH
@pytest.mark.parametrize(
    ("text", "word"),
    [
        *((text, text.strip()) for text in ("-1", " -1\r\n", "None", "NONE.\n", "[]", "null", "NO", "0")),
        ("s UNSATISFIABLE\n", "s UNSATISFIABLE"),
        *((said, said.strip()) for word in ABROAD for said in (word, word.upper(), f"{word.capitalize()}!\r\n")),
        *((f"\ufeff{word}", word) for word in ABROAD),
        *((word.encode(code), "") for word, code in ABROAD.items()),
    ],
)
def test_a_word_of_the_package_means_fail_in_any_code(text: str | bytes, word: str, shapes: bool) -> None:
    answer = make.read_answer(text, "lizards", GROVE, shapes=shapes, fail_words=(*SAID, *ABROAD))
    assert answer.fail
    [notice] = answer.warnings
    assert (notice.code, notice.line, repr(word)[1:-1] in notice.message) == ("W126", 1, True)


@BOTH
@pytest.mark.parametrize("text", ["-1", "None", "[]", "null", "0", "UNSATISFIABLE", "not found"])
def test_without_it_nothing_is_guessed_and_fail_is_named(text: str, shapes: bool) -> None:
    finding = refused(text, shapes=shapes)
    assert finding.code in ("E102", "E111")
    assert finding.note.endswith(f"if {text!r} is to say that there is no arrangement, only FAIL does")
    assert "problem.toml" not in finding.note, "its author can't change what the package says"


@pytest.mark.parametrize("text", ["-1 -1", "-12", "none of them", "-1\n-1", "[ ]", "no solution at all", "1", "OK -1"])
def test_only_the_whole_answer_counts(text: str) -> None:
    assert not refused(text, fail_words=SAID).code.startswith("W")


@pytest.mark.parametrize(
    ("text", "puzzle", "words", "told"),
    [
        ("2", "all-queens", ("2",), "E123"),  # another answer, too
        ("0", "all-queens", ("0",), "W126"),
        ("FAIL", "lizards", ("FAIL",), "W126"),
        ("FAIL\n", "lizards", (), ""),
        ("FAIL\n", "lizards", ("-1",), ""),
    ],
)
def test_a_word_that_is_an_answer(text: str, puzzle: str, words: tuple[str, ...], told: str) -> None:
    found = heard(text, puzzle, fail_words=words)
    codes = [found.code] if isinstance(found, Finding) else [notice.code for notice in found.warnings]
    assert codes == [told] * bool(told)
    assert not isinstance(found, Finding) or found.where == "out.txt line 1"
    assert isinstance(found, Finding) or found.fail


@pytest.mark.parametrize(
    ("text", "code", "plain"),
    [
        ("OK\n(0, 2)\n(3, 1)\n(1, 0)\n", "E133", "E111"),
        ("[[0 1 0 ... 0 0 0]\n [1 0 0 ... 0 0 2]]\n", "E135", "E102"),
        ("OK\n100\n020\n001\n", "E105", "E105"),
        ("hello world\n", "E102", "E102"),
        ("yes\n1 3\n", "E102", "E102"),
        ("", "E101", "E101"),
    ],
)
def test_the_nearest_shape_is_told_where_shapes_are_read(text: str, code: str, plain: str) -> None:
    loose, strict = refused(text, shapes=True), refused(text)
    assert (loose.code, strict.code) == (code, plain)
    assert ("lists of columns" in loose.note, bool(loose.command)) == (code == "E102",) * 2
    assert not strict.command


def test_a_layer_that_is_no_mirror_image_needs_the_row_told() -> None:
    empty = np.zeros((4, 4), np.int8)
    plain = make.read_answer("[(0, 2), (3, 1)]", "lizards", Instance("ANY", 4, 2, empty), shapes=True)
    assert np.argwhere(there(plain.board)).tolist() == [[0, 2], [3, 1]]
    finding = refused("[(0, 2), (3, 1)]", board=Instance("ANY", 4, 2, empty, np.arange(16).reshape(4, 4)), shapes=True)
    assert (finding.code, finding.where, finding.note) == ("E134", "out.txt line 1", "line 1 is '[(0, 2), (3, 1)]'")
