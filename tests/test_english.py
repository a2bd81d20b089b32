"""What users read is easy to read: README, manual, codes and statements. See `.github/CONTRIBUTING.md`, English."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.commands import Call, summaries
from tests.english import heavy
from tests.manual import README, ROOT, TOPICS

CODES = tomllib.loads((ROOT / "judge/codes.toml").read_text(encoding="utf-8"))
STATEMENTS = sorted((ROOT / "testcases").glob("*/problem_statement/*.md"))


@pytest.mark.parametrize(
    "bad",
    ["Who hands in late loses points.", "What is kept: all of it.", " ".join(["word"] * 26) + ".", "- Whoever asks."],
)
def test_a_heavy_sentence_is_found(bad: str) -> None:
    assert heavy(bad)


def test_the_readme_is_light() -> None:
    assert not heavy(README)


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_is_light(name: str) -> None:
    assert not heavy(TOPICS[name])


@pytest.mark.parametrize("code", CODES)
def test_an_explanation_is_light(code: str) -> None:
    assert not heavy(CODES[code]["why"])
    assert not heavy(CODES[code].get("mend", ""))


@pytest.mark.parametrize("path", STATEMENTS, ids=lambda path: path.parts[-3])
def test_a_statement_is_light(path: Path) -> None:
    assert not heavy(path.read_text(encoding="utf-8"))


def texts_of(page: str) -> list[str]:
    """What a page of help says: its paragraphs, and the second column of its lists."""
    head, _, lists = page.partition("\nOptions:\n")
    rows = re.split(r"\n  (?=\S)", f"\n{lists.partition(chr(10) * 2)[0]}")[1:]
    return [head, *(re.split(r"\s{2,}", row, maxsplit=1)[-1] for row in rows)]


@pytest.mark.parametrize("name", summaries())
def test_the_help_of_a_command_is_light(name: str) -> None:
    texts = texts_of(Call(columns=80).done(name, "--help"))
    assert len(texts) > 1
    assert not [one for text in texts for one in heavy(text)]
