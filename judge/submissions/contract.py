"""Function or program: what a source file is, as far as its text tells. It is parsed, never run."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.model import Contract, Finding, Programs, Verdict
from judge.model.programs import UNSAID
from judge.problems.puzzles.call import HOMEWORK
from judge.submissions.alone import calls, reads_anything, reads_case, runs
from judge.submissions.excerpt import LONGEST, excerpt_at, excerpt_of
from judge.submissions.nearly import head_of, is_called_as_ours, near_solve, takes
from judge.submissions.python2 import why_python_2
from judge.submissions.syntax import UnreadableError, parse

_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def contract_of(source: bytes, path: Path, rules: Programs = UNSAID) -> tuple[Contract, Finding | None]:
    """Return function or program, and why the function can't be called, as far as the text tells. `rules` are what the
    package says of programs, and where only a program can do as it says, that decides."""
    if path.suffix != ".py":
        return "program", None
    parameters = _names(rules)
    return _of_functions(source, path, rules, parameters) if parameters else _of_programs(source, path)


def _names(rules: Programs) -> tuple[str, ...]:
    """Return the parameters of a function; none where only programs are judged."""
    if rules.only:
        return ()
    return HOMEWORK.signature.names if rules.parameters is None else rules.parameters


def _of_functions(
    source: bytes, path: Path, rules: Programs, parameters: Sequence[str]
) -> tuple[Contract, Finding | None]:
    name = path.name
    try:
        tree = parse(source)
    except SyntaxError as error:
        if why_python_2(source) and not (isinstance(error, TabError) and b"def solve(" in source):
            return "program", None
        return "function", _not_python(source, path, error)
    except UnreadableError as error:
        return "function", Finding("E211", f"{name} can't be read as Python: {error}", verdict=Verdict.CE)
    solves = [node for node in _top_level(tree.body) if _binds_solve(node)]
    if not solves:
        return _without_solve(tree, source, path, parameters)
    last, count = solves[-1], len(parameters)
    called = isinstance(last, ast.FunctionDef) and takes(last.args, count)
    wrong = not called and isinstance(last, ast.FunctionDef | ast.AsyncFunctionDef)
    if _is_helper(tree, wrong, rules) or _is_foreign(tree, wrong, last, parameters):
        return "program", None
    if wrong:
        message = f"solve does not take the {_spelled(count)} of a submission"
        repair = f"write  {head_of(parameters)}"
        finding = Finding("E213", message, help=repair, verdict=Verdict.CE)
        return "function", finding.at(excerpt_of(source, str(path), last))
    return "function", None


def _of_programs(source: bytes, path: Path) -> tuple[Contract, Finding | None]:
    """Take a file as a program, where the package has no functions; E478 for one that only defines `solve`."""
    try:
        tree = parse(source)
    except SyntaxError as error:
        return "program", None if why_python_2(source) else _not_python(source, path, error)
    except UnreadableError:  # its interpreter says what is wrong
        return "program", None
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "solve"]
    if not defined or any(calls(node) for node in tree.body if not isinstance(node, _DEFINES)):
        return "program", None
    finding = Finding(
        "E478",
        "it defines solve and calls nothing, but the problem has no functions",
        note="Python functions need a [signature] in problem.toml, and this package has none",
        help="hand in a program that reads the input and prints the answer, or ask for a signature",
        verdict=Verdict.CE,
    )
    return "function", finding.at(excerpt_of(source, str(path), defined[-1]))


def _spelled(count: int) -> str:
    words = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    word = words[count - 1] if count <= len(words) else str(count)
    return f"{word} parameter{'s' * (count != 1)}"


def _is_helper(tree: ast.Module, wrong: bool, rules: Programs) -> bool:
    """Say whether `solve` is a program's own helper: the file runs by itself, and two of three hold. It reads the case
    by itself; nobody else could call its `solve`; the package speaks of programs."""
    return runs(tree) and reads_case(tree, rules.input_file) + wrong + rules.declared >= 2


def _is_foreign(tree: ast.Module, wrong: bool, solve: ast.stmt, parameters: Sequence[str]) -> bool:
    """Say whether the file runs by itself and reads something, and its `solve` is nothing that anybody else would
    call: it takes other parameters than a submission's, or as many that are called otherwise."""
    if isinstance(solve, ast.FunctionDef) and not wrong:
        wrong = not is_called_as_ours(solve.args, parameters)
    return wrong and runs(tree) and reads_anything(tree)


def _not_python(source: bytes, path: Path, error: SyntaxError) -> Finding:
    finding = Finding("E211", f"{path.name} is not valid Python: {error.msg}", verdict=Verdict.CE)
    error = _of_characters(source, error)
    within = error.end_lineno == error.lineno
    place = error.lineno or 0, error.offset or 0, (error.end_offset or 0) if within else LONGEST
    return finding.at(excerpt_at(source, str(path), *place))


def _of_characters(source: bytes, error: SyntaxError) -> SyntaxError:
    """Return the same error with columns that count characters: of bytes, Python counts the bytes."""
    try:
        coding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        ast.parse(source.decode(coding))
    except SyntaxError as same:
        return same if same.lineno == error.lineno else error
    except Exception:  # of a text in no known coding there is no other parse
        return error
    return error


def _without_solve(
    tree: ast.Module, source: bytes, path: Path, parameters: Sequence[str]
) -> tuple[Contract, Finding | None]:
    """Take a Python file without `solve` as a program, unless nothing in it could read a case or print an answer, or it
    only defines things and one of them is nearly a `solve`."""
    if found := near_solve(tree, parameters):
        finding = Finding("E212", f"{path.name} has no {found.says}", help=found.help, verdict=Verdict.CE)
        return "function", finding.at(excerpt_of(source, str(path), found.node))
    if calls(tree):
        return "program", None
    message, repair = f"{path.name} has no function solve at its top level", f"write  {head_of(parameters)}"
    return "function", Finding(
        "E212", message, help=f"{repair}  or let `judge init` write the file", verdict=Verdict.CE
    )


def _top_level(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Return the statements that run on import, those inside if, try and with included; each `elif` is in the one
    before."""
    waiting = list(reversed(body))
    while waiting:
        node = waiting.pop()
        yield node
        blocks: list[list[ast.stmt]] = []
        if isinstance(node, ast.If | ast.Try | ast.With):
            blocks = [getattr(node, field, []) for field in ("body", "orelse", "finalbody")]
        blocks += [handler.body for handler in getattr(node, "handlers", ())]
        waiting += [inner for block in reversed(blocks) for inner in reversed(block)]


def _binds_solve(node: ast.stmt) -> bool:
    match node:
        case ast.FunctionDef(name="solve") | ast.AsyncFunctionDef(name="solve"):
            return True
        case ast.Assign(targets=targets):
            return any(isinstance(target, ast.Name) and target.id == "solve" for target in targets)
        case ast.AnnAssign(target=ast.Name(id="solve")):
            return True
        case ast.ImportFrom(names=names):
            return any((alias.asname or alias.name) == "solve" for alias in names)
    return False
