"""What the last words of a dying program mean: the messages of runtimes, put so that a student understands them.

They are the program's own text, so nothing but wording hangs on them, with one exception: a runtime that says that its
heap is full has met the memory limit as much as one that was killed for it.
"""

from __future__ import annotations

import errno
import os
import re
import signal
from collections.abc import Collection
from pathlib import PurePath
from typing import Final

import msgspec

from judge.executors.call import Raised
from judge.executors.diagnosis import refusal, sayings
from judge.executors.verdict import by_ending
from judge.model import Finding, Limits, Programs, Verdict
from judge.sandbox import Facts, Sandbox, protocol
from judge.submissions import Source

_DEEP: Final = "search with a loop and a stack of your own, or make the recursion less deep"
_WANTED: Final = re.compile(r"it wanted to open (.+), which is not here$")
# An exception that nobody caught, as Python, Java and C++ tell it: what it is, and what it says.
_UNCAUGHT: Final = (
    re.compile(r"^Traceback \(most recent.*(?:\n[ \t].*)*\n(?P<what>[A-Za-z_][\w.]*)(?:: (?P<says>.*))?", re.MULTILINE),
    re.compile(r'^Exception in thread "[^"\n]*" (?P<what>[\w.$]+)(?:: (?P<says>.*))?', re.MULTILINE),
    re.compile(r"^terminate called .*'(?P<what>[^'\n]+)'(?:\s+what\(\): +(?P<says>.*))?", re.MULTILINE),
)
_PYTHON: Final = re.compile(r'^  File "(?P<file>[^/"<\n][^"\n]*)", line (?P<line>\d{1,9})', re.MULTILINE)
_JAVA: Final = re.compile(
    r"^[ \t]+at (?!java\.|java.base/|jdk\.|sun\.).*\((?P<file>\w+\.java):(?P<line>\d{1,9})\)", re.MULTILINE
)
SAYS_KEPT: Final = 160


def told_by(text: str, rules: Programs, limits: Limits, name: str) -> Finding | None:
    """Return what this text of stderr says, where it is the known message of a runtime, E207 without a message where it
    is known what helps alone. `name` is that of the file that is run."""
    alone = f"no argument is given and nobody answers a question: open {rules.input_file} by its name"
    given = f"the package calls it with  {' '.join(rules.arguments)}" if rules.arguments else alone
    opened = f"open the case as {rules.input_file}, without a folder"
    opened = "read the case from stdin, as there is no file" if rules.io == "stdio" else opened
    for tell in sayings("crash.toml"):
        if match := tell.says.search(text):
            named = match[1].strip() if match.re.groups else ""
            message = tell.message.format(named, memory=limits.memory)
            help_ = tell.help.format(input=given, file=rules.input_file, opened=opened, name=name)
            verdict = Verdict.MLE if tell.code == "E203" else Verdict.RTE
            return Finding(tell.code or "E207", message, help=help_, verdict=verdict)
    return None


def why_it_ended(
    facts: Facts, source: Source, rules: Programs, limits: Limits, shipped: Collection[str] = ()
) -> Finding:
    """Return the finding of a program that ended by a signal or with a status other than 0; `shipped` are the files
    that lie beside its source."""
    ended = by_ending(facts)
    if facts.status == -signal.SIGSEGV and facts.memory_bytes >= Sandbox.STACK_BYTES:
        message = f"the stack overflowed: by SIGSEGV with all {Sandbox.STACK_BYTES >> 20} MiB of it in use"
        return Finding("E223", message, note=ended.note, help=_DEEP, verdict=ended.verdict)
    where, excerpt = _place(facts.stderr, source)
    told, what = told_by(facts.stderr, rules, limits, PurePath(source.file).name), uncaught(facts.stderr)
    if told and told.message:
        wanted, help_ = _WANTED.search(told.message), told.help
        if wanted and PurePath(wanted[1]).name in {PurePath(path).name for path in shipped}:
            help_ = "it lies beside the source: open it by the folder of that, in Python os.path.dirname(__file__)"
        return msgspec.structs.replace(told, note=ended.note, where=where, excerpt=excerpt, help=help_)
    if what:
        ended = msgspec.structs.replace(ended, message=f"{ended.message}: {what}", where=where, excerpt=excerpt)
    return msgspec.structs.replace(ended, help=told.help if told else "")


