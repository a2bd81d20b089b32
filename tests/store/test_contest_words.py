"""Two hosts at once: the word of the one who has not seen the other's changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.model.deed import ContestMoment
from judge.store import Store


def test_who_has_not_seen_the_last_word_says_none(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as one, Store(tmp_path / "store.db") as other:
        one.contest_words.add_after("cup", ContestMoment("freeze", 5.0, "hal"), 0)
        with pytest.raises(JudgeError, match="since you have seen it: freeze") as caught:
            other.contest_words.add_after("cup", ContestMoment("unfreeze", 6.0, "hal"), 0)
        assert caught.value.code == "E520"
        assert caught.value.help == "load the scoreboard again, and decide by what it shows"
        other.contest_words.add_after("cup", ContestMoment("unfreeze", 6.0, "hal"), 1)
        assert one.contest_words.of("cup") == [
            ContestMoment("freeze", 5.0, "hal"),
            ContestMoment("unfreeze", 6.0, "hal"),
        ]
