"""Was a Python file written for Python 2? As far as reading it tells, and with the line that says so.

`why_python_2` finds what Python 3 refuses. `why_a_list_of_python_2` finds what both versions read, and only Python 2
runs: a list is taken from where Python 3 gives none. `rows.append(map(int, line))` and later `rows[0][1]` is the usual
case. That is a guess, so ask it only where an interpreter of each version is installed, and only of a file that Python
2 could read.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from judge.submissions.syntax import UnreadableError, line_at, parse

_STATEMENT = re.compile(
    rb"^[ \t\f]*(?:print\s+[\"'\w]|except\s+\w+\s*,\s*\w+\s*:|exec\s+[\"'\w])|\bxrange\(|\braw_input\(", re.MULTILINE
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
_NAMES = frozenset(
    ("basestring", "cmp", "execfile", "file", "long", "raw_input", "reduce", "reload", "unichr", "unicode", "xrange")
)
_MEMBERS = frozenset(
    (
        ("itertools", "ifilter"),
        ("itertools", "imap"),
        ("itertools", "izip"),
        ("os", "getcwdu"),
        ("string", "letters"),
        ("string", "maketrans"),
        ("sys", "maxint"),
    )
)
_METHODS = frozenset(("has_key", "iteritems", "iterkeys", "itervalues"))


def why_python_2(source: bytes) -> str:
    """Return `line 3: print 'x'` where something in it works in Python 2 alone; empty where it is Python 3, or
    neither."""
    try:
        tree = parse(source)
    except SyntaxError as error:
        match = _STATEMENT.search(source)
        if match:
            return _quoted(source, source[: match.end()].count(b"\n") + 1)
        mixed = isinstance(error, TabError)
        return f"line {error.lineno} mixes tabs and blanks, which Python 3 does not take" if mixed else ""
    except UnreadableError:
        return ""
    bound = {name for node in ast.walk(tree) for name in _bound_by(node)}
    lines = [node.lineno for node in _unguarded(tree) if _of_python_2(node, bound)]
    return _quoted(source, min(lines)) if lines else ""


def _bound_by(node: ast.AST) -> Iterator[str]:
    """Return the names that are the program's own after this."""
    match node:
        case (
            ast.Name(id=name, ctx=ast.Store())
            | ast.FunctionDef(name=name)
            | ast.ClassDef(name=name)
            | ast.arg(arg=name)
        ):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name for alias in names)


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
    return f"line {line}: {line_at(source, line)[:60]}"


# --- lists that are none in Python 3 ---------------------------------------------------------------------------------
_LAZY = frozenset(("map", "filter", "zip"))
_VIEWS = frozenset(("keys", "values", "items"))
_OF_LISTS = frozenset(("append", "extend", "index", "insert", "pop", "remove", "reverse", "sort"))
_SYNTAX_OF_3 = (
    ast.JoinedStr | ast.AnnAssign | ast.AsyncFunctionDef | ast.Await | ast.Nonlocal | ast.NamedExpr | ast.YieldFrom
    | ast.MatMult | ast.Match | ast.TryStar
)  # fmt: skip
_KEYWORDS_OF_3 = frozenset(("encoding", "end", "errors", "file", "flush", "metaclass", "newline", "sep"))
_MODULES_OF_3 = frozenset(
    (
        "asyncio",
        "builtins",
        "concurrent",
        "configparser",
        "dataclasses",
        "enum",
        "numba",  # as numpy: there is one for Python 2, but hardly any host has it
        "numpy",
        "pathlib",
        "queue",
        "secrets",
        "socketserver",
        "statistics",
        "tkinter",
        "typing",
    )
)


def why_a_list_of_python_2(source: bytes) -> str:
    """Return `line 3: rows.append(map(int, line))` where a list is taken from something that is none in Python 3, and
    nothing in the file asks for Python 3; else empty."""
    try:
        tree = parse(source)
    except (SyntaxError, UnreadableError):
        return ""
    if not source.isascii() and b"coding" not in source[:200]:
        return ""
    if any(_of_python_3(node) for node in ast.walk(tree)):
        return ""
    lines = [line for scope in _scopes(tree) for line in _taken_as_lists(scope)]
    return f"line {min(lines)}: {line_at(source, min(lines))[:60]}" if lines else ""


def _of_python_3(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="super"), args=[]) | ast.Call(func=ast.Name(id="input")):
            return True
        case ast.ClassDef(keywords=[_, *_]) | ast.Raise(cause=ast.expr()):
            return True
        case ast.Call(func=ast.Name(id="print" | "open"), keywords=keywords):
            return any(keyword.arg in _KEYWORDS_OF_3 for keyword in keywords)
        case ast.FunctionDef(args=arguments, returns=returns):
            every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            named = bool(arguments.posonlyargs or arguments.kwonlyargs)
            return returns is not None or named or any(argument.annotation for argument in every)
        case ast.Import(names=names):
            return any(alias.name.split(".")[0] in _MODULES_OF_3 for alias in names)
        case ast.ImportFrom(module=str(module), level=0):
            return module.split(".")[0] in _MODULES_OF_3
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return any(isinstance(part, ast.Starred) for part in parts)
    return isinstance(node, _SYNTAX_OF_3)


def _scopes(tree: ast.Module) -> Iterator[list[ast.AST]]:
    """Return the nodes of the module without its functions, and those of each function."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]
    for scope in (tree, *functions):
        yield list(_within(scope))


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    waiting = [scope]
    while waiting:
        for child in ast.iter_child_nodes(waiting.pop()):
            if not isinstance(child, ast.FunctionDef | ast.Lambda):
                yield child
                waiting.append(child)


def _taken_as_lists(nodes: list[ast.AST]) -> Iterator[int]:
    """Return the lines in which something that is no list in Python 3 is used as one."""
    lazy = _names_of_lazy(nodes)

    def is_lazy(node: ast.expr) -> bool:
        return _gives_lazy(node) or (isinstance(node, ast.Name) and node.id in lazy)

    for node in nodes:
        match node:
            case ast.Subscript(value=taken):
                found = is_lazy(taken)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                found = is_lazy(left) or is_lazy(right)
            case ast.Call(func=ast.Name(id="len"), args=[taken]):
                found = is_lazy(taken) and not _is_view(taken)
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=[taken]) if name == "append":
                found = (is_lazy(taken) and not _is_view(taken)) or is_lazy(owner)
            case ast.Call(func=ast.Attribute(value=taken, attr=name)):
                found = name in _OF_LISTS and is_lazy(taken)
            case _:
                continue
        if found and isinstance(node, ast.expr):
            yield node.lineno


def _names_of_lazy(nodes: list[ast.AST]) -> set[str]:
    """Return the names that are given nothing else in these nodes."""
    lazy: set[str] = set()
    given = Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _gives_lazy(value) and not _is_view(value):
                lazy.add(name)
    return {name for name in lazy if given[name] == 1}


def _gives_lazy(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in _LAZY
    return _is_view(node)


def _is_view(node: ast.expr) -> bool:
    """Say whether it is `x.keys()` or alike: it has a length, and no order that could be asked for."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name), args=[], keywords=[]):
            return name in _VIEWS
    return False
