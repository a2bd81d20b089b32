"""The words of a signature: what they mean, and what is told of those that mean nothing."""

from __future__ import annotations

import pytest

from judge.model.signature import Kind
from judge.problems.formats.signature import SignatureError, read_signature


def test_parameters_have_names_and_types() -> None:
    found = read_signature([" n : int", "word:str", "grid: int8[n,3]", "x: float64[ n ]"], " int64[k] ")
    assert found.names == ("n", "word", "grid", "x")
    kinds = [Kind("int"), Kind("str"), Kind("int8", ("n", 3)), Kind("float64", ("n",))]
    assert [one.kind for one in found.parameters] == kinds
    assert found.result == Kind("int64", ("k",))
    assert [str(kind) for kind in kinds] == ["int", "str", "int8[n, 3]", "float64[n]"]


@pytest.mark.parametrize(
    ("words", "result", "at", "why"),
    [
        ([], "int", 0, "solve has 0 parameters, but it must have 1 to 32"),
        ([f"a{n}: int" for n in range(33)], "int", 0, "solve has 33 parameters"),
        (["n"], "int", 1, "the parameter 'n' has no type"),
        (["n: int", "class: int"], "int", 2, "'class' can't be the name of a parameter"),
        (["2n: int"], "int", 1, "'2n' can't be the name of a parameter"),
        (["n: int", "n: str"], "int", 2, "two parameters are called n"),
        (["n: integer"], "int", 1, "'integer' is no type"),
        (["n: int64"], "int", 1, "int64 is the type of an array, but no lengths follow it"),
        (["a: int8[n]"], "int", 1, "n is a length of a, but no int before it"),
        (["n: float", "a: int8[n]"], "int", 2, "n is a length of a, but no int before it"),
        (["a: int8[0]"], "int", 1, "'0' is no length of an array"),
        (["a: int8[]"], "int", 1, "'' is no length of an array"),
        (["a: int8[9999999999]"], "int", 1, "is no length of an array"),
        (["a: int8[1, 2, 3]"], "int", 1, "has 3 axes"),
        (["a: str[2]"], "int", 1, "there are no arrays of str"),
        (["a: uint8[2]"], "int", 1, "'uint8[2]' is no type"),
        (["n: int"], "int8[n", 0, "'int8[n' is no type"),
        (["n: int"], "", 0, "'' is no type"),
    ],
)
def test_what_means_nothing_is_told(words: list[str], result: str, at: int, why: str) -> None:
    with pytest.raises(SignatureError) as caught:
        read_signature(words, result)
    assert why in caught.value.what
    assert caught.value.at == at
    assert caught.value.help
