"""What a student handed in, as it was meant: which file is run, under what name, and every guess with its remark."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.classroom import read_roll, read_upload
from judge.model import Programs, Roll
from tests.classes import zipped
from tests.classroom.make import SOURCE, by_id, failing, lone, roll_of, written_rows
from tests.judging.make import problem_of

SOLVE = SOURCE
PROGRAM = b"print(open('input.txt').read())\n"
JAVA = b"public class %b {\n    public static void main(String[] words) {}\n}\n"
IMPORTS = b"import util\nprint(1)\n"
WIDE = b"#" * (256 << 10)
HELD = {
    **{"PROGRAM": PROGRAM, "IMPORTS": IMPORTS, "DATA": b"open('data.txt'), open('input.txt'), open('output.txt', 'w')"},
    **{"WIDE": WIDE, "LONG": WIDE + b"#", "JAR": b"PK" + bytes(300 << 10)},
    **{f"OVER {most} MiB": bytes((most << 20) + 1) for most in (4, 16)},
}
Files = dict[str, bytes]


def of(names: str, data: bytes = PROGRAM, **more: bytes) -> Files:
    """Files of these names with the same in each; in the names of `more` files `__` is the dot."""
    return dict.fromkeys(names.split(), data) | {name.replace("__", "."): other for name, other in more.items()}


def book(*cells: str) -> bytes:
    rows = [{"cell_type": "code", "source": cell} for cell in cells]
    return json.dumps({"nbformat": 4, "cells": rows}).encode()


def content(files: Files, asked: str = "", word: str = "", **package: Any) -> Roll.Member:
    """What is made of these files where this file is asked for, and the instructor has said this word."""
    problem = replace(problem_of(1), main=asked, **package)
    return read_upload(problem, [(path, path, data) for path, data in files.items()], word)[0]


def held(name: str, word: Any) -> bytes:
    """What is in a file of handed_in.toml that is called so."""
    if isinstance(word, dict):
        return zipped({one: held(one, it) for one, it in word.items()})
    if isinstance(word, list):
        return book(*(cell.replace("SOLVE", SOLVE.decode()) for cell in word))
    if word == "JAVA":
        return JAVA % Path(name).stem.encode()
    return HELD.get(word) or word.encode().replace(b"SOLVE", SOLVE)


@pytest.mark.parametrize(
    ("names", "asked", "made", "said"), chain.from_iterable(written_rows("handed_in.toml").values())
)
def test_what_is_run_and_said(tmp_path: Path, names: dict[str, Any], asked: str, made: str, said: list[str]) -> None:
    """On the web, and in the folder of a student of a class."""
    files, problem = {name: held(name, word) for name, word in names.items()}, replace(problem_of(1), main=asked)
    class_ = {f"ada/{name}": data for name, data in files.items()} | of("bob.py")
    ada = by_id(roll_of(tmp_path, class_, problem=problem, kind="zip"))["ada"]
    for member, place in ((content(files, asked), ""), (ada, "ada")):
        if member.doubt:
            assert (f"? {member.doubt.what}".startswith(made), member.doubt.help != "") == (True, True)
            assert member.doubt.where == "/".join(filter(None, [place, *said]))
            assert (member.main, member.files, member.remarks) == ("", (), ())
            continue
        assert [member.main, *(name for name, _ in member.files if name != member.main)] == made.split()
        assert len(member.remarks) == len(said)
        assert all(found.startswith(words) for found, words in zip(member.remarks, said, strict=True))
    assert ada.page == "ada/feedback"


def test_the_instructor_s_word_comes_before_all_others() -> None:
    files = of("hw1.py main.py", **{"x/old__py": SOLVE})
    for word, main in (("x/old.py", "x/old.py"), ("old.py", "x/old.py"), ("main.py", "main.py")):
        assert content(files, "hw1.py", word).main == main
    what = "there is no source file none.py in it, which is named as the one that is run"
    assert content(files, "hw1.py", "none.py").doubt == Roll.Doubt("", what, "name one of hw1.py, main.py, x/old.py")
    assert len(content(of("hw.py", hw__PY=PROGRAM + b"#"), word="hw.py").files) == 2
    assert content({"hw1.ipynb": book("print(1)"), "main.py": PROGRAM}, word="hw1").main == "hw1.py"


def test_a_file_called_as_the_problem_stands_out() -> None:
    named = content({f"{name}.java": JAVA % name.encode() for name in ("Queens", "Test")}, name="QUEENS")
    why = "Queens.java: run, as it is called as its folder, its zip or the homework is"
    assert (named.main, named.remarks) == ("Queens.java", (why,))


def test_a_package_that_expects_programs_makes_a_program_of_a_file_with_a_helper_called_solve() -> None:
    source = b"import util\ndef solve(a, b, c, d): pass\nprint(solve(*open('input.txt')))\n"
    rules = Programs(io="files")
    member = content({"main.py": source, "util.py": b""}, programs=rules)
    assert [name for name, _ in member.files] == ["main.py", "util.py"]
    assert member.remarks == ("main.py: judged as a program, of which solve is a helper",)
    assert content({"main.py": SOLVE}, programs=rules).remarks == ()


def test_of_a_notebook_the_code_that_is_meant_is_taken_up_to_a_bound_of_each_student() -> None:
    code = SOLVE.decode()
    assert content({"hw1.ipynb": book("!ls", code, "print(1)")}).files == (("hw1.py", f"# cell 2\n{code}\n".encode()),)
    rows = [{"cell_type": "markdown", "source": "#" * (9 << 20)}, {"cell_type": "code", "source": "print(1)"}]
    data = json.dumps({"nbformat": 4, "cells": rows}).encode()
    member = content({"a.ipynb": data, "b.ipynb": data})
    assert member.main == "a.py"
    assert "b.ipynb: the notebook is longer than 16 MiB" in member.remarks


@pytest.mark.parametrize(
    ("files", "choices"),
    [
        (of("b.py a.CPP n.ipynb r.pdf", b""), ("a.CPP", "b.py", "n.ipynb")),
        ({"hw.zip": zipped(of("hw/a.py hw/sub/b.py", b""))}, ("a.py", "sub/b.py")),
        ({"hw.zip": b"PK no zip"}, ()),
        ({}, ()),
    ],
)
def test_what_may_be_run_is_offered(files: Files, choices: tuple[str, ...]) -> None:
    assert read_upload(problem_of(1), [(name, name, data) for name, data in files.items()])[1] == choices


# --- how much, and what can't be read ---------------------------------------------------------------------------------
LONGEST = {"homework.py": PROGRAM.ljust(256 << 10, b"#")} | {f"{number}.h": WIDE for number in range(15)}  # 4 MiB
MOST = {"homework.py": PROGRAM} | {f"{number}.h": b"" for number in range(255)}
TOO_MUCH = "it has more than 256 files, or more than 4 MiB of them"


@pytest.mark.parametrize(
    ("files", "more", "said"),
    [
        (MOST, {}, ""),
        (MOST, {"d.h": b""}, TOO_MUCH),
        (LONGEST, {"d.h": b""}, ""),
        (LONGEST, {"d.h": b"#"}, TOO_MUCH),
        # What is not read takes nothing of the bound, and what is left out since it is too long does.
        (LONGEST, {".env": b"1", "a.zip": b"1", "b.bin": HELD["LONG"]}, ""),
        (MOST, {f"{number}.zip": b"" for number in range(1792)}, ""),
        (MOST, {f"{number}.zip": b"" for number in range(1793)}, "it has more than 2,048 files"),
    ],
    ids=["most", "one more", "long", "a byte more", "unread", "all files", "one file more"],
)
def test_how_much_a_student_may_hand_in(files: Files, more: Files, said: str) -> None:
    member = content(files | more)
    assert member.doubt == (Roll.Doubt("", said, "leave the sources alone in it") if said else None)
    assert {path for path, _ in member.files} - {"d.h"} == (set() if said else set(files))


def test_an_environment_in_a_zip_is_no_part_of_the_program(tmp_path: Path) -> None:
    """As many as come with pip: more files than a student may have."""
    packages = {f"hw1/venv/Lib/site-packages/pip/{number}.py": b"x" for number in range(2100)}
    member = lone(tmp_path, {"hw1.zip": zipped({"hw1/hw1.py": SOURCE, "hw1/venv/pyvenv.cfg": b"", **packages})})
    assert (member.main, member.remarks) == ("hw1.py", ("venv/pyvenv.cfg: not part of the program",))


@pytest.mark.parametrize(
    ("error", "said"), [(OSError(13, "Permission denied"), "Permission denied"), (OSError(), "it can't be read")]
)
def test_a_failed_file_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, said: str) -> None:
    failing(monkeypatch, "a.bin", error)
    assert lone(tmp_path, of("homework.py a.bin"), "folder").remarks == (f"a.bin: {said}",)


def test_a_file_that_is_longer_than_it_says_is_left_out(tmp_path: Path) -> None:
    data = zipped({"ada/homework.py": PROGRAM, "ada/a.bin": bytes(300_007), "bob.py": b""})
    (tmp_path / "class.zip").write_bytes(data.replace((300_007).to_bytes(4, "little"), (9).to_bytes(4, "little")))
    [remark] = read_roll(tmp_path / "class.zip").members[0].remarks
    assert remark.startswith("a.bin: it is ")


# --- Canvas: the rest of it is in classes.toml ------------------------------------------------------------------------
def test_the_page_of_a_zip_and_of_a_notebook_lies_beside_it(tmp_path: Path) -> None:
    packed = zipped({"main.py": IMPORTS, "util.py": b""})
    files = {"zoo_7_901_hw1.zip": packed, "zow_8_902_hw1.ipynb": book(SOLVE.decode())}
    members = roll_of(tmp_path, files, kind="zip").members
    pages = [("main.py", "zoo_7_901_hw1"), ("hw1.py", "zow_8_902_hw1")]
    assert [(one.folder, (one.main, one.page)) for one in members] == [*zip(files, pages, strict=True)]
    said = content(of("hw1.py hw1-2.py")).remarks
    assert not any("left out" in remark for remark in said), "only Canvas counts files"
