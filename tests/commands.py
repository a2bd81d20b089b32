"""The command `judge` in this process: words in; a status, stdout and stderr out."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from judge.cli import entry_point
from tests.schemas import document


class Said(NamedTuple):
    """How a command ended, and what it said."""

    status: int
    out: str
    err: str


class Call:
    """Runs `judge` with some words in this process, on a terminal of so many columns that is none. A document that it
    writes is as its schema says."""

    def __init__(self, columns: int = 160, **variables: str) -> None:
        self._variables = {"COLUMNS": str(columns), **variables}

    def __call__(self, *words: str) -> Said:
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        cores = os.sched_getaffinity(0)
        status: object = None
        with (
            patch.dict(os.environ, self._variables),
            patch.object(sys, "argv", ["judge", *words]),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                entry_point()
            except SystemExit as end:
                status = end.code
            finally:
                os.sched_setaffinity(0, cores)
        assert isinstance(status, int)
        if "--json" in words and (written := Path(words[words.index("--json") + 1])).is_file() and status < 2:
            document(written)
        return Said(status, *(held.buffer.getvalue().decode() for held in (out, err)))

    def done(self, *words: str) -> str:
        """Return what a command prints that does what it is told."""
        return self.ends(0, *words)

    def ends(self, status: int, *words: str) -> str:
        """Return what a command prints that ends with this status."""
        found, out, err = self(*words)
        assert found == status, out + err
        return out

    def silent(self, status: int, *words: str) -> str:
        """Return what a command prints that ends with this status, and says nothing to stderr."""
        found, out, err = self(*words)
        assert (found, err) == (status, ""), out + err
        return out

    def fails(self, status: int, *words: str) -> str:
        """Return what a command says to stderr that ends with this status."""
        found, out, err = self(*words)
        assert found == status, out + err
        return err

    def refused(self, code: str, *words: str) -> str:
        """Return what a command says that is wrong use, with this code."""
        err = self.fails(2, *words)
        assert f"error[{code}" in err, err
        return err


def ran(*words: str, check: bool = False, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run a command of this machine to its end, and keep what it says."""
    return subprocess.run(words, check=check, **({"capture_output": True, "text": True} | how))


@cache
def summaries() -> dict[str, str]:
    """What `judge --help` says of each command, by its name."""
    return listed_in(Call(columns=80).done("--help").partition("\nOptions:")[2].partition("\n\n")[2])


def listed_in(text: str) -> dict[str, str]:
    """The names of a list of two columns, with what is said of each."""
    return dict(re.findall(r"^  ([a-z]+)  +(\S.*)$", text, re.MULTILINE))


@cache
def options(*command: str) -> frozenset[str]:
    """The long options that the help of a command lists."""
    return frozenset(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", Call(columns=80).done(*command, "--help"), re.MULTILINE))
