"""What went is refused with what to use instead, and is nowhere any more."""

from __future__ import annotations

import tomllib
from pathlib import Path

import click
import msgspec
import pytest

import judge
from judge.cli.main import commands
from judge.cli.manual import TOPICS
from judge.errors import JudgeError, codes
from judge.problems.manifest import read_manifest
from judge.problems.top_keys import TopKeys
from tests.cli.handed_in import Call
from tests.problems.test_package import TOML

GONE = tomllib.loads((Path(judge.__file__).parent / "gone.toml").read_text(encoding="utf-8"))
KINDS = ("command", "option", "key", "passed-over", "value", "file", "topic", "code")


def command(words: list[str]) -> click.Command | None:
    """Return the command of these words, None where there is none."""
    found: click.Command | None = commands
    for word in words:
        found = found.get_command(click.Context(found), word) if isinstance(found, click.Group) else None
    return found


def test_every_table_is_one_that_is_read() -> None:
    assert tuple(GONE) == KINDS
    assert all(text.strip() for table in GONE.values() for text in table.values())


@pytest.mark.parametrize("name", GONE["command"])
def test_a_command_that_went_is_refused_with_its_successor(name: str, call: Call) -> None:
    assert command(name.split()) is None
    status, out, err = call(*name.split())
    assert status == 2
    assert "E430" in out + err
    assert_told(GONE["command"][name], out + err)


@pytest.mark.parametrize("name", GONE["option"])
def test_an_option_that_went_is_refused_with_its_successor(name: str, call: Call) -> None:
    *words, option = name.split()
    of = command(words)
    if of is not None:
        assert option not in {name for param in of.params for name in param.opts}
        status, out, err = call(*words, option)
        assert status == 2
        assert "E430" in out + err
        assert_told(GONE["option"][name], out + err)


def test_keys_topics_and_codes_that_went_are_nowhere() -> None:
    keys = {field.name for field in msgspec.structs.fields(TopKeys)}
    assert not keys & {*GONE["key"], *GONE["passed-over"]}
    topics = {name for names in TOPICS.values() for name in names}
    assert not topics & GONE["topic"].keys()
    assert not codes().keys() & GONE["code"].keys()


@pytest.mark.parametrize("name", GONE["value"])
def test_a_value_that_went_is_refused_with_its_successor(name: str, tmp_path: Path) -> None:
    key, _, value = name.partition(" ")
    (tmp_path / "problem.toml").write_text(f'{key} = "{value}"\n{TOML}')
    with pytest.raises(JudgeError) as raised:
        read_manifest(tmp_path)
    assert raised.value.code == "E422"
    assert f"{tmp_path / 'problem.toml'} line 1" in str(raised.value.place)
    assert raised.value.help == GONE["value"][name]


@pytest.mark.parametrize("name", GONE["topic"])
def test_a_topic_that_went_opens_its_successor(name: str, call: Call) -> None:
    successor = GONE["topic"][name]
    if " " in successor:
        status, out, err = call("help", name)
        assert status == 2
        assert_told(successor, out + err)
    else:
        assert call("help", name) == call("help", successor)


@pytest.mark.parametrize("name", GONE["code"])
def test_a_code_that_went_is_explained_by_what_is_said_instead(name: str, call: Call) -> None:
    status, out, err = call("explain", name)
    assert status == 2
    assert_told(GONE["code"][name], out + err)


def assert_told(sentence: str, said: str) -> None:
    assert "".join(sentence.split()) in "".join(said.split())
