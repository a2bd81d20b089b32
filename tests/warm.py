"""One sandbox of the tests in place of those that a command, `judge.run` or a watch would open: these take 0.6 s."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from judge import sandbox
from judge.errors import JudgeError
from judge.sandbox import Cache, Sandbox, arena

Opens = Callable[..., contextlib.AbstractContextManager[list[Sandbox]]]
_opens: list[Opens] = [arena]


def _arena(*words: Any, **more: Any) -> contextlib.AbstractContextManager[list[Sandbox]]:
    return _opens[-1](*words, **more)


sandbox.arena = _arena  # type: ignore[assignment]  # before anybody takes the true one from the door


@contextlib.contextmanager
def in_place(opens: Opens) -> Iterator[None]:
    """Have whoever opens an arena get what this opens, for a while."""
    _opens.append(opens)
    try:
        yield
    finally:
        _opens.pop()


@contextlib.contextmanager
def using(box: Sandbox, *, lasting: bool) -> Iterator[list[Sandbox]]:
    """Have this sandbox use the cache that an arena would, for a while."""
    before = box.cache
    own: contextlib.AbstractContextManager[Cache | None] = contextlib.nullcontext(before)
    if lasting:
        with contextlib.suppress(JudgeError):
            own = Cache.own()
    try:
        with own as box.cache:
            yield [box]
    finally:
        box.cache = before
