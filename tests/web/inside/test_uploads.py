"""Of the classes that instructors upload one is read at a time."""

from __future__ import annotations

import pytest

from judge.web import uploads
from judge.web.ask import RefusedError


def test_who_waits_long_for_another_class_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_PATIENCE_S", 0.001)
    with uploads.reading(), pytest.raises(RefusedError) as refused, uploads.reading():
        pass
    assert refused.value.status == 503
    with uploads.reading():
        pass
