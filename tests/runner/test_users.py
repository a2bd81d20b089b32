"""User ids for boxes: no two sandboxes have the same at once."""

from __future__ import annotations

import threading

import pytest

from judge.errors import JudgeError
from judge.runner import users

pytestmark = pytest.mark.skipif("sys.platform != 'linux'", reason="not Linux")


def test_no_two_have_the_same_and_what_is_given_back_is_free() -> None:
    first, second = users.Claim(), users.Claim()
    assert first.uid != second.uid
    first.close()
    third = users.Claim()
    assert third.uid != second.uid
    for claim in (second, third):
        claim.close()


def test_when_all_are_in_use_the_judge_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    held = users.Claim()
    monkeypatch.setattr(users, "FIRST", held.uid)
    monkeypatch.setattr(users, "COUNT", 1)
    with pytest.raises(JudgeError, match="all in use"):
        users.Claim()
    held.close()


def test_threads_of_this_user_are_counted() -> None:
    go = threading.Event()
    before = users.threads_in_use()
    threads = [threading.Thread(target=go.wait) for _ in range(20)]
    for thread in threads:
        thread.start()
    assert users.threads_in_use() >= max(20, before + 10), "others of this user may have ended meanwhile"
    go.set()
