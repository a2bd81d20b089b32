"""The problem.toml of a package that was taken over holds what strangers have written, and is TOML whatever that is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judge.problems.icpc.read import import_package
from tests.problems.icpc.packages import LEGACY, write


@pytest.mark.parametrize(
    ("names", "title", "left"),
    [
        ("{de: Echsen, en: Lizards, es: Lagartos}", "Lizards", ["name.de", "name.es"]),
        ("{de: Echsen, es: Lagartos}", "Echsen", ["name.es"]),
        ("{en: '', de: Echsen}", "Echsen", ["name.en"]),
        ("{en: Lizards}", "Lizards", []),
        ("Lizards", "Lizards", []),
    ],
)
def test_names_in_other_languages_are_told_to_be_left_out(
    tmp_path: Path, names: str, title: str, left: list[str]
) -> None:
    yaml = f"name: {names}\nvalidation: custom\n"
    made = import_package(write(LEGACY | {"problem.yaml": yaml}, tmp_path / "given"), tmp_path / "made", (".py",))
    assert made.problem.title == title
    told = " ".join(notice.message for notice in made.notices if notice.code == "W120")
    assert [name for name in ("name.de", "name.en", "name.es") if name in told] == left


@pytest.mark.parametrize(
    "title", ['a "quoted" \\ one', "\u007f", "Пример \U0001f600", "tab\there", "x = 1 # [y]", "'''"]
)
def test_any_title_is_kept(tmp_path: Path, title: str) -> None:
    spelled = "".join(f"\\U{ord(sign):08x}" for sign in title)
    yaml = f'name: "{spelled}"\nvalidation: custom\nrights_owner: "me\\n[limits]"\n'
    made = import_package(write(LEGACY | {"problem.yaml": yaml}, tmp_path / "given"), tmp_path / "made", (".py",))
    assert made.problem.title == " ".join(title.split())
    text = (tmp_path / "made/problem.toml").read_text(encoding="utf-8")
    assert text.startswith("# Taken over")
    assert "# license: unknown, me [limits]\n" in text
    assert set(tomllib.loads(text)) == {"title", "puzzle", "io", "answers", "limits", "validator", "groups"}
