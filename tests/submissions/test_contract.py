"""Function or program: what the text of a file tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.model import Programs, Verdict
from judge.submissions import Source, read_beside
from tests.conftest import there
from tests.submissions.make import EXPECTS, SOLVE, UNSAID, found_in, read, rows_of

SOURCES: Final[dict[str, dict[str, list[str]]]] = rows_of("sources.toml")
STRANGE: dict[str, list[str | bytes]] = {  # that no file of text holds
    "function": ["\ufeff" + SOLVE, SOLVE.replace("\n", "\r\n")],
    "E211": [
        b"x = '\xff'\n",
        b"x = 1\ny = 2\nz = '\xff'\n",
        b"\xff\xfed\0e\0f\0",
        "x = 1\0",
        "(" * 5000,
        "-" * 200_000 + "1",
        "x = 1" + " + 1" * 50_000 + "\n" + SOLVE,
    ],
}


@pytest.mark.parametrize("found", SOURCES["files"])
def test_what_a_file_is(found: str) -> None:
    for source in (*SOURCES["files"][found], *STRANGE.get(found, ())):
        one = read(source)
        assert found == (one.fault.code if one.fault else one.contract), source
        if one.fault:
            assert one.fault.verdict is Verdict.CE
            assert one.fault.message.startswith(("mine.py", "solve"))
            assert "\n" not in one.fault.message


@pytest.mark.parametrize("name", ["a.cpp", "a.c", "a.java", "a.hs", "a"])
def test_what_is_no_python_is_a_program(name: str) -> None:
    assert found_in("def solve(a, b, c, d): pass", name) == "program"


def test_a_solve_from_a_file_beside_it_is_none_of_its_own() -> None:
    def is_program(text: str, *beside: str) -> bool:
        found = read_beside("main.py", {"main.py": text.encode(), **dict.fromkeys(beside, b"")}, UNSAID)
        assert found.taken is found.is_program
        return found.is_program

    for line in ("from search import solve", "from .search import solve", "import search.dfs as solve"):
        source = f"{line}\nprint('OK', solve(1, 2, 3, 4))\n"
        assert is_program(source, "search.py", "search/dfs.py")
        assert not is_program(source, "searches.py")
    either = "try:\n    from search import solve\nexcept E:\n    def solve(a, n, p, g): pass\n"
    assert not is_program(either, "search.py")


@pytest.mark.parametrize("coding", ["utf-8", "latin-1", "utf-8-sig"])
def test_columns_count_characters(coding: str) -> None:
    head = "# coding: latin-1\n" if coding == "latin-1" else "\n"
    place = there(there(read(f"{head}x = 'äöü' 3\n".encode(coding)).fault).excerpt)
    assert (place.line, place.column, place.end) == (2, 11, 12)


def test_tabs_that_python_3_does_not_take() -> None:
    mixed = "if 1:\n\tprint(1)\n        print(2)\n"
    assert found_in(mixed) == "program", "Python 2 takes them"
    assert found_in(SOLVE + mixed) == "E211"


@pytest.mark.parametrize(("name", "contract", "code"), [("a.py", "function", "E211"), ("a.cpp", "program", "E221")])
@pytest.mark.parametrize("coding", ["utf-16", "utf-16-be"])
def test_what_powershell_wrote_is_named(name: str, contract: str, code: str, coding: str) -> None:
    source = "\ufeff".encode(coding) * (coding == "utf-16-be") + "int main() {}".encode(coding)
    one = read(source, name)
    fault = there(one.fault)
    assert (one.contract, fault.code, fault.verdict) == (contract, code, Verdict.CE)
    assert "UTF-16" in fault.message


# --- a helper that is called solve ------------------------------------------------------------------------------------
RUNS = "if __name__ == '__main__':\n    print(solve(1, 2, 3, 4))\n"
READS = "lines = open('input.txt').read().split()\n"
ITS_OWN = "def solve(board): return board\n"


@pytest.mark.parametrize(
    ("source", "unsaid", "expected"),
    [
        (SOLVE + READS, "function", "function"),
        (SOLVE + READS + RUNS, "function", "program"),
        (ITS_OWN + READS, "E213", "E213"),
    ],
)
def test_a_file_that_reads_a_case_and_calls_solve_no_more_than_that(source: str, unsaid: str, expected: str) -> None:
    for rules, found in ((UNSAID, unsaid), (Programs(multipliers={"Python": 2.0}), unsaid), (EXPECTS, expected)):
        assert found_in(source, rules=rules) == found


def test_which_packages_expect_programs() -> None:
    io, files = Programs(io="stdio"), (Programs(input_file="queens.in"), Programs(output_file="queens.out"))
    for rules in (io, *files, Programs(dialect="no-algorithm"), Programs(shapes=True)):
        assert rules.declared
        assert found_in(ITS_OWN + RUNS, rules=rules) == "program"


def test_where_only_programs_serve_a_file_that_is_no_python_says_so_too() -> None:
    rules = Programs(arguments=("{n}",))
    one = read("x = 1\nfor row in [x]:5\n    print(row)\n", rules=rules)
    assert (one.contract, there(one.fault).code, there(one.fault).where) == ("program", "E211", "mine.py:3:4")
    assert found_in("print 'x'\n", rules=rules) == "program", "Python 2 reads that"


@pytest.mark.parametrize("found", SOURCES["boardless"])
def test_without_a_board_there_are_only_programs(found: str) -> None:
    for source in SOURCES["boardless"][found]:
        one = read(source, rules=Programs(dialect="as-is", parameters=()))
        assert (one.fault.code if one.fault else one.contract) == found, source
        assert one.contract == ("function" if found == "E478" else "program")


# --- what is seen in a text -------------------------------------------------------------------------------------------
def assert_each(table: str, source: str, yes: str, no: str, rules: Programs = UNSAID) -> None:
    """Of each text of the table that is put into `source`, `yes` or `no` is made."""
    for is_so, texts in SOURCES[table].items():
        for text in texts:
            assert found_in(source.format(text), rules=rules) == (yes if is_so == "yes" else no), text


def test_what_binds_solve() -> None:
    for is_so, texts in SOURCES["binds"].items():
        for source in texts:
            one = read(source)
            is_bound = one.contract == "function" and (one.fault is None or one.fault.code != "E212")
            assert is_bound is (is_so == "yes"), source


def test_which_of_several_may_hold() -> None:
    for found, texts in SOURCES["several"].items():
        assert {found_in(source) for source in texts} == {found}


def test_a_helper_beside_what_does_something_by_itself_is_one_of_a_program() -> None:
    assert_each("runs", "{}\ndef solve(b): open(b)\n", "program", "E213")


def test_where_a_package_expects_programs_one_reads_a_case_and_no_more_is_asked() -> None:
    called = f"\n{SOLVE}print(solve(1, 2, 3, 4))\n"
    assert_each("reads_the_case", "{}" + called, "program", "function", EXPECTS)
    assert found_in("open('queens.in')" + called, rules=Programs(io="files", input_file="queens.in")) == "program"


def test_a_helper_of_other_parameters_is_one_of_a_program_that_reads_anything() -> None:
    assert_each("reads", "{}\ndef solve(b): return b\nprint(solve(1))\n", "program", "E213")


def test_of_a_helper_any_output_tells_and_of_what_may_return_a_board_an_answer() -> None:
    helper, board = "def solve(a, n, p, g):\n    search(n)\n", "def solve(a, n, p, g):\n    return g\n"
    for kind, texts in SOURCES["writes"].items():
        for source in texts:
            rest = f"{READS}solve(1, 2, 3, 4)\n{source}\n"
            assert found_in(helper + rest) == ("function" if kind == "nothing" else "program"), source
            assert found_in(board + rest) == ("program" if kind == "answer" else "function"), source


# --- files that no honest hand has written ----------------------------------------------------------------------------
DEEP: dict[str, Callable[[int], str]] = {
    "elif": lambda k: "if x: pass\n" + "elif x: pass\n" * k,
    "else": lambda k: "".join(f"{' ' * i}if x:\n" for i in range(min(k, 95))) + " " * min(k, 95) + "pass\n",
    "sum": lambda k: f"x = {'+'.join('1' * k)}\n",
    "attributes": lambda k: f"x = y{'.z' * k}\n",
    "calls": lambda k: f"x = y{'()' * k}\n",
    "minus": lambda k: f"x = {'-' * k}1\n",
    "brackets": lambda k: f"x = {'[' * k}{']' * k}\n",
    "lambdas": lambda k: f"x = {'lambda: ' * k}1\n",
    "choices": lambda k: f"x = {'1 if y else ' * k}1\n",
    "comparisons": lambda k: f"x = {'<'.join('1' * k)}\n",
    "tuples": lambda k: f"x = {'y, ' * k}\n",
    "try": lambda k: "".join(f"{' ' * i}try:\n" for i in range(min(k, 18))) + " " * min(k, 18) + "pass\n",
}


@pytest.mark.parametrize("name", DEEP)
@pytest.mark.parametrize("depth", [90, 990, 2800, pytest.param(60_000, marks=pytest.mark.nightly(sample=4))])
def test_no_depth_ends_the_judge(name: str, depth: int) -> None:
    source = (DEEP[name](depth) + SOLVE).encode()
    Source(source, "mine.py").why_python_2()
    made = read(source)
    assert made.contract == "function"
    assert made.fault is None or made.fault.code == "E211"
    assert depth > 990 or made.fault is None or name in ("brackets", "try", "else", "minus", "lambdas", "choices")


def test_what_is_deeper_than_the_stack_is_still_seen() -> None:
    chain = "if x: pass\n" + "elif x: pass\n" * 950 + "else:\n    def solve(a, b): pass\n"
    assert found_in(chain) == "E213"
    assert Source(f"x = {'+'.join('1' * 950)} + xrange(3)".encode(), "mine.py").why_python_2().startswith("line 1")


def test_the_last_of_several_bindings_is_shown() -> None:
    text = "if x:\n    def solve(): pass\nelif y:\n    pass\nelse:\n    from other import solve\n"
    assert read(text).fault is None
    text = "if x:\n    def solve(a): pass\ntry:\n    pass\nexcept E:\n    def solve(): pass\n"
    assert there(read(text).fault).where == "mine.py:6:5"


@example(b"x = 1\0")
@example(b"# coding: punycode\n" + b"a" * 100 + b"-" + b"b" * 200_000)
@example(b"# coding: utf-7\nx = 1+AAo-raw_input(1)+AAo-y.has_key(1)\n")
@example(b"# coding: unicode_escape\nx = 1\\nraw_input()\\nmap(f, x)[0]\n")
@example(b"# coding: undefined\nx")
@example(b"# coding: rot13\nk")
@example(b"# coding: zlib\nx")
@example(b"# coding: idna\nx")
@example(b"\xff\xfe\0x")
@example(b"# coding: latin-1\nx = map(f, '\xe9')[0]\n")
@example(b"\xef\xbb\xbf# coding: latin-1\nx")
@example(b"x = " + b"9" * 5000)
@example(b"x = '\\ud800'")
@example(b"\x0c\r\x0cprint 'x'\r\n")
@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | st.text("print exec;:()[]{}'\"\\\n\t =+lambda if else coding utf-7#", max_size=80))
def test_strange_bytes_are_read_or_refused(text: bytes | str) -> None:
    source = text if isinstance(text, bytes) else text.encode()
    assert found_in(source) in ("function", "program", "E211", "E212")
    assert isinstance(Source(source, "mine.py").why_python_2(), str)
