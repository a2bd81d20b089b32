"""What a Python file does by itself, as far as its tree tells: whether it runs, reads a case, and writes an answer.

To read a case is to name where the judge lays it. To read anything is less: a file whose name is computed, or a word of
the command line. To write an answer is to name the file or the word that an answer begins with; to write anything is
less.
"""

from __future__ import annotations

import ast
import re
import sys

from judge.submissions.bindings import own_nodes

_RUNS = (ast.Expr, ast.For, ast.While, ast.If, ast.With, ast.Try, ast.TryStar, ast.Match, ast.Raise)
HERE = frozenset((*sys.stdlib_module_names, "numpy", "numba"))  # what a submission may import
_KNOWN = HERE | {"np", "nb"}  # what they are called
_SETTINGS = ("set", "seed", "filter", "simplefilter", "stack_size")  # how functions are called that set something
_COMMAND_LINES = ("argparse", "getopt", "optparse", "click")
_OK = re.compile(r"OK\b")


def runs(tree: ast.Module) -> bool:
    """Say whether the file does something besides defining and setting up: at its top level, a statement that is not
    given to a name calls something."""
    return any(
        isinstance(node, _RUNS) and not sets_up(node) and any(map(_is_call, own_nodes([node], guarded=True)))
        for node in tree.body
    )


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
    return any(map(_is_call, ast.walk(node)))


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call)


def reads_case(tree: ast.Module, input_file: str) -> bool:
    """Say whether the file reads a case anywhere in it: from stdin, or from a file of the case's name."""
    return any(_reads(node, input_file) for node in ast.walk(tree))


def reads_anything(tree: ast.Module) -> bool:
    """Say whether the file opens any file, or looks at its command line."""
    return any(_asks(node) for node in ast.walk(tree))


def writes_anything(tree: ast.Module) -> bool:
    """Say whether the file prints or writes anything."""
    written = ("print", "write", "writelines", "write_text", "savetxt")
    return any(_is_call(node) and _name(node.func) in written for node in ast.walk(tree))  # type: ignore[attr-defined]


def writes_answer(tree: ast.Module, output_file: str) -> bool:
    """Say whether the file names the output file, or has a text that begins with OK, as an answer does."""
    described = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return any(
        _is_file(node.value, output_file) or _OK.match(node.value) is not None
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described
    )


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _asks(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="open") | ast.Attribute(attr="open" | "read_text" | "read_bytes" | "loadtxt")):
            return True
        case ast.Attribute(value=ast.Name(id="sys"), attr="argv"):
            return True
        case ast.ImportFrom(module=module, names=names):
            return module in _COMMAND_LINES or any(alias.name == "argv" for alias in names)
        case ast.Import(names=names):
            return any(alias.name in _COMMAND_LINES for alias in names)
    return False


def _reads(node: ast.AST, input_file: str) -> bool:
    match node:
        case ast.Attribute(attr="stdin") | ast.Name(id="stdin") | ast.alias(name="stdin" | "fileinput"):
            return True
        case ast.Call(func=ast.Name(id="input" | "raw_input")):
            return True
        case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=0), *_]):
            return True
        case ast.Constant(value=str(text)):
            return text == "/dev/stdin" or _is_file(text, input_file)
    return False


def _is_file(text: str, name: str) -> bool:
    """Say whether a text is the name of this file, perhaps with a path."""
    return text.replace("\\", "/").rpartition("/")[2] == name
