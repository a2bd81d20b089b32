"""The words of [puzzle]: a wrong one is refused with its line and what to write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.errors import JudgeError
from judge.problems import puzzle_named, read_manifest
from tests.problems import make
from tests.problems.row.rows import own

_HEAD = 'title = "Cup"\n[groups.secret]\npoints = 1\n[puzzle]\n'
_ROW = {
    "piece": '"camel"',
    "case": '["n camels", "cells"]',
    "cells": '{ free = ".", tree = "#" }',
    "mark": '"C"',
    "pieces": '"camels"',
    "apart": '"camel"',
    "goal": '"arrangement"',
}


def _package(folder: Path, **changes: str) -> Path:
    row = {**_ROW, **changes}
    text = _HEAD + "".join(f"{key} = {value}\n" for key, value in row.items() if value)
    (folder / "problem.toml").write_text(text)
    return folder


def test_a_row_is_the_puzzle_of_its_package(tmp_path: Path) -> None:
    assert read_manifest(_package(tmp_path)).puzzle.startswith("{")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("piece", '""'),
        ("piece", "7"),
        ("case", "[]"),
        ("case", '["n camels", "cells", "cells"]'),
        ("case", '["n camels goats", "cells"]'),
        ("case", '["N camels", "cells"]'),
        ("case", '["m camels", "cells"]'),
        ("case", '["camels"]'),
        ("case", '["n camels", { piece = "a1", lines = "camels" }]'),
        ("case", '["n camels", { piece = "row column" }]'),
        ("case", '["n camels", "regions", "weights"]'),
        ("case", '["algorithm n camels", "cells"]'),
        ("case", '["n camels", "algorithm", "cells"]'),
        ("case", '[{ piece = "row column", lines = "given" }, "n given"]'),
        ("case", '["cells", "n camels"]'),
        ("case", '["n camels given", { piece = "row column", lines = "2 given" }]'),
        ("case", '["n camels density", "cells"]'),
        ("answer", '["yes", "yes"]'),
        ("case", '["n camels", { piece = "row column", lines = "n + 1" }]'),
        ("cells", '{ tree = "#" }'),
        ("cells", '{ free = ".", wood = "#" }'),
        ("cells", '{ free = ".", tree = "." }'),
        ("cells", '{ free = "1" }'),
        ("cells", '{ free = "..", tree = "#" }'),
        ("mark", '"#"'),
        ("mark", '"CC"'),
        ("range", "{ goats = [1, 2] }"),
        ("range", '{ camels = [1, "goats"] }'),
        ("range", "{ camels = [5, 2] }"),
        ("range", "{ n = [1, 999999999] }"),
        ("range", '{ camels = "camels" }'),
        ("pieces", '"99999999999999999999 n"'),
        ("row", "{ least = 2, most = 1 }"),
        ("pieces", '"camel"'),
        ("pieces", '"n + 1"'),
        ("pieces", ""),
        ("apart", '"camle"'),
        ("apart", "{ jump = [1, 3] }"),
        ("apart", "{ leap = [0, 0] }"),
        ("apart", ""),
        ("in_line", "1"),
        ("row", '{ atleast = 1 }'),
        ("row", '"camle"'),
        ("region", "1"),
        ("window", "{ size = [0, 2], most = 1 }"),
        ("goal", '"fewest"'),
        ("goal", '"heaviest"'),
        ("goal", '"verify"'),
        ("goal", '"all"'),
        ("answer", '"columns"'),
        ("answer", '"board or columns"'),
        ("exists", '{ never = "two" }'),
        ("construct", '"pauls"'),
        ("stdin", '["n", "cells"]'),
        ("names", '{ grid = "lambda" }'),
        ("colour", '"red"'),
    ],
)  # fmt: skip
def test_a_wrong_word_is_refused_with_its_line_and_a_cure(tmp_path: Path, key: str, value: str) -> None:
    folder = _package(tmp_path, **{key: value})
    with pytest.raises(JudgeError) as refused:
        read_manifest(folder)
    fault = refused.value
    assert fault.code == "E422"
    assert fault.help
    assert fault.place
    lines = (folder / "problem.toml").read_text().splitlines()
    if value:
        assert fault.place.line, fault.message
        assert lines[fault.place.line - 1].startswith((key, "[puzzle]")), fault.message


def test_a_near_word_is_named(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="camel"):
        read_manifest(_package(tmp_path, apart='"camle"'))


@pytest.mark.parametrize(
    ("text", "holds", "lacks"),
    [("2, 3", (2, 3), (1, 4)), ("5..7", (5, 7), (4, 8)), ("8..", (8, 999), (7,)), ("1 mod 6", (1, 7), (6, 8))],
)
def test_lists_of_numbers(text: str, holds: tuple[int, ...], lacks: tuple[int, ...]) -> None:
    words: dict[str, Any] = {"case": ["n"], "cells": {}, "pieces": "n", "apart": "queen", "exists": {"always": text}}
    puzzle = puzzle_named(make.own(**words))
    assert all(puzzle.exists(n) for n in holds)
    assert not any(puzzle.exists(n) for n in lacks)


def test_a_theorem_speaks_of_the_empty_board() -> None:
    puzzle = own("amazons")[1]
    assert [puzzle.exists(n) for n in (2, 9, 10)] == [False, False, None]
    assert [own("torus-queens")[1].exists(n) for n in (5, 6)] == [True, False]
