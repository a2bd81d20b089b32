"""What is kept of a submission's files, which of them is run, and for which Python."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from string import Template

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.executors.program.plan import Plan, main_class, plan, public_name, why_old
from judge.model import Finding, Limits, Verdict
from judge.sandbox import Sandbox, protocol
from judge.submissions import Source, handed_in, languages
from tests.executors.make import rows_of

ROWS = rows_of("inside/plan.toml")
HOME = protocol.Home("/h", "/s", "/c", "/w")
MAIN = "public static void main(String[] args) {}"
A = f"public class A {{ {MAIN} }}"


def planned(files: Mapping[str, str | bytes], main: str = "") -> Plan:
    pairs = tuple((name, text.encode() if isinstance(text, str) else text) for name, text in files.items())
    made = plan(handed_in("mine", "pkg", main or pairs[0][0], pairs))
    assert isinstance(made, Plan), made
    return made


# --- Java -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("text", "public", "main"), ROWS["classes"])
def test_classes_of_a_java_file(text: str, public: str, main: str) -> None:
    source = Template(text).substitute(MAIN=MAIN, GENERIC=MAIN.replace("void", "<T> void"))
    assert (public_name(source), main_class(source)) == (public, main.replace("$$", "$"))


@given(st.text(alphabet="public class main static void {}()\"'/*\n;A", max_size=120))
@settings(max_examples=200, deadline=None)
def test_no_text_stops_the_reader_of_java(text: str) -> None:
    assert isinstance(public_name(text) + main_class(text), str)


def test_what_is_kept_of_files_of_java_and_which_is_run() -> None:
    tester = f"public class ATester {{ {MAIN} }}"
    made = planned({"homework.java": f"class homework {{ {MAIN} }}", "ATester.java": tester})
    assert made.main_class == "homework", "that of the file that is handed in"
    made = planned({"src/hw.java": f"package p; public class Nursery {{ {MAIN} }}", "lib/fast.jar": "PK"})
    assert [name for name, _ in made.files] == ["src/Nursery.java", "lib/fast.jar"]
    assert "/s:/s/lib/fast.jar" in made.command(HOME, Limits(memory=512), "")
    latin_1 = f"// Se\xf1or\npublic class homework {{ {MAIN} }}".encode("latin-1")
    assert planned({"A.java": f"\ufeff{A}"}).files == (("A.java", A.encode()),), "as editors of Windows begin it"
    assert "Se\xf1or" in planned({"homework.java": latin_1}).files[0][1].decode(), "as javac takes it"
    older = A.replace("{", "{ int older;", 1)
    for main, copy, text in (
        ("A.java", "copy.java", A),
        ("A.java", "A (1).java", older),
        ("A (1).java", "A.java", older),
    ):
        assert planned({main: A, copy: text}).files == (("A.java", A.encode()),), "a copy of a file is no second one"


# --- Python 2 ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("source", "why"), ROWS["python_2"])
def test_what_only_python_2_takes(source: str, why: str) -> None:
    assert Source(source.encode(), "m.py").why_python_2() == why


@pytest.mark.parametrize(("files", "why"), ROWS["imported"])
def test_what_is_imported_tells_and_what_lies_beside_does_not(files: dict[str, str], why: str) -> None:
    assert why_old({name: text.encode() for name, text in files.items()}, next(iter(files))) == why


# --- commands ---------------------------------------------------------------------------------------------------------
def test_every_row_of_the_shipped_table_can_be_filled_in() -> None:
    for row in languages().values():
        made = Plan(row, (), "".join(("main", *row.suffixes[:1])))
        for standard in (None, "x"):
            assert not [word for word in made.command(HOME, Limits(), standard) if "{" in word], row.name
        assert row.package


@pytest.mark.parametrize(
    ("name", "first"),
    [
        *(("homework.cpp", "gnu++17"), ("homework11.cpp", "gnu++11"), ("Homework11b.cc", "gnu++11")),
        ("homework.c", "gnu17"),
    ],
)
def test_the_name_of_a_file_says_which_standard_is_tried_first(name: str, first: str) -> None:
    made = planned({name: ""})
    assert made.standards[0] == first
    assert sorted(made.standards) == sorted(made.language.standards)


def test_a_host_sets_the_standards_and_the_level(table: Path) -> None:
    table.write_text('["C++"]\nstandards = ["c++14"]\ncompile = ["g++", "-std={standard}", "-O0", "{sources}"]\n')
    made = planned({"homework.cpp": ""})
    assert made.standards == ("c++14",)
    command = made.command(HOME, Limits(memory=512), made.standards[0])
    assert command == ("g++", "-std=c++14", "-O0", "/s/homework.cpp")


def test_it_is_compiled_anew_after_the_system_s_packages_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library or a header may be another one, by the same compiler."""
    status, made, facts = tmp_path / "status", planned({"hw.c": ""}), []
    monkeypatch.setitem(vars(sys.modules[Plan.__module__]), "_INSTALLED", (str(status),))
    for text in ("libc6 2.36", "libc6 2.41-1"):
        status.write_text(text)
        facts.append(made.facts(Limits()))
    assert facts[0] != facts[1]


