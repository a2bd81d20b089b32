"""A stranger's Python file as a tree: read by the parser, never run, and walked without recursion; and what it tells.

The parser bounds what it takes: nesting too deep for it is a RecursionError or a MemoryError, never the end of this
process. What a tree does allow is about a thousand nodes in each other, more than Python's own stack takes.

To read a case is to name where the judge lays it. To read anything is less: a file whose name is computed, or a word of
the command line. To write an answer is to name the file or the word that an answer begins with; to write anything is
less.
"""

from __future__ import annotations

import ast
import codecs
import io
import re
import sys
import tokenize
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeGuard

# Text in other codings is no source: some are quadratic to decode, some have lines where the bytes have none.
_CODINGS = ("utf-8", "ascii", "iso8859", "cp", "mac-", "koi8", "gb", "big5", "shift_jis", "euc_", "hz", "johab", "tis")
Function = ast.FunctionDef | ast.AsyncFunctionDef
_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.TryStar, ast.Match)  # may bind it or not
_DEEPEST = 16  # packages within each other
_RUNS = (ast.Expr, *_COMPOUND, ast.Raise)
HERE = frozenset((*sys.stdlib_module_names, "numpy", "numba"))  # what a submission may import
_KNOWN = HERE | {"np", "nb"}  # what they are called
_SETTINGS = ("set", "seed", "filter", "simplefilter", "stack_size")  # how functions are called that set something
_COMMAND_LINES = ("argparse", "getopt", "optparse", "click")
_OK = re.compile(r"OK\b")
_SAYS_SOLVE = re.compile(r"\Asolve\Z|^[ \t]*(?:def[ \t]+solve\b|solve[ \t]*=)", re.MULTILINE)


class UnreadableError(ValueError):
    """It is nothing that Python could run: nested too deep, a coding of no text, a NUL byte."""


def parse(source: bytes) -> ast.Module:
    """Return the tree of a file; SyntaxError as Python raises it, UnreadableError where it can't even look for one."""
    try:
        return ast.parse(_text_of(source))
    except (SyntaxError, UnreadableError):
        raise
    except (RecursionError, MemoryError) as error:
        raise UnreadableError("it is nested too deep") from error
    except Exception as error:  # whatever else strange bytes make of a parser
        raise UnreadableError(str(error)) from error


@lru_cache(maxsize=4)  # one file is asked many questions
def tree_in(source: bytes) -> ast.Module | None:
    """Return the tree of a file; None where Python 3 could not run it. Nobody changes it."""
    try:
        return parse(source)
    except (SyntaxError, UnreadableError):
        return None


def _text_of(source: bytes) -> str | bytes:
    """Return the text of a file, of which the parser counts characters; its bytes where they are none: the parser says
    that better, with the line."""
    try:
        coding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        if not codecs.lookup(coding).name.startswith(_CODINGS):
            raise UnreadableError(f"the coding {coding} is not taken")
        return source.decode(coding)
    except (SyntaxError, UnicodeDecodeError):
        return source


def names_bound(tree: ast.Module) -> set[str]:
    """Return the names that a file binds anywhere."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case (
                ast.Name(id=name, ctx=ast.Store())
                | ast.arg(arg=name)
                | ast.FunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                names.add(name)
            case ast.alias(name=name, asname=other):
                names.add(other or name.partition(".")[0])
    return names


def last_name(node: ast.AST) -> str:
    """Return the name that an expression ends in, such as `imshow` of `plt.imshow`; empty where it ends in none."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def takes(arguments: ast.arguments, count: int) -> bool:
    """Say whether a function can be called with so many arguments."""
    positional = len(arguments.posonlyargs) + len(arguments.args)
    required = positional - len(arguments.defaults)
    keyword_only = sum(default is None for default in arguments.kw_defaults)
    return required <= count and keyword_only == 0 and (positional >= count or arguments.vararg is not None)


