"""What a student handed in, as it was meant: which file is run, under what name, and every guess with its remark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.classroom import read_roll, read_upload
from judge.model import Programs, Roll
from tests.classes import write_zip
from tests.classroom.make import SOURCE, doubt_of, roll_of
from tests.judging.make import problem_of

SOLVE = SOURCE
PROGRAM = b"print(open('input.txt').read())\n"
JAVA = b"public class %b {\n    public static void main(String[] words) {}\n}\n"
SOLVES = "it alone defines solve, and nothing else in it reads a case"


def book(*cells: str) -> bytes:
    rows = [{"cell_type": "code", "source": cell} for cell in cells]
    return json.dumps({"nbformat": 4, "cells": rows}).encode()


def content(files: dict[str, bytes], asked: str = "", word: str = "", **package: Any) -> Roll.Member:
    """What is made of these files where this file is asked for, and the instructor has said this word."""
    problem = replace(problem_of(1), main=asked, **package)
    return read_upload(problem, [(path, path, data) for path, data in files.items()], word)[0]


def of_canvas(folder: Path, files: dict[str, bytes], asked: str = "", word: str = "") -> Roll.Member:
    """The same of files that Canvas has called so."""
    named = {f"leeann_5_{number}_{name}": data for number, (name, data) in enumerate(files.items(), 801)}
    match = f"file,student,main\n{next(iter(named))},5,{word}\n" if word else ""
    roll = roll_of(folder, named, match=match, problem=replace(problem_of(1), main=asked), kind="zip")
    return roll.members[0]


def held(member: Roll.Member) -> list[str]:
    return [path for path, _ in member.files]


# --- the file that is run ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("files", "main", "remarks"),
    [
        ({"hw1.py": PROGRAM, "main.py": PROGRAM}, "hw1.py", []),
        ({"a/hw1.py": PROGRAM, "main.py": PROGRAM}, "a/hw1.py", []),
        ({"HW1.py": PROGRAM, "main.py": PROGRAM}, "HW1.py", ["HW1.py: run for hw1.py"]),
        ({"hw1-2.py": PROGRAM, "main.py": PROGRAM}, "hw1-2.py", ["hw1-2.py: run for hw1.py"]),
        ({"hw1.py.txt": PROGRAM, "main.py": PROGRAM}, "hw1.py", ["hw1.py.txt: read as hw1.py"]),
        ({"solution.py": PROGRAM}, "solution.py", ["solution.py: run, as there is no hw1.py"]),
        ({"hw2.py": SOLVE, "x.py": b"y = 1"}, "hw2.py", [
            f"hw2.py: run, as {SOLVES}", "hw2.py: run, as there is no hw1.py", "x.py: not part of the program"]),
    ],
)  # fmt: skip
def test_the_file_that_was_asked_for(files: dict[str, bytes], main: str, remarks: list[str]) -> None:
    member = content(files, "hw1.py")
    assert (member.doubt, member.main, list(member.remarks)) == (None, main, remarks)


def test_the_instructor_s_word_comes_before_all_others() -> None:
    files = {"hw1.py": PROGRAM, "main.py": PROGRAM, "x/old.py": SOLVE}
    for word, main in (("x/old.py", "x/old.py"), ("old.py", "x/old.py"), ("main.py", "main.py")):
        assert content(files, "hw1.py", word).main == main
    what = "there is no source file none.py in it, which is named as the one that is run"
    assert content(files, "hw1.py", "none.py").doubt == Roll.Doubt("", what, "name one of hw1.py, main.py, x/old.py")
    several = content({"a/hw1.py": PROGRAM, "b/hw1.py": PROGRAM}, "hw1.py").doubt
    assert several == Roll.Doubt("", "there are several files hw1.py: a/hw1.py, b/hw1.py", "name its folder too")


@pytest.mark.parametrize("asked", ["Main", "edu.x.Main", "edu/x/Main.java", "Main.java"])
def test_java_is_asked_for_by_class(asked: str) -> None:
    files = {"src/edu/x/Main.java": JAVA % b"Main", "src/edu/y/Main2.java": JAVA % b"Main2", "src/edu/y/B.java": b""}
    assert content(files, asked).main == "src/edu/x/Main.java"


def test_a_file_called_as_its_folder_its_zip_or_the_problem_stands_out() -> None:
    files = {"Queens.java": JAVA % b"Queens", "Test.java": JAVA % b"Test"}
    assert content(files).doubt
    named = content(files, name="QUEENS")
    why = "Queens.java: run, as it is called as its folder, its zip or the homework is"
    assert (named.main, named.remarks) == ("Queens.java", (why,))


def test_a_package_that_expects_programs_makes_a_program_of_a_file_with_a_helper_called_solve() -> None:
    source = b"import util\ndef solve(a, b, c, d): pass\nprint(solve(*open('input.txt')))\n"
    files, rules = {"main.py": source, "util.py": b""}, Programs(io="files")
    doubt = doubt_of(content(files | {"main.py": b"import util\n" + SOLVE}))
    assert doubt.what == "main.py defines solve, which is judged as one file, but it imports util.py"
    member = content(files, programs=rules)
    assert held(member) == ["main.py", "util.py"]
    assert member.remarks == ("main.py: judged as a program, of which solve is a helper",)
    assert content({"main.py": SOLVE}, programs=rules).remarks == ()


TEST = "\nif __name__ == '__main__':\n    import util\n    util.show(solve)\n"


@pytest.mark.parametrize(
    ("before", "behind", "clear"),
    [
        *((line, "", True) for line in ("# see util", "util = 1", "'util.py'", "from lib import util")),
        *((line, "", False) for line in ("import util", "from util import x", "from . import util")),
        ("", TEST, True),  # what it imports for its self-test is not needed
        ("", f"{TEST}else:\n    import util\n", False),
    ],
)
def test_a_function_that_imports_another_file_is_not_clear(before: str, behind: str, clear: bool) -> None:
    member = content({"hw1.py": before.encode() + b"\n" + SOLVE + behind.encode(), "util.py": b""})
    assert (member.doubt is None, held(member)) == (clear, ["hw1.py"] * clear)


# --- names ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "main"),
    [
        ("HW.PY", "HW.py"), ("hw.Cpp", "hw.cpp"), ("hw.C", "hw.C"), ("hw.py.txt", "hw.py"), ("HW.PY.TXT", "HW.py"),
        ("src/Hw.JAVA", "src/Hw.java"),
    ],
)  # fmt: skip
def test_a_lone_file_is_read_under_the_name_that_was_meant(name: str, main: str) -> None:
    member = content({name: PROGRAM, "notes.txt": b"", "report.pdf": b""})
    assert (member.doubt, member.main) == (None, main)
    assert (f"{name}: read as {main}" in member.remarks) == (name != main)


def test_a_file_beside_others_keeps_its_name() -> None:
    beside = content({"hw.py": PROGRAM, "old.py.txt": PROGRAM})  # a text beside a source stays one
    assert (beside.main, beside.remarks) == ("hw.py", ("old.py.txt: not part of the program",))
    assert len(content({"hw.py": PROGRAM, "hw.PY": PROGRAM + b"#"}, word="hw.py").files) == 2
    assert content({"hw.py.txt": PROGRAM, "HW.py.txt": PROGRAM}).doubt, "two programs never become one"


# --- Canvas -----------------------------------------------------------------------------------------------------------
def test_canvas_s_copies_and_the_page_of_the_one_that_counts(tmp_path: Path) -> None:
    names = ["hw1.py", "hw1-1.py", "hw1-2.py", "notes-1.txt"]
    files = {f"doejane_5_{number}_{name}": PROGRAM + name.encode() for number, name in enumerate(names, 801)}
    files["roejoe_6_900_hw1-3.py"] = PROGRAM
    doe, roe = read_roll(write_zip(tmp_path / "submissions.zip", files)).members
    assert (doe.main, doe.page, doe.doubt) == ("hw1-2.py", "doejane_5_803_hw1-2", None)
    assert doe.remarks == (
        "hw1.py, hw1-1.py: left out for hw1-2.py, a later file of the same name",
        "notes-1.txt: not part of the program",
    )
    assert (roe.main, roe.remarks) == ("hw1-3.py", ())


@pytest.mark.parametrize(
    ("names", "left"),
    [
        ("hw1-1.py hw1-2.py", []),
        ("hw1.py hw1-2.py hw1-10.py", ["hw1.py", "hw1-2.py"]),
        ("main.cpp part-1.cpp part-2.cpp", []),
        ("main.cpp part.cpp part-1.cpp", ["part.cpp"]),
        ("main-9.py main-10.py", []),
    ],
)
def test_which_copies_are_left_out(tmp_path: Path, names: str, left: list[str]) -> None:
    files = {name: b"int main() {}" * name.startswith("main") for name in names.split()}
    member = of_canvas(tmp_path, files)
    assert [name for name in names.split() if any(name in remark.split(":")[0] for remark in member.remarks)] == left
    assert content(dict.fromkeys(names.split(), b"")).remarks == (), "only Canvas counts files"


@pytest.mark.parametrize(
    ("names", "asked", "main", "left"),
    [
        ("q-1.py q-2.py", "q-1.py", "q-1.py", ""),
        ("q-1.py q-2.py", "q-1", "q-1.py", ""),
        ("q-1.py q-2.py q-3.py", "q-2.py", "q-2.py", ""),
        ("q.py q-1.py q-2.py", "q-1.py", "q-1.py", "q.py, q-2.py: left out for q-1.py, which is asked for"),
        ("q.py q-1.py", "q.py", "q-1.py", "q.py: left out for q-1.py, a later file of the same name"),
        ("q-1.py q-2.py", "", "", ""),
        ("q-1.py q-2.py", "q.py", "", ""),
    ],
)
def test_of_canvas_s_copies_what_was_asked_for_is_run(
    tmp_path: Path, names: str, asked: str, main: str, left: str
) -> None:
    """The instructor may call the tasks so: then they are no copies."""
    member = of_canvas(tmp_path / "asked", dict.fromkeys(names.split(), PROGRAM), asked)
    assert (member.main, bool(member.doubt)) == (main, not main)
    assert [remark for remark in member.remarks if "left out" in remark] == ([left] if left else [])
    assert not any("as there is no" in remark for remark in member.remarks)
    older = of_canvas(tmp_path / "older", {"hw1.py": PROGRAM, "hw1-1.py": PROGRAM}, word="hw1.py")
    assert (older.main, older.remarks) == ("hw1.py", ("hw1-1.py: left out for hw1.py, which is asked for",))


def test_the_instructor_may_call_a_file_as_the_export_does(tmp_path: Path) -> None:
    files = {"hw1.py": PROGRAM, "hw1-1.py": PROGRAM, "main.py": PROGRAM}
    assert of_canvas(tmp_path, files, word="leeann_5_801_hw1.py").main == "hw1.py"


def test_a_copy_has_its_own_name_where_another_file_needs_it(tmp_path: Path) -> None:
    files = {"main.py": b"import util\nprint(util.x)", "util-1.py": b"x = 1"}
    member = of_canvas(tmp_path / "copy", files)
    assert (held(member), member.remarks) == (["main.py", "util.py"], ("util-1.py: read as util.py",))
    files = {"main.cpp": b'#include "part-1.h"\nint main() {}', "part-1.h": b""}
    own = of_canvas(tmp_path / "own", files)
    assert held(own) == ["main.cpp", "part-1.h"]


# --- notebooks --------------------------------------------------------------------------------------------------------
def test_a_lone_notebook_is_read_as_a_python_file(tmp_path: Path) -> None:
    code = SOLVE.decode()
    files = {"adams_5_801_hw1.ipynb": book("!ls", code, "print(1)"), "bell_6_802_hw1.py": SOLVE}
    adams, _ = read_roll(write_zip(tmp_path / "submissions.zip", files)).members
    assert (adams.main, adams.page) == ("hw1.py", "adams_5_801_hw1")
    assert adams.files == (("hw1.py", f"# cell 2\n{code}\n".encode()),)
    assert adams.remarks == ("hw1.ipynb: read as hw1.py: 1 of 3 cells with code, those that define or import",)


@pytest.mark.parametrize(
    ("files", "main", "remarks"),
    [
        ({"hw1.ipynb": book("!ls", "print(1)")}, "hw1.py", [
            "hw1.ipynb: read as hw1.py: 2 cells with code; lines left out that could not run here: 1"]),
        ({"hw1.ipynb": book("x"), "hw1.py": SOLVE}, "hw1.py", ["hw1.ipynb: not part of the program"]),
        ({"hw1.ipynb": book("x"), "run.py": PROGRAM}, "run.py", ["hw1.ipynb: not part of the program"]),
        ({"hw1.ipynb": b"broken", "main.py": PROGRAM}, "main.py", ["hw1.ipynb: not part of the program"]),
        ({"hw1.ipynb": book(SOLVE.decode()), "util.py": b"def f(): g()"}, "hw1.py", [
            "hw1.ipynb: read as hw1.py: 1 cell with code", f"hw1.py: run, as {SOLVES}",
            "util.py: not part of the program"]),
        ({"a.ipynb": b"broken", "b.ipynb": book(SOLVE.decode())}, "b.py", [
            "b.ipynb: read as b.py: 1 cell with code", "a.ipynb: it is no notebook: ",
            "a.ipynb: not part of the program"]),
    ],
)  # fmt: skip
def test_a_notebook_is_read_where_nothing_else_is_run(files: dict[str, bytes], main: str, remarks: list[str]) -> None:
    member = content(files)
    assert (member.doubt, member.main) == (None, main)
    assert len(member.remarks) == len(remarks)
    assert all(found.startswith(said) for found, said in zip(member.remarks, remarks, strict=True))


def test_beside_sources_that_are_too_long_to_be_looked_into_a_notebook_waits() -> None:
    files = {"hw1.ipynb": book("print(1)"), **dict.fromkeys(("x.py", "y.py"), b"#" * (256 << 10))}
    unclear = "it is not clear which of its programs is run: "
    assert doubt_of(content(files)).what == f"{unclear}hw1.py, x.py, y.py"
    assert doubt_of(content(files | {"z.py": b"#"})).what == f"{unclear}x.py, y.py, z.py"


@pytest.mark.parametrize("name", ["hw1.ipynb", "hw1"])
def test_a_notebook_that_somebody_names_is_read_beside_sources(name: str) -> None:
    files = {"hw1.ipynb": book("print(1)"), "main.py": PROGRAM}
    assert content(files, word=name).main == "hw1.py"
    assert content(files, name).main == "hw1.py"
    part = content({"hw1.ipynb": book(SOLVE.decode()), "hw1.py": b"def f(): g()"}, word="hw1.ipynb")
    assert part.main == "hw1.ipynb.py", "beside a part of its own name"
    rows = [{"cell_type": "markdown", "source": "#" * (9 << 20)}, {"cell_type": "code", "source": "print(1)"}]
    data = json.dumps({"nbformat": 4, "cells": rows}).encode()
    member = content({"a.ipynb": data, "b.ipynb": data})  # all of a student share one bound
    assert member.main == "a.py"
    assert "b.ipynb: the notebook is longer than 16 MiB" in member.remarks


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "hw1.ipynb: it is no notebook: "),
        (book(), "hw1.ipynb: there is no code in it"),
        (bytes((16 << 20) + 1), "hw1.ipynb: the notebook is longer than 16 MiB"),
    ],
)
def test_a_notebook_that_can_not_be_read_is_not_clear(data: bytes, said: str) -> None:
    doubt = doubt_of(content({"hw1.ipynb": data, "report.pdf": b""}))
    assert (doubt.where, doubt.help) == ("hw1.ipynb", "let the student export it as a Python file")
    assert doubt.what.startswith(said)


# --- Java, jars, and what must not be read ----------------------------------------------------------------------------
def test_a_jar_beside_java_is_kept_and_beside_anything_else_is_an_archive() -> None:
    jar = b"PK" + bytes(300 << 10)
    files = {"src/Main.java": JAVA % b"Main", "lib/fast.jar": jar, "src/B.java": b"class B {}"}
    assert held(content(files)) == ["lib/fast.jar", "src/B.java", "src/Main.java"]
    left = content({"main.py": PROGRAM, "fast.jar": jar})
    assert left.remarks == ("fast.jar: it is an archive in the archive, which is not opened",)
    large = content({"Main.java": JAVA % b"Main", "fast.jar": bytes((4 << 20) + 1)})
    assert (large.main, large.remarks) == ("Main.java", ("fast.jar: it is longer than 4096 KiB",))


def test_a_source_that_must_not_be_read_matters_in_its_own_language_alone() -> None:
    long = b"#" * (257 << 10)
    member = content({"Main.java": JAVA % b"Main", "doc/search.js": long})
    assert (member.main, member.remarks) == ("Main.java", ("doc/search.js: it is longer than 256 KiB",))
    repair = "let the student hand in a plain source file"
    for files in ({"main.py": PROGRAM, "x.PY": long}, {"x.py": long}, {"a.py": PROGRAM, "b.py": PROGRAM, "x.js": long}):
        path = next(path for path, data in files.items() if data == long)
        assert content(files).doubt == Roll.Doubt(path, "it is longer than 256 KiB", repair)
