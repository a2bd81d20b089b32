"""One source file or folder to one Submission. It is read, never run: what it is follows from its text alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from judge.errors import JudgeError, Place
from judge.files import is_there
from judge.model import Finding, Programs, Submission, Verdict, fault_of
from judge.submissions.contract import UNSAID, contract_of
from judge.submissions.folder import SOLUTIONS, files_of, is_folder, main_file, read_file
from judge.submissions.language import languages
from judge.submissions.source import Source
from judge.submissions.tree import files_of_modules, imported_modules, tree_in
from judge.text import listed

_PROBLEM = re.compile(rb"^(?:#|//|/\*)\s*judge:\s*problem\s*=\s*([\w.-]+)", re.MULTILINE)
_EXPECTED = re.compile(rb"@EXPECTED_RESULTS@:([^\r\n]*)")  # DOMjudge's comment
DOMJUDGE: Final = {  # the words of its comment; the first of each is written into an export
    Verdict.AC: ("CORRECT", "ACCEPTED"),
    Verdict.WA: ("WRONG-ANSWER", "WRONG_ANSWER"),
    Verdict.TLE: ("TIMELIMIT", "TIME_LIMIT_EXCEEDED"),
    Verdict.MLE: ("MEMORY_LIMIT_EXCEEDED",),
    Verdict.OLE: ("OUTPUT-LIMIT", "OUTPUT_LIMIT_EXCEEDED"),
    Verdict.RTE: ("RUN-ERROR", "RUN_TIME_ERROR"),
    Verdict.CE: ("COMPILER-ERROR", "COMPILER_ERROR"),
}
_VERDICTS = {word: verdict for verdict, words in DOMJUDGE.items() for word in words}


def read_submission(path: Path, problem: str, words: str = "", rules: Programs = UNSAID, main: str = "") -> Submission:
    """Return the submission in one file or folder, which `words` on a command line name; JudgeError E431 when it can't
    be read. `rules` are what the package says of programs, `main` is the file of a folder that is run, if it is
    named."""
    folder = is_folder(path)
    file = main_file(path, rules, problem, main) if folder else path
    submission = _of_folder(path, file, rules) if folder else _submission(file, read_file(file), (), rules)
    return msgspec.structs.replace(
        submission,
        name=path.resolve().name if folder else path.stem,
        problem=problem,
        expected=_expected(submission.source, file),
        words=words or str(path),
    )


def _of_folder(folder: Path, main: Path, rules: Programs) -> Submission:
    """Read a folder as one program, or as the function that its `main` is: that is judged as one file."""
    files, name, source = files_of(folder), str(main.relative_to(folder)), read_file(main)
    name = next(one for one in (languages().as_in_table(name), name) if dict(files).get(one) == source)
    sources = {path: data for path, data in files if languages().is_source(path)}
    beside = read_beside(name, sources, rules)
    if beside.taken:
        return _submission(main, source, files, rules)
    alone = _submission(main, source, (), rules)
    if not beside.needed:
        return alone
    repair = f"hand in one file: copy what {name} needs from there into it, and take the import out"
    fault = Finding("E217", beside.why, help=repair, verdict=Verdict.CE)
    place = Source(source, str(main)).of_node(next(iter(beside.needed.values())))
    return msgspec.structs.replace(alone, files=files, sha256=Submission.digest(source, files), fault=fault.at(place))


class Beside(NamedTuple):
    """What becomes of the other sources of a folder: all are `taken` as parts of a program. A function is judged
    without them, and `needed` are those that it imports, and where; `why` is the sentence that it can't be so."""

    taken: bool
    is_program: bool = False  # for sure
    needed: Mapping[str, ast.stmt] = {}
    why: str = ""


