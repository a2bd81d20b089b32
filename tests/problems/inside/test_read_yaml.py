"""YAML of strangers: it is read as texts, and no file of it takes long."""

from __future__ import annotations

import time

import msgspec
import pytest

from judge.errors import JudgeError, Place
from judge.problems.icpc.read_yaml import BYTES_LIMIT, read_yaml


class Said(msgspec.Struct, frozen=True):
    name: str = "none"
    number: float = 0.0
    flag: bool = False
    words: list[str] = []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", Said()),
        ("# nothing\n", Said()),
        ("name: No\nnumber: 1.5\nflag: True\nwords: [a, 2]\n", Said("No", 1.5, True, ["a", "2"])),
        ("name:\nnumber: ~\n", Said()),
        ("name: 2025-09\nother: {deep: [1]}\n", Said("2025-09")),
        ("name: ''\nwords: ['', 'null']\n", Said("", words=["", "null"])),
        ("name: !!python/name:os.system x\n", Said("x")),
        ("\n".join(" " * depth + "a:" for depth in range(300)), Said()),
    ],
)
def test_what_it_says(text: str, said: Said) -> None:
    assert read_yaml(text.encode(), Said, "x.yaml").said == said


class Outer(msgspec.Struct, frozen=True):
    name: str = ""
    inner: Said = Said()


def test_where_each_key_stands_and_which_are_not_read() -> None:
    text = "name: x\ninner:\n  number: 1\n  other: [2]\n  number: 3\nmore: {deep: 4}\nname: y\n"
    made = read_yaml(text.encode(), Outer, "x.yaml")
    assert made.said == Outer("y", Said(number=3.0))
    assert made.lines["inner.other"] == 4
    assert made.unread == ("inner.other", "more")
    assert set(made.twice) == {"name", "inner.number"}


def test_a_value_of_another_type_is_told_at_its_line() -> None:
    with pytest.raises(JudgeError) as caught:
        read_yaml(b"name: x\ninner:\n  number: many\n", Outer, "x.yaml")
    assert caught.value.place == Place("x.yaml", 3)


HOSTILE = {
    "a list for a key": "? [a]\n: b\n",
    "a bomb": "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n",
    "brackets": "name: " + "[" * 30_000,
    "long": "name: " + "x" * BYTES_LIMIT,
    "no UTF-8": "name: \udcff",
    "a list": "- a\n",
    "a text": "abc",
    "binary": "name: \0",
    "a list for a name": "name: [a]\n",
}


@pytest.mark.parametrize("why", HOSTILE)
def test_what_is_hostile_is_refused_at_once(why: str) -> None:
    start_s = time.process_time()
    with pytest.raises(JudgeError, match="E428"):
        read_yaml(HOSTILE[why].encode(errors="surrogateescape"), Said, "x.yaml")
    assert time.process_time() - start_s < 10  # 0.1 s
