"""Requests and replies across the wall: nothing is lost on the way, and what is not of its type is refused."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from judge.sandbox import Sandbox, protocol
from tests.boxed import HOME
from tests.conftest import refused

JOB = protocol.Job(
    prepare=True, warmups=(b"\0\xff", b""), command=("sh", "-c", "\udcff"), environment={"PATH": "/bin"}, input="in"
)
BOX = protocol.BoxRequest(
    home=HOME,
    job=JOB,
    tier="plain",
    uid=None,
    forbidden=("/etc/shadow",),
    extra=(),
    counted=False,
    shared_memory=True,
    output_bytes=1 << 40,
    rlimits={"RLIMIT_CORE": 0},
)
REQUESTS: tuple[protocol.Request, ...] = (
    protocol.HomeRequest("1", 64_000, ("input.txt",), {"\udcff.py": b"\0\xff", "é": b""}),
    BOX,
    protocol.EndRequest(4711),
    protocol.ForgetRequest("1"),
)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: type(one).__name__)
def test_a_request_arrives_as_it_was_sent(request_: protocol.Request) -> None:
    line = protocol.to_line(request_)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert protocol.read_request(bytearray(line)) == request_


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
