"""One source file to one Submission. It is read, never run: what it is follows from its text alone."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from judge.errors import JudgeError, Place
from judge.model import Contract, Finding, Submission, Verdict

SOURCE_LIMIT = 256 << 10  # bytes
SIGNATURE = "def solve(algorithm, n, lizards, grid):"
_PROBLEM = re.compile(rb"^#\s*judge:\s*problem\s*=\s*(\S+)\s*$", re.MULTILINE)
_EXPECTED = re.compile(rb"@EXPECTED_RESULTS@:([^\r\n]*)")  # DOMjudge's comment
_DOMJUDGE = {
    "ACCEPTED": "AC",
    "CORRECT": "AC",
    "WRONG-ANSWER": "WA",
    "WRONG_ANSWER": "WA",
    "TIMELIMIT": "TLE",
    "TIME_LIMIT_EXCEEDED": "TLE",
    "MEMORY_LIMIT_EXCEEDED": "MLE",
    "OUTPUT-LIMIT": "OLE",
    "OUTPUT_LIMIT_EXCEEDED": "OLE",
    "RUN-ERROR": "RTE",
    "RUN_TIME_ERROR": "RTE",
    "COMPILER-ERROR": "CE",
    "COMPILER_ERROR": "CE",
}


def read_submission(path: Path, problem: str, words: str = "") -> Submission:
    """The submission in one file, which `words` on a command line name; JudgeError E431 when there is none to read."""
    source = _read(path)
    contract, fault = _contract(source, path)
    return Submission(
        name=path.stem,
        problem=problem,
        contract=contract,
        path=path,
        source=source,
        sha256=hashlib.sha256(source).hexdigest(),
        expected=_expected(source, path),
        fault=fault,
        words=words or str(path),
    )


def declared_problem(path: Path) -> str | None:
    """The problem that `# judge: problem = NAME` in the file names, or the folder `solutions/<problem>/` it lies in."""
    if match := _PROBLEM.search(_read(path)):
        return match[1].decode(errors="replace")
    parent = path.resolve().parent
    return parent.name if parent.parent.name == "solutions" else None


def _read(path: Path) -> bytes:
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "does not exist or is not a file"
            raise JudgeError("E431", f"{path} {what}", help="name a source file")
        with path.open("rb") as file:
            source = file.read(SOURCE_LIMIT + 1)
    except OSError as error:
        raise JudgeError("E435", f"{path} can't be opened: {error.strerror}") from error
    if len(source) > SOURCE_LIMIT:
        raise JudgeError("E431", f"{path} is longer than {SOURCE_LIMIT >> 10} KiB", help="submit the source alone")
    return source


def _expected(source: bytes, path: Path) -> tuple[Verdict, ...]:
    match = _EXPECTED.search(source)
    if not match:
        return (Verdict.AC,)
    words = [word.strip().upper() for word in match[1].decode(errors="replace").split(",")]
    try:
        return tuple(Verdict(_DOMJUDGE.get(word, word)) for word in words)
    except ValueError as error:
        line = source[: match.start()].count(b"\n") + 1
        known = ", ".join(Verdict)
        raise JudgeError(
            "E431",
            f"@EXPECTED_RESULTS@ names no verdict: {error}",
            Place(str(path), line),
            help=f"known: {known}",
        ) from error


def _contract(source: bytes, path: Path) -> tuple[Contract, Finding | None]:
    """Function or program, and why a function can't be called, as far as its text tells."""
    if path.suffix != ".py":
        return "program", None
    name = path.name
    try:
        tree = ast.parse(source, name)
    except SyntaxError as error:
        where = Place(name, error.lineno or 0, error.offset or 0)
        finding = Finding("E211", f"{name} is not valid Python: {error.msg}", where=str(where), verdict=Verdict.CE)
        return "function", finding
    except (ValueError, RecursionError, MemoryError) as error:  # a NUL byte; nesting deeper than the parser goes
        return "function", Finding("E211", f"{name} can't be read as Python: {error}", verdict=Verdict.CE)
    solves = [node for node in _top_level(tree.body) if _binds_solve(node)]
    if not solves:
        return _without_solve(tree, name)
    last = solves[-1]
    if isinstance(last, ast.AsyncFunctionDef) or (isinstance(last, ast.FunctionDef) and not _takes_four(last.args)):
        where = Place(name, last.lineno, last.col_offset + 1)
        message, repair = "solve does not take the four parameters of a submission", f"write  {SIGNATURE}"
        return "function", Finding("E213", message, where=str(where), help=repair, verdict=Verdict.CE)
    return "function", None


def _without_solve(tree: ast.Module, name: str) -> tuple[Contract, Finding | None]:
    """A Python file without `solve` is a program, unless nothing in it could read a case or print an answer."""
    if any(isinstance(node, ast.Call) for statement in tree.body for node in ast.walk(statement)):
        return "program", None
    message, repair = f"{name} has no function solve at its top level", f"write  {SIGNATURE}"
    return "function", Finding(
        "E212", message, help=f"{repair}  or let `judge init` write the file", verdict=Verdict.CE
    )


def _top_level(body: Iterable[ast.stmt]) -> Iterable[ast.stmt]:
    """The statements that run on import, those inside if, try and with included."""
    for node in body:
        yield node
        for field in ("body", "orelse", "finalbody"):
            if isinstance(node, ast.If | ast.Try | ast.With):
                yield from _top_level(getattr(node, field, ()))
        for handler in getattr(node, "handlers", ()):
            yield from _top_level(handler.body)


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


def _takes_four(arguments: ast.arguments) -> bool:
    positional = len(arguments.posonlyargs) + len(arguments.args)
    required = positional - len(arguments.defaults)
    keyword_only = sum(default is None for default in arguments.kw_defaults)
    return required <= 4 and keyword_only == 0 and (positional >= 4 or arguments.vararg is not None)
