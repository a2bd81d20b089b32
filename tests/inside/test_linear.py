"""Twice as much of a stranger's text costs twice the time: no scan of it goes back over what it has seen.

Each scanner is given texts that make a search without care start again at every place: a table of `scanned.toml`. CPU
time is taken, the least of several, so that a busy machine changes nothing: what is quadratic takes four times as long
for a text twice as long.

An inside, because a scan is seen by itself alone: behind a door what stands around it takes longer.
"""

from __future__ import annotations

import contextlib
import gc
import time
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.classroom import Roster
from judge.classroom.matching import Matching
from judge.classroom.names import Near
from judge.classroom.shapes import Told, piles
from judge.classroom.shapes.gradescope import submitters
from judge.errors import JudgeError
from judge.executors.program import compiler, crash
from judge.executors.program.parts import OfC, spare_of_java
from judge.executors.program.plan import main_class, public_name, why_old
from judge.model import Instance, Limits, Programs, Roll, Student
from judge.problems import puzzle_named
from judge.reports.export import cells
from judge.sandbox import Facts
from judge.submissions import MainFile, Source, handed_in, languages, read_notebook, version_in
from judge.submissions.main_file import run_of
from judge.text import clean, clean_line, fold
from tests.problems.make import heard

Scan = Callable[[bytes], object]
Unit = tuple[str, ...]  # is repeated: one text, or one and then another
LEAST_S = 0.002  # of one measurement: enough to be seen
QUICK_S = 0.0005  # where the nightly test measures the same text for longer
RATIO = 3.2  # of a doubling: 2 where a scan is linear, 4 where it is quadratic
SIZES = tuple(1 << power for power in range(13, 20))

TEXTS: dict[str, list[Unit]] = {
    name: [(text,) if isinstance(text, str) else tuple(text) for text in texts]
    for name, texts in tomllib.loads(Path(__file__).with_name("scanned.toml").read_text("utf-8")).items()
}
HELPER = b"import numpy\ndef solve(a, n, p, g):\n    return x\nprint('OK', open('input.txt'))\n"


def text(scan: Callable[[str], object]) -> Scan:
    return lambda data: scan(data.decode(errors="replace"))


def parsed(data: bytes) -> None:
    handed_in("m", "pkg", "m.py", (("m.py", data),))
    Source(data, "m.py").why_python_2()


def parts(data: bytes) -> None:
    program = OfC((("main.cpp", data), ("a.h", data), ("b/a.c", data)), "main.cpp", (".cpp",))
    program.headers("/s")
    program.by_need()
    spare_of_java((("Main.java", data), ("a/A.java", data)), "Main.java")


def last_words(said: str) -> None:
    facts = Facts(status=1, stderr=said)
    crash.why_it_ended(facts, Source(said.encode(errors="replace"), "m.py"), Programs(), Limits())


def refusal(log: str) -> None:
    for head in ("", "cannot find symbol\n", "a: error: cannot find symbol\n"):
        compiler._refused(Facts(status=1), languages()["Java"], head + log)


def named(path: str) -> None:
    from judge.classroom.file import File

    for shape in ("", "/x"):
        piles(
            [File(path.replace("/", "-") + shape, 0, lambda _: b""), File("eve_1_2_x.py", 0, lambda _: b"")], (".py",)
        )
    told = Told(Student("7"), path + "x", "7", words=(path, path[1:]))
    shapes: tuple[Roll.Shape, ...] = ("Moodle", "Canvas", "Sakai")
    for shape in shapes:
        Matching(Roster([Student("1", path, group=path)]), shape, [told]).whose(told)
    Near([Student("1", path[:5000])]).to(path)


def copies(path: str) -> None:
    version_in(path)
    MainFile.named([path, f"{path}.py"], path)
    MainFile.named([path], "hw1.py")


def notebook(text: str) -> None:
    """One cell of it, and each line a cell; with a `solve` that needs some."""
    solve = "def solve(a, b, c, d): return a, f"
    for sources in ([text], [*text.split("\n")[:1900], solve]):
        rows = [{"cell_type": "code", "source": source} for source in sources]
        with contextlib.suppress(ValueError):
            read_notebook(msgspec.json.encode({"nbformat": 4, "cells": rows}))


def choice(data: bytes) -> None:
    MainFile.of({"a.py": data, "b.py": b"def solve(a, b, c, d): pass", "c.py": data}, Programs(), ["a"])


def answers(puzzle: str, n: int) -> Scan:
    return lambda data: heard(data, puzzle, n, shapes=True)


def cases(data: bytes) -> None:
    for puzzle in ("lizards", "most-queens", "star-battle", "scooters", "list-queens", "count-queens"):
        for head in (b"", b"5 1\n"):
            with contextlib.suppress(JudgeError):
                puzzle_named(puzzle).cases.read(head + data, "input.txt")


def on_a_grove(data: bytes) -> None:
    grid = np.eye(8, 9, 1, dtype=np.int8) * 2
    heard(data, "lizards", Instance("ANY", 8, 8, grid), shapes=True, fail_words=("no solution", "-1"))
    heard(data, "queens", 8, shapes=True)


