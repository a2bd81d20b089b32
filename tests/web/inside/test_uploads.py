"""Of the classes that instructors upload one is read at a time; what happens meanwhile is no part of it."""

from __future__ import annotations

from typing import Any

import pytest

from judge.classroom import ClassUpload
from judge.store import Store
from judge.submissions import handed_in
from judge.web.ask import RefusedError
from judge.web.pages import class_upload
from tests.web.pages.test_class_upload import CLASS, Class
from tests.web.sites import RIGHT, TestSite, says


def test_who_waits_long_for_another_class_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_upload, "_PATIENCE_S", 0.001)
    with class_upload.reading(), pytest.raises(RefusedError) as refused, class_upload.reading():
        pass
    assert refused.value.status == 503
    with class_upload.reading():
        pass


@pytest.mark.parametrize("settled", [False, True])
def test_who_hands_in_while_a_class_is_read_is_seen_there(
    own: TestSite, monkeypatch: pytest.MonkeyPatch, *, settled: bool
) -> None:
    """Nothing changes after that, so what was read is shown: not as if it had been read later."""
    page = Class(own, own.browser("ines"))
    if settled:
        page.upload({"ada": RIGHT})

    class Slow:
        @staticmethod
        def read(*given: Any) -> ClassUpload:
            found = ClassUpload.read(*given)
            mine = handed_in("ada", "quiz", "main.py", (("main.py", RIGHT),), own.problem.programs)
            with Store(own.settings.store) as store:
                store.queue.add("quiz", "ada", "ada", mine, 1.0, replaces=False)
            monkeypatch.undo()
            return found

    monkeypatch.setattr(class_upload, "ClassUpload", Slow)
    said = page.settle("ada,ada,") if settled else page.upload({"ada": RIGHT})
    says(said, "0 submissions ready", "1 submission of the same bytes is here already")
    says(page.browser.get(CLASS).text, "0 submissions ready")
