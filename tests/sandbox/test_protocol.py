"""Requests and replies across the wall: what is not of its type is refused."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from judge.sandbox import Sandbox, protocol
from tests.boxed import HOME
from tests.conftest import refused


class Malformed(msgspec.Struct, tag_field="op", tag="start"):
    """A request for a box that lacks nearly all."""

    home: protocol.Home = HOME


def asks_for_nothing(own: Sandbox) -> None:
    own.zygote.ask(Malformed(), protocol.Started)  # type: ignore[arg-type] # a request of another version of the judge


def hears_nonsense(own: Sandbox) -> None:
    own.zygote.ask(protocol.ForgetRequest("1"), protocol.Started)  # whose reply has no pid


@pytest.mark.parametrize(("talk", "note"), [(asks_for_nothing, "missing required field `job`"), (hears_nonsense, "")])
def test_a_message_of_no_type_is_an_error_of_the_judge_and_ends_the_zygote(
    talk: Callable[[Sandbox], None], note: str
) -> None:
    """Nobody waits for an answer that never comes, and a new zygote serves as ever."""
    with Sandbox(warm=False) as own:
        own.host()
        error = refused(talk, own)
        assert error.code == "E303"
        assert note in error.note
        assert refused(own.zygote.ask, protocol.ForgetRequest("1"), protocol.Done).code == "E303"
        own.restart()
        assert isinstance(own.keep({"x": b""}), protocol.Home)
