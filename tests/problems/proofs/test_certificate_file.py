"""certificate.json is read strictly."""

from __future__ import annotations

import json
from typing import Any

import pytest

from judge.errors import JudgeError
from judge.problems.proofs import certificate_file
from judge.problems.proofs.certificate import Certificate
from judge.problems.proofs.certificate_file import read_certificate, write_certificate

WHOLE = Certificate(
    schema="judge.certificate/1",
    n=9,
    pieces=12,
    one=6,
    every={"row": 1},
    segments={"rising": ((1, 9, 9, 2), (2, 9, 8, 1))},
    cliques=((3, ((1, 1), (1, 2), (2, 1))),),
)
SAID = json.loads(write_certificate(WHOLE))


def test_what_is_written_is_read() -> None:
    assert read_certificate(write_certificate(WHOLE), "x") == WHOLE


def test_it_is_short_and_has_lines_to_look_at() -> None:
    text = write_certificate(Certificate(schema="judge.certificate/1", n=9, pieces=12, one=1, every={"row": 1}))
    assert text.decode().splitlines() == [
        "{",
        '"schema": "judge.certificate/1",',
        '"n": 9,',
        '"pieces": 12,',
        '"one": 1,',
        '"every": {"row":1}',
        "}",
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"peices": 3},
        {"schema": "judge.certificate/2"},
        {"n": 9.5},
        {"n": "9"},
        {"pieces": None},
        {"every": {"diagonal": 1}},
        {"every": {"row": 1.0}},
        {"every": {"row": True}},
        {"segments": {"cell": []}},
        {"segments": {"row": [[1, 1, 3]]}},
        {"segments": {"row": [[1, 1, 3, 1, 1]]}},
        {"cliques": [[1, [[1, 1, 1]]]]},
        {"cliques": [[[1, 1]]]},
    ],
)
def test_whatever_else_it_says_is_an_error(change: dict[str, Any]) -> None:
    with pytest.raises(JudgeError) as caught:
        read_certificate(json.dumps({**SAID, **change}).encode(), "some.json")
    assert caught.value.code == "E414"
    assert str(caught.value.place) == "some.json"
    assert "judge answers --again" in caught.value.help


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"n": 1',
        b"[" * 100_000,
        b'{"schema": "\\ud800"}',
        b'{"schema": "\xff"}',
        b'{"n": "\xff"}',
    ],
)
def test_what_is_no_certificate_is_an_error(data: bytes) -> None:
    with pytest.raises(JudgeError) as caught:
        read_certificate(data, "some.json")
    assert caught.value.code == "E414"


def test_what_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate_file, "MOST_BYTES", 20)
    with pytest.raises(JudgeError, match="bytes, more than 20"):
        read_certificate(write_certificate(WHOLE), "some.json")