def is_call_of_solve(node: ast.AST) -> TypeGuard[ast.Call]:
    """Say whether it calls `solve` by its name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "solve"


def own_nodes(nodes: Iterable[ast.AST], *, guarded: bool = False) -> Iterator[ast.AST]:
    """Return what runs with these nodes, in the order of the text: nothing within a function or class, and what stands
    below `if __name__ == "__main__"` only where `guarded` asks for it."""
    waiting = [*nodes][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                continue
            case ast.If(test=test, orelse=orelse) if not guarded and is_guard(test):
                waiting += reversed(orelse)
            case ast.comprehension(iter=values, ifs=conditions):  # its target is a name of its own
                waiting += reversed([values, *conditions])
            case _:
                waiting += reversed([*ast.iter_child_nodes(node)])


def is_guard(test: ast.expr) -> bool:
    """Say whether a condition asks whether the file is run by itself, perhaps among other things."""
    for part in test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]:
        match part:
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                if any(isinstance(side, ast.Name) and side.id == "__name__" for side in (left, right)):
                    return True
    return False


# --- where it binds `solve` -------------------------------------------------------------------------------------------
class Binding(NamedTuple):
    """A place that binds `solve`. `value` is the definition or the expression that it stands for, None where the text
    doesn't say; `module` is where it is imported from."""

    value: Function | ast.ClassDef | ast.expr | None = None
    module: str = ""


def bindings_of_solve(tree: ast.Module) -> list[Binding]:
    """Return the bindings that may hold after an import, in the order of the text: one that is always reached hides
    those above it."""
    found: list[Binding] = []
    for statement in tree.body:
        new = list(_bindings(own_nodes([statement])))
        if new and not isinstance(statement, _COMPOUND):
            found.clear()
        found += new
    return found + [Binding() for node in ast.walk(tree) if _binds_elsewhere(node)]


def _bindings(nodes: Iterable[ast.AST]) -> Iterator[Binding]:
    """Return how the nodes of one scope bind `solve`."""
    values: dict[ast.expr, ast.expr | None] = {}  # by the target that they are given to
    for node in nodes:
        match node:
            case ast.FunctionDef(name="solve") | ast.AsyncFunctionDef(name="solve") | ast.ClassDef(name="solve"):
                yield Binding(node)
            case ast.Assign(targets=targets, value=value):
                values |= dict.fromkeys(targets, value)
            case ast.AnnAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
                values[target] = value
            case ast.Import(names=names):
                modules = [one.name for one in names if (one.asname or one.name.partition(".")[0]) == "solve"]
                yield from (Binding(module=module) for module in modules)
            case ast.ImportFrom(module=module, names=names):
                found = [one.name for one in names if (one.asname or one.name) == "solve"]
                yield from (Binding(module=module or name) for name in found)
            case ast.Name(id="solve", ctx=ast.Store()) if node not in values or values[node]:
                yield Binding(values.get(node))
            case ast.MatchAs(name="solve") | ast.MatchStar(name="solve") | ast.MatchMapping(rest="solve"):
                yield Binding()


def _binds_elsewhere(node: ast.AST) -> bool:
    """Say whether a node binds `solve` for the whole file, wherever it stands."""
    match node:
        case ast.Global(names=names):
            return "solve" in names
        case ast.Subscript(value=ast.Call(func=ast.Name(id="globals")), slice=slice, ctx=ast.Store()):
            return isinstance(slice, ast.Constant) and slice.value == "solve"
    return False


def may_bind_solve(tree: ast.Module) -> bool:
    """Say whether running a file without a binding of `solve` may bind it all the same: by a word, as `setattr` and
    `exec` take one, or as an attribute of its module. Of what needs other files nothing is believed."""
    if not HERE.issuperset(name.partition(".")[0] for name in imported_modules(tree)):
        return False
    for node in ast.walk(tree):
        match node:
            case ast.keyword(arg="solve"):
                return True
            case ast.Attribute(value=owner, attr="solve", ctx=ast.Store()) if last_name(owner) != "self":
                return True
    return any(map(_SAYS_SOLVE.search, texts(tree)))


