"""Words of a row that can't be handed on: to a construction, to a program on stdin, to a function, or to recipes."""

from __future__ import annotations

import ast
from typing import Any

import msgspec
import pytest

from judge.errors import ValueFault
from judge.problems.generators.read import keys_of
from judge.problems.row.file import reference_of
from judge.problems.row.handed import CONSTRUCTIONS, RECIPE_WORDS, STARTER_WORDS
from judge.problems.row.known import CONSTRUCTED
from judge.problems.row.read import check
from judge.problems.row.starter import starter_of
from judge.problems.row.words import Row
from tests.problems.row.rows import RAW, row_of

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
_HEAVY: dict[str, Any] = _STONES | {"case": ["n k", "cells", "weights"], "goal": "heaviest"}


@pytest.mark.parametrize(
    "words",
    [
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
    ],
)
def test_these_rows_can_be_handed_on(words: dict[str, Any]) -> None:
    check(msgspec.convert(words, Row))


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
        *((_STONES | {"goal": "most"}, "pieces"), (_QUEENS | {"goal": "most"}, "pieces")),
        ({**_QUEENS, "goal": "most", "pieces": "", "column": {"least": 1}}, "column"),
        ({**_QUEENS, "goal": "most", "pieces": "", "row": 1}, "row"),
        ({**_QUEENS, "goal": "most", "pieces": "", "window": {"size": [2, 2], "least": 1}}, "window"),
    ],
)
def test_these_words_are_refused(words: dict[str, Any], key: str) -> None:
    with pytest.raises(ValueFault) as refused:
        check(msgspec.convert(words, Row))
    assert refused.value.key == key, refused.value.what
    assert refused.value.help


def test_each_construction_says_what_it_needs() -> None:
    assert CONSTRUCTIONS.keys() == CONSTRUCTED.keys()


@pytest.mark.parametrize("name", RAW)
def test_the_words_of_recipes_and_starters_are_known(name: str) -> None:
    row = row_of(name)
    others = {*row.fields, "n", "m"}
    assert {*keys_of(reference_of(row))} - others <= {*RECIPE_WORDS, "pieces"}
    tree, used = ast.parse(starter_of(row, name)), set()
    for node in ast.walk(tree):
        used |= {node.id} if isinstance(node, ast.Name) else {node.arg} if isinstance(node, ast.arg) else set()
        used |= {node.name} if isinstance(node, ast.FunctionDef) else set()
    constants = {word for word in used if word.isupper() or word == "_"}
    assert used - constants - others - {*row.names.values(), "pieces"} <= STARTER_WORDS
