"""One source file to one Submission. It is read, never run: what it is follows from its text alone."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

import msgspec

from judge.errors import JudgeError, Place
from judge.model import Contract, Finding, Submission, Verdict
from judge.model.fence import fault_of
from judge.submissions.languages import endings, needs_main
from judge.submissions.python2 import why_python_2
from judge.submissions.syntax import UnreadableError, parse

SOURCE_LIMIT = 256 << 10  # bytes
FILES_LIMIT, FOLDER_LIMIT = 256, 4 << 20  # of a program of many files
BEGINNINGS = ("homework", "main", "solution")
SIGNATURE = "def solve(algorithm, n, lizards, grid):"
_PROBLEM = re.compile(rb"^(?:#|//|/\*)\s*judge:\s*problem\s*=\s*([\w.-]+)", re.MULTILINE)
_EXPECTED = re.compile(rb"@EXPECTED_RESULTS@:([^\r\n]*)")  # DOMjudge's comment
_MAIN = re.compile(rb"^[ \t]*(?:[\w\[\]]+[ \t]+)*main[ \t]*\(|^if[ \t(]+__name__\b", re.MULTILINE)
_IMPORTED = re.compile(rb"^[ \t]*(?:from|import)[ \t]+(\w+)", re.MULTILINE)
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
    """The submission in one file or folder, which `words` on a command line name; JudgeError E431 when it can't be
    read."""
    folder = is_folder(path)
    main = main_file(path) if folder else path
    submission = _submission(main, _read(main), _folder(path) if folder else ())
    return msgspec.structs.replace(
        submission,
        name=path.name if folder else path.stem,
        problem=problem,
        expected=_expected(submission.source, main),
        words=words or str(path),
    )


def unread(path: Path, problem: str, words: str, fault: JudgeError) -> Submission:
    """What can't be read, as a submission that has come to its end: the others go on."""
    where = str(fault.place) if fault.place else ""
    finding = Finding(fault.code, fault.message, where=where, note=fault.note, help=fault.help, verdict=Verdict.CE)
    name = path.stem if path.suffix in endings() else path.name
    return Submission(name, problem, "program", path, b"", digest(b"", ()), fault=finding, words=words)


def handed_in(name: str, problem: str, main: str, files: tuple[tuple[str, bytes], ...]) -> Submission:
    """The submission of which `main` is run, out of `files` by path: one is judged as a file, more as a folder.

    What a stranger declares to expect is not believed.
    """
    submission = _submission(Path(main), dict(files)[main], files if len(files) > 1 else ())
    return msgspec.structs.replace(submission, name=name, problem=problem)


def digest(source: bytes, files: tuple[tuple[str, bytes], ...]) -> str:
    """The hash of a submission: of its file alone, or of all of a folder with their paths."""
    found = hashlib.sha256(source)
    for name, data in files:
        found.update(f"{name}\0{len(data)}\0".encode(errors="surrogatepass"))  # a name need not be UTF-8
        found.update(data)
    return found.hexdigest()


def _submission(main: Path, source: bytes, files: tuple[tuple[str, bytes], ...]) -> Submission:
    """As far as the bytes tell. What the judge fails to read is JE, and read again when it is judged again."""
    contract, fault = _read_as(source, main)
    return Submission(
        name=main.stem,
        problem="",
        contract="program" if files else contract,
        path=main,
        source=source,
        sha256=digest(source, files),
        fault=None if files and (fault is None or fault.verdict is not Verdict.JE) else fault,
        files=files,
    )


def is_folder(path: Path) -> bool:
    """Not where the name is longer than any path: reading it tells that better."""
    with contextlib.suppress(OSError):
        return path.is_dir()
    return False


def is_there(path: Path) -> bool:
    """Whether it is a folder or a plain file, whatever can be read of it."""
    with contextlib.suppress(OSError):
        return path.is_dir() or path.is_file()
    return False


def is_program(folder: Path) -> bool:
    """Whether a folder is one program: it, or a folder in it, holds a file that programs begin with; or all its files
    are in languages that ask for a main, and exactly one of them has it."""
    sources = _sources(folder)
    if any(_begins(path.name) for path in sources):
        return True
    parts = len(sources) > 1 and all(needs_main(path.suffix) for path in sources)
    return parts and sum(_MAIN.search(_read(path)) is not None for path in sources) == 1


def main_file(folder: Path) -> Path:
    """The file that is run; JudgeError E431 when that is not clear."""
    sources = {str(path.relative_to(folder)): _read(path) for path in _sources(folder)}
    begun = run_of(sources)
    if len(begun) == 1:
        return folder / begun[0]
    if not sources:
        repair = "name a source file, or a folder with a homework.* or main.* in it"
        raise JudgeError("E431", f"there is no source file in the folder {folder}", help=repair)
    found = ", ".join((begun or list(sources))[:5])
    repair = "call it main or homework, and no other, or name that file alone"
    raise JudgeError("E431", f"it is not clear which file of {folder} is run", note=found, help=repair)


