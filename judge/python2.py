"""Whether a Python file was written for Python 2, as far as reading it tells, and which line says so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_STATEMENT = re.compile(
    rb"^\s*print\s+[\"'\w]|\bxrange\(|\braw_input\(|^\s*except\s+\w+\s*,\s*\w+\s*:|^\s*exec\s+[\"'\w]", re.MULTILINE
)
_MODULES = frozenset(
    (
        "BaseHTTPServer",
        "ConfigParser",
        "HTMLParser",
        "Queue",
        "StringIO",
        "Tkinter",
        "UserDict",
        "cPickle",
        "cStringIO",
        "commands",
        "compiler",
        "cookielib",
        "httplib",
        "md5",
        "sets",
        "sha",
        "urllib2",
        "urlparse",
    )
)
_NAMES = frozenset(("xrange", "raw_input", "unicode", "basestring", "unichr"))
_METHODS = frozenset(("has_key", "iteritems", "iterkeys", "itervalues"))


def why_python_2(source: bytes) -> str:
    """`line 3: print 'x'` where something in it works in Python 2 alone; empty where it is Python 3, or neither."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        match = _STATEMENT.search(source)
        if match:
            return _quoted(source, source[: match.end()].count(b"\n") + 1)
        mixed = isinstance(error, TabError)
        return f"line {error.lineno} mixes tabs and blanks, which Python 3 does not take" if mixed else ""
    except (ValueError, RecursionError, MemoryError):
        return ""
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    lines = [node.lineno for node in _unguarded(tree) if _of_python_2(node, bound)]
    return _quoted(source, min(lines)) if lines else ""


def _of_python_2(node: ast.expr | ast.stmt, bound: set[str]) -> bool:
    match node:
        case ast.Import(names=names):
            return any(alias.name.split(".")[0] in _MODULES for alias in names)
        case ast.ImportFrom(module=str(module), level=0):
            return module.split(".")[0] in _MODULES
        case ast.Name(id=name):
            return name in _NAMES - bound
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _METHODS - bound
        case ast.BinOp(left=ast.Name(id="print"), op=ast.RShift()):
            return True
    return False


def _unguarded(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Everything in it but what stands in a `try`: that is how a program for both helps itself."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Try):
            continue
        if isinstance(child, ast.expr | ast.stmt):
            yield child
        yield from _unguarded(child)


def _quoted(source: bytes, line: int) -> str:
    text = source.splitlines()[line - 1].decode(errors="replace").strip()
    return f"line {line}: {text[:60]}"