# --- what it imports --------------------------------------------------------------------------------------------------
def imported_modules(tree: ast.Module, *, guarded: bool = True) -> dict[str, ast.stmt]:
    """Return the dotted names of all modules that a file imports, and of the packages around them, each with a
    statement that does so. What is taken from a module may be one too. Those of a block below
    `if __name__ == "__main__"` count only where `guarded` says so."""
    found: dict[str, ast.stmt] = {}
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and not guarded and is_guard(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                module = getattr(node, "module", None)
                parts = (f"{module}.{alias.name}" if module else alias.name).split(".")
                name = ".".join(parts[:_DEEPEST])
                while name:  # from the module itself up to the outermost package
                    found[name] = node
                    name = name.rpartition(".")[0]
        waiting += ast.iter_child_nodes(node)
    return found


def files_of_modules(modules: Collection[str], paths: Iterable[str]) -> dict[str, str]:
    """Return those of these paths that may be one of the modules, in whatever folder they lie, each with its module."""
    found: dict[str, str] = {}
    for path in paths:
        name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        parts = name.rsplit(".", _DEEPEST)[-_DEEPEST:] if path.endswith(".py") else []
        for at in range(len(parts)):
            if (ending := ".".join(parts[at:])) and ending in modules:
                found[path] = ending
    return found


# --- what it does by itself -------------------------------------------------------------------------------------------
def runs_something(tree: ast.Module) -> bool:
    """Say whether the file does something besides defining and setting up: at its top level, a statement that is not
    given to a name calls something."""
    begun = (own_nodes([node], guarded=True) for node in tree.body if isinstance(node, _RUNS) and not sets_up(node))
    return any(isinstance(part, ast.Call) for parts in begun for part in parts)


def sets_up(statement: ast.stmt) -> bool:
    """Say whether a statement imports something, or sets something of a module such as the depth of recursion."""
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=name), args=args)):
            while isinstance(owner, ast.Subscript | ast.Attribute):
                owner = owner.value
            plain = all(isinstance(part, ast.Constant | ast.BinOp) for part in args)
            return plain and name.startswith(_SETTINGS) and isinstance(owner, ast.Name) and owner.id in _KNOWN
    return False


def calls(node: ast.AST) -> bool:
    """Say whether anything is called in it."""
    return any(isinstance(part, ast.Call) for part in ast.walk(node))


def reads_case(tree: ast.Module, input_file: str, *, prompted: bool = True) -> bool:
    """Say whether the file reads a case anywhere in it: from stdin, or from a file of the case's name. What somebody
    types behind a prompt counts only where `prompted` says so."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr="stdin") | ast.Name(id="stdin") | ast.alias(name="stdin" | "fileinput"):
                return True
            case ast.Call(func=ast.Name(id="input" | "raw_input"), args=prompt) if prompted or not prompt:
                return True
            case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=0), *_]):
                return True
            case ast.Constant(value=str(text)) if text == "/dev/stdin" or _is_file(text, input_file):
                return True
    return False


def reads_anything(tree: ast.Module) -> bool:
    """Say whether the file opens any file, or looks at its command line."""
    opens = ("open", "read_text", "read_bytes", "loadtxt")
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=called) if last_name(called) in opens:
                return True
            case ast.Attribute(value=ast.Name(id="sys"), attr="argv") | ast.alias(name="argv"):
                return True
            case ast.ImportFrom(module=module) | ast.alias(name=module) if module in _COMMAND_LINES:
                return True
    return False


def writes_anything(tree: ast.Module) -> bool:
    """Say whether the file prints or writes anything."""
    written = ("print", "write", "writelines", "write_text", "savetxt")
    return any(isinstance(node, ast.Call) and last_name(node.func) in written for node in ast.walk(tree))


def writes_answer(tree: ast.Module, output_file: str, *, printed: bool = True) -> bool:
    """Say whether the file names the output file, or has a text that begins with OK, as an answer does that may be
    printed."""
    return any(_is_file(text, output_file) or (printed and _OK.match(text) is not None) for text in texts(tree))


def texts(tree: ast.Module) -> Iterator[str]:
    """Yield the texts of a file, but for those that describe it."""
    described = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            yield node.value


def _is_file(text: str, name: str) -> bool:
    """Say whether a text is the name of this file, perhaps with a path."""
    return text.replace("\\", "/").rpartition("/")[2] == name
