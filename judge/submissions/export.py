"""Make programs for other judges of submissions: each reads a case from stdin and prints its answer.

A program goes along as it is, but for a comment that says what is expected of it. A function, or a Python program that
reads a file, becomes a folder: its source as solution.py, and beside it main.py, which calls it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

import msgspec

from judge.model import Problem, Submission, Verdict
from judge.problems.icpc import Expectations, as_yaml, caller_source
from judge.submissions.drivers import files, function
from judge.submissions.read import DOMJUDGE

_PLAIN: Final = Expectations.OF_THE_FORMAT[:4]  # of every version
NEWEST: Final = "2025-09"
_DECLARED = re.compile(rb"@EXPECTED_RESULTS@:[^\r\n]*")
_STDIN = re.compile(rb"stdin|\binput\(|System\.in|\b(?:cin|scanf|getchar)\b")
_REOPENED = re.compile(rb"\bfreopen\b|\bstdin\s*=[^=]")
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}(?:/[A-Za-z0-9_][A-Za-z0-9_.-]{0,254})*")
_FUNCTIONS: Final = (
    "functions become folders with a main.py: there, python3 needs what they import, and compiling counts as their "
    "time; export with a larger --time-limit where that is too long"
)


class Program(msgspec.Struct, frozen=True):
    """Holds a program of a package: the folder that says what is expected of it, its name, and its files by path in
    `submissions/`. `permitted` and `required` are verdicts of the ICPC; no `required` means any of those."""

    folder: str
    name: str
    files: tuple[tuple[str, bytes], ...]
    permitted: tuple[str, ...]
    required: tuple[str, ...]
    function: bool = False  # whether it needs numpy, and what else its source imports


class Exported(msgspec.Struct, frozen=True):
    """Holds the programs, and a sentence for each submission that can't be one."""

    COMPILING_S: ClassVar = 10.0  # the shipped champions took 5 to 9 s on a busy machine

    programs: tuple[Program, ...]
    left_out: tuple[str, ...]

    @classmethod
    def of(cls, problem: Problem, submissions: Sequence[Submission]) -> Exported:
        """Return what other judges can run of these submissions, in their order, with what is expected of each."""
        programs: list[Program] = []
        left_out: list[str] = []
        taken: set[str] = set()
        for submission in submissions:
            why = _why_not(problem, submission)
            if why:
                left_out.append(f"{submission.path} is left out: {why}")
                continue
            folder, permitted, required = _expectation(frozenset(submission.expected))
            caller = _caller(problem, submission)
            name = _free_name(submission, bool(caller), taken, folder)
            made = _declared(_files(submission, caller, f"{folder}/{name}"), folder, required or permitted)
            programs.append(Program(folder, name, made, permitted, required, submission.contract == "function"))
        return cls(tuple(programs), tuple(left_out))

    def limit_s(self, own_s: float) -> float:
        """Return the time limit for judges at which a function compiles within it. It stays where some program must
        exceed it, as that has to be so there too."""
        late = any("TLE" in (one.required or one.permitted) for one in self.programs if one.folder != "accepted")
        return own_s if late or not any(one.function for one in self.programs) else own_s + self.COMPILING_S

    def files(self, version: str) -> tuple[dict[str, bytes], tuple[str, ...]]:
        """Return the files of the programs as this version of the format has them, and what is to be said of them.

        Only 2025-09 knows a file that says what is expected of a submission; the others know four folders alone.
        """
        taken = [one for one in self.programs if version == NEWEST or one.folder in _PLAIN]
        left_out = [f"{one.folder}/{one.name}" for one in self.programs if one not in taken]
        said = [f"{', '.join(left_out)}: left out, as {version} has no folder for what is expected"] if left_out else []
        said += [_FUNCTIONS] if any(one.function for one in taken) else []
        mixed = {f"{one.folder}/{one.name}": _allowed(one) for one in taken if one.folder == Expectations.MIXED}
        described = {"submissions.yaml": as_yaml(mixed)} if mixed else {}
        return dict(file for one in taken for file in one.files) | described, tuple(said)


