"""The judge's own error, and the table of codes that `judge explain` prints.

A code is stable: E1xx an answer, E2xx a run, E3xx the judge or its package, E4xx a file or a word on the
command line that can't be read, W1xx text that was read tolerantly. The table itself is `codes.toml`.
What an earlier version had is in `gone.toml`, with what to use instead.
"""

from __future__ import annotations

import errno
import os
import tomllib
import traceback
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec

Gone = Literal["command", "option", "key", "passed-over", "value", "file", "topic", "code"]
WENT = "went with version 0.2.0"  # of all that gone.toml names
_LONGEST = 16_000  # characters of a traceback: mutual recursion makes it as deep as the stack


class Place(msgspec.Struct, frozen=True):
    """Where in a file: lines and columns count from 1; 0 means the whole file or the whole line."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [self.file]
        if self.line:
            parts.append(f"line {self.line}")
        if self.column:
            parts.append(f"column {self.column}")
        return parts[0] + (" " + ", ".join(parts[1:]) if self.line else "")


Todo = str | tuple[str, str]  # what to do, or also what to do in a terminal


class JudgeError(Exception):
    """Something that stops the judge, told so that its reader can mend it.

    `message` is one sentence, `note` a fact beside it, `help` the repair, or a pair: the repair and what to do in a
    terminal, which not every reader has; `code` is explained by `judge explain`.
    """

    def __init__(self, code: str, message: str, place: Place | None = None, note: str = "", help: Todo = "") -> None:  # noqa: A002 - rustc's word
        super().__init__(message)
        self.code, self.message, self.place, self.note = code, message, place, note
        self.help, self.command = ways_of(help)
        for name, text in (("note", note), ("help", advice(self.help, self.command))):
            if text:  # a notebook shows it below the traceback
                self.add_note(f"  = {name}: {text}")

    def __str__(self) -> str:
        where = f" ({self.place})" if self.place else ""
        return f"error[{self.code}]: {self.message}{where}"


def advice(words: str, command: str = "") -> str:
    """Return what to do, and then what to do in a terminal."""
    return "; ".join(filter(None, (words, command)))


def ways_of(todo: Todo) -> tuple[str, str]:
    """Return what to do, and what to do in a terminal, "" for nothing more."""
    return (todo, "") if isinstance(todo, str) else todo


class ValueFault(ValueError):  # noqa: N818 - a fault of a file or a form, named as the other faults are
    """Says which key holds a value that is none, what is wrong with it, and how to fix it. Who reads the file or the
    form knows its place."""

    def __init__(self, key: str, what: str, repair: str) -> None:
        super().__init__(what)
        self.key, self.what, self.help = key, what, repair


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the table: what happened, why it is refused, an example, and how to mend it."""

    title: str
    verdict: str = ""
    why: str = ""
    example: str = ""
    mend: str = ""
    command: str = ""  # what to do in a terminal, which not every reader has
    gone: bool = False  # nothing says it any more, and nothing will: it is explained where an old record holds it

    def steps(self, *, terminal: bool = True) -> str:
        """Return what to do, for who has a terminal or has none."""
        return " ".join(filter(None, (self.mend.strip(), self.command if terminal else "")))


@cache
def codes() -> dict[str, Code]:
    """All codes, by name, in the order of the table."""
    return _table("codes.toml")


def said_codes() -> dict[str, Code]:
    """Return the codes to list: those that may still be said."""
    return {name: row for name, row in codes().items() if not row.gone}


@cache
def verdicts() -> dict[str, Code]:
    """Return what is to be said of each verdict, by name."""
    return _table("verdicts.toml")


def of_what_went(error: JudgeError) -> bool:
    """Say whether an error refuses something that an earlier version had."""
    return WENT in error.message


def gone(kind: Gone, name: str) -> str | None:
    """Return what to use instead of a name that went: a sentence, for a topic its successor."""
    return _gone().get(kind, {}).get(name)


@cache
def _gone() -> dict[str, dict[str, str]]:
    return tomllib.loads((Path(__file__).parent / "gone.toml").read_text(encoding="utf-8"))


def _table(name: str) -> dict[str, Code]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Code])


def meant(word: str, known: Iterable[str]) -> str:
    """Return the question whether the nearest of the known words was meant, to end a message with; else nothing."""
    import difflib  # few need it

    names = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word.lower(), names, n=1)
    return f"; did you mean {names[near[0]]}?" if near else ""


def in_words(error: Exception) -> str:
    """Return the kind of an exception and the first line of its text, as text that UTF-8 can hold."""
    try:
        said = str(error)
    except Exception:  # an exception that can't say what it is must not break the fence
        said = ""
    first = said.splitlines()[0][:300] if said else ""
    return _plain(": ".join(filter(None, (type(error).__name__, first))))


def trace_of(error: Exception) -> str:
    """Return the traceback, of a long one its beginning and its end."""
    try:
        text = "".join(traceback.format_exception(error))
    except Exception:  # no memory or no stack left, even for that
        text = f"{type(error).__name__}, and its traceback could not be written"
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]}\n...\n{text[-_LONGEST // 2 :]}"
    return _plain(text)


def keep_trace(error: Exception) -> str:
    """Write the traceback of an error that belongs to no judgement into a file of its own; return its name."""
    import tempfile  # 10 ms of every command, for what never happens

    handle, name = tempfile.mkstemp(prefix="judge-crash-", suffix=".txt")
    os.close(handle)
    Path(name).write_text(trace_of(error), encoding="utf-8")
    return name


FULL: Final = (errno.ENOSPC, errno.EDQUOT)


def room_or(error: OSError, otherwise: str) -> str:
    """Return what to do where something can't be written: a full disk needs room, and not another name."""
    return "free some space there, and try again" if error.errno in FULL else otherwise


def own_fault(error: Exception) -> JudgeError:
    """Return our own mistake as an error, and keep its traceback in a file, for those who fix it. It is none where a
    disk is full or the current folder has been removed: then E435."""
    if isinstance(error, OSError) and error.errno in FULL:
        message = f"{error.filename or 'the output'} can't be written: {error.strerror}"
        return JudgeError("E435", message, help=room_or(error, ""))
    try:
        Path.cwd()
    except FileNotFoundError:
        return JudgeError("E435", "this folder was removed while you are in it", help="cd to one that is there")
    return JudgeError(
        "E304", "the judge itself failed", note=f"the details are in {keep_trace(error)}", help="please report them"
    )


def _plain(text: str) -> str:
    return text.encode(errors="backslashreplace").decode()
