"""Zygotes that can't build what is asked for: nothing runs in their boxes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judge.errors import JudgeError
from judge.sandbox import Sandbox
from judge.sandbox.zygote_client import _CODE
from tests.boxed import solving, started
from tests.conftest import refused


def test_a_tier_that_there_is_not_is_a_judge_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "judge.sandbox.zygote_client._CODE",
        _CODE.replace(
            "judge.sandbox.inside.zygote.main",
            "judge.sandbox.inside.seccomp.ISA = None\njudge.sandbox.inside.zygote.main",
        ),
    )
    with Sandbox(tier="landlock") as own, pytest.raises(JudgeError) as caught:
        own.host()
    assert caught.value.code == "E303"
    assert "landlock" in caught.value.message
    assert "system calls" in caught.value.note
    assert "judge doctor" in caught.value.help


def test_a_box_that_can_not_be_sealed_runs_nothing(
    monkeypatch: pytest.MonkeyPatch, new_cgroups: Callable[[], set[str]]
) -> None:
    """The seal is tried from inside: one that forgets the filter is found out before the submission is read."""
    broken = "judge.sandbox.inside.seal.seal = lambda *a, **k: None\njudge.sandbox.inside.zygote.main"
    monkeypatch.setattr("judge.sandbox.zygote_client._CODE", _CODE.replace("judge.sandbox.inside.zygote.main", broken))
    with Sandbox() as own:
        if own.tier == "plain":
            pytest.skip("there is nothing to seal")
        error = refused(started, own, solving("return None"))
        assert error.code == "E303"
        assert "sealed" in error.message
        assert error.note
    assert new_cgroups() == set()
