"""The words of [puzzle]: a wrong one is refused with its line and what to write, and so is one that can't be handed on:
to a construction, to a program on stdin, to a function, or to recipes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.errors import Place
from judge.problems import puzzle_named, reference_in
from tests.conftest import refused, there
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
_COLOURS: dict[str, Any] = RAW["colourful-points"]
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
        *(_STONES | {"exists": {"always": "2.."}}, _COLOURS | {"exists": {"never": "2"}}),
        *(_QUEENS | {"torus": True}, _QUEENS | {"pieces": "1000000 n"}, _QUEENS | {"in_line": 2}),
        *(_JUDGED, _JUDGED | {"answer": "number"}, _JUDGED | {"answer": ["yes", "no"]}, _JUDGED | {"pieces": "2 n"}),
    ],
)
def test_these_rows_are_puzzles(tmp_path: Path, words: dict[str, Any]) -> None:
    assert reference_in(_puzzle(tmp_path, words)).startswith("{")


_WRONG: dict[str, list[Any]] = {  # what no row says of these keys, with the other words of _CAMELS
    "piece": ["", 7, "a\0", ["spy", "spi\nes"], ["spy"]],
    "conflict": ["eat\0"],
    "case": [
        ["n camels", " ", "cells"],
        *([], ["n camels", "cells", "cells"], ["n camels goats", "cells"], ["N camels", "cells"], ["camels"]),
        *(["m camels", "cells"], ["n n camels", "cells"], ["cells", "n camels"], ["n camels density", "cells"]),
        *(["algorithm n camels", "cells"], ["n camels", "algorithm", "cells"], ["n camels", "regions", "weights"]),
        *([_GIVEN, "n given"], ["n camels given", _GIVEN, "cells"]),
        *(["n camels", {"piece": "a1", "lines": "camels"}], ["n camels", {"piece": "row column"}]),
        ["n camels given", {"piece": "row column", "lines": "2 given"}],
        ["n camels", {"piece": "row column", "lines": "n + 1"}],
        ["n camels goats", "cells", {"piece": "row column", "lines": "n"}],
        ["n camels", {"piece": "row column", "weight": "x,y", "lines": "camels"}],
        ["n camels", {"goat": "row column", "lines": "camels"}],
    ],
    "cells": [
        *({"free": "\u00e9"}, {"free": " "}, {"free": "2"}, {"tree": "#"}, {"free": "1"}),
        *({"free": ".", "wood": "#"}, {"free": ".", "tree": "."}, {"free": "..", "tree": "#"}),
    ],
    "mark": ["#", "CC", "3"],
    "range": [
        *({"n": [0, 5]}, {"n": [1, 20_001]}, {"n": [1, "camels"]}, {"n": [1, 999999999]}, {"goats": [1, 2]}),
        *({"camels": [1, 1_000_000_000_000_000_000]}, {"camels": [1, "goats"]}, {"camels": [5, 2]}),
        *({"camels": "camels"}, {"camels": [1, "0"]}, {"regions": 2}),
    ],
    "pieces": [0, "0 n", "1000001 n", "99999999999999999999 n", "camel", "n + 1"],
    "apart": ["camle", {"jump": [1, 3]}, {"leap": [0, 0]}],
    "in_line": [1],
    "row": [{"least": 2, "most": 1}, "camle"],
    "region": [1],
    "window": [{"size": [0, 2], "most": 1}],
    "goal": ["fewest", "heaviest", "all"],
    "answer": [["yes", "yes"], ["yes", "no way"], "columns", "board or columns"],
    "exists": [{"never": "two"}, {"always": ""}],
    "construct": ["pauls"],
    "stdin": [["n", "cells"]],
    "names": [{"grid": "lambda"}],
    "colour": ["red"],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in _WRONG.items() for value in values])
def test_a_wrong_word_is_refused_with_its_line_and_a_cure(tmp_path: Path, key: str, value: Any) -> None:
    _refused(tmp_path, _CAMELS | {key: value}, key)


_NO_NAMES = ("in", "lambda", "class", "board", "best", "np", "fleet", "seed", "placed")  # of a number in a case
_TREES, _CLOSED = {"cells": {"free": ".", "tree": "#"}}, {"cells": {"free": ".", "closed": "x"}}
_MOST: dict[str, Any] = _QUEENS | {"goal": "most", "pieces": ""}
_UNHANDED: dict[str, list[dict[str, Any]]] = {  # rows that can't be handed on, by the key that is named
    "construct": [
        *(_PAULS | {"construct": "paul"}, _PAULS | {"apart": "rook"}, _PAULS | {"apart": ["queen", "knight"]}),
        *(_PAULS | {"torus": True}, _PAULS | {"in_line": 2}, _PAULS | {"row": 1}, _PAULS | {"goal": "count"}),
        *(_PAULS | {"window": {"size": [2, 2], "most": 1}}, _PAULS | {"case": ["n m"]}, _PAULS | {"pieces": "2 n"}),
        *(_PAULS | {"case": ["n k"], "pieces": "k"}, _PAULS | {"case": ["n given", _GIVEN]}),
        _PAULS | _TREES | {"case": ["n", "cells"]},
        *(_COUNTED | {"goal": "arrangement"}, _COUNTED | {"goal": "count"}),
        _COUNTED | _CLOSED | {"case": ["n", "cells"]},
        *(_DESCENT | _CLOSED, _DESCENT | {"case": ["n m k", "cells"]}, _DESCENT | {"apart": "bishop"}),
    ],
    "stdin": [
        *(_STONES | {"stdin": ["n"]}, _STONES | {"stdin": ["cells", "n k"]}, _STONES | {"stdin": ["k n", "cells"]}),
        *(_STONES | {"stdin": ["n k", "n k"]}, _STONES | {"stdin": ["algorithm", "cells"]}, _STONES | {"stdin": [""]}),
        _STONES | _TREES | {"stdin": ["n k"]},
        _QUEENS | {"case": ["algorithm", "cells"], "cells": {"free": "."}, "stdin": ["algorithm"]},
        *(_STARS | {"stdin": ["n stars"]}, _HEAVY | {"stdin": ["n k", "cells"]}),
        _STONES | {"case": ["n k given", _GIVEN], "stdin": ["n k given"]},
        _HEAVY | {"case": ["n k", "fleet", _FLEET], "stdin": ["n k"]},
    ],
    "names": [
        *(_STONES | {"names": {"grid": word}} for word in ("lambda", "k", "m", "board", "a b")),
        *(_STONES | {"names": {"weights": "a"}}, _HEAVY | {"names": {"grid": "a", "weights": "a"}}),
        _HEAVY | {"names": {"grid": "weights"}},
    ],
    "case": [
        *(_STONES | {"case": [f"n {word}", "cells"], "pieces": word} for word in _NO_NAMES),
        _STONES | {"case": ["n k density", {**_GIVEN, "lines": "density"}]},
        _STONES | {"case": ["n k fleet", {**_GIVEN, "lines": "fleet"}]},
        _HEAVY | {"case": ["n k given", {**_FLEET, "lines": "given"}]},
        _STONES | {"case": ["n k given", {**_GIVEN, "lines": "n given"}]},
        *(_HEAVY | {"case": ["n k", {**_FLEET, "lines": "3 n"}]}, _HEAVY | {"case": ["n k", "weights", _FLEET]}),
        *(_JUDGED | {"case": ["n k"]}, _CAMELS | {"pieces": None}, _STARS | {"case": ["n m stars", "regions"]}),
        _STARS | {"case": ["n stars fleet", "regions", {**_FLEET, "lines": "3 fleet"}]},
        _STONES | {"case": ["n k given", "cells", _GIVEN], "cells": {"free": ".", "piece": "*"}},
        _STONES | {"case": ["n k given", _GIVEN, {**_FLEET, "lines": "given"}]},
    ],
    "apart": [_JUDGED | {"apart": "knight"}],
    "row": [_JUDGED | {"row": 1}, _MOST | {"row": 1}],
    "torus": [one | {"torus": True} for one in (_JUDGED, _QUEENS | {"case": ["n m"]}, _QUEENS | {"in_line": 2})],
    "answer": [
        *(_JUDGED | {"answer": one} for one in ("list", "board or columns", ["no", "No"])),
        _CAMELS | {"goal": "verify"},
    ],
    "exists": [  # what says something of several boards at once
        _JUDGED | {"exists": {"never": "2"}},
        *(_STONES | {"exists": {"never": "2"}}, _STONES | {"row": {"least": 1}, "exists": {"always": "2"}}),
        *(_QUEENS | {"case": ["n m"], "exists": {"always": "4.."}}, _STARS | {"exists": {"always": "4.."}}),
    ],
    "": [_CAMELS | {"apart": None}],
    "pieces": [
        *(_STONES | {"case": ["n k l", "cells"], "pieces": "k l"}, _STONES | {"goal": "most"}),
        _QUEENS | {"goal": "most"},
    ],
    "goal": [
        _QUEENS | _TREES | {"case": ["n", "cells"], "goal": "all"},
        _CAMELS | {"goal": "verify", "answer": ["valid", "invalid"]},
    ],
    "column": [_MOST | {"column": {"least": 1}}],
    "window": [_MOST | {"window": {"size": [2, 2], "least": 1}}],
}


@pytest.mark.parametrize(("words", "key"), [(words, key) for key, rows in _UNHANDED.items() for words in rows])
def test_words_that_can_not_be_handed_on_are_refused(tmp_path: Path, words: dict[str, Any], key: str) -> None:
    _refused(tmp_path, words, key)


def _refused(folder: Path, words: dict[str, Any], key: str) -> None:
    file = _puzzle(folder, words)
    fault = refused(reference_in, file)
    assert fault.code == "E422"
    assert fault.message.startswith(f"the key '{key}" if key else "[puzzle] has")
    place = there(fault.place)
    if words.get(key) is not None:
        assert place.line, fault.message
        assert file.read_text().splitlines()[place.line - 1].startswith((key, "[puzzle]")), fault.message
    assert place.column, fault.message


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
    fault = refused(reference_in, make.put(tmp_path / "cup.toml", table))
    assert fault.place == Place(str(tmp_path / "cup.toml"), *at), fault.message


def test_a_near_word_is_named(tmp_path: Path) -> None:
    assert "camel" in refused(reference_in, _puzzle(tmp_path, _CAMELS | {"apart": "camle"})).message


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
