"""The words of [puzzle]: a wrong one is refused with its line and what to write, and so is one that can't be handed on:
to a construction, to a program on stdin, to a function, or to recipes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.errors import JudgeError
from judge.problems import puzzle_named, reference_in
from tests.problems import make
from tests.problems.row.rows import RAW, own, toml_value

_CAMELS: dict[str, Any] = RAW["camels"]
_STONES: dict[str, Any] = {
    "piece": "stone",
    "case": ["algorithm", "n k", "cells"],
    "cells": {"free": "."},
    "pieces": "k",
    "apart": "rook",
    "goal": "arrangement",
}
_GIVEN = {"piece": "row column", "lines": "given"}
_FLEET = {"weight": "x,y", "lines": "3 fleet"}
_QUEENS: dict[str, Any] = {"piece": "queen", "case": ["n"], "pieces": "n", "apart": "queen", "goal": "arrangement"}
_PAULS: dict[str, Any] = _QUEENS | {"construct": "pauls"}
_COUNTED: dict[str, Any] = _QUEENS | {"construct": "queens-counted", "goal": "all"}
_DESCENT: dict[str, Any] = _STONES | {"construct": "descent", "apart": "queen"}
_STARS: dict[str, Any] = RAW["star-battle"]
_JUDGED: dict[str, Any] = {"piece": "knight", "case": ["n m"], "goal": "validator"}
_HEAVY: dict[str, Any] = _STONES | {"case": ["n k", "cells", "weights"], "goal": "heaviest"}


def _puzzle(folder: Path, words: dict[str, Any]) -> Path:
    """Write a file with these words, a line each."""
    file = folder / "cup.toml"
    lines = [f"{key} = {toml_value(value)}\n" for key, value in words.items() if value is not None]
    file.write_text("".join(["[puzzle]\n", *lines]))
    return file


@pytest.mark.parametrize(
    "words",
    [
        _CAMELS,
        *(_PAULS, _COUNTED, _DESCENT, _DESCENT | {"cells": {"free": ".", "tree": "#"}}),
        *(_PAULS | {"apart": ["rook", "bishop"]}, _PAULS | {"answer": "board or columns"}),
        *(_STONES | {"stdin": ["n k"]}, _STONES | {"stdin": ["n k", "cells"]}),
        _STONES | {"stdin": ["algorithm", "n k", "cells"], "cells": {"free": ".", "tree": "#"}},
        _STONES | {"case": ["n", "k", "cells"], "range": {"k": "n"}, "stdin": ["n"]},
        _QUEENS | {"case": ["algorithm", "cells"], "cells": {"free": "."}, "stdin": ["cells"]},
        *(_STARS | {"stdin": ["n stars", "regions"]}, _HEAVY | {"stdin": ["n k", "weights"]}),
        _STONES | {"case": ["n k given", _GIVEN], "stdin": ["n k given", _GIVEN]},
        _STONES | {"case": ["n k placed", {**_GIVEN, "lines": "placed"}]},
        _HEAVY | {"case": ["n k", "fleet", _FLEET], "names": {"weights": "points"}},
        _STONES | {"names": {"grid": "trees"}},
        *(_STONES | {"range": {"n": [1, 20_000], "k": [0, 999_999_999_999_999_999]}}, _STONES | {"range": {"n": 1}}),
        _STONES | {"case": ["n k given", _GIVEN], "cells": {"free": ".", "piece": "*"}},
        _QUEENS
        | {"case": ["n", "cells"], "cells": {"free": ".", "tree": "#"}, "apart": "king", "row": 1, "goal": "all"},
        *(_QUEENS | {"torus": True}, _QUEENS | {"pieces": "1000000 n"}, _QUEENS | {"in_line": 2}),
        *(_JUDGED, _JUDGED | {"answer": "number"}, _JUDGED | {"answer": ["yes", "no"]}, _JUDGED | {"pieces": "2 n"}),
    ],
)
def test_these_rows_are_puzzles(tmp_path: Path, words: dict[str, Any]) -> None:
    assert reference_in(_puzzle(tmp_path, words)).startswith("{")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("piece", ""),
        ("piece", 7),
        ("case", []),
        ("case", ["n camels", "cells", "cells"]),
        ("case", ["n camels goats", "cells"]),
        ("case", ["N camels", "cells"]),
        ("case", ["m camels", "cells"]),
        ("case", ["camels"]),
        ("case", ["n camels", {"piece": "a1", "lines": "camels"}]),
        ("case", ["n camels", {"piece": "row column"}]),
        ("case", ["n camels", "regions", "weights"]),
        ("case", ["algorithm n camels", "cells"]),
        ("case", ["n camels", "algorithm", "cells"]),
        ("case", [{"piece": "row column", "lines": "given"}, "n given"]),
        ("case", ["cells", "n camels"]),
        ("case", ["n camels given", {"piece": "row column", "lines": "2 given"}]),
        ("case", ["n camels density", "cells"]),
        ("answer", ["yes", "yes"]),
        ("case", ["n camels", {"piece": "row column", "lines": "n + 1"}]),
        ("case", ["n n camels", "cells"]),
        ("case", ["n camels goats", "cells", {"piece": "row column", "lines": "n"}]),
        ("case", ["n camels", {"piece": "row column", "weight": "x,y", "lines": "camels"}]),
        ("case", ["n camels", {"goat": "row column", "lines": "camels"}]),
        ("case", ["n camels given", _GIVEN, "cells"]),
        ("cells", {"free": "\u00e9"}),
        ("cells", {"free": " "}),
        ("cells", {"free": "2"}),
        ("cells", {"tree": "#"}),
        ("cells", {"free": ".", "wood": "#"}),
        ("cells", {"free": ".", "tree": "."}),
        ("cells", {"free": "1"}),
        ("cells", {"free": "..", "tree": "#"}),
        ("mark", "#"),
        ("mark", "CC"),
        ("mark", "3"),
        ("range", {"n": [0, 5]}),
        ("range", {"n": [1, 20_001]}),
        ("range", {"n": [1, "camels"]}),
        ("range", {"camels": [1, 1_000_000_000_000_000_000]}),
        ("pieces", 0),
        ("pieces", "0 n"),
        ("pieces", "1000001 n"),
        ("range", {"goats": [1, 2]}),
        ("range", {"camels": [1, "goats"]}),
        ("range", {"camels": [5, 2]}),
        ("range", {"n": [1, 999999999]}),
        ("range", {"camels": "camels"}),
        ("pieces", "99999999999999999999 n"),
        ("row", {"least": 2, "most": 1}),
        ("pieces", "camel"),
        ("pieces", "n + 1"),
        ("apart", "camle"),
        ("apart", {"jump": [1, 3]}),
        ("apart", {"leap": [0, 0]}),
        ("in_line", 1),
        ("row", "camle"),
        ("region", 1),
        ("window", {"size": [0, 2], "most": 1}),
        ("goal", "fewest"),
        ("goal", "heaviest"),
        ("goal", "all"),
        ("answer", "columns"),
        ("answer", "board or columns"),
        ("exists", {"never": "two"}),
        ("exists", {"always": ""}),
        ("answer", ["yes", "no way"]),
        ("construct", "pauls"),
        ("stdin", ["n", "cells"]),
        ("names", {"grid": "lambda"}),
        ("colour", "red"),
    ],
)
def test_a_wrong_word_is_refused_with_its_line_and_a_cure(tmp_path: Path, key: str, value: Any) -> None:
    _refused(tmp_path, _CAMELS | {key: value}, key)


@pytest.mark.parametrize(
    ("words", "key"),
    [
        *((_PAULS | {"construct": "paul"}, "construct"), (_PAULS | {"apart": "rook"}, "construct")),
        *((_PAULS | {"apart": ["queen", "knight"]}, "construct"), (_PAULS | {"torus": True}, "construct")),
        *((_PAULS | {"in_line": 2}, "construct"), (_PAULS | {"row": 1}, "construct")),
        (_PAULS | {"window": {"size": [2, 2], "most": 1}}, "construct"),
        *((_PAULS | {"case": ["n m"]}, "construct"), (_PAULS | {"goal": "count"}, "construct")),
        *((_PAULS | {"case": ["n k"], "pieces": "k"}, "construct"), (_PAULS | {"pieces": "2 n"}, "construct")),
        (_PAULS | {"case": ["n", "cells"], "cells": {"free": ".", "tree": "#"}}, "construct"),
        (_PAULS | {"case": ["n given", _GIVEN]}, "construct"),
        *((_COUNTED | {"goal": "arrangement"}, "construct"), (_COUNTED | {"goal": "count"}, "construct")),
        (_COUNTED | {"case": ["n", "cells"], "cells": {"free": ".", "closed": "x"}}, "construct"),
        (_DESCENT | {"cells": {"free": ".", "closed": "x"}}, "construct"),
        (_DESCENT | {"case": ["n m k", "cells"]}, "construct"),
        (_DESCENT | {"apart": "bishop"}, "construct"),
        *((_STONES | {"stdin": ["n"]}, "stdin"), (_STONES | {"stdin": ["cells", "n k"]}, "stdin")),
        *((_STONES | {"stdin": ["k n", "cells"]}, "stdin"), (_STONES | {"stdin": ["n k", "n k"]}, "stdin")),
        *((_STONES | {"stdin": ["algorithm", "cells"]}, "stdin"), (_STONES | {"stdin": [""]}, "stdin")),
        (_STONES | {"stdin": ["n k"], "cells": {"free": ".", "tree": "#"}}, "stdin"),
        (_QUEENS | {"case": ["algorithm", "cells"], "cells": {"free": "."}, "stdin": ["algorithm"]}, "stdin"),
        *((_STARS | {"stdin": ["n stars"]}, "stdin"), (_HEAVY | {"stdin": ["n k", "cells"]}, "stdin")),
        (_STONES | {"case": ["n k given", _GIVEN], "stdin": ["n k given"]}, "stdin"),
        (_HEAVY | {"case": ["n k", "fleet", _FLEET], "stdin": ["n k"]}, "stdin"),
        *((_STONES | {"names": {"grid": "lambda"}}, "names"), (_STONES | {"names": {"grid": "k"}}, "names")),
        *((_STONES | {"names": {"grid": "m"}}, "names"), (_STONES | {"names": {"grid": "board"}}, "names")),
        *((_STONES | {"names": {"grid": "a b"}}, "names"), (_STONES | {"names": {"weights": "a"}}, "names")),
        (_HEAVY | {"names": {"grid": "a", "weights": "a"}}, "names"),
        (_HEAVY | {"names": {"grid": "weights"}}, "names"),
        *((_STONES | {"case": [f"n {word}", "cells"], "pieces": word}, "case") for word in ("in", "lambda", "class")),
        *((_STONES | {"case": [f"n {word}", "cells"], "pieces": word}, "case") for word in ("board", "best", "np")),
        *((_STONES | {"case": [f"n {word}", "cells"], "pieces": word}, "case") for word in ("fleet", "seed", "placed")),
        (_STONES | {"case": ["n k density", {**_GIVEN, "lines": "density"}]}, "case"),
        (_STONES | {"case": ["n k fleet", {**_GIVEN, "lines": "fleet"}]}, "case"),
        (_HEAVY | {"case": ["n k given", {**_FLEET, "lines": "given"}]}, "case"),
        (_STONES | {"case": ["n k given", {**_GIVEN, "lines": "n given"}]}, "case"),
        (_HEAVY | {"case": ["n k", {**_FLEET, "lines": "3 n"}]}, "case"),
        *(
            (_JUDGED | {"apart": "knight"}, "apart"),
            (_JUDGED | {"row": 1}, "row"),
            (_JUDGED | {"torus": True}, "torus"),
        ),
        *((_JUDGED | {"answer": "list"}, "answer"), (_JUDGED | {"answer": "board or columns"}, "answer")),
        *((_JUDGED | {"exists": {"never": "2"}}, "exists"), (_JUDGED | {"case": ["n k"]}, "case")),
        (_CAMELS | {"pieces": None}, "case"),
        (_CAMELS | {"apart": None}, ""),
        (_CAMELS | {"goal": "verify"}, "answer"),
        (_QUEENS | {"torus": True, "case": ["n m"]}, "torus"),
        (_QUEENS | {"torus": True, "in_line": 2}, "torus"),
        (_STARS | {"case": ["n m stars", "regions"]}, "case"),
        (_HEAVY | {"case": ["n k", "weights", _FLEET]}, "case"),
        (_STARS | {"case": ["n stars fleet", "regions", {**_FLEET, "lines": "3 fleet"}]}, "case"),
        (_STONES | {"case": ["n k given", "cells", _GIVEN], "cells": {"free": ".", "piece": "*"}}, "case"),
        (_STONES | {"case": ["n k given", _GIVEN, {**_FLEET, "lines": "given"}]}, "case"),
        (_STONES | {"case": ["n k l", "cells"], "pieces": "k l"}, "pieces"),
        (_QUEENS | {"case": ["n", "cells"], "cells": {"free": ".", "tree": "#"}, "goal": "all"}, "goal"),
        *((_STONES | {"goal": "most"}, "pieces"), (_QUEENS | {"goal": "most"}, "pieces")),
        ({**_QUEENS, "goal": "most", "pieces": "", "column": {"least": 1}}, "column"),
        ({**_QUEENS, "goal": "most", "pieces": "", "row": 1}, "row"),
        ({**_QUEENS, "goal": "most", "pieces": "", "window": {"size": [2, 2], "least": 1}}, "window"),
    ],
)
def test_words_that_can_not_be_handed_on_are_refused(tmp_path: Path, words: dict[str, Any], key: str) -> None:
    _refused(tmp_path, words, key)


def _refused(folder: Path, words: dict[str, Any], key: str) -> None:
    file = _puzzle(folder, words)
    with pytest.raises(JudgeError) as refused:
        reference_in(file)
    fault = refused.value
    assert fault.code == "E422"
    assert fault.message.startswith(f"the key '{key}" if key else "[puzzle] has")
    assert fault.help
    assert fault.place
    if words.get(key) is not None:
        assert fault.place.line, fault.message
        assert file.read_text().splitlines()[fault.place.line - 1].startswith((key, "[puzzle]")), fault.message
    assert fault.place.column, fault.message


@pytest.mark.parametrize(
    ("table", "at"),
    [
        ('[puzzle]\npiece = "camel"\n', (1, 1)),  # what is missing, of the table
        ('[puzzle]\ncolour = "red"\n', (2, 1)),
        ("[puzzle]\n  piece = 7\n", (2, 3)),
        ('[puzzle]\npiece = "camel"\ncase = ["n"]\ngoal = "fewest"\n', (4, 9)),
        ('[puzzle]\npiece = "camel"\ncase = [\n  "n camels",\n  "cells",\n  "N"]\ngoal = "most"\n', (6, 4)),
        ('[puzzle]\npiece = "camel"\ncase = ["n"]\ngoal = "most"\napart = ["queen", "camle"]\n', (5, 20)),
        ('[puzzle]\npiece = "camel"\ncase = ["n"]\ngoal = "most"\nrow = { atleast = 1 }\n', (5, 9)),
        ('puzzle = { piece = "camel", case = ["n"], goal = "most", apart = "camle" }\n', (1, 67)),
    ],
)
def test_the_wrong_word_is_pointed_at(tmp_path: Path, table: str, at: tuple[int, int]) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(table)
    with pytest.raises(JudgeError) as refused:
        reference_in(file)
    place = refused.value.place
    assert place is not None
    assert (place.line, place.column) == at, refused.value.message


def test_a_near_word_is_named(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="camel"):
        reference_in(_puzzle(tmp_path, _CAMELS | {"apart": "camle"}))


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
    amazons, torus = puzzle_named(own("amazons")), puzzle_named(own("torus-queens"))
    assert [amazons.exists(n) for n in (2, 9, 10)] == [False, False, None]
    assert [torus.exists(n) for n in (5, 6)] == [True, False]
