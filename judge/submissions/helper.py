"""Whether `solve` is only a helper of a program, by the table of `judge help program`: a few facts of the text decide.

Where they leave it open the file is a function. One of them is whether what `solve` returns can be a board: an array,
or what numpy makes one of. Nobody can ask whether an array is true, compare it with a text or hand it to `write`.
Whatever the text leaves open can be a board.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from judge.model import Programs
from judge.submissions.tree import (
    Binding,
    Function,
    imported_modules,
    is_call_of_solve,
    last_name,
    own_nodes,
    reads_anything,
    reads_case,
    runs_something,
    takes,
    writes_answer,
    writes_anything,
)

_LOOKED_AT = 16  # parts of a sum; parameters
_PARAMETERS = Programs().parameters  # of the homework
_HOMEWORKS = ("algorithm|algo|alg|method", "n|size", "lizards|p|pieces|k", "grid|board")
_CONSTANTS = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.JoinedStr)  # that nobody can call
_NO_BOARD = (
    ast.JoinedStr, ast.Compare, ast.Dict, ast.Set, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Lambda,
)  # fmt: skip
_NO_BOARD_CALLS = ("bool", "any", "all", "isinstance", "str", "repr", "format", "join", "print", "write", "exit")
_SIGNS = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)  # one node of each stands everywhere
_KEEP = ("jit", "njit", "cache", "lru_cache")  # decorators that leave the result as it is


def is_program(tree: ast.Module, solves: Sequence[Binding], rules: Programs) -> bool:
    """Say whether a file whose `solve` is one of these bindings is a program. `rules` are what the package says of
    programs: where it expects them, to read the case is enough."""
    if not runs_something(tree):
        return False
    case, parameters = reads_case(tree, rules.input_file), rules.parameters
    if not any(_fits(solve.value, len(parameters)) for solve in solves):
        return case or rules.declared or reads_anything(tree)
    if not case or rules.declared:
        return case
    used, results = [node for node in ast.walk(tree) if is_call_of_solve(node)], _Results(tree)
    answer = writes_answer(tree, rules.output_file)
    if (answer or writes_anything(tree)) and all(_is_foreign(solve, used, parameters, results) for solve in solves):
        return True
    if not answer or parameters != _PARAMETERS:  # where something else than a board may be an answer
        return False
    if {"numpy", "numba"}.isdisjoint(imported_modules(tree)):
        printed = reads_case(tree, rules.input_file, prompted=False)  # else a prompt stands before the answer
        no_board = writes_answer(tree, rules.output_file, printed=printed)
    else:
        no_board = results.used_as_no_board(used)
    return all(no_board if isinstance(solve.value, Function) else not used for solve in solves)


def _fits(solve: ast.AST | None, count: int) -> bool:
    """Say whether nothing speaks against calling `solve` with so many arguments."""
    if isinstance(solve, ast.FunctionDef) and _keeps_result(solve):
        return takes(solve.args, count)
    return not isinstance(solve, ast.AsyncFunctionDef)


def _is_foreign(solve: Binding, used: Sequence[ast.Call], parameters: tuple[str, ...], results: _Results) -> bool:
    """Say whether nobody but the file, which has these calls of `solve`, could use this one."""
    value = solve.value
    if not isinstance(value, ast.FunctionDef) or not _keeps_result(value):
        return bool(solve.module) or isinstance(value, _CONSTANTS) or _is_called_otherwise(value, used, len(parameters))
    if results.never_board(value, any_value=parameters != _PARAMETERS):
        return True
    return _named_otherwise(value.args, parameters, recursive=any(map(is_call_of_solve, ast.walk(value))))


def _is_called_otherwise(value: ast.AST | None, used: Sequence[ast.Call], count: int) -> bool:
    """Say whether the file calls `solve`, and never with so many arguments."""
    own = set(ast.walk(value)) if isinstance(value, Function) else set()
    counts = {_count_of(call) for call in used if call not in own}
    return bool(counts) and counts.isdisjoint((count, None))


def _count_of(call: ast.Call) -> int | None:
    """Return how many arguments a call has; None where something else says it."""
    is_open = any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)
    return None if is_open else len(call.args) + len(call.keywords)


def _named_otherwise(arguments: ast.arguments, parameters: tuple[str, ...], *, recursive: bool) -> bool:
    """Say whether fewer than two parameters are called as those of a submission there, and another sign says that they
    are not these: one of their names stands in another place, or `solve` searches by calling itself."""
    patterns = _HOMEWORKS if parameters == _PARAMETERS else tuple(map(re.escape, parameters))
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    places = [[re.fullmatch(one, name, re.IGNORECASE) is not None for one in patterns] for name in names]
    same = sum(found[at] for at, found in enumerate(places[: len(patterns)]))
    if arguments.vararg is not None or same >= min(2, len(patterns)):
        return False
    named = [name for at, name in enumerate(names) if any(places[at]) and not any(places[at][at : at + 1])]
    return recursive or any(len(name) > 1 for name in named)  # a lone letter may stand for anything


# --- what `solve` returns ---------------------------------------------------------------------------------------------
class _Results:
    """The results of the functions of a file, and what becomes of them."""

    def __init__(self, tree: ast.Module) -> None:
        self._parents = {
            child: node
            for node in ast.walk(tree)
            for child in ast.iter_child_nodes(node)
            if not isinstance(child, _SIGNS)
        }
        self._scopes: dict[ast.AST, ast.AST] = {tree: tree}
        functions: dict[str, list[Function]] = defaultdict(list)
        self._loads: dict[tuple[ast.AST, str], list[ast.AST]] = defaultdict(list)
        self._values: dict[tuple[ast.AST, str], list[ast.expr | None]] = defaultdict(list)
        self._shared: set[str] = set()  # names that functions change in one another
        for node, parent in self._parents.items():  # a parent comes before its children
            scope = parent if isinstance(parent, Function) else self._scopes[parent]
            self._scopes[node] = scope
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    functions[name] += [] if isinstance(parent, ast.ClassDef) else [node]
                case ast.Global(names=names) | ast.Nonlocal(names=names):
                    self._shared.update(names)
                case ast.Name(id=name, ctx=ast.Load()):
                    self._loads[scope, name].append(node)
                case ast.Name(id=name) if not isinstance(parent, ast.AugAssign):  # which keeps the type
                    given = isinstance(parent, ast.Assign | ast.AnnAssign | ast.NamedExpr)
                    self._values[scope, name].append(parent.value if given else None)  # type: ignore[attr-defined]
                case ast.arg(arg=name) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                    self._values[scope, name].append(None)
        alone = {name: found[0] for name, found in functions.items() if len(found) == 1}
        self._functions = {name: one for name, one in alone.items() if _keeps_result(one)}

    # --- what it returns ----------------------------------------------------------------------------------------------
    def never_board(self, solve: Function, *, any_value: bool) -> bool:
        """Say whether no call of `solve` returns a board. Where None is all that it returns, it says FAIL. Where
        `any_value` may be an answer, such as True, it has to return nothing at all."""
        values = _returned(solve)
        if not values or any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(solve.body)):
            return True
        return not any_value and not all(map(_is_none, values)) and not self._can_be_board(solve)

    def _can_be_board(self, solve: Function) -> bool:
        """Follow each value that is returned, through names and calls of functions of the file."""
        waiting: list[tuple[ast.expr | None, Function]] = [(value, solve) for value in _returned(solve)]
        followed: set[tuple[Function, str]] = {(solve, "")}
        while waiting:
            value, function = waiting.pop()
            parts = None if value is None else _parts(value)
            if parts is not None:
                waiting += [(part, function) for part in parts]
                continue
            match value:
                case ast.Name(id=name) if name not in self._shared and (function, name) in self._values:
                    place = function, name
                case ast.Call(func=ast.Name(id=name)) if called := self._functions.get(name):
                    place = called, ""
                case _:
                    return True
            if place not in followed:
                followed.add(place)
                found = self._values[place] if place[1] else _returned(place[0])
                waiting += [(part, place[0]) for part in found]
        return False

    # --- what becomes of it -------------------------------------------------------------------------------------------
    def used_as_no_board(self, calls: Iterable[ast.AST]) -> bool:
        """Say whether the file uses the result of one of these calls as no array can be used, perhaps under another
        name or in a function that it is handed to."""
        waiting = [*calls]
        done: set[object] = set()  # nodes; of those that are compared what compares them; names in their functions
        while waiting:
            node = waiting.pop()
            parent, named = self._parents[node], None
            step = ("compared", parent) if isinstance(parent, ast.Compare) else node
            if step in done:
                continue
            done.add(step)
            if _denies(parent, node):
                return True
            match parent:
                case ast.BoolOp() | ast.IfExp():
                    waiting.append(parent)
                case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]):
                    waiting += [] if any(map(_is_none, parent.comparators)) else [parent]  # again an array
                case ast.NamedExpr(target=target):
                    waiting.append(parent)
                    named = self._scopes[node], target.id
                case ast.Assign(targets=[ast.Name(id=name)]):
                    named = self._scopes[node], name
                case ast.Call(func=ast.Name(id=name), args=args) if called := self._functions.get(name):
                    names = called.args.posonlyargs[:_LOOKED_AT] + called.args.args[:_LOOKED_AT]
                    taken = zip(names, args, strict=False)
                    named = next(((called, one.arg) for one, given in taken if given is node), None)
            if named is not None and named not in done:
                done.add(named)
                waiting += self._loads[named]
        return False


def _keeps_result(function: Function) -> bool:
    """Say whether a call of its name returns what the function returns."""
    found = [node.func if isinstance(node, ast.Call) else node for node in function.decorator_list]
    return isinstance(function, ast.FunctionDef) and all(last_name(node) in _KEEP for node in found)


def _returned(function: Function) -> list[ast.expr]:
    own = own_nodes(function.body)
    return [node.value for node in own if isinstance(node, ast.Return) and node.value is not None]


def _parts(value: ast.expr) -> list[ast.expr] | None:
    """Return which values it may be, none for what is no board; None where it may be anything else."""
    match value:
        case ast.BoolOp(values=values):
            return values
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.NamedExpr(value=inner):
            return [inner]
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _NO_BOARD_CALLS:
            return []
        case ast.Tuple(elts=elements) if any(_is_word(element) for element in elements):
            return []
        case ast.UnaryOp(op=ast.Not()):
            return []
    return [] if _is_word(value) or _is_text(value) or isinstance(value, _NO_BOARD) else None


def _is_word(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool | str | bytes))


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _is_text(value: ast.expr) -> bool:
    """Say whether it is a text, or put together with one."""
    sides = [value]
    while isinstance(value, ast.BinOp) and len(sides) < 2 * _LOOKED_AT:  # a sum is asked for each of its parts
        sides += [value.left, value.right]
        value = value.left
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )


def _denies(parent: ast.AST, node: ast.AST) -> bool:
    """Say whether what stands around a value can't be done with an array."""
    match parent:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
            return test is node
        case ast.BoolOp(values=values):
            return node is not values[-1]
        case ast.comprehension(ifs=denied):
            return node in denied
        case ast.Compare(left=left, comparators=others):
            return any(_is_word(side) and not _is_none(side) for side in (left, *others))
        case ast.Assign(targets=[ast.Tuple(elts=names) | ast.List(elts=names)]):
            return not any(isinstance(name, ast.Starred) for name in names)
        case ast.Call(func=ast.Attribute(attr="write" | "write_text"), args=denied):
            return node in denied
        case ast.BinOp() | ast.UnaryOp():
            return isinstance(parent.op, ast.Not) or _is_text(parent)
    return False
