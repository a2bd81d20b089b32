"""The Python file of a submission, to show places in it: a line, a part of one, or what a message speaks of.

numba names a line and no column, and sometimes not even a line. A mark says what is looked for there: a kind of node,
such as a sum, a call or a name, and a name where it has one.

What helps its author stands here too: an import that is forgotten, a name that is nearly the same, or the line that
says that it was written for Python 2.
"""

from __future__ import annotations

import ast
import builtins
import collections
import copy
import difflib
import functools
import heapq
import io
import itertools
import math
import re
import tokenize
import typing
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Final

import msgspec

from judge.model import Finding, Programs
from judge.submissions.tree import (
    HERE,
    UnreadableError,
    last_name,
    names_bound,
    own_nodes,
    parse,
    reads_case,
    runs_something,
    tree_in,
    writes_anything,
)

LONGEST = 400  # characters of a line that is shown
# Each alternative takes what it begins with, whether it is closed or not: so the search never comes back.
_COMMENT_OR_TEXT = re.compile(
    r"""//[^\n]*|/\*.*?(?:\*/|\Z)|"{3}.*?(?:"{3}|\Z)"""
    r"""|"(?:\\.|[^"\\\n])*+(?:"|\\?\Z|(?=\n))|'(?:\\.|[^'\\\n])*+(?:'|\\?\Z|(?=\n))""",
    re.DOTALL,
)
_JUNIT = re.compile(rb"^[ \t]*import[ \t]+(?:static[ \t]+)?(?:org\.junit|junit\.framework|org\.testng)\b", re.MULTILINE)
_UNITTEST = re.compile(rb"^[ \t]*(?:import|from)[ \t]+(?:unittest|pytest|setuptools|distutils)\b", re.MULTILINE)
_NATIVE = re.compile(
    rb"""^[ \t]*#[ \t]*include[ \t]*["<][\w./-]*\b(?:gtest|gmock|catch|doctest|cmocka|criterion|unity|boost/test)"""
    rb"""|^[ \t]*(?:describe|test)[ \t]*\(|\bnode:test\b""",
    re.MULTILINE,
)
Node = ast.expr | ast.stmt | ast.ExceptHandler