def test_a_second_program_in_c_is_no_part() -> None:
    tried, parts = "int main() { return 0; }", "#ifdef TEST\nint main() { return 0; }\n#endif\nint main();"
    made = planned({"homework.c": tried, "try.c": tried, "parts.c": parts})
    assert [word for word in made.command(HOME, Limits(), "") if word.endswith(".c")] == ["/s/homework.c", "/s/parts.c"]


# --- names ------------------------------------------------------------------------------------------------------------
def test_which_of_two_is_run_and_what_it_is_called() -> None:
    copies = {"backup/homework.py": "import words", "homework.py": "import words", "words.py": ""}
    assert planned(copies, "homework.py").main == "homework.py", "the one that was named"
    made = planned({"my homework.py": "print(1)", "submission.py": "print(2)"})
    assert dict(made.files) == {"submission1.py": b"print(1)", "submission.py": b"print(2)"}, "not by a name of another"
    made = planned({"my {cache}/my hw.py": "import board", "my {cache}/board.py": ""})
    assert made.command(HOME, Limits())[-1] == "/s/my {cache}/submission.py", "it stays beside its parts"


PARTS = st.sampled_from(["a", "b", "A.java", "main.py", "..", ".", "", "input.txt", "x" * 255, "x" * 256, "é" * 128])
NAMES = st.lists(PARTS | st.text(min_size=1, max_size=4), min_size=1, max_size=4).map("/".join) | st.text(max_size=5)
TEXTS = st.binary(max_size=20) | st.sampled_from(["A", "b", "A" * 256, "main", "é" * 128]).map(
    lambda name: f"public class {name} {{ {MAIN} }}".encode()
)


@given(st.dictionaries(NAMES, TEXTS, min_size=1, max_size=6), st.sampled_from([".py", ".java", ".c", ".js", ""]))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_files_are_planned_and_kept_or_refused(sandbox: Sandbox, files: dict[str, bytes], suffix: str) -> None:
    files[f"main{suffix}"] = files.pop(next(iter(files)))
    for main in (f"main{suffix}", next(iter(files))):
        made = plan(handed_in("mine", "pkg", main, tuple(files.items())))
        if isinstance(made, Plan):
            assert isinstance(sandbox.keep(dict(made.files), ("input.txt", "output.txt")), protocol.Home | Finding)
            assert made.main in dict(made.files)
        else:
            assert made.verdict is Verdict.CE


