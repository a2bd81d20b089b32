"""Twice as much of a stranger's text costs twice the time: no scan of it goes back over what it has seen.

Each scanner is given texts that make a search without care start again at every place. CPU time is taken, the least of
several, so that a busy machine changes nothing: what is quadratic takes four times as long for a text twice as long.

An inside, because a scan is seen by itself alone: behind a door what stands around it takes longer.
"""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
import pytest

from judge.classroom import Roster
from judge.classroom.matching import Matching
from judge.classroom.names import Near
from judge.classroom.shapes import Told, piles
from judge.classroom.shapes.gradescope import submitters
from judge.errors import JudgeError
from judge.executors.program import compile as compiling
from judge.executors.program import crash
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
Unit = bytes | tuple[bytes, bytes]
LEAST_S = 0.002  # of one measurement: enough to be seen
QUICK_S = 0.0005  # where the nightly test measures the same text for longer
RATIO = 3.2  # of a doubling: 2 where a scan is linear, 4 where it is quadratic
SIZES = tuple(1 << power for power in range(13, 20))

COMMON = [
    b"\n", b" ", b"\t", b"a", b"a ", b"(", b"[", b"{", b"}", b"'", b'"', b"\\", b"\\\n", b"/*", b"#", b":", b"1",
    b"1 ",
]  # fmt: skip
PAIRS = [
    (b" ", b"a "), (b"\n", b"a"), (b"(", b")"), (b"[", b"]"), (b"{", b"}"), (b"/*", b"*"), (b'"', b"\\"), (b"a", b"\n"),
    (b"1", b"a"), (b"a ", b"("), (b":", b"1\n"), (b"\n", b" a\n"),
]  # fmt: skip
PYTHON = [
    b"if solve(a): solve = a\n", b"def solve(a): return solve(a)\nif b: c()\n",
    b"print\n", b"except a\n", b"except ", b"exec ", b"print ", b"if __name__\n", b"import a,", b"from a ",
    b"@EXPECTED_RESULTS@:", b"# judge: ", b"main ", b"[a] ", b"a=map(f,x)\n", b"class A:\n", b"def a():\n\tpass\n",
    b"x.keys()\n", b"/home/", b'"/home/a', b"lambda:0\n", b"x=0\n", b"y,", b"1+", b"1<", b"x if y else ", b"f(",
    b"a.b.", b"elif x: pass\n", b"argv [",
]  # fmt: skip
HELPER = b"import numpy\ndef solve(a, n, p, g):\n    return x\nprint('OK', open('input.txt'))\n"
RESULTS = [b"solve(a)<", b"solve(a)+", b"(y := solve(y))\n", b"x = solve(a)\nsolve(x)\n", b"solve(solve(a))\n"]
JAVA = [
    b"public ", b"final ", b"static ", b"public static ", b"static final ", b"class A ", b"class A{", b"class A{}",
    b"public class A ", b"{public class A}", b"void main ", b"static void ", b'"\\"', b"'\\'", b"//", b"*/", b"/*/",
    b"package ", b"package a.", b"{}", b"}{", b"enum ", b"interface A ", b"{public class A ",
]  # fmt: skip
WORDS = [
    b"sys.argv[", b"sys.argv[\n", b"FileNotFoundException: ", b"Traceback (most recent\n",
    b"Traceback (most recent\n x\n", b" x\n", b"\tat ", b" at (a", b" at A.a(", b'  File "', b'Exception in thread "',
    b"terminate called '", b"'a'", b"No such file or directory: ", b"(No such file", b"java.lang.", b"MemoryError",
    b"ImportError", b"java.lang.NoClassDefFoundError: ", b"what(): ", b"a.java:1", b"terminate called after '\n",
    b"ENOENT",
]  # fmt: skip
LOGS = [
    b"cannot find symbol\n", b"symbol:", b" symbol: ", b"a:1: ", b"a:", b"error: ", b"fatal error: ",
    b"error: package ", b"error: package a.", b"is defined in header ", b"error[", b"cannot find symbol\nx\n",
    b"a:1:1:", b"1:",
]  # fmt: skip
ANSWERS = [
    b"OK", b"OK\n", b"FAIL\n", b"OK \n", b"1000\n", b"1000\n0100\n0010\n0001\n", b"2413\n", b"2 4 1 3\n", b"[2413]",
    b"[1,2]", b"(1, 2)\n", b"1:2\n", b"A1 B2 ", b"Q . . .\n", b"| | ", b"|", b"+-", b"no solution ", b"no solution\n",
    b"Total 5\n", b"queen 1: column 3\n", b"\x1b[", b"\x1b[0m", b"\xe2\x99\x9b ", b"1 0100 1\n", b"x1x1x\n", b"[1,\n",
    b"solution 1 ", b"\r", b"enter ", b"[ 1 \n", b"0 ", b"2\n", b"0. ", b"[0. 1.]\n", b"True ", b"FALSE\n", b"[ ][Q]",
    b"np.int64(1", b"array(", b", dtype=", b"[,1] ", b"[1,] 0\n [,1]\n", b"[,1]\n[1,] 1\n[,2]\n[1,] 1\n[,3]\n",
    b"[1] 2\n", b"8/", b"1Q/ ", b"999999/", b"v 1 ", b"v -1 0 ", b"v 1\n", b"row 1, column 2\n", b"[0 ... 1]\n",
    b"X Q _ _\n", b"1 2 3\n",
]  # fmt: skip
TERMINAL = [
    b"\x1b[", b"\x1b]", b"\x1b[0", b"\xc2\x9b", b"\xc2\x90", b"\x1b]\x1b", b"\xe2\x80\xae", b"\x1b[ ", b"\r", b"\x07",
]  # fmt: skip
NAMES = [
    b"_1", b"1_", b"_1_1", b"a_1_assignsubmission_", b"_LATE_", b"anon_", b"_attempt_",
    b"_attempt_2026-11-21-18-00-00_", b" - ", b"1-1 - a - ", b"a@x_1_", b"@", b"hw1-", b"submitted/a/",
    b"Sep 24, 2024 9",
]  # fmt: skip
CASES = [b"5 1 ", b"5 1\n", b"1 1 1 1 1\n", b"007 ", b"-1 ", b"1,1\n", b"0", b"*", b".", b"DFS\n", b"\r\n", b" \n"]
COPIES = [b"-1", b"-1.", b"-1.a", b".py", b"/", b"a/", b".", b"-1.py/"]
CELLS = [
    b"%a\n", b"!a\n", b"a?\n", b"%%bash\n", b"a = !b\n", b"a, ", b"a.", b"?", b'"""\n', b"import a\n", b"import a;",
    b"def a(): b\n", b"a()\n", b"a[0] = 1\n", b"def solve(a): b\n", b"global a\n",
]  # fmt: skip
METADATA = [
    b"submission_1:\n", b"submission_", b"  :submitters:\n", b"submission_1:\n  :submitters:\n", b"  - :name: x\n",
    b"    x\n", b"  ", b"submission_1: ",
]  # fmt: skip


