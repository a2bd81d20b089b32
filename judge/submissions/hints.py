"""What helps the author of a file that fails: an import that is forgotten, a name that is nearly the same, or the line
that says that it was written for Python 2. Loaded where something failed.
"""

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
import re
import typing
from collections.abc import Iterator, Sequence
from typing import Final

from judge.submissions.tree import HERE, UnreadableError, names_bound, parse

# --- a name that is not defined ---------------------------------------------------------------------------------------
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


# --- Python 2, as far as reading tells --------------------------------------------------------------------------------
_STATEMENT = re.compile(
    rb"^[ \t\f]*(?:print\s+[\"'\w]|except\s+\w+\s*,\s*\w+\s*:|exec\s+[\"'\w])|\bxrange\(|\braw_input\(", re.MULTILINE
)
_MODULES = frozenset((
    "BaseHTTPServer", "ConfigParser", "HTMLParser", "Queue", "StringIO", "Tkinter", "UserDict", "cPickle", "cStringIO",
    "commands", "compiler", "cookielib", "httplib", "md5", "sets", "sha", "urllib2", "urlparse",
))  # fmt: skip
_NAMES = frozenset(
    ("basestring", "cmp", "execfile", "file", "long", "raw_input", "reduce", "reload", "unichr", "unicode", "xrange")
)
_MEMBERS = frozenset((
    ("itertools", "ifilter"), ("itertools", "imap"), ("itertools", "izip"), ("os", "getcwdu"),
    ("string", "letters"), ("string", "maketrans"), ("sys", "maxint"),
))  # fmt: skip
_METHODS = frozenset(("has_key", "iteritems", "iterkeys", "itervalues"))


def why_python_2(source: bytes) -> str:
    """Return `line 3: print 'x'` where something in it works in Python 2 alone; empty where it is Python 3, or
    neither."""
    try:
        tree = parse(source)
    except SyntaxError as error:
        if match := _STATEMENT.search(source):
            return _quoted(source, source[: match.end()].count(b"\n") + 1)
        mixed = isinstance(error, TabError)
        return f"line {error.lineno} mixes tabs and blanks, which Python 3 does not take" if mixed else ""
    except UnreadableError:
        return ""
    bound = names_bound(tree)
    lines = [node.lineno for node in _unguarded(tree) if _of_python_2(node, bound)]
    return _quoted(source, min(lines)) if lines else ""


def _of_python_2(node: ast.expr | ast.stmt, bound: set[str]) -> bool:
    match node:
        case ast.Import(names=names):
            return any(alias.name.split(".")[0] in _MODULES for alias in names)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            return module.split(".")[0] in _MODULES or any((module, alias.name) in _MEMBERS for alias in names)
        case ast.Attribute(value=ast.Name(id=module), attr=name) if (module, name) in _MEMBERS:
            return True
        case ast.Name(id=name):
            return name in _NAMES - bound
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _METHODS - bound
        case ast.BinOp(left=ast.Name(id="print"), op=ast.RShift()):
            return True
    return False


def _unguarded(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Return everything in it but what stands in a `try` or hangs on the version: so a program for both helps
    itself."""
    waiting = [tree]
    while waiting:
        for child in ast.iter_child_nodes(waiting.pop()):
            if isinstance(child, ast.Try) or (isinstance(child, ast.If | ast.IfExp) and _asks_the_version(child.test)):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            waiting.append(child)


def _asks_the_version(test: ast.expr) -> bool:
    attributes = {node.attr for node in ast.walk(test) if isinstance(node, ast.Attribute)}
    names = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
    return not {"version_info", "version", "hexversion", "PY2", "PY3"}.isdisjoint(attributes | names)


def _quoted(source: bytes, line: int) -> str:
    lines = source.splitlines()
    text = lines[line - 1].decode(errors="replace").strip() if 0 < line <= len(lines) else ""
    return f"line {line}: {text[:60]}"