def test_headers_are_found_in_any_folder_and_c_beside_cpp_where_they_say_so() -> None:
    cpp = {"src/main.cpp": '#include "zoo/cell.h"\nint main() {}', "src/board.cpp": "", "old/board.c": "", "note.c": ""}
    cpp |= {"include/zoo/cell.h": '#include "wall.h"', "include/zoo/wall.h": "", "more/far.h": "", "both/set.h": ""}
    cpp |= {"cell.c": "#include <board.h>\n#include <set.h>\n", "board.h": '#include "try.h"\n#include "set.h"'}
    cpp["src/board.cpp"] = '#include "../board.h"'
    command = planned(cpp).command(HOME, Limits(), "gnu++17")
    searched = {folder: word for word, folder in pairwise(command) if word in ("-iquote", "-idirafter", "-I")}
    assert searched == {"/s": "-idirafter", "/s/include": "-iquote", "/s/both": "-I"}, "gcc takes each once"
    assert [word for word in command if ".c" in word] == ["/s/src/main.cpp", "/s/src/board.cpp", "/s/cell.c"]
    assert "-x" not in command
    many = {"main.cpp": '#include "x.h"\nint main() {}', **{f"{number}/x.h": "" for number in range(250)}}
    assert planned(many).command(HOME, Limits(), "").count("-iquote") == 64, "a command line has a bound"
    linked = planned(
        {"a.cpp": '#include "b.h"\nint main() {}', "b.h": 'extern "C" int b;', "b.c": "int b;", "c.c": '#include "b.h"'}
    )
    each = ("/s/a.cpp", "-x", "c", "/s/b.c", "-x", "c", "/s/c.c", "-x", "none")
    assert linked.command(HOME, Limits(), "gnu++17")[-9:] == each, "g++ forgets the language behind a file"
    own = planned({"a.cpp": 'extern "C" int b;\nint main() {}', "c.c": "int b;"}).command(HOME, Limits(), "gnu++17")
    assert own[-4:] == ("c", "/s/c.c", "-x", "none"), "a header is not the only way to say so"


@pytest.mark.parametrize(
    ("line", "searched"),
    [
        ('#include "board.h"', "-iquote"),
        ('\ufeff#include "board.h"', "-iquote"),
        ('/* ours */ #  include/**/"./board.h"', "-iquote"),
        ('#inc\\\nlude \\\r\n"board.h"', "-iquote"),
        ('#import "board.h"', "-iquote"),
        ("#include <board.h>", "-I"),
        ("#include <search.h>", "-I"),  # the system has one too: nothing else leads to that of its author
        ("#include <math.h>", "-idirafter"),
        ('#include "../board/board.h"', ""),
    ],
)
def test_a_header_is_found_however_it_is_included(line: str, searched: str) -> None:
    folder = {f"board/{name}": "" for name in ("board.h", "search.h", "math.h")}
    command = planned({"src/main.c": f"{line}\nint main(void) {{}}", **folder}).command(HOME, Limits(), "gnu17")
    assert [option for option, value in pairwise(command) if value == "/s/board"] == [searched] * bool(searched)


def test_where_several_folders_have_a_header_the_one_of_most_others_or_the_nearest_comes_first() -> None:
    files = {
        "v2/src/main.c": '#include "a.h"\n#include "b.h"\nint main(void) {}',
        "bak/a.h": "",
        "v1/a.h": "",
        "v1/b.h": "",
    }
    command = planned({**files, "v2/inc/a.h": "", "v2/inc/b.h": ""}).command(HOME, Limits(), "gnu17")
    assert [value for option, value in pairwise(command) if option == "-iquote"] == ["/s/v2/inc", "/s/v1", "/s/bak"]


C_MAIN = '#include "a.h"\nint main(void) {}'
NO_MAIN = "int main(void) {}"


@pytest.mark.parametrize(
    ("files", "led", "others"),
    [
        ({"main.c": C_MAIN, "a.h": "", "a.c": ""}, "main.c a.c", ""),
        ({"main.c": C_MAIN, "a.h": "", "old/a.c": "", "a.c": "", "ab.c": ""}, "main.c a.c", "ab.c old/a.c"),
        ({"main.c": C_MAIN, "a.h": "", "old/a.c": "", "b_copy.c": "", "b.c": ""}, "main.c old/a.c", "b.c b_copy.c"),
        ({"src/main.c": C_MAIN, "inc/a.h": "", "src/a.c": "", "old/a.c": ""}, "src/main.c src/a.c", "old/a.c"),
        (
            {"src/main.c": '#include "a.c"\nint main(void) {}', "parts/a.c": "", "a/b.c": ""},
            "src/main.c parts/a.c",
            "a/b.c",
        ),
        ({"main.c": C_MAIN, "a.h": "", "a.c": "", "t/a.c": f'#include "../a.c"\n{NO_MAIN}'}, "main.c a.c", ""),
        ({"main.c": C_MAIN, "a.h": "", "a.cpp": "", "b.cc": "", "c.c": ""}, "main.c a.cpp", "c.c b.cc"),
        ({"main.cpp": C_MAIN, "a.h": "", "a.c": "", "a.cpp": "", "b.c": ""}, "main.cpp a.cpp", "a.c b.c"),
    ],
)
def test_the_main_file_leads_to_sources_of_c_and_the_nearest_other_comes_first(
    files: dict[str, str], led: str, others: str
) -> None:
    assert tuple(" ".join(names) for names in planned(files).of_c.by_need()) == (led, others)