def is_told(finding: Finding, facts: Facts) -> bool:
    """Say whether it says why the program ended, or what helps."""
    return finding.code not in ("E206", "E207") or bool(finding.help or uncaught(facts.stderr))


def uncaught(text: str) -> str:
    """`IndexError: list index out of range`, for the last exception that this text of stderr tells of."""
    for pattern in _UNCAUGHT:
        if found := list(pattern.finditer(text)):
            what, says = found[-1]["what"].removeprefix("java.lang."), (found[-1]["says"] or "").strip()
            return ": ".join(filter(None, (what, says[:SAYS_KEPT])))
    return ""


def _place(text: str, source: Source) -> tuple[str, Finding.Excerpt | None]:
    """Return `homework.py:12`, the line of the program itself that an exception came from, and that line where it is in
    the file that is run; nothing where none is told."""
    python, java = list(_PYTHON.finditer(text)), _JAVA.search(text)
    frame = python[-1] if python else java
    if frame is None:
        return "", None
    line = int(frame["line"])
    if frame["file"] == PurePath(source.file).name and (excerpt := source.at(line)):
        return str(excerpt), excerpt
    return f"{frame['file']}:{line}", None


# --- what the sandbox refused -----------------------------------------------------------------------------------------
_CODES: Final = (
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EMFILE, errno.EFBIG, errno.ENOMEM, errno.ENOENT
)  # fmt: skip
_SAID: Final = {os.strerror(code): code for code in _CODES}  # as Java and C++ tell it
_ERRNO: Final = re.compile(r"\[Errno (\d{1,3})\]")
_NODE: Final = re.compile(r"^Error: (E[A-Z]{2,12}): .*", re.MULTILINE)
_PATH: Final = re.compile(r"'(/[^'\n]+)'|(?:^|(?<=[ \[]))(/[^\s()\[\]':]+)")
_SYSTEM: Final = re.compile(  # as perror tells it
    r"^(?:.*/.*: (?:Permission denied|Read-only file system)|.*: Operation not permitted)$", re.MULTILINE
)
_REFUSED: Final = re.compile(r"read-only file system|permission denied|operation not permitted", re.IGNORECASE)


def without_folders(stderr: str, source: str, *others: str) -> str:
    """Return stderr with the submission's files by their names alone. Where a path was refused, it stays whole: a name
    alone would be a file of the working directory. It is the same in each tier."""
    folders = re.compile("|".join(re.escape(f"{folder}/") for folder in (source, *others)))
    lines = stderr.splitlines(keepends=True)
    return "".join(folders.sub(f"{Sandbox.SOURCE}/" if _REFUSED.search(line) else "", line) for line in lines)


def help_against(stderr: str, home: protocol.Home, limits: Limits, *, sealed: bool) -> str:
    """Return what helps a program that ended by what a sandbox or a limit refused, told by an exception or by perror;
    empty where neither is known to have."""
    node, perror = _NODE.search(stderr), _SYSTEM.findall(stderr)
    headline = uncaught(stderr) or (node[0] if node else perror[-1] if perror else "")
    if not headline:
        return ""
    path = _PATH.search(headline)
    outside = path is not None and not f"{path[1] or path[2]}/".startswith(f"{home.work}/")
    raised = Raised("", f"{headline}\n{stderr}", errno=_errno(headline), outside=outside, sealed=sealed)
    return refusal(raised, limits)


def _errno(headline: str) -> int:
    if said := _ERRNO.search(headline):
        return int(said[1])
    if said := _NODE.match(headline):
        return int(getattr(errno, said[1], 0))
    return next((code for text, code in _SAID.items() if text in headline), 0)
