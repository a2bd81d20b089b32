"""Function or program: what a source file is, as far as its text tells. It is parsed, never run.

A file that binds `solve` may be a program all the same, of which `solve` is a helper. A few facts of the text decide,
by one table. Where they leave it open the file is a function. One of them is whether what `solve` returns can be a
board: an array, or what numpy makes one of. Nobody can ask whether an array is true, compare it with a text or hand it
to `write`. Whatever the text leaves open can be a board.
"""

from __future__ import annotations

import ast
import codecs
import difflib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import cast

from judge.model import Finding, Programs, Submission, Verdict
from judge.submissions.source import LONGEST, Source
from judge.submissions.tree import (
    Binding,
    Function,
    UnreadableError,
    bindings_of_solve,
    calls,
    files_of_modules,
    imported_modules,
    is_call_of_solve,
    last_name,
    may_bind_solve,
    own_nodes,
    parse,
    reads_anything,
    reads_case,
    runs_something,
    takes,
    writes_answer,
    writes_anything,
)
from judge.text import counted

UNSAID = Programs()  # of a package that says nothing of programs

_LOOKED_AT = 16  # bindings of `solve`, of those that may hold; parts of a sum; parameters
_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def contract_of(
    source: bytes, path: Path, rules: Programs = UNSAID, beside: Collection[str] = ()
) -> tuple[Submission.Contract, Finding | None]:
    """Return function or program, and why the function can't be called, as far as the text tells. `rules` are what the
    package says of programs, and where only a program can do as it says, that decides. `beside` are the paths of other
    sources in its folder."""
    is_python = path.suffix.lower() == ".py"
    parameters = rules.parameters if is_python and not rules.only else ()
    file = Source(source, str(path), parameters=parameters)
    kind: Submission.Contract = "function" if parameters else "program"
    if source.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        repair = "save it as UTF-8; in PowerShell, > writes UTF-16, and Out-File -Encoding utf8 does not"
        return kind, _fault("E211" if is_python else "E221", f"{path.name} is UTF-16 text", repair)
    if not is_python:
        return "program", None
    try:
        tree = parse(source)
    except SyntaxError as error:
        only_tabs = isinstance(error, TabError) and b"def solve(" in source
        if file.why_python_2() and not (parameters and only_tabs):
            return "program", None
        return kind, _not_python(file, path.name, error)
    except UnreadableError as error:  # of a program its interpreter says what is wrong
        return kind, _fault("E211", f"{path.name} can't be read as Python: {error}") if parameters else None
    return _of_functions(tree, file, rules, beside) if parameters else _of_programs(tree, file)


def _fault(code: str, message: str, repair: str = "", place: Finding.Excerpt | None = None) -> Finding:
    return Finding(code, message, help=repair, verdict=Verdict.CE).at(place)


def _of_functions(
    tree: ast.Module, file: Source, rules: Programs, beside: Collection[str]
) -> tuple[Submission.Contract, Finding | None]:
    found = bindings_of_solve(tree)[-_LOOKED_AT:]
    solves = [one for one in found if not files_of_modules([one.module], beside)]  # those are that file's
    if not solves:
        is_hidden = not found and not rules.declared and may_bind_solve(tree)
        acts = reads_case(tree, rules.input_file) or reads_anything(tree) or writes_answer(tree, rules.output_file)
        return ("function", None) if is_hidden and not acts else _without_solve(tree, file)
    if _is_program(tree, solves, rules):
        return "program", None
    fault = _why_never_called(solves, file)
    return "function", fault and fault.at(file.of_node(cast("Function", solves[-1].value)))


