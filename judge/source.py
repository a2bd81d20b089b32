"""One source file to one Submission. It is read, never run: what it is follows from its text alone."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from judge.errors import JudgeError, Place
from judge.model import Finding, Submission, Verdict

SOURCE_LIMIT = 256 << 10  # bytes
PARAMETERS = ("algorithm", "n", "lizards", "grid")
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


def read_submission(path: Path, problem: str) -> Submission:
    """The submission in one file; JudgeError E431 when there is none to read."""
    source = _read(path)
    return Submission(
        name=path.stem,
        problem=problem,
        contract="function",
        path=path,
        source=source,
        sha256=hashlib.sha256(source).hexdigest(),
        expected=_expected(source, path),
        fault=_fault(source, path.name),
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
            raise JudgeError("E431", f"{path} {what}", help="name a Python file that has a function solve")
        with path.open("rb") as file:
            source = file.read(SOURCE_LIMIT + 1)
    except OSError as error:
        raise JudgeError("E435", f"{path} can't be opened: {error.strerror}") from error
    if path.suffix != ".py":
        raise JudgeError(
            "E438", f"{path.name} is not a Python file", help="programs in other languages are not judged yet"
        )
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


def _fault(source: bytes, name: str) -> Finding | None:
    """Why this file can't be called, as far as its text tells."""
    try:
        tree = ast.parse(source, name)
    except SyntaxError as error:
        where = Place(name, error.lineno or 0, error.offset or 0)
        return Finding("E211", f"{name} is not valid Python: {error.msg}", where=str(where), verdict=Verdict.CE)
    except (
        ValueError,
        RecursionError,
        MemoryError,
    ) as error:  # a NUL byte; nesting deeper than the parser goes
        return Finding("E211", f"{name} can't be read as Python: {error}", verdict=Verdict.CE)
    solves = [node for node in _top_level(tree.body) if _binds_solve(node)]
    if not solves:
        return Finding(
            "E212",
            f"{name} has no function solve at its top level",
            help=f"write  def solve({', '.join(PARAMETERS)}):  or let `judge init` write the file",
            verdict=Verdict.CE,
        )
    last = solves[-1]
    if isinstance(last, ast.AsyncFunctionDef) or (isinstance(last, ast.FunctionDef) and not _takes_four(last.args)):
        return Finding(
            "E213",
            "solve does not take the four parameters of a submission",
            where=str(Place(name, last.lineno, last.col_offset + 1)),
            help=f"write  def solve({', '.join(PARAMETERS)}):",
            verdict=Verdict.CE,
        )
    return None


def _top_level(body: Iterable[ast.stmt]) -> Iterable[ast.stmt]:
    """The statements that run on import, those inside if, try and with included."""
    for node in body:
        yield node
        for field in ("body", "orelse", "finalbody"):
            if isinstance(node, ast.If | ast.Try | ast.With):
                yield from _top_level(getattr(node, field, ()))


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