def _allowed(program: Program) -> dict[str, tuple[str, ...]]:
    required = {"required": program.required} if program.required else {}
    return {"permitted": program.permitted, **required}


def _why_not(problem: Problem, submission: Submission) -> str:
    """Return why a submission can't be a program there; nothing where it can."""
    if {*submission.expected} == {Verdict.CE}:
        return "the format has no verdict for what does not compile"
    if submission.fault is not None:
        return submission.fault.message
    if strange := [name for name, _ in submission.files if not _FILE.fullmatch(name)]:
        return f"the format allows no file called {strange[0]!r}"
    if _reads_file(problem, submission) and (submission.files or submission.path.suffix.lower() != ".py"):
        return f"it reads {problem.programs.input_file}, and other judges give the case on stdin"
    return ""


def _reads_file(problem: Problem, submission: Submission) -> bool:
    """Say whether a program reads the case from a file. One that reads stdin too is taken by its word."""
    if submission.contract == "function" or problem.programs.io == "stdio":
        return False
    if problem.programs.io == "files":
        return True
    sources = [submission.source, *(data for _, data in submission.files)]
    name = problem.programs.input_file.encode()
    there = any(name in source for source in sources)
    stdin = any(_STDIN.search(source) and not _REOPENED.search(source) for source in sources)
    return there and not stdin


def _expectation(verdicts: frozenset[Verdict]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the folder of submissions with these verdicts, which verdicts its cases may have, and which one must."""
    known = _known(verdicts)
    folder = next(
        (name for name in Expectations.OF_THE_FORMAT if _known(Expectations.FOLDERS[name]) == known), Expectations.MIXED
    )
    permitted = tuple(word for word in Expectations.WORDS if word in known or word == "AC")
    return folder, permitted, () if "AC" in known else known


def _known(verdicts: frozenset[Verdict]) -> tuple[str, ...]:
    """Return which verdicts of the format these are."""
    return tuple(word for word, ours in Expectations.WORDS.items() if ours & verdicts)


def _caller(problem: Problem, submission: Submission) -> bytes:
    """Return the main.py that calls it there, in a folder; nothing for a program that goes along as it is."""
    if submission.contract == "function":
        return caller_source(problem, function)
    return caller_source(problem, files) if _reads_file(problem, submission) else b""


def _free_name(submission: Submission, wrapped: bool, taken: set[str], folder: str) -> str:
    """Return the name of its file or folder with characters that the format allows, and one that is not taken."""
    place = Path(submission.name.rpartition("/")[2]) if submission.files else submission.path
    name = re.sub(r"[^A-Za-z0-9_.-]", "_", place.stem if wrapped else place.name)
    name = name if re.match(r"[A-Za-z0-9_]", name) else f"_{name}"
    stem, dot, ending = name.partition(".")
    tries = (f"{stem}{'' if k == 1 else f'_{k}'}{dot}{ending}" for k in range(1, 1 << 20))
    free = next(one for one in tries if f"{folder}/{one}" not in taken)
    taken.add(f"{folder}/{free}")
    return free


def _files(submission: Submission, caller: bytes, path: str) -> tuple[tuple[str, bytes], ...]:
    if caller:
        return (f"{path}/main.py", caller), (f"{path}/solution.py", submission.source)
    if submission.files:
        return tuple((f"{path}/{name}", data) for name, data in submission.files)
    return ((path, submission.source),)


def _declared(
    files: tuple[tuple[str, bytes], ...], folder: str, verdicts: tuple[str, ...]
) -> tuple[tuple[str, bytes], ...]:
    """Return the files with what they declare in the words of DOMjudge. In a folder that says it all, nobody may."""
    words = ", ".join(DOMJUDGE[Verdict(verdict)][0] for verdict in verdicts)
    said = "expected: as its folder says" if folder in _PLAIN else f"@EXPECTED_RESULTS@: {words}"
    return tuple((name, _DECLARED.sub(said.encode(), data)) for name, data in files)