SCANS: dict[str, tuple[Scan, str]] = {
    "Python": (parsed, "Python"),
    "a helper of a program": (lambda data: parsed(HELPER + data + b"1\n"), "results"),
    "a text of a program": (lambda data: parsed(b"x = '''" + data + b"1'''\n"), "texts"),
    "which is run": (lambda data: run_of({"a.py": data, "b.py": b"", "c.java": data}), "Python"),
    "Python's modules": (lambda data: why_old({"a.py": b"1 +" + data}, "a.py"), "Python"),
    "parts of a program": (parts, "parts"),
    "Java's public class": (text(public_name), "Java"),
    "Java's main": (text(main_class), "Java"),
    "Java's main at its end": (text(lambda said: main_class(said + "}'\"\n*/ static void main(")), "Java"),
    "last words": (text(last_words), "words"),
    "a compiler's log": (text(refusal), "logs"),
    "text for a terminal": (text(clean), "terminal"),
    "a note beside a fault": (text(lambda said: fold(clean(said), 80, "  ", "    ")), "terminal"),
    "a cell of a table": (text(lambda said: (cells.cell(said), clean_line(said))), "terminal"),
    "names of an export": (text(named), "names"),
    "names of copies": (text(copies), "copies"),
    "a notebook": (text(notebook), "cells"),
    "which stands out": (choice, "Python"),
    "a list of submitters": (submitters, "metadata"),
    "an answer": (answers("lizards", 4), "answers"),
    "a wide answer": (answers("queens", 300), "answers"),
    "columns": (answers("spies", 8), "answers"),
    "a list": (answers("all-queens", 4), "answers"),
    "a number": (answers("all-queens", 40), "answers"),
    "an answer on a grove": (on_a_grove, "answers"),
    "a case": (cases, "cases"),
}


def cpu_s(scan: Scan, data: bytes) -> float:
    gc.disable()  # else a long text pays for a look at all that other tests have left, and a short one does not
    begun_s = time.thread_time()  # another thread of the tests may work beside it
    try:
        scan(data)
    except Exception as error:
        if getattr(error, "code", "") != "E461":  # a list of submitters without bounds is refused
            raise
    finally:
        used_s = time.thread_time() - begun_s
        gc.enable()
    return used_s


def repeated(unit: Unit, size: int) -> bytes:
    """So much of a unit; of two, the half of each."""
    return b"".join(text * (size // len(unit) // len(text)) for text in (one.encode() for one in unit))


def grows_too_fast(scan: Scan, unit: Unit, least_s: float = LEAST_S) -> str:
    """What a text of this unit costs where doubling it twice costs much more than four times as much; else empty.

    One doubling alone may be a step, where a text outgrows a cache."""
    for size in SIZES:
        data = repeated(unit, size)
        if cpu_s(scan, data) >= least_s and min(cpu_s(scan, data) for _ in range(3)) >= least_s:
            break  # not by one hiccup: in a text too short, nothing is seen to grow
    for tries in (1, 3, 5):
        one_s = min(cpu_s(scan, data) for _ in range(tries + 1))
        four_s = min(cpu_s(scan, repeated(unit, 4 * size)) for _ in range(tries))
        if four_s <= RATIO**2 * max(one_s, least_s):
            return ""
    return f"{unit!r}: {one_s:.3f} s for {len(data)} bytes, {four_s:.3f} s for four times as many"


def too_fast(scan: Scan, units: Sequence[Unit], least_s: float = LEAST_S) -> list[str]:
    return list(filter(None, (grows_too_fast(scan, unit, least_s) for unit in dict.fromkeys(units))))


# Those that take seconds each.
LONG = {
    "a notebook", "which stands out", "Python", "a list", "columns", "Python's modules", "a wide answer",
    "an answer", "a number", "an answer on a grove", "which is run", "names of an export",
    "a note beside a fault", "text for a terminal", "a helper of a program",
}  # fmt: skip


@pytest.mark.parametrize(("turn", "name"), enumerate(name for name in SCANS if name not in LONG))
def test_no_text_of_a_stranger_is_scanned_again_and_again(turn: int, name: str) -> None:
    """Of what any text may hold each has a third, always the same; the nightly test below has all."""
    scan, table = SCANS[name]
    assert too_fast(scan, [*TEXTS["any"][turn % 3 :: 3], *TEXTS[table]], QUICK_S) == []


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.nightly(sample=2)) for name in SCANS])
def test_no_text_of_any_units_is_scanned_again_and_again(name: str) -> None:
    scan, table = SCANS[name]
    assert too_fast(scan, [*TEXTS["any"], *TEXTS["pairs"], *TEXTS[table]]) == []


def test_the_measurement_sees_what_is_quadratic() -> None:
    def again_and_again(data: bytes) -> list[int]:
        return [data.count(b"b", at) for at in range(0, len(data), 64)]

    assert any(grows_too_fast(again_and_again, ("a",), QUICK_S) for _ in range(5))  # one look alone may be disturbed
    assert not grows_too_fast(lambda data: data.split(b"a"), ("ab",), QUICK_S)
