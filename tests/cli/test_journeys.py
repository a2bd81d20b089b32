"""Journeys on the command line, which lie as texts beside this: what is given, and what comes of it.

== begins a journey, in a folder of its own with the package `pkg`; (slow) behind its title marks it.
on FIXTURE                         the folder has what a fixture puts there, too
write FILE ...  <=  TEXT           \\n is a line's end, and {NAME} stands for one of TEXTS
edit FILE  <=  OLD -> NEW
remove FILE ...
STATUS  judge WORDS  =>  SAID | ...   words as a shell reads them; on stdout and stderr, however lines are folded;
                                   what begins with ! is not said
in FILE  =>  SAID | ...            the same of a file
json FILE  =>  KEY = VALUE | ...   KEY leads there, as a.0.b; of a list, a.each.b has the values of all
csv FILE  =>  ID.COLUMN = VALUE | ...   the same of the row of an id
files PATTERN  =>  FILE ...        all that there are
zip FILE  =>  FILE ...             all that are in it
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.handed_in import FAIL, HALF, HALF_SOLVES, RIGHT, WRONG, edit, gradebook
from tests.commands import Call
from tests.conftest import RIGHT as SOLVES
from tests.conftest import WRONG as ATTACKS
from tests.make import case_text, files

BY_COLUMN = """\
n = int(open("input.txt").read().split()[1])
print("OK")
for column in {}:
    print("".join("01"[column == k] for k in range(n)))
"""
ONE = 'n = int(open("input.txt").read().split()[1])\nprint("OK\\n1" if n == 1 else "FAIL")\n'  # right where n is 1
TEXTS = {
    **{"four": case_text(4), "five": case_text(5), "far": case_text(60)},
    **{"right": RIGHT.format(""), "wrong": WRONG, "FAIL": FAIL, "half": HALF, "one": ONE},
    **{"solves": SOLVES, "attacks": ATTACKS, "half solves": HALF_SOLVES},
    "solves six": HALF_SOLVES.replace("n == 4", "n == 6"),
    "late": RIGHT.format("while True: pass"),
    "gives up": "def solve(algorithm, n, lizards, grid):\n    return None\n",
    "knows": BY_COLUMN.format("[*range(1, n, 2), *range(0, n, 2)]"),
    "lies": BY_COLUMN.format("range(n)"),
    "sum": 'title = "Sum"\npuzzle = "general"\n[groups.sample]\n',
    "long": "\x1b[31m```\n" * 1000,
    "same": "import sys\nsys.exit(42 if sys.stdin.read() == open(sys.argv[1]).read() else ",
    "slow": RIGHT.format("import time; x = time.process_time()\nwhile time.process_time() - x < 0.03: pass"),
    "slower": RIGHT.format("import time; x = time.process_time()\nwhile time.process_time() - x < 0.1: pass"),
}
STEPS: dict[str, Callable[[str, str], object]] = {
    "write": lambda names, text: files(Path(), dict.fromkeys(names.split(), text_of(text))),
    "edit": lambda name, words: edit(words.partition(" -> ")[0], words.partition(" -> ")[2], name),
    "in": lambda name, said: assert_said(Path(name).read_text(), said),
    "json": lambda name, said: assert_holds(json.loads(Path(name).read_text()), said),
    "csv": lambda name, said: assert_rows(gradebook(name), said),
    "files": lambda pattern, names: assert_names(map(str, Path().glob(pattern)), names),
    "zip": lambda name, names: assert_names(zipfile.ZipFile(name).namelist(), names),
}


def journeys() -> Iterator[Any]:
    for path in sorted(Path(__file__).with_name("journeys").glob("*.txt")):
        for text in re.split(r"^== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            title, *steps = (line for line in text.splitlines() if line)
            marks = [pytest.mark.slow] if title.endswith("(slow)") else []
            yield pytest.param(steps, id=f"{path.stem}: {title}", marks=marks)


def text_of(words: str) -> str:
    """The text that is meant."""
    lines = words.replace("\\n", "\n").replace("\\r", "\r")
    return re.sub(r"\{([A-Za-z ]+)\}", lambda named: TEXTS.get(named[1], named[0]), lines)


def assert_said(text: str, said: str) -> None:
    text = " ".join(text.split())
    for words in filter(None, said.split(" | ")):
        assert (words.removeprefix("!") in text) != words.startswith("!"), f"{words}\n{text}"


def assert_holds(found: Any, said: str) -> None:
    for fact in said.split(" | "):
        path, _, value = fact.partition(" = ")
        assert at(found, path.split(".")) == json.loads(value), fact


def assert_rows(rows: dict[str, dict[str, str]], said: str) -> None:
    for fact in said.split(" | "):
        path, _, value = fact.partition(" =")
        known, _, column = path.partition(".")
        assert rows[known][column] == value.strip(), fact


def at(found: Any, path: list[str]) -> Any:
    """What lies there, along keys of objects and places in lists."""
    for number, key in enumerate(path):
        if key == "each":
            return [at(one, path[number + 1 :]) for one in found]
        found = found[int(key)] if isinstance(found, list) else found[key]
    return found


def assert_names(found: Iterable[str], names: str) -> None:
    assert sorted(found) == sorted(names.split())


@pytest.mark.parametrize("steps", list(journeys()))
def test_a_journey(here: Path, call: Call, request: pytest.FixtureRequest, steps: list[str]) -> None:
    for step in steps:
        kind, _, rest = step.partition(" ")
        if kind == "on":
            request.getfixturevalue(rest)
        elif kind == "remove":
            for path in map(Path, rest.split()):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        elif kind.isdigit():
            words, _, said = rest.strip().partition("  =>  ")
            status, out, err = call(*shlex.split(words)[1:])
            assert (status, "\x1b" in out + err) == (int(kind), False), out + err
            assert_said(f"{out} {err}", said)
        else:
            STEPS[kind](*re.split(r"  (?:<=|=>)(?:  |$)", rest, maxsplit=1))
