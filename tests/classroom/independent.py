"""Programs for the queens that students write who do not know of each other: the same idea, in other words; and what a
student makes of another's program who does not want that to be seen."""

from __future__ import annotations

import ast
import builtins
import io
import keyword
import random
import re
import tokenize
from functools import cache
from pathlib import Path
from typing import Any

PARTS = re.findall(r"^%%% (\w+)\n((?:(?!%%%).*\n)*)", Path(__file__).with_name("ways.txt").read_text(), re.MULTILINE)


class Reworded(ast.NodeTransformer):
    """Say the same in other words, where chance wants it."""

    def __init__(self, chance: random.Random, often: float) -> None:
        self.chance, self.often = chance, often

    def generic_visit(self, node: ast.AST) -> Any:
        node = super().generic_visit(node)
        if self.chance.random() < self.often:
            return self.other(node)
        return node

    def other(self, node: ast.AST) -> Any:  # noqa: PLR0911 - a table of rules
        match node:
            case ast.AugAssign(target=ast.Name() as name, op=op, value=value):
                return ast.Assign([name], ast.BinOp(ast.Name(name.id), op, value))
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as op], comparators=[right]):
                return ast.Compare(right, [op], [left])
            case ast.Compare(left=left, ops=[ast.Lt()], comparators=[right]):
                return ast.UnaryOp(ast.Not(), ast.Compare(left, [ast.GtE()], [right]))
            case ast.BoolOp(op=op, values=values):
                return ast.BoolOp(op, values[::-1])
            case ast.BinOp(left=left, op=ast.Add() | ast.Mult() as op, right=ast.Constant(int()) as right):
                return ast.BinOp(right, op, left)
            case ast.Return(value=ast.expr() as value):
                return [ast.Assign([ast.Name("outcome")], value), ast.Return(ast.Name("outcome"))]
            case ast.If(test=test, body=body, orelse=[_, *_] as orelse):
                return ast.If(ast.UnaryOp(ast.Not(), test), orelse, body)
            case ast.If(test=test, body=body, orelse=[]):
                return [ast.Assign([ast.Name("found")], test), ast.If(ast.Name("found"), body, [])]
            case ast.For(target=ast.Name(), iter=value, body=body, orelse=[]):
                return [ast.Assign([ast.Name("them")], value), ast.For(node.target, ast.Name("them"), body, [])]
            case ast.Expr(value=ast.Call() as call):
                return [ast.Expr(call), *([ast.Pass()] if self.chance.random() < 0.3 else [])]
        return node


def ways(part: str) -> list[str]:
    """Return the ways in which a part of the program can be written."""
    return [text for name, text in PARTS if name == part]


def chosen(seed: int) -> list[str]:
    """Return the ways that one has chosen who knows nobody."""
    chance = random.Random(seed)
    return [chance.choice(ways(part)) for part in ("read", "safe", "search", "write")]


@cache
def independent(seed: int) -> str:
    """Return a program of one who knows nobody: each part is written in one of some ways, and these in other words."""
    chance = random.Random(~seed)
    parts = chosen(seed)
    parts.insert(chance.randrange(3), chance.choice(ways("beside")))
    tree = Reworded(chance, 0.5).visit(ast.parse("\n".join(parts)))
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def edited(text: str, seed: int = 0) -> str:
    """Return a program of which some lines are said in other words: one in ten."""
    tree = Reworded(random.Random(seed), 0.15).visit(ast.parse(text))
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def renamed(text: str, seed: int = 0) -> str:
    """Return a program with other names, numbers of blank lines and comments: what can be done without a thought."""
    chance = random.Random(seed)
    names: dict[str, str] = {}
    tokens = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        word = token.string
        if token.type == tokenize.NAME and not keyword.iskeyword(word) and word not in dir(builtins):
            word = names.setdefault(word, f"v{chance.randrange(10**6)}")
        tokens.append((token.type, word))
    lines = tokenize.untokenize(tokens).replace("    ", "  ").split("\n")
    return "\n".join(
        line + f"  # step {k}" * (chance.random() < 0.3) + "\n" * (k % 3 == 0) for k, line in enumerate(lines)
    )


def reordered(text: str) -> str:
    """Return a program with its functions and classes in the opposite order, at the places where they were."""
    tree = ast.parse(text)
    kinds = (ast.FunctionDef, ast.ClassDef)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef):
            last = [one for one in reversed(node.body) if isinstance(one, kinds)]
            node.body = [last.pop(0) if isinstance(one, kinds) else one for one in node.body]
    return ast.unparse(tree) + "\n"
