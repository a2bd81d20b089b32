"""Words of a command line to cases: names, patterns, and what is said of a word that names nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from judge.model import Problem
from judge.problems import chosen_cases
from tests.conftest import refused
from tests.make import problem, replace

FIRST, SECOND = ["sample/grove-4", "sample/grove-6"], ["secret/crowd-2", "secret/crowd-10", "secret/grove-6"]
GROUPS = {"sample": Problem.Group(), "secret": Problem.Group()}
CUP = problem(" ".join(":".join(reversed(path.split("/"))) for path in FIRST + SECOND), groups=GROUPS)


@pytest.mark.parametrize(
    ("groups", "words", "left"),
    [
        ((), (), FIRST + SECOND),
        (("sample",), (), FIRST),
        (("s[ae]?ret",), (), SECOND),
        ((), ("grove-6",), ["sample/grove-6"]),
        ((), ("secret/grove-6",), ["secret/grove-6"]),
        ((), ("crowd-*",), ["secret/crowd-2", "secret/crowd-10"]),
        ((), ("crowd-[2]",), ["secret/crowd-2"]),
        ((), ("grove-?",), [*FIRST, "secret/grove-6"]),
        ((), ("secret/*",), SECOND),
        (("secret",), ("grove-*",), ["secret/grove-6"]),
        ((), ("crowd-10", "crowd-*"), ["secret/crowd-10", "secret/crowd-2"]),
        ((), ("grove-6", "sample/grove-6"), ["sample/grove-6"]),
    ],
)
def test_names_and_patterns(groups: Sequence[str], words: Sequence[str], left: list[str]) -> None:
    assert [case.path for case in chosen_cases(CUP, groups, words)] == left


@pytest.mark.parametrize(
    ("groups", "words", "message", "note"),
    [
        (("smaple",), (), "no group 'smaple'; did you mean sample?", ""),
        (("x*",), (), "no group 'x*'", ""),
        ((), ("crwod-2",), "no case 'crwod-2'; did you mean crowd-2?", "it has 5 cases, the first is grove-4"),
        ((), ("Grove-4",), "no case 'Grove-4'; did you mean grove-4?", ""),
        ((), ("secrte/grove-6",), "no case 'secrte/grove-6'; did you mean secret/grove-6?", ""),
        ((), ("owd",), "no case 'owd'; did you mean crowd-2?", "close to it: crowd-2, crowd-10"),
        ((), ("grove-4?",), "no case 'grove-4?'", "it has 5 cases, the first is grove-4"),
        ((), ("z*",), "no case 'z*'", "it has 5 cases, the first is grove-4"),
        (("sample",), ("crowd-10",), "no case 'crowd-10'", "there is one in the group secret"),
        (("later",), ("first",), "no case 'first'", "no case is left of these groups"),
    ],
)
def test_a_word_that_names_nothing(groups: Sequence[str], words: Sequence[str], message: str, note: str) -> None:
    later = {"later": Problem.Group()} if groups == ("later",) else {}
    error = refused(chosen_cases, replace(CUP, groups=GROUPS | later), groups, words)
    assert (error.code, error.message, error.note) == ("E433", f"pkg has {message}", note or error.note)