def text(scan: Callable[[str], object]) -> Scan:
    return lambda data: scan(data.decode(errors="replace"))


def parsed(data: bytes) -> None:
    handed_in("m", "pkg", "m.py", (("m.py", data),))
    Source(data, "m.py").why_python_2()


def last_words(said: str) -> None:
    facts = Facts(status=1, stderr=said)
    crash.why_it_ended(facts, Source(said.encode(errors="replace"), "m.py"), Programs(), Limits())


def refusal(log: str) -> None:
    for head in ("", "cannot find symbol\n", "a: error: cannot find symbol\n"):
        compiling._refused(Facts(status=1), languages()["Java"], head + log)


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


SCANS: dict[str, tuple[Scan, list[bytes]]] = {
    "Python": (parsed, PYTHON),
    "a helper of a program": (lambda data: parsed(HELPER + data + b"1\n"), RESULTS),
    "which is run": (lambda data: run_of({"a.py": data, "b.py": b"", "c.java": data}), PYTHON),
    "Python's modules": (lambda data: why_old({"a.py": b"1 +" + data}, "a.py"), PYTHON),
    "Java's public class": (text(public_name), JAVA),
    "Java's main": (text(main_class), JAVA),
    "Java's main at its end": (text(lambda said: main_class(said + "}'\"\n*/ static void main(")), JAVA),
    "last words": (text(last_words), WORDS),
    "a compiler's log": (text(refusal), LOGS),
    "text for a terminal": (text(clean), TERMINAL),
    "a note beside a fault": (text(lambda said: fold(clean(said), 80, "  ", "    ")), TERMINAL),
    "a cell of a table": (text(lambda said: (cells.cell(said), clean_line(said))), TERMINAL),
    "names of an export": (text(named), NAMES),
    "names of copies": (text(copies), COPIES),
    "a notebook": (text(notebook), CELLS),
    "which stands out": (choice, PYTHON),
    "a list of submitters": (submitters, METADATA),
    "an answer": (answers("lizards", 4), ANSWERS),
    "a wide answer": (answers("queens", 300), ANSWERS),
    "columns": (answers("spies", 8), ANSWERS),
    "a list": (answers("all-queens", 4), ANSWERS),
    "a number": (answers("all-queens", 40), ANSWERS),
    "an answer on a grove": (on_a_grove, ANSWERS),
    "a case": (cases, CASES),
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
    parts = unit if isinstance(unit, tuple) else (unit,)
    return b"".join(part * (size // len(parts) // len(part)) for part in parts)


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
    scan, units = SCANS[name]
    assert too_fast(scan, [*COMMON[turn % 3 :: 3], *units], QUICK_S) == []


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.nightly(sample=2)) for name in SCANS])
def test_no_text_of_any_units_is_scanned_again_and_again(name: str) -> None:
    scan, units = SCANS[name]
    assert too_fast(scan, [*COMMON, *PAIRS, *units]) == []


def test_the_measurement_sees_what_is_quadratic() -> None:
    def again_and_again(data: bytes) -> list[int]:
        return [data.count(b"b", at) for at in range(0, len(data), 64)]

    assert any(grows_too_fast(again_and_again, b"a", QUICK_S) for _ in range(5))  # one look alone may be disturbed
    assert not grows_too_fast(lambda data: data.split(b"a"), b"ab", QUICK_S)
