"""Python files that no honest hand has written: whoever reads one gets a tree or a reason, and this process lives."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.submissions import Source
from tests.conftest import there
from tests.submissions.make import SOLVE, found_in, read

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
