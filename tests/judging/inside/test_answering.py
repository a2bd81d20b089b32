"""What a search finds is not believed either."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.judging import answering
from judge.model import Case
from judge.problems.prove import decide
from tests.commands import Call
from tests.conftest import MakePackage
from tests.make import case_text


def test_an_answer_that_the_rules_refuse_is_not_written(package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(puzzle: str, case: Case, *_: Any) -> Any:
        found = decide(puzzle, case, 0.0, lambda: ())
        if found.answer is not None and found.answer.board is not None:
            found.answer.board[0, :2] = 1
        return found

    cup: Path = package("cup", {"sample/roomy": (case_text(6, 3), "")})
    monkeypatch.setattr(answering, "decide", wrong)
    assert "undecided" in Call().ends(1, "answers", str(cup))
    assert not (cup / "sample/roomy/answer.txt").exists()
