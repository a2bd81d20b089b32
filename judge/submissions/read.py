"""One source file or folder to one Submission. It is read, never run: what it is follows from its text alone.

A folder is looked through once, and each of its files is read once. Which one is run says main_file.py, whether it is a
function or a program contract.py.
"""

from __future__ import annotations

import ast
import contextlib
import os
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import Final, NamedTuple

import msgspec

from judge.errors import JudgeError, Place, meant
from judge.files import entries_below, is_there
from judge.model import Finding, Problem, Programs, Submission, Verdict, fault_of
from judge.submissions.contract import UNSAID, contract_of
from judge.submissions.language import languages
from judge.submissions.main_file import (
    CALL_IT,
    MainFile,
    defines_solve,
    hang_together,
    has_main,
    imported_sources,
    main_begins,
    standing_alone,
)
from judge.submissions.source import Source
from judge.submissions.tree import files_of_modules, imported_modules, tree_in
from judge.text import listed

SOLUTIONS: Final = Path("solutions")
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


class _Limits(NamedTuple):
    """What is read at most, in bytes: of a source, of a program of so many `files`, and of a student's notebooks."""

    source: int = 256 << 10
    files: int = 256
    folder: int = 4 << 20
    notebook: int = 16 << 20  # its pictures are in it


LIMITS: Final = _Limits()


def read_submission(
    place: Path | Folder, problem: str, words: str = "", rules: Programs = UNSAID, main: str = ""
) -> Submission:
    """Return the submission in one file or folder, which `words` on a command line name; JudgeError E431 when it can't
    be read. `rules` are what the package says of programs, `main` is the file of a folder that is run, if it is
    named."""
    path, folder = _opened(place)
    if folder:
        submission = _of_folder(folder, folder.main(rules, problem, main), rules)
    else:
        submission = _submission(path, read_file(path), (), rules)
    return msgspec.structs.replace(
        submission,
        name=path.resolve().name if folder else path.stem,
        problem=problem,
        expected=_expected(submission.source, submission.path),
        words=words or str(path),
    )


def _opened(place: Path | Folder) -> tuple[Path, Folder | None]:
    return (place.path, place) if isinstance(place, Folder) else (place, Folder.at(place))


def _of_folder(folder: Folder, name: str, rules: Programs) -> Submission:
    """Read a folder as one program, or as the function that its file of this name is: that is judged as one file."""
    files, main, source = folder.files, folder.sources[name], folder.texts[name]
    beside = read_beside(name, folder.texts, rules)
    if beside.taken:
        return _submission(main, source, files, rules, name)
    alone = _submission(main, source, (), rules)
    if not beside.needed:
        return alone
    repair = f"hand in one file: copy what {name} needs from there into it, and take the import out"
    fault = Finding("E217", beside.why, help=repair, verdict=Verdict.CE)
    place = Source(source, str(main)).of_node(next(iter(beside.needed.values())))
    digest = Submission.digest_of(name, files)
    return msgspec.structs.replace(alone, files=files, place=name, sha256=digest, fault=fault.at(place))


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


def handed_in(
    name: str, problem: str, main: str, files: tuple[tuple[str, bytes], ...], rules: Programs = UNSAID
) -> Submission:
    """Return the submission of which `main` is run, out of `files` by path: one is judged as a file, more as a folder.

    What a stranger declares to expect is not believed.
    """
    submission = _submission(Path(main), dict(files)[main], files if len(files) > 1 else (), rules)
    return msgspec.structs.replace(submission, name=name, problem=problem)


def _submission(
    main: Path, source: bytes, files: tuple[tuple[str, bytes], ...], rules: Programs, place: str = ""
) -> Submission:
    """Read a submission as far as the bytes tell; of a folder, `main` lies at this `place` in it. What the judge fails
    to read is JE, and read again when it is judged again."""
    contract, fault = _read_as(source, main, rules, whole=bool(files))
    read = Submission(main.stem, "", contract, main, source, "", fault=fault, files=files)
    if place not in ("", read.main):
        read = msgspec.structs.replace(read, place=place)
    return msgspec.structs.replace(read, sha256=Submission.digest(source, files, read.main))