@pytest.mark.parametrize(
    ("files", "spare"),
    [
        (
            {"Main.java": A.replace("A", "Main"), "old/Main.java": A.replace("A", "Main"), "B.java": "class B {}"},
            {"old/Main.java", "B.java"},
        ),
        (
            {
                "p/Main.java": f"package p; class Main {{ Other o; {MAIN} }}",
                "B.java": "package p; class Other {}",
                "old/B.java": "package p; class Other {}",
                "T.java": "import no.such.T;",
            },
            {"old/B.java", "T.java"},
        ),
        ({"main.py": "import a", "a.py": "", "b.py": ""}, set()),
    ],
)
def test_java_that_nothing_leads_to_can_be_left_out(files: dict[str, str], spare: set[str]) -> None:
    made = planned(files)
    assert made.spare() == spare
    assert {name for name, _ in made.without(spare).files} == files.keys() - spare


@pytest.mark.parametrize(
    ("main", "beside", "crate"),
    [
        ("src/main.rs", {"Cargo.toml": "[package]\nname = 'n-queens'", "src/lib.rs": ""}, ("src/lib.rs", "n_queens")),
        ("hw/src/bin/a.rs", {"hw/Cargo.toml": "package.name = 'b'", "hw/src/lib.rs": ""}, ("hw/src/lib.rs", "b")),
        (
            "main.rs",
            {"Cargo.toml": "package.name = 'b'\nlib = {path = 'c.rs', name = 'd'}", "c.rs": ""},
            ("c.rs", "d"),
        ),
        ("src/main.rs", {"Cargo.toml": "package.name = 'b'"}, ("", "")),
        ("src/main.rs", {"Cargo.toml": "package.name = '/b'", "src/lib.rs": ""}, ("", "")),
        ("src/main.rs", {"Cargo.toml": "package.name = 'b'\nlib = 1", "src/lib.rs": ""}, ("", "")),
        ("src/main.rs", {"Cargo.toml": b"\xff", "src/lib.rs": ""}, ("", "")),
        ("main.cpp", {"Cargo.toml": "package.name = 'b'", "src/lib.rs": ""}, ("", "")),
    ],
)
def test_a_library_of_rust_is_called_as_its_author_says(
    main: str, beside: dict[str, str | bytes], crate: tuple[str, str]
) -> None:
    assert planned({main: "fn main() {}", **beside}).crate() == crate


@pytest.mark.parametrize(
    ("main", "text", "beside", "ran"),
    [
        ("hw/__main__.py", "from .board import rows", "hw/board.py", "hw.__main__ from /s"),
        ("a/hw/main.py", "from . import board", "a/hw/board.py", "hw.main from /s/a"),
        ("a/hw/main.py", "from ..lib import board", "a/lib/board.py", "a.hw.main from /s"),
        ("hw/main.py", "import hw.board", "hw/board.py", "hw.main from /s"),
        ("src/main.py", "from lib import board", "lib/board.py", "src.main from /s"),
        ("src/main.py", "import board", "src/board.py", ""),
        ("src/main.py", "import lib.board", "src/lib/board.py", ""),
        ("src/main.py", "import random, numpy", "random/board.py", ""),
        ("code/main.py", "from lib import board", "lib/board.py", ""),
        ("test/main.py", "from .board import rows", "test/board.py", ""),
        ("main.py", "from .board import rows", "board.py", ""),
        ("my-hw/main.py", "from .board import rows", "my-hw/board.py", ""),
        ("hw/main.py", "from ..board import rows", "board.py", ""),
    ],
)
def test_a_file_of_a_package_is_run_as_a_module(main: str, text: str, beside: str, ran: str) -> None:
    *_, last = planned({main: f"{text}\n", beside: ""}).command(HOME, Limits())
    if not ran:
        assert last == f"/s/{main}"
        return
    name, _, root = ran.partition(" from ")
    assert f"_run_module_as_main({name!r})" in last
    assert f"[{f'/s/{main}'.rpartition('/')[0]!r}, {root!r}]" in last
