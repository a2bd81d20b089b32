"""What a Python file does by itself, as far as its tree tells: whether it runs, and whether it reads a case.

To read a case is to name where the judge lays it. To read anything is less: a file whose name is computed, or a word of
the command line.
"""

from __future__ import annotations

import ast

_RUNS = (ast.Expr, ast.For, ast.While, ast.If, ast.With, ast.Try)  # what makes a file a program, where it calls


def runs(tree: ast.Module) -> bool:
    """Say whether the file does something besides defining: at its top level, a statement that is not given to a name
    calls something."""
    return any(isinstance(node, _RUNS) and calls(node) for node in tree.body)


def calls(node: ast.AST) -> bool:
    """Say whether anything is called in it."""
    return any(isinstance(part, ast.Call) for part in ast.walk(node))


def reads_case(tree: ast.Module, input_file: str) -> bool:
    """Say whether the file reads a case anywhere in it: from stdin, or from a file of the case's name."""
    return any(_reads(node, input_file) for node in ast.walk(tree))


def reads_anything(tree: ast.Module) -> bool:
    """Say whether the file opens any file, or looks at its command line."""
    return any(_asks(node) for node in ast.walk(tree))


def _asks(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="open") | ast.Attribute(attr="open" | "read_text" | "read_bytes" | "loadtxt")):
            return True
        case ast.Attribute(value=ast.Name(id="sys"), attr="argv"):
            return True
        case ast.ImportFrom(module="sys", names=names):
            return any(alias.name == "argv" for alias in names)
        case ast.Import(names=names):
            return any(alias.name in ("argparse", "getopt", "optparse", "click") for alias in names)
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
            return text == "/dev/stdin" or text.replace("\\", "/").rpartition("/")[2] == input_file
    return False
