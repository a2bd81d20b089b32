"""What the last words of a dying program mean: the messages of runtimes, put so that a student understands them.

They are the program's own text, so nothing but wording hangs on them, with one exception: a runtime that says that
its heap is full has met the memory limit as much as one that was killed for it.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Collection
from pathlib import PurePath
from typing import NamedTuple

import msgspec

from judge.executors.program.idioms import open_beside
from judge.executors.verdict import by_ending
from judge.model import Excerpt, Finding, Limits, Programs, Verdict
from judge.sandbox.request import Facts
from judge.sandbox.rlimits import STACK_BYTES
from judge.submissions.source import Source

_INPUT_ALONE = "no argument is given and nobody answers a question: open {file} by its name"
_CALLED = "the package calls it with  {arguments}"
_DEEP = "search with a loop and a stack of your own, or make the recursion less deep"
_NO_PATH = "this host shows no descriptors: open {file}, or read stdin without a path"
_NEAR = "open the case as {file}, without a folder"
_STAY = "leave chdir out: the case lies in the working directory, as {file}"
_CAPTURED = "what the command said is not known here: leave capture_output and stderr out of the call, and it is shown"
_COMMAND = re.compile(
    r"^(?:subprocess\.)?CalledProcessError: Command .* "
    r"(?:returned non-zero (exit status \d+)|died with <Signals\.(\w+))",
    re.MULTILINE,
)
_WANTED = re.compile(r"it wanted to open (.+), which is not here$")


class _Tell(NamedTuple):
    """A message of a runtime, and what to say instead; {0} is what its group matched."""

    pattern: re.Pattern[str]
    code: str
    message: str
    help: str


def _tell(pattern: str, code: str, message: str, help_: str) -> _Tell:
    return _Tell(re.compile(pattern, re.MULTILINE), code, message, help_)


# The first that matches decides, so the particular ones come before the general ones.
_TELLS = (
    _tell(
        r"(RecursionError: maximum|RuntimeError: maximum recursion|RangeError: Maximum call stack)",
        "E223",
        "the stack overflowed: the calls within calls went deeper than the interpreter allows",
        f"{_DEEP}; in Python sys.setrecursionlimit allows more",
    ),
    _tell(
        r"(java\.lang\.StackOverflowError|has overflowed its stack|goroutine stack exceeds)",
        "E223",
        "the stack overflowed: the calls within calls went too deep",
        _DEEP,
    ),
    _tell(
        r"(java\.lang\.OutOfMemoryError: Java heap|JavaScript heap out of memory|^MemoryError\b)",
        "E203",
        "its runtime ran out of the {memory} MiB of memory that there are",
        "keep fewer boards: search deeper instead of wider, or store moves instead of copies",
    ),
    _tell(
        r"^(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)",
        "E224",
        "it needs the module {0}, which is not here",
        "hand in the folder that {name} and the module lie in; or do without the module",
    ),
    _tell(
        r"java\.lang\.(?:NoClassDefFoundError|ClassNotFoundException): ([\w./$]+)",
        "E224",
        "it needs the class {0}, which is not here",
        "hand its source or its jar in with the program, or do without it",
    ),
    _tell(
        r"\A(?s:(?>.*?sys\.argv\[).*)IndexError: list index",
        "E207",
        "it reads an argument, and none is given",
        _INPUT_ALONE,
    ),
    _tell(
        r"(?:No such file or directory: |NoSuchFileException: |ENOENT: no such file or directory, open |"
        r"FileNotFoundException: )'?(/dev/(?:std(?:in|out|err)|fd/\d+))\b",
        "E207",
        "it wanted to open {0}, which is not here",
        _NO_PATH,
    ),
    _tell(
        r"(?:\bchdir\(.*\n(?:[ \t~^]*\n)?(?:FileNotFound|NotADirectory|Permission)Error: [^'\n]*|"
        r"ENOENT: no such file or directory, chdir .*-> )'([^'\n]+)'",
        "E207",
        "it wanted to change to the folder {0}, which is not here",
        _STAY,
    ),
    _tell(
        r"(?:No such file or directory: |NoSuchFileException: |ENOENT: no such file or directory, open )'?([^'\n]+)",
        "E207",
        "it wanted to open {0}, which is not here",
        _NEAR,
    ),
    _tell(
        r"FileNotFoundException: ((?:(?!FileNotFoundException: ).)+) \(No such file",
        "E207",
        "it wanted to open {0}, which is not here",
        _NEAR,
    ),
    _tell(
        r"(EOFError: EOF when reading|NoSuchElementException: No line found)",
        "E207",
        "it wanted to read more than the case has",
        _INPUT_ALONE,
    ),
)
# An exception that nobody caught, as Python, Java and C++ tell it: what it is, and what it says.
_UNCAUGHT = (
    re.compile(r"^Traceback \(most recent.*(?:\n[ \t].*)*\n(?P<what>[A-Za-z_][\w.]*)(?:: (?P<says>.*))?", re.MULTILINE),
    re.compile(r'^Exception in thread "[^"\n]*" (?P<what>[\w.$]+)(?:: (?P<says>.*))?', re.MULTILINE),
    re.compile(r"^terminate called .*'(?P<what>[^'\n]+)'(?:\s+what\(\): +(?P<says>.*))?", re.MULTILINE),
)
_FRAMES = (
    re.compile(
        r'^  File "(?P<file>[^/"<\n][^"\n]*)", line (?P<line>\d{1,9})', re.MULTILINE
    ),  # the last one is the place
    re.compile(r"^[ \t]+at (?!java\.|java.base/|jdk\.|sun\.).*\((?P<file>\w+\.java):(?P<line>\d{1,9})\)", re.MULTILINE),
)
SAYS_KEPT = 160
_ARGUMENT = re.compile(r"\bargv\s*\[\s*1\s*\]|\bargs?\s*\[\s*0\s*\]")
_ARGUMENTS = re.compile(r"\b(?:argv|argc|args)\b")


def told_by(text: str, file: str, limits: Limits, name: str) -> Finding | None:
    """Return what this text of stderr says happened, where it is the known message of a runtime; `file` is the case's
    name, `name` that of the file that is run."""
    for tell in _TELLS:
        if match := tell.pattern.search(text):
            named = match[1].strip() if match.re.groups else ""
            return Finding(
                tell.code,
                tell.message.format(named, memory=limits.memory),
                help=tell.help.format(file=file, name=name),
                verdict=Verdict.MLE if tell.code == "E203" else Verdict.RTE,
            )
    return _of_a_command(text)


def _of_a_command(text: str) -> Finding | None:
    """Return that a command failed which a program in Python has started, with what the command said on stderr."""
    match = _COMMAND.search(text)
    if match is None:
        return None
    said = text[: max(text.rfind("Traceback (most recent", 0, match.start()), 0)].strip()
    last = uncaught(said) or (said.splitlines()[-1][:SAYS_KEPT] if said else "")
    how = f"with {match[1]}" if match[1] else f"by {match[2]}"
    message = f"a command that it started ended {how}" + (f": {last}" if last else "")
    return Finding("E207", message, help="" if last else _CAPTURED, verdict=Verdict.RTE)


def why_it_ended(facts: Facts, source: Source, file: str, limits: Limits) -> Finding:
    """Return the finding of a program that ended by a signal or with a status other than 0; `file` is the case's
    name."""
    general = by_ending(facts)
    if facts.status == -signal.SIGSEGV and facts.memory_bytes >= STACK_BYTES:
        message = f"the stack overflowed: by SIGSEGV with all {STACK_BYTES >> 20} MiB of it in use"
        return msgspec.structs.replace(general, code="E223", message=message, help=_DEEP)
    where, excerpt = _place(facts.stderr, source)
    if told := told_by(facts.stderr, file, limits, PurePath(source.file).name):
        return msgspec.structs.replace(told, note=general.note, where=where, excerpt=excerpt)
    if what := uncaught(facts.stderr):
        message = f"{general.message}: {what}"
        general = msgspec.structs.replace(general, message=message, where=where, excerpt=excerpt)
    if facts.stderr.strip() in ("FAIL", "OK"):
        help_ = f"{facts.stderr.strip()} went to stderr, which nobody reads: print it, as in  print(...)"
        return msgspec.structs.replace(general, note="", help=help_)
    text = source.data.decode(errors="replace")
    asked = "usage" in facts.stderr.lower() and _ARGUMENTS.search(text) is not None
    in_vain = (facts.status or 0) < 0 or "out of bounds for length 0" in facts.stderr
    if asked or (in_vain and _ARGUMENT.search(text)):
        return msgspec.structs.replace(general, help=_INPUT_ALONE.format(file=file))
    return general


def is_told(finding: Finding, facts: Facts) -> bool:
    """Say whether it says why the program ended, or what helps."""
    return finding.code not in ("E206", "E207") or bool(finding.help or uncaught(facts.stderr))


def with_files(finding: Finding, source: str, shipped: Collection[str]) -> Finding:
    """Return a finding that says how to open a file which was handed in and lies beside the source; `shipped` are such
    files."""
    wanted = _WANTED.search(finding.message)
    name = PurePath(wanted[1]).name if wanted else ""
    if name not in {PurePath(path).name for path in shipped}:
        return finding
    repair = f"it lies beside the source, not in the working directory: {open_beside(source, name)}"
    return msgspec.structs.replace(finding, help=repair)


def with_arguments(finding: Finding, rules: Programs) -> Finding:
    """Return a finding whose help does not say that there are no arguments, where the package gives some."""
    if not rules.arguments or finding.help != _INPUT_ALONE.format(file=rules.input_file):
        return finding
    return msgspec.structs.replace(finding, help=_CALLED.format(arguments=" ".join(rules.arguments)))


def uncaught(text: str) -> str:
    """`IndexError: list index out of range`, for the last exception that this text of stderr tells of."""
    for pattern in _UNCAUGHT:
        if found := list(pattern.finditer(text)):
            what, says = found[-1]["what"].removeprefix("java.lang."), (found[-1]["says"] or "").strip()
            return ": ".join(filter(None, (what, says[:SAYS_KEPT])))
    return ""


def _place(text: str, source: Source) -> tuple[str, Excerpt | None]:
    """Return `homework.py:12`, the line of the program itself that an exception came from, and that line where it is in
    the file that is run; nothing where none is told."""
    python, java = (list(pattern.finditer(text)) for pattern in _FRAMES)
    frame = python[-1] if python else java[0] if java else None
    if frame is None:
        return "", None
    line = int(frame["line"])
    if frame["file"] == PurePath(source.file).name and (excerpt := source.at(line)):
        return str(excerpt), excerpt
    return f"{frame['file']}:{line}", None