def read_beside(main: str, sources: Mapping[str, bytes], rules: Programs) -> Beside:
    """Return what becomes of the other sources. What a function imports only where it is run by itself is not needed.

    A function that can't be called is judged as one where there are no other sources.
    """
    others = sorted(path for path in sources if path != main)
    contract, fault = _read_as(sources[main], Path(main), rules, others)
    if contract == "program" or (fault is not None and others):
        return Beside(taken=True, is_program=contract == "program" and fault is None)
    tree = tree_in(sources[main])
    modules = imported_modules(tree, guarded=False) if tree else {}
    needed = {path: modules[name] for path, name in files_of_modules(modules, others).items()}
    why = f"{main} defines solve, which is judged as one file, but it imports {listed(sorted(needed))}"
    return Beside(taken=False, needed=needed, why=why)


def unread(path: Path, problem: str, words: str, fault: JudgeError) -> Submission:
    """Make a submission of what can't be read: it has come to its end, and the others go on."""
    where = str(fault.place) if fault.place else ""
    finding = Finding(fault.code, fault.message, where=where, note=fault.note, help=fault.help, verdict=Verdict.CE)
    name = path.stem if languages().is_source(path.name) else path.name
    return Submission(name, problem, "program", path, b"", Submission.digest(b""), fault=finding, words=words)


def handed_in(
    name: str, problem: str, main: str, files: tuple[tuple[str, bytes], ...], rules: Programs = UNSAID
) -> Submission:
    """Return the submission of which `main` is run, out of `files` by path: one is judged as a file, more as a folder.

    What a stranger declares to expect is not believed.
    """
    submission = _submission(Path(main), dict(files)[main], files if len(files) > 1 else (), rules)
    return msgspec.structs.replace(submission, name=name, problem=problem)


def _submission(main: Path, source: bytes, files: tuple[tuple[str, bytes], ...], rules: Programs) -> Submission:
    """Read a submission as far as the bytes tell. What the judge fails to read is JE, and read again when it is judged
    again."""
    contract, fault = _read_as(source, main, rules, whole=bool(files))
    return Submission(main.stem, "", contract, main, source, Submission.digest(source, files), fault=fault, files=files)


def declared_problem(path: Path, main: str = "") -> str | None:
    """Return the problem that `# judge: problem = NAME` in the file names, or the folder `solutions/<problem>/` it lies
    in. Of a folder it is the file `main`, or the one that stands out."""
    try:
        text = read_file(main_file(path, main=main) if is_folder(path) else path)
    except JudgeError:
        if not is_there(path):
            raise
        text = b""  # where it lies may say it all the same
    if match := _PROBLEM.search(text):
        return match[1].decode(errors="replace")
    parent = path.resolve().parent
    return parent.name if parent.parent.name == SOLUTIONS.name else None


def _expected(source: bytes, path: Path) -> tuple[Verdict, ...]:
    match = _EXPECTED.search(source)
    if not match:
        return (Verdict.AC,)
    words = [word.strip().upper() for word in match[1].decode(errors="replace").split(",")]
    try:
        return tuple(Verdict(_VERDICTS.get(word, word)) for word in words)
    except ValueError as error:
        line = source[: match.start()].count(b"\n") + 1
        known = ", ".join(Verdict)
        raise JudgeError(
            "E431",
            f"@EXPECTED_RESULTS@ names no verdict: {error}",
            Place(str(path), line),
            help=f"known: {known}",
        ) from error


def read_again(submission: Submission, rules: Programs = UNSAID) -> Submission:
    """Return a submission that the judge failed to read as it reads it now; every other one as it is."""
    if submission.fault is None or submission.fault.verdict is not Verdict.JE:
        return submission
    contract, fault = _read_as(submission.source, submission.path, rules, whole=bool(submission.files))
    return msgspec.structs.replace(submission, contract=contract, fault=fault)


def _read_as(
    source: bytes, path: Path, rules: Programs, beside: Sequence[str] = (), *, whole: bool = False
) -> tuple[Submission.Contract, Finding | None]:
    """Return the contract of a file, and why it can't be run; a `whole` folder is a program, whatever its file is."""
    try:
        found = contract_of(source, path, rules, beside)
    except Exception as error:
        return "program", fault_of(error)
    return ("program", None) if whole else found
