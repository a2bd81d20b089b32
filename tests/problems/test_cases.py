"""Words of a command line to cases: names, patterns, and what is said of a word that names nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Problem
from judge.problems import chosen_cases
from tests.conftest import refused
from tests.make import problem
from tests.problems.told import rows_of

FIRST, SECOND = ["sample/grove-4", "sample/grove-6"], ["secret/crowd-2", "secret/crowd-10", "secret/grove-6"]
GROUPS = {name: Problem.Group() for name in ("sample", "secret", "later")}
CUP = problem(" ".join(":".join(reversed(path.split("/"))) for path in FIRST + SECOND), groups=GROUPS)


@pytest.mark.parametrize(("groups", "words", "told"), rows_of(Path(__file__).with_name("cases.txt")))
def test_words_name_cases_or_it_is_said_what_was_meant(groups: str, words: str, told: str) -> None:
    asked = [field.split() if field != "-" else [] for field in (groups, words)]
    if told.startswith("pkg has"):
        error = refused(chosen_cases, CUP, *asked)
        message, _, note = told.partition("; note: ")
        assert (error.code, error.message, error.note) == ("E433", message, note or error.note)
    else:
        assert " ".join(case.path for case in chosen_cases(CUP, *asked)) == told
