"""certificate.json is read strictly."""

from __future__ import annotations

import json
from typing import Any

import pytest

from judge.errors import JudgeError
from judge.problems.proofs import certificate_file
from judge.problems.proofs.certificate_file import read_certificate, write_certificate
from judge.problems.proofs.refutation import Node, Refutation

WHOLE = Refutation(
    schema="judge.refutation/1",
    n=9,
    m=8,
    nodes=(Node(cell=(1, 2)), Node(weights={"goal": ((1, -1),), "no_attack": ((3, 1), (4, 2))})),
    cliques=(((1, 1), (1, 2), (2, 1)),),
)
SAID = json.loads(write_certificate(WHOLE))


def test_what_is_written_is_read() -> None:
    assert read_certificate(write_certificate(WHOLE), "x") == WHOLE


def test_it_is_short_and_has_lines_to_look_at() -> None:
    assert write_certificate(WHOLE).decode().splitlines() == [
        "{",
        '"schema": "judge.refutation/1",',
        '"n": 9,',
        '"m": 8,',
        '"nodes": [{"cell":[1,2]},{"weights":{"goal":[[1,-1]],"no_attack":[[3,1],[4,2]]}}],',
        '"cliques": [[[1,1],[1,2],[2,1]]]',
        "}",
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"peices": 3},
        {"schema": "judge.refutation/2"},
        {"schema": "judge.certificate/1"},
        {"n": 9.5},
        {"n": "9"},
        {"m": None},
        {"nodes": {}},
        {"nodes": [{"cell": [1]}]},
        {"nodes": [{"cell": [1, 2], "piece": True}]},
        {"nodes": [{"weights": {"goal": [[1, 1.0]]}}]},
        {"nodes": [{"weights": {"goal": [[1, True]]}}]},
        {"nodes": [{"weights": {"goal": [[1]]}}]},
        {"cliques": [[[1, 1, 1]]]},
        {"cliques": [[1, 1]]},
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
