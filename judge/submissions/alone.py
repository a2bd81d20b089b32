"""What a Python file does by itself, as far as its tree tells: whether it runs, and whether it reads a case."""

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
