"""Words of a command line to cases: names, patterns, and what is said of a word that names nothing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from judge.errors import JudgeError
from judge.model import Problem
from judge.problems import chosen_cases, read_package
from tests.conftest import MakePackage
from tests.make import case_text

NAMES = ("sample/grove-4", "sample/grove-6", "secret/crowd-10", "secret/crowd-2", "secret/grove-6")


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    return read_package(package("pkg", {name: (case_text(6), "") for name in NAMES}))


def names(problem: Problem, groups: Sequence[str] = (), words: Sequence[str] = ()) -> list[str]:
    return [case.path for case in chosen_cases(problem, groups, words)]


def refused(problem: Problem, groups: Sequence[str], words: Sequence[str]) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        chosen_cases(problem, groups, words)
    assert caught.value.code == "E433"
    assert caught.value.help
    return caught.value


@pytest.mark.parametrize(
    ("groups", "words", "left"),
    [
        ((), (), ["sample/grove-4", "sample/grove-6", "secret/crowd-2", "secret/crowd-10", "secret/grove-6"]),
        (("sample",), (), ["sample/grove-4", "sample/grove-6"]),
        (("s[ae]?ret",), (), ["secret/crowd-2", "secret/crowd-10", "secret/grove-6"]),
        ((), ("grove-6",), ["sample/grove-6"]),
        ((), ("secret/grove-6",), ["secret/grove-6"]),
        ((), ("crowd-*",), ["secret/crowd-2", "secret/crowd-10"]),
        ((), ("crowd-[2]",), ["secret/crowd-2"]),
        ((), ("grove-?",), ["sample/grove-4", "sample/grove-6", "secret/grove-6"]),
        ((), ("secret/*",), ["secret/crowd-2", "secret/crowd-10", "secret/grove-6"]),
        (("secret",), ("grove-*",), ["secret/grove-6"]),
        ((), ("crowd-10", "crowd-*"), ["secret/crowd-10", "secret/crowd-2"]),
        ((), ("grove-6", "sample/grove-6"), ["sample/grove-6"]),
    ],
)
def test_names_and_patterns(problem: Problem, groups: Sequence[str], words: Sequence[str], left: list[str]) -> None:
    assert names(problem, groups, words) == left


@pytest.mark.parametrize(
    ("groups", "words", "message", "note"),
    [
        (("smaple",), (), "pkg has no group 'smaple'; did you mean sample?", ""),
        (("x*",), (), "pkg has no group 'x*'", ""),
        ((), ("crwod-2",), "pkg has no case 'crwod-2'; did you mean crowd-2?", "it has 5 cases, the first is grove-4"),
        ((), ("Grove-4",), "pkg has no case 'Grove-4'; did you mean grove-4?", ""),
        ((), ("secrte/grove-6",), "pkg has no case 'secrte/grove-6'; did you mean secret/grove-6?", ""),
        ((), ("owd",), "pkg has no case 'owd'; did you mean crowd-2?", "close to it: crowd-2, crowd-10"),
        ((), ("grove-4?",), "pkg has no case 'grove-4?'", "it has 5 cases, the first is grove-4"),
        ((), ("z*",), "pkg has no case 'z*'", "it has 5 cases, the first is grove-4"),
        (("sample",), ("crowd-10",), "pkg has no case 'crowd-10'", "there is one in the group secret"),
    ],
)
def test_a_word_that_names_nothing(
    problem: Problem, groups: Sequence[str], words: Sequence[str], message: str, note: str
) -> None:
    error = refused(problem, groups, words)
    assert error.message == message
    assert error.note == note or not note


def test_a_group_without_cases_has_none_to_name(problem: Problem) -> None:
    empty = msgspec.structs.replace(problem, groups={**problem.groups, "later": Problem.Group()})
    error = refused(empty, ("later",), ("first",))
    assert (error.message, error.note) == ("pkg has no case 'first'", "no case is left of these groups")