def _why_never_called(solves: Sequence[Binding], file: Source) -> Finding | None:
    """Return why no `solve` can be called, where each is a plain definition: what else it may be, running it shows."""
    definitions = [one.value for one in solves if isinstance(one.value, Function) and not one.value.decorator_list]
    count, repair = len(file.parameters), f"write  {file.head}"
    callable_ = [one for one in definitions if isinstance(one, ast.FunctionDef) and takes(one.args, count)]
    if len(definitions) < len(solves) or callable_:
        return None
    message = f"solve does not take the {counted(count, 'parameter')} of a submission"
    if isinstance(definitions[-1], ast.AsyncFunctionDef):
        message = "solve is async: a call of it returns a coroutine, and no answer"
        repair += "  without async, and no await in it"
    return _fault("E213", message, repair)


def _of_programs(tree: ast.Module, file: Source) -> tuple[Submission.Contract, Finding | None]:
    """Take a file as a program, where the package has no functions; E478 for one that only defines `solve`."""
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "solve"]
    if not defined or any(calls(node) for node in tree.body if not isinstance(node, _DEFINES)):
        return "program", None
    message = "it defines solve and calls nothing, but the problem has no functions"
    repair = "hand in a program that reads the input and prints the answer"
    return "function", _fault("E478", message, repair, file.of_node(defined[-1]))


def _not_python(file: Source, name: str, error: SyntaxError) -> Finding:
    repair = f"python -m py_compile {quote(name)}  finds it as well"
    if isinstance(error, IndentationError):
        repair = "indent each block by four blanks more than the line above it, and by no tabs"
    within = error.end_lineno == error.lineno
    place = error.lineno or 0, error.offset or 0, (error.end_offset or 0) if within else LONGEST
    return _fault("E211", f"{name} is not valid Python: {error.msg}", repair, file.at(*place))


def _without_solve(tree: ast.Module, file: Source) -> tuple[Submission.Contract, Finding | None]:
    """Take a Python file without `solve` as a program, unless nothing in it could read a case or print an answer, or it
    only defines things and one of them is nearly a `solve`."""
    name = Path(file.file).name
    if not runs_something(tree) and (found := next(_nearly_solve(tree, file), None)):
        node, says, repair = found
        return "function", _fault("E212", f"{name} has no {says}", repair, file.of_node(node))
    if calls(tree):
        return "program", None
    message, repair = f"{name} has no function solve at its top level", f"write  {file.head}"
    way = "judge init  writes the file"
    return "function", Finding("E212", message, help=repair, command=way, verdict=Verdict.CE)


def _nearly_solve(tree: ast.Module, file: Source) -> Iterator[tuple[ast.FunctionDef, str, str]]:
    """Yield what was meant to be `solve`, the rest of the sentence that says so, and what to write."""
    count = len(file.parameters)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and takes(node.args, count) and _is_like(node.name):
            yield node, f"function solve, but one that is called {node.name}", "call it  solve"
        if not isinstance(node, ast.ClassDef):
            continue
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef) and _is_like(inner.name) and takes(inner.args, count + 1):
                call = f"{node.name}().{inner.name}({', '.join(file.parameters)})"
                says = f"function solve at its top level, but a method {inner.name} of the class {node.name}"
                yield inner, says, f"write below the class  {file.head} return {call}"


def _is_like(name: str) -> bool:
    close = difflib.get_close_matches(name.lower()[:80].strip("_"), ("solve", "solution", "solver"), n=1, cutoff=0.75)
    return bool(close)


# --- whether `solve` is a helper of a program -------------------------------------------------------------------------
_PARAMETERS = Programs().parameters  # of the homework
_HOMEWORKS = ("algorithm|algo|alg|method", "n|size", "lizards|p|pieces|k", "grid|board")
_CONSTANTS = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.JoinedStr)  # that nobody can call
_NO_BOARD = (
    ast.JoinedStr, ast.Compare, ast.Dict, ast.Set, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Lambda,
)  # fmt: skip
_NO_BOARD_CALLS = ("bool", "any", "all", "isinstance", "str", "repr", "format", "join", "print", "write", "exit")
_SIGNS = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)  # one node of each stands everywhere
_KEEP = ("jit", "njit", "cache", "lru_cache")  # decorators that leave the result as it is


