"""Python 2 that Python 3 reads as well: lists that are none any more."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.submissions.python2 import why_a_list_of_python_2


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("rows = []\nrows.append(map(int, '12'))", 2),
        ("def read(line, rows):\n    row = map(int, line)\n    rows.append(row)", 3),
        ("row = map(int, '12')\nrow[0] += 1", 2),
        ("left = filter(None, [0, 1])\nwhile len(left) > 1: pass", 2),
        ("pairs = zip([1], [2])\npairs.sort()", 2),
        ("first = {1: 2}.keys()[0]", 1),
        ("both = {1: 2}.items() + [3]", 1),
        ("both = [3] + map(int, '12')", 1),
        ("columns = zip(*[[1], [2]])[0]", 1),
    ],
)
def test_a_list_that_only_python_2_gives(source: str, line: int) -> None:
    assert why_a_list_of_python_2(source.encode()) == f"line {line}: {source.splitlines()[line - 1].strip()}"


@pytest.mark.parametrize(
    "source",
    [
        "n, p = map(int, '12')",
        "rows.append(list(map(int, '12')))",
        "row = map(int, '12')\nrow = list(row)\nrow[0]",
        "def one(line):\n    row = map(int, line)\ndef two(row):\n    return row[0]",
        "for row in zip([1], [2]): print(row[0])",
        "len({1: 2}.keys())",
        "seen.append(board.items())",
        "map = {}\nmap[0] = 1",
        "rows.append(map(int, '12'))\nprint(1, end='')",
        "rows.append(map(int, '12'))\nn = input()",
        "rows.append(map(int, '12'))\nwords = f'{1}'",
        "rows.append(map(int, '12'))\ndef solve(n: int): pass",
        "rows.append(map(int, '12'))\nfrom queue import Queue",
        "rows.append(map(int, '12'))\nclass A(B, metaclass=C): pass",
        "rows.append(map(int, '12'))\nfirst, *rest = [1]",
        "rows.append(map(int, '12'))\nwords = '\xe9'",
        "rows.append(map(int, '12')",
        "\0",
    ],
)
def test_what_may_be_python_3(source: str) -> None:
    assert why_a_list_of_python_2(source.encode()) == ""


@pytest.mark.slow
def test_nothing_of_the_standard_library_is_taken_for_python_2() -> None:
    files = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    assert len(files) > 100
    assert [path.name for path in files if why_a_list_of_python_2(path.read_bytes())] == []


@given(st.text(alphabet="rows.append(map(int,x))[0]=\n\t :+*lenzipdefkeys", max_size=120))
@settings(max_examples=150, deadline=None)
def test_no_text_stops_the_search_for_lists(source: str) -> None:
    assert isinstance(why_a_list_of_python_2(source.encode()), str)
