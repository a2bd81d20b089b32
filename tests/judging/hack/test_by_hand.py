"""A case that was added is no orphan of `judge generate`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judge.judging.hack.keep import RECIPES, declare

TABLE = "\n[secret.forest]   # many\nn = [8, 10]\n"


def declared(folder: Path, text: str, *cases: str) -> str:
    (folder / RECIPES).write_text(text)
    for case in cases:
        declare(folder, case)
    return (folder / RECIPES).read_text()


def test_a_case_is_named_once_and_comments_stay(tmp_path: Path) -> None:
    text = declared(tmp_path, 'by_hand = ["sample/*"]  # ours\n' + TABLE, "secret/hack-2-a", "secret/hack-2-a")
    assert tomllib.loads(text)["by_hand"] == ["sample/*", "secret/hack-2-a"]
    assert text.endswith("  # ours\n" + TABLE)


def test_a_pattern_names_it_already(tmp_path: Path) -> None:
    text = 'by_hand = ["*/hack-*"]\n' + TABLE
    assert declared(tmp_path, text, "secret/hack-2-a") == text


def test_where_nothing_is_by_hand_the_key_comes_before_all_tables(tmp_path: Path) -> None:
    text = declared(tmp_path, TABLE, "secret/a", "secret/b")
    assert tomllib.loads(text) == {"by_hand": ["secret/a", "secret/b"], "secret": {"forest": {"n": [8, 10]}}}


@pytest.mark.parametrize("text", ["by_hand = [", "by_hand = 3\n"])
def test_a_file_that_is_wrong_is_left_to_judge_generate(tmp_path: Path, text: str) -> None:
    assert declared(tmp_path, text, "secret/a") == text


def test_without_the_file_none_is_written(tmp_path: Path) -> None:
    declare(tmp_path, "secret/a")
    assert not list(tmp_path.iterdir())


def test_line_ends_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / RECIPES).write_bytes(b'by_hand = ["sample/*"]\r\n[secret.forest]\r\nn = 8\r\n')
    declare(tmp_path, "secret/a")
    assert (tmp_path / RECIPES).read_bytes() == b'by_hand = ["sample/*", "secret/a"]\r\n[secret.forest]\r\nn = 8\r\n'


def test_a_link_out_of_the_package_is_not_written_through(tmp_path: Path) -> None:
    outside = tmp_path / "outside.toml"
    outside.write_text(TABLE)
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / RECIPES).symlink_to(outside)
    declare(tmp_path / "cup", "secret/a")
    assert outside.read_text() == TABLE