def _is_program(tree: ast.Module, solves: Sequence[Binding], rules: Programs) -> bool:
    """Say whether a file whose `solve` is one of these bindings is a program, by the table of `judge help program`.

    `rules` are what the package says of programs: where it expects them, to read the case is enough.
    """
    if not runs_something(tree):
        return False
    case, parameters = reads_case(tree, rules.input_file), rules.parameters
    if not any(_fits(solve.value, len(parameters)) for solve in solves):
        return case or rules.declared or reads_anything(tree)
    if not case or rules.declared:
        return case
    used, results = [node for node in ast.walk(tree) if is_call_of_solve(node)], Results(tree)
    answer = writes_answer(tree, rules.output_file)
    if (answer or writes_anything(tree)) and all(_is_foreign(solve, used, parameters, results) for solve in solves):
        return True
    if not answer or parameters != _PARAMETERS:  # where something else than a board may be an answer
        return False
    no_board = {"numpy", "numba"}.isdisjoint(imported_modules(tree)) or results.used_as_no_board(used)
    return all(no_board if isinstance(solve.value, Function) else not used for solve in solves)


def _fits(solve: ast.AST | None, count: int) -> bool:
    """Say whether nothing speaks against calling `solve` with so many arguments."""
    if isinstance(solve, ast.FunctionDef) and keeps_result(solve):
        return takes(solve.args, count)
    return not isinstance(solve, ast.AsyncFunctionDef)


def _is_foreign(solve: Binding, used: Sequence[ast.Call], parameters: tuple[str, ...], results: Results) -> bool:
    """Say whether nobody but the file, which has these calls of `solve`, could use this one."""
    value = solve.value
    if not isinstance(value, ast.FunctionDef) or not keeps_result(value):
        return bool(solve.module) or isinstance(value, _CONSTANTS) or _is_called_otherwise(value, used, len(parameters))
    if results.never_board(value, any_value=parameters != _PARAMETERS):
        return True
    return _named_otherwise(value.args, parameters, recursive=any(map(is_call_of_solve, ast.walk(value))))


def _is_called_otherwise(value: ast.AST | None, used: Sequence[ast.Call], count: int) -> bool:
    """Say whether the file calls `solve`, and never with so many arguments."""
    own = set(ast.walk(value)) if isinstance(value, Function) else set()
    others = [call for call in used if call not in own]
    counts = [len(call.args) + len(call.keywords) for call in others if not _is_open(call)]
    return bool(counts) and len(counts) == len(others) and count not in counts


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


def _is_open(call: ast.Call) -> bool:
    """Say whether a call has as many arguments as something else says."""
    return any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)


# --- what `solve` returns ---------------------------------------------------------------------------------------------
class Results:
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
        self._functions = {name: found for name, found in alone.items() if keeps_result(found)}

    # --- what it returns ----------------------------------------------------------------------------------------------
    def never_board(self, solve: Function, *, any_value: bool) -> bool:
        """Say whether no call of `solve` returns a board. Where None is all that it returns, it says FAIL. Where
        `any_value` may be an answer, such as True, it has to return nothing at all."""
        own = list(own_nodes(solve.body))
        values = _returned(own)
        if not values or any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own):
            return True
        return not any_value and not all(map(_is_none, values)) and not self._can_be_board(solve)

    def _can_be_board(self, solve: Function) -> bool:
        """Follow each value that is returned, through names and calls of functions of the file."""
        waiting: list[tuple[ast.expr | None, Function]] = [(value, solve) for value in _returned(own_nodes(solve.body))]
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
                found = self._values[place] if place[1] else _returned(own_nodes(place[0].body))
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


def keeps_result(function: Function) -> bool:
    """Say whether a call of its name returns what the function returns."""
    found = [node.func if isinstance(node, ast.Call) else node for node in function.decorator_list]
    return isinstance(function, ast.FunctionDef) and all(last_name(node) in _KEEP for node in found)


def _returned(nodes: Iterable[ast.AST]) -> list[ast.expr]:
    return [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]


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