class Source(msgspec.Struct, frozen=True):
    """What is run, and how its author called it."""

    data: bytes
    file: str
    inside: str = ""  # what it is called in its box
    parameters: tuple[str, ...] = Programs().parameters  # that its problem gives to `solve`

    @property
    def head(self) -> str:
        """Return the first line of a `solve` with these parameters."""
        return f"def solve({', '.join(self.parameters)}):"

    @staticmethod
    def bare(text: str) -> str:
        """Return a text of C, C++ or Java without comments and texts: words and braces in them mean nothing."""
        return _COMMENT_OR_TEXT.sub(" ", text)

    @property
    def is_unit_test(self) -> bool:
        """Say whether it holds unit tests, or sets up a package: it runs by itself and is not what is handed in."""
        named = "test" in self.file.lower()  # in C, C++ and JavaScript a program may have tests of its own
        framework = {".java": _JUNIT, ".py": _UNITTEST}.get(PurePosixPath(self.file).suffix, _NATIVE if named else None)
        return framework is not None and framework.search(self.data) is not None

    def hint_for(self, name: str) -> str:
        """Return what to do about a name that is not defined."""
        if forgotten := _import_of(name):
            return f"did you forget  {forgotten}  ?"
        of_python = [word for word in dir(builtins) if word.islower() and word not in _OF_A_CONSOLE]
        bound = sorted(one for one in names_bound(self.tree) if len(one) <= _LONGEST_NAME)
        if name in bound:
            return f"{name} has no value yet where it is read: set it above, or hand it in from where it is set"
        own = [one for one in bound if abs(len(one) - len(name)) <= _LETTERS][:_COMPARED]
        near = difflib.get_close_matches(name[:_LONGEST_NAME], own, n=1, cutoff=0.7)
        near = near or difflib.get_close_matches(name[:_LONGEST_NAME], of_python, n=1, cutoff=0.8)
        if near:
            return f"did you mean {near[0]}?"
        meant = _MEANT.get(name, name.lower())
        if meant in self.parameters:
            return f"did you mean {meant}? solve is given ({', '.join(self.parameters)})"
        return "give it a value, hand it in as a parameter, or import it"

    def why_python_2(self) -> str:
        """Return `line 3: print 'x'` where something in it works in Python 2 alone; empty where it is Python 3, or
        neither. What asks for the version, or tries, helps itself: it is for both."""
        try:
            tree = parse(self.data)
        except SyntaxError as error:
            if match := _STATEMENT.search(self.data):
                return _quoted(self.data, self.data[: match.end()].count(b"\n") + 1)
            mixed = isinstance(error, TabError)
            return f"line {error.lineno} mixes tabs and blanks, which Python 3 does not take" if mixed else ""
        except UnreadableError:
            return ""
        bound = names_bound(tree)
        lines = [node.lineno for node in _untried(tree) if _of_python_2(node, bound)]
        return _quoted(self.data, min(lines)) if lines and not _ASKS.search(self.data) else ""

    def also_a_program(self, rules: Programs) -> bool:
        """Say whether a file that is judged as a function also runs by itself, reads the case and writes something: its
        author may have meant a program."""
        tree = self.tree
        return runs_something(tree) and reads_case(tree, rules.input_file) and writes_anything(tree)

    def why_nothing(self) -> Finding | None:
        """Return that solve never returns a value, where its text has no `return` with one; who writes None means
        FAIL."""
        functions = (node for node in reversed(self.tree.body) if isinstance(node, ast.FunctionDef))
        solve = next((node for node in functions if node.name == "solve"), None)
        if solve is None:
            return None
        own = list(own_nodes(solve.body))
        returns = [node for node in own if isinstance(node, ast.Return)]
        if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own) or any(node.value for node in returns):
            return None
        prints = any(isinstance(node, ast.Call) and last_name(node.func) in ("print", "write") for node in own)
        message = f"solve {'returns nothing' if returns else 'ends without return'}, and so it says FAIL"
        note = "what it prints or writes is not read" if prints else ""
        finding = Finding("E124", message, note=note, help="return the board at the end of solve, as an int8 array")
        return finding.at(self.of_node(returns[-1] if returns else solve))

    @property
    def tree(self) -> ast.Module:
        """Return its tree, without a node where it can't be parsed."""
        return tree_in(self.data) or ast.Module([], [])

    def at(self, line: int, column: int = 0, end: int = 0) -> Finding.Excerpt | None:
        """Return the place in this line, from `column` to before `end`; None where the file has no such line.

        Without a column it is the whole line, and so is a place that is not in it; without an end it is one character.
        What reaches beyond the line ends with it.
        """
        text = _line(self.data, line)
        if text is None:
            return None
        if not 0 < column <= len(text) + 1:
            column, end = 0, 0
        else:
            end = min(max(end, column + 1), max(len(text) + 1, column + 1))
        return Finding.Excerpt(self.file, line, text if len(text) <= LONGEST else "", column, end)

    def in_bytes(self, line: int, start: int, last: int | None) -> Finding.Excerpt | None:
        """Return the place that Python tells in bytes of UTF-8 from 0; without `last` up to the end of the line."""
        text = _line(self.data, line)
        if text is None:
            return None
        coded = text.encode(errors="replace")
        column = len(coded[:start].decode(errors="replace")) + 1
        end = len(text) + 1 if last is None else len(coded[:last].decode(errors="replace")) + 1
        return self.at(line, column, end)

    def of_node(self, node: Node | None) -> Finding.Excerpt | None:
        """Return the place of a node of the tree, of several lines the first, without a comment at its end."""
        if node is None:
            return None
        last = node.end_col_offset if node.end_lineno == node.lineno else None
        found = self.in_bytes(node.lineno, node.col_offset, last)
        if found is None or last is not None:
            return found
        code = found.text[: found.end - 1].partition(" #")[0].rstrip()
        return self.at(found.line, found.column, len(code) + 1)

    def marked(self, line: int, mark: str = "", name: str = "") -> Finding.Excerpt | None:
        """Return the place of what a mark names on this line, else of the statement there."""
        return self.of_node(_marked(self.tree, line, mark, name))


def _line(source: bytes, line: int) -> str | None:
    """Return a line without its end, decoded as the file says; None where there is none. Lines are counted as Python
    does, which ends them in LF, CRLF or CR."""
    lines = source.splitlines()
    if not 0 < line <= len(lines):
        return None
    try:
        coding = tokenize.detect_encoding(io.BytesIO(source).readline)[0]
        text = lines[line - 1].decode(coding, errors="replace")
    except (SyntaxError, LookupError, ValueError):
        text = lines[line - 1].decode(errors="replace")
    return text.rstrip()


# --- marks ----------------------------------------------------------------------------------------------------------
Test = Callable[[ast.AST, str], bool]