def run_of(sources: Mapping[str, bytes]) -> list[str]:
    """Which of these sources, by path within their folder, may be the one that is run; one alone where it is clear.

    It is the only source there is, the only homework.*, main.* or solution.* that is not deeper than another of them,
    or the only one in which a program begins.
    """
    if len(sources) == 1:
        return list(sources)
    called = [path for path in sources if _begins(path)]
    least = min((path.count("/") for path in called), default=0)
    upmost = {path: sources[path] for path in called if path.count("/") == least}
    return _runnable(upmost) or list(upmost) or [path for path, text in sources.items() if _MAIN.search(text)]


def _runnable(sources: Mapping[str, bytes]) -> list[str]:
    """Those that are no part of another: they have a main where their language asks for one, and none imports them."""
    imported = {name for text in sources.values() for name in _IMPORTED.findall(text)}
    return [
        path
        for path, text in sources.items()
        if (not needs_main(PurePosixPath(path).suffix) or _MAIN.search(text))
        and PurePosixPath(path).stem.encode() not in imported
    ]


def source_files(folder: Path) -> list[Path]:
    """The submissions in a folder of them: each source file right in it."""
    return [path for path in _sources(folder) if path.parent == folder]


def _begins(path: str) -> bool:
    return PurePosixPath(path).stem.lower().startswith(BEGINNINGS)


def _sources(folder: Path) -> list[Path]:
    """Source files by depth and name; links and hidden files are passed over."""
    known = endings()
    found: list[Path] = []
    for path in sorted(folder.rglob("*"))[:FILES_LIMIT]:
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.suffix in known and path.is_file() and not path.is_symlink() and not hidden:
            found.append(path)
    return sorted(found, key=lambda path: (len(path.parts), path.name))


def _folder(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """Every plain file of a program, by relative path; what a Makefile says is nobody's business."""
    files: list[tuple[str, bytes]] = []
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_symlink() or not path.is_file() or any(part.startswith(".") for part in inside.parts):
            continue
        if path.suffix not in (*endings(), ".jar") and path.stat().st_size > SOURCE_LIMIT:
            continue  # a report, an archive, a compiled program: nothing that is compiled or run
        files.append((str(inside), _read(path, FOLDER_LIMIT if path.suffix == ".jar" else SOURCE_LIMIT)))
        if len(files) > FILES_LIMIT or sum(len(data) for _, data in files) > FOLDER_LIMIT:
            message = f"{folder} has more than {FILES_LIMIT} files, or more than {FOLDER_LIMIT >> 20} MiB of them"
            raise JudgeError("E431", message, help="submit the sources alone")
    return tuple(files)


def declared_problem(path: Path) -> str | None:
    """The problem that `# judge: problem = NAME` in the file names, or the folder `solutions/<problem>/` it lies in."""
    try:
        text = _read(main_file(path) if is_folder(path) else path)
    except JudgeError:
        if not is_there(path):
            raise
        text = b""  # where it lies may say it all the same
    if match := _PROBLEM.search(text):
        return match[1].decode(errors="replace")
    parent = path.resolve().parent
    return parent.name if parent.parent.name == "solutions" else None


def _read(path: Path, limit: int = SOURCE_LIMIT) -> bytes:
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "does not exist or is not a file"
            raise JudgeError("E431", f"{path} {what}", help="name a source file")
        with path.open("rb") as file:
            source = file.read(limit + 1)
    except OSError as error:
        raise JudgeError(
            "E435", f"{path} can't be opened: {error.strerror}", help="name a file that you may read"
        ) from error
    if len(source) > limit:
        raise JudgeError("E431", f"{path} is longer than {limit >> 10} KiB", help="submit the source alone")
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


def read_again(submission: Submission) -> Submission:
    """Return a submission that the judge failed to read as it reads it now; every other one as it is."""
    if submission.fault is None or submission.fault.verdict is not Verdict.JE:
        return submission
    contract, fault = _read_as(submission.source, submission.path)
    if submission.files and (fault is None or fault.verdict is not Verdict.JE):
        contract, fault = "program", None
    return msgspec.structs.replace(submission, contract=contract, fault=fault)


def _read_as(source: bytes, path: Path) -> tuple[Contract, Finding | None]:
    try:
        return _contract(source, path)
    except Exception as error:
        return "program", fault_of(error)


def _contract(source: bytes, path: Path) -> tuple[Contract, Finding | None]:
    """Function or program, and why a function can't be called, as far as its text tells."""
    if path.suffix != ".py":
        return "program", None
    name = path.name
    try:
        tree = parse(source)
    except SyntaxError as error:
        if why_python_2(source) and not (isinstance(error, TabError) and b"def solve(" in source):
            return "program", None
        where = Place(name, error.lineno or 0, error.offset or 0)
        finding = Finding("E211", f"{name} is not valid Python: {error.msg}", where=str(where), verdict=Verdict.CE)
        return "function", finding
    except UnreadableError as error:
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


def _top_level(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run on import, those inside if, try and with included; each `elif` is in the one before."""
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


def _takes_four(arguments: ast.arguments) -> bool:
    positional = len(arguments.posonlyargs) + len(arguments.args)
    required = positional - len(arguments.defaults)
    keyword_only = sum(default is None for default in arguments.kw_defaults)
    return required <= 4 and keyword_only == 0 and (positional >= 4 or arguments.vararg is not None)
