"""Function or program: what a source file is, as far as its text tells. It is parsed, never run.

A file that binds `solve` may be a program all the same, of which that is a helper: helper.py says when.
"""

from __future__ import annotations

import ast
import codecs
import difflib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from shlex import quote

from judge.model import Finding, Programs, Submission, Verdict
from judge.submissions.helper import is_program
from judge.submissions.source import LONGEST, Source
from judge.submissions.tree import (
    Binding,
    Function,
    UnreadableError,
    bindings_of_solve,
    calls,
    files_of_modules,
    may_bind_solve,
    parse,
    reads_anything,
    reads_case,
    runs_something,
    takes,
    writes_answer,
)
from judge.text import counted

UNSAID = Programs()  # of a package that says nothing of programs

_LOOKED_AT = 16  # bindings of `solve`, of those that may hold
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
    if is_program(tree, solves, rules):
        return "program", None
    return "function", _why_never_called(solves, file)


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
    return _fault("E213", message, repair, file.of_node(definitions[-1]))


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
