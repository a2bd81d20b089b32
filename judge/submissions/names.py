"""What helps against a name that is not defined: an import that is forgotten, or a name that is nearly the same."""

from __future__ import annotations

import ast
import builtins
import difflib
from collections.abc import Sequence
from typing import Final

from judge.submissions.tree import names_bound

IMPORTS: Final = {
    "np": "import numpy as np",
    "numba": "import numba",
    "njit": "from numba import njit",
    "jit": "from numba import jit",
    "prange": "from numba import prange",
    "int8": "from numba import int8",
    "deque": "from collections import deque",
    "defaultdict": "from collections import defaultdict",
    "Counter": "from collections import Counter",
    "lru_cache": "from functools import lru_cache",
    "reduce": "from functools import reduce",
    "permutations": "from itertools import permutations",
    "combinations": "from itertools import combinations",
    "product": "from itertools import product",
    "heappush": "from heapq import heappush",
    "heappop": "from heapq import heappop",
    "sqrt": "from math import sqrt",
    "deepcopy": "from copy import deepcopy",
    "List": "from typing import List",
    "Optional": "from typing import Optional",
} | {
    name: f"import {name}"
    for name in (
        "numpy", "math", "random", "time", "sys", "os", "itertools", "functools", "collections", "heapq", "copy",
        "operator", "bisect", "string", "re",
    )
}  # fmt: skip
LONGEST: Final = 80
_LETTERS: Final = 3  # more or less than in the name that is meant
_COMPARED: Final = 500  # a file may bind any number of names
_OF_A_CONSOLE: Final = ("copyright", "credits", "license", "help", "exit", "quit")
_MEANT: Final = {"p": "lizards", "k": "lizards", "pieces": "lizards", "board": "grid"}


def hint_for(name: str, tree: ast.Module, parameters: Sequence[str]) -> str:
    """Return what to do about a name that is not defined; `parameters` are those that `solve` is given."""
    if name in IMPORTS:
        return f"did you forget  {IMPORTS[name]}  ?"
    of_python = [word for word in dir(builtins) if word.islower() and word not in _OF_A_CONSOLE]
    bound = sorted(one for one in names_bound(tree) if len(one) <= LONGEST)
    own = [one for one in bound if abs(len(one) - len(name)) <= _LETTERS][:_COMPARED]
    near = difflib.get_close_matches(name[:LONGEST], own, n=1, cutoff=0.7)
    near = near or difflib.get_close_matches(name[:LONGEST], of_python, n=1, cutoff=0.8)
    if near:
        return f"did you mean {near[0]}?"
    meant = _MEANT.get(name, name.lower())
    if meant in parameters:
        return f"did you mean {meant}? solve is given ({', '.join(parameters)})"
    return "give it a value, hand it in as a parameter, or import it"