def declared_problem(place: Path | Folder, main: str = "") -> str | None:
    """Return the problem that `# judge: problem = NAME` in the file names, or the folder `solutions/<problem>/` it lies
    in. Of a folder it is the file `main`, or the one that stands out."""
    path, folder = _opened(place)
    try:
        text = folder.texts[folder.main(wanted=main)] if folder else read_file(path)
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
        place = Place(str(path), source[: match.start()].count(b"\n") + 1)
        message = f"@EXPECTED_RESULTS@ names no verdict: {error}"
        raise JudgeError("E431", message, place, help=f"known: {', '.join(Verdict)}") from error


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


# --- a folder ---------------------------------------------------------------------------------------------------------
class Folder:
    """A folder that is handed in: its plain files by their paths within it, with endings as in the table of languages.
    Links and what is hidden are passed over."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @staticmethod
    def at(path: Path) -> Folder | None:
        """Return the folder that is there; None where none is, as of a name that is longer than any path."""
        with contextlib.suppress(OSError):
            return Folder(path) if path.is_dir() else None
        return None

    @cached_property
    def paths(self) -> dict[str, Path]:
        """Return where each file lies, in the order of their names."""
        entries = {Path(entry.path): entry for entry in entries_below(self.path)}
        own = {str(path.relative_to(self.path)): path for path in sorted(entries)}
        plain = {name: path for name, path in own.items() if entries[path].is_file(follow_symlinks=False)}
        found: dict[str, Path] = {}
        for name, path in plain.items():
            as_in_table = languages().as_in_table(name)
            found[name if as_in_table in own or as_in_table in found else as_in_table] = path
        return found

    @cached_property
    def sources(self) -> dict[str, Path]:
        """Return those in a language of the table, what lies least deep first; no more than a program may have."""
        names = sorted(self._sources, key=lambda name: (name.count("/"), PurePosixPath(name).name))
        return {name: self.paths[name] for name in names[: LIMITS.files]}

    @cached_property
    def _sources(self) -> list[str]:
        return [name for name in self.paths if languages().is_source(name)]

    @cached_property
    def texts(self) -> dict[str, bytes]:
        """Return the sources. JudgeError E431 or E435 where one can't be read."""
        return {name: read_file(path) for name, path in self.sources.items()}

    @cached_property
    def files(self) -> tuple[tuple[str, bytes], ...]:
        """Return all that goes along with a program; what a Makefile says is nobody's business. JudgeError E431 where
        it is too much."""
        files: dict[str, bytes] = {}
        for name, path in self.paths.items():
            limit = LIMITS.folder if path.suffix == ".jar" else LIMITS.source  # a jar holds many files
            with contextlib.suppress(OSError):  # reading it says that better
                if name not in self.sources and limit == LIMITS.source and path.stat().st_size > limit:
                    continue  # a report, an archive, a compiled program: nothing that is compiled or run
            files[name] = self.texts[name] if name in self.sources else read_file(path, limit)
            if len(files) > LIMITS.files or sum(map(len, files.values())) > LIMITS.folder:
                what = f"more than {LIMITS.files} files, or more than {LIMITS.folder >> 20} MiB of them"
                raise JudgeError("E431", f"{self.path} has {what}", help="submit the sources alone")
        return tuple(files.items())

    # --- one submission, or several -----------------------------------------------------------------------------------
    @property
    def upper(self) -> list[Path]:
        """Return the sources that lie right in it: the submissions, where it holds some, however many."""
        return sorted((self.paths[name] for name in self._sources if "/" not in name), key=lambda path: path.name)

    @property
    def is_lone(self) -> bool:
        """Say whether it has one source alone, right in it, and nothing that may go along, such as a header."""
        beside = False
        with contextlib.suppress(JudgeError):  # it is too much for any program
            beside = len(self.files) > 1
        return len(self.sources) == len(self.upper) == 1 and not beside

    def holds_submissions(self) -> bool:
        """Say whether each source of it is a submission, by the table that `judge help program` shows."""
        if any(map(main_begins, self.sources)):
            return False
        if len(self.sources) < 2:
            return not self.sources or self.is_lone or (bool(self.upper) and self._keeps_submissions())
        if self._is_connected():
            return False
        upper = {name: text for name, text in self.texts.items() if "/" not in name}
        solving = {name for name, text in upper.items() if defines_solve(name, text)}
        apart = [name for name in solving if not imported_sources(name, upper[name], upper) & (solving - {name})]
        return not upper or self._keeps_submissions() or len(apart) > 1

    def _is_connected(self) -> bool:
        """Say whether imports connect all sources; or all are in languages that ask for a main, and exactly one has it.
        Where all lie deeper, as those of a package of Java do, a main of a part counts for nothing."""
        if not all(map(languages().needs_main, self.sources)):
            return hang_together(self.texts)
        upper = [name for name, text in self.texts.items() if "/" not in name and has_main(text)]
        begun = standing_alone(self.texts)
        return len(begun) == 1 and (not upper or begun == upper)

    def _keeps_submissions(self) -> bool:
        """Say whether it is a folder of solutions/, or of the submissions of a package."""
        around = self.path.resolve().parent
        package = around.name == Problem.SUBMISSIONS and (around.parent / "problem.toml").is_file()
        return package or around.name == SOLUTIONS.name

    # --- which file of it is run --------------------------------------------------------------------------------------
    def main(self, rules: Programs = UNSAID, problem: str = "", wanted: str = "") -> str:
        """Return the source that is run: the one that is `wanted`, or what stands out by the `rules` of the `problem`.
        JudgeError E431 when that is not clear."""
        if not self.sources:
            raise self.without_sources()
        if wanted:
            return self._named(wanted)
        found = MainFile.of(self.texts, rules, [self.path.resolve().name, problem])
        if len(found.paths) == 1:
            return found.paths[0]
        message = f"it is not clear which file of {self.path} is run: {listed(sorted(found.paths))}"
        repair = f"say which, as in  --main {quote(min(found.paths))}   or {found.help}"
        note = "files that are submissions of their own are named one by one"
        raise JudgeError("E431", message, note=note, help=repair)

    def holds(self, main: str) -> bool:
        """Say whether a source of it is called `main`; not where nothing is."""
        return bool(main) and bool(MainFile.named(self.sources, main))

    def _named(self, main: str) -> str:
        """Return the source that somebody has named, perhaps with the path of the folder before it."""
        sources = list(self.sources)
        found = MainFile.named(sources, main) or MainFile.named(sources, os.path.relpath(main, self.path))
        if len(found) == 1:
            return found[0]
        if found:
            message, repair = f"there are several files {main} in {self.path}", "name its folder too, as in  --main "
            raise JudgeError("E431", message, note=listed(sorted(found)), help=repair + quote(min(found)))
        message = f"there is no source file {main} in {self.path}{meant(main, sources)}"
        raise JudgeError("E431", message, help=f"name one of {listed(sorted(sources))}")

    def without_sources(self) -> JudgeError:
        """Return E431 for a folder without a submission in it; sources that lie deeper are counted and named."""
        message, deeper = f"there is no source file in the folder {self.path}", list(self.sources)
        if not deeper:
            repair = "name a source file, or a folder with a homework.* or main.* in it"
            return JudgeError("E431", message, help=repair)
        note = f"{len(deeper)} lie in folders below, such as {deeper[0]}"
        return JudgeError("E431", message, note=note, help=CALL_IT)


def read_file(path: Path, limit: int = LIMITS.source) -> bytes:
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else f"does not exist or is not a file{_meant(path)}"
            raise JudgeError("E431", f"{path} {what}", help="name a source file")
        with path.open("rb") as file:
            source = file.read(limit + 1)
    except OSError as error:
        message = f"{path} can't be opened: {error.strerror}"
        raise JudgeError("E435", message, help="name a file that you may read") from error
    if len(source) > limit:
        size = f"{path} has {path.stat().st_size >> 10:,} KiB, and a source may have {limit >> 10} KiB at most"
        raise JudgeError("E431", size, help="submit the source alone")
    return source


def _meant(path: Path) -> str:
    """Return the question whether a file beside it was meant."""
    try:
        return meant(path.name, sorted(entry.name for entry in path.parent.iterdir() if entry.is_file()))
    except OSError:  # there is no such folder either, or it is another's
        return ""