def _is_operation(node: ast.AST, symbol: str) -> bool:
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.UnaryOp(op=op):
            return _SYMBOLS.get(type(op)) == symbol
        case ast.Compare(ops=ops):
            return any(_SYMBOLS.get(type(op)) == symbol for op in ops)
    return False


def _binds(node: ast.AST, name: str) -> bool:
    targets: list[ast.expr] = []
    match node:
        case ast.Assign():
            targets = node.targets
        case ast.AugAssign() | ast.AnnAssign() | ast.For():
            targets = [node.target]
    parts = (part for target in targets for part in ast.walk(target))
    return any(isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store) for part in parts)


_SYMBOLS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "in", ast.Is: "is", ast.IsNot: "is", ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert",
    ast.Not: "not",
}  # fmt: skip
_INNER: Final = (ast.GeneratorExp, ast.Lambda, ast.FunctionDef)
_TESTS: Final[dict[str, Test]] = {
    "operation": _is_operation,
    "name": lambda node, name: isinstance(node, ast.Name) and node.id == name,
    "attribute": lambda node, name: isinstance(node, ast.Attribute) and node.attr == name,
    "call": lambda node, name: isinstance(node, ast.Call) and name in ("", last_name(node.func)),
    "index": lambda node, _: isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load),
    "cell": lambda node, _: isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store),
    "subscript": lambda node, _: isinstance(node, ast.Subscript),
    "return": lambda node, _: isinstance(node, ast.Return),
    "binding": _binds,
    "except": lambda node, _: isinstance(node, ast.Try | ast.Raise),
    "handler": lambda node, _: isinstance(node, ast.ExceptHandler),
    "with": lambda node, _: isinstance(node, ast.With),
    "inner": lambda node, _: isinstance(node, _INNER) and node.col_offset > 0,
    "match": lambda node, _: isinstance(node, ast.Match),
    "loop": lambda node, _: isinstance(node, ast.For),
}


def _marked(tree: ast.Module, line: int, mark: str, name: str) -> Node | None:
    """Return what a mark names on this line, else the statement there; on line 0 the first in the file. For a binding
    it may be an earlier line: numba counts from where the name is used."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, Node)]
    test = _TESTS.get(mark)
    meant = [node for node in nodes if test is not None and test(node, name)]
    here = [node for node in meant if node.lineno == line]
    found: Node | None = None
    if line == 0:
        found = min(meant, key=_order, default=None)
    elif mark == "binding":
        found = max((node for node in meant if node.lineno <= line), key=_order, default=None)
    elif mark != "subscript" or len(here) == 1:  # which of several it is, nobody has said
        around = [node for node in meant if node.lineno <= line <= (node.end_lineno or 0)]
        found = min(here, key=_order, default=None) or max(around, key=_order, default=None)
    statements = [node for node in nodes if isinstance(node, ast.stmt) and node.lineno == line]
    return _shown(found or min(statements, key=_order, default=None))


def _shown(node: Node | None) -> Node | None:
    """Return of a statement with a body what stands before that."""
    match node:
        case ast.For():
            return node.iter
        case ast.If() | ast.While():
            return node.test
        case ast.With():
            return node.items[0].context_expr
        case ast.Match():
            return node.subject
        case ast.ExceptHandler():
            return node.type or node
    return node


def _order(node: Node) -> tuple[int, int]:
    return node.lineno, node.col_offset


# --- a name that is not defined ---------------------------------------------------------------------------------------
_SHORT: Final = {"np": "import numpy as np", "nb": "import numba as nb"}
_NUMBAS: Final = ("njit", "jit", "prange", "int8", "int64")
_HOMES: Final = (collections, copy, functools, heapq, itertools, math, typing)  # whose names are taken out of them
_LONGEST_NAME: Final = 80
_LETTERS: Final = 3  # more or less than in the name that is meant
_COMPARED: Final = 500  # a file may bind any number of names
_OF_A_CONSOLE: Final = ("copyright", "credits", "license", "help", "exit", "quit")
_MEANT: Final = {"p": "lizards", "k": "lizards", "pieces": "lizards", "board": "grid"}


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
_ASKS = re.compile(rb"\b(?:sys\.version|version_info|hexversion|PY[23])\b")


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


def _untried(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Return everything in it but what stands in a `try`."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.expr | ast.stmt):
            yield node
        waiting += () if isinstance(node, ast.Try) else ast.iter_child_nodes(node)


def _quoted(source: bytes, line: int) -> str:
    lines = source.splitlines()
    text = lines[line - 1].decode(errors="replace").strip() if 0 < line <= len(lines) else ""
    return f"line {line}: {text[:60]}"
