"""What helps against a name that is not defined: an import that is forgotten, or a name that is nearly the same."""

from __future__ import annotations

import ast
import builtins
import collections
import copy
import difflib
import functools
import heapq
import itertools
import math
import typing
from collections.abc import Sequence
from typing import Final

from judge.submissions.tree import HERE, names_bound

_SHORT: Final = {"np": "import numpy as np", "nb": "import numba as nb"}
_NUMBAS: Final = ("njit", "jit", "prange", "int8", "int64")
_HOMES: Final = (collections, copy, functools, heapq, itertools, math, typing)  # whose names are taken out of them
LONGEST: Final = 80
_LETTERS: Final = 3  # more or less than in the name that is meant
_COMPARED: Final = 500  # a file may bind any number of names
_OF_A_CONSOLE: Final = ("copyright", "credits", "license", "help", "exit", "quit")
_MEANT: Final = {"p": "lizards", "k": "lizards", "pieces": "lizards", "board": "grid"}


def hint_for(name: str, tree: ast.Module, parameters: Sequence[str]) -> str:
    """Return what to do about a name that is not defined; `parameters` are those that `solve` is given."""
    if forgotten := _import_of(name):
        return f"did you forget  {forgotten}  ?"
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


def _import_of(name: str) -> str:
    """Return the import that gives a file this name, as one writes it; empty where none is known."""
    if name in HERE:
        return f"import {name}"
    homes = ["numba"] * (name in _NUMBAS) + [home.__name__ for home in _HOMES if name in dir(home)]
    return _SHORT.get(name, f"from {homes[0]} import {name}" if homes and name[:1] != "_" else "")
