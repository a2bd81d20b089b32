"""The table of languages: what the host may change in it, and who is taken for an interpreter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.executors.program import languages
from judge.executors.program.languages import Language, home_of, is_there, language_of
from judge.executors.program.plan import Plan, plan
from judge.model import Finding, Submission
from judge.sandbox import host
from judge.submissions.read import handed_in


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a user writes rows of their own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = languages.own_table()
    path.parent.mkdir(parents=True)
    languages.languages.cache_clear()
    yield path
    languages.languages.cache_clear()


def program(name: str, source: str = "int main() {}") -> Submission:
    return handed_in("mine", "pkg", name, ((name, source.encode()),))


def planned(name: str, source: str = "int main() {}") -> Plan:
    made = plan(program(name, source))
    assert not isinstance(made, Finding), made
    return made


def test_every_row_of_the_shipped_table_can_be_filled_in() -> None:
    for row in languages.languages().values():
        words = dict.fromkeys(
            ("source", "folder", "cache", "name", "file", "main", "memory", "classpath", "standard", "home"), "x"
        )
        for template in (row.compile, row.run):
            assert not [word for word in row.command(template, words, ["x"]) if "{" in word], row.name
        assert row.package


def test_a_host_adds_a_language_and_changes_one_key(table: Path) -> None:
    table.write_text(
        '[Shell]\nsuffixes = [".sh"]\ncompile = ["true"]\nrun = ["sh", "{source}"]\n[C]\npackage = "tcc"\n'
    )
    shell, c = language_of(".sh"), language_of(".c")
    assert shell is not None
    assert c is not None
    assert (shell.name, shell.run) == ("Shell", ("sh", "{source}"))
    assert c.package == "tcc"
    assert c.compile[0] == "gcc", "the other keys are those of the shipped table"


@pytest.mark.parametrize(
    "text",
    ["[C", "[C]\nflags = ['-O0']", "[New]\nsuffixes = ['.new']", "[C]\nrun = 'gcc'", "C = 1"],
    ids=["no TOML", "an unknown key", "half a language", "a text for a list", "no table"],
)
def test_a_table_that_can_not_be_read_is_told(table: Path, text: str) -> None:
    table.write_text(text)
    with pytest.raises(JudgeError) as caught:
        languages.languages()
    assert caught.value.code == "E422"
    assert str(table) in str(caught.value)


@pytest.mark.parametrize(
    ("script", "there"),
    [("echo pyenv: python2: command not found >&2; exit 127", False), ("echo /nowhere", False), ("pwd -P", True)],
    ids=["a dead shim", "a home that is not there", "one that works"],
)
def test_a_dead_shim_is_no_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, there: bool
) -> None:
    shim = tmp_path / "old-python"
    shim.write_text(f"#!/bin/sh\n{script}\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    host.printed_by.cache_clear()
    old = Language((), ("{home}/bin/python2",), (), home=("old-python",), name="Python 2")
    assert is_there(old) == (home_of(old) is not None) == there
    host.printed_by.cache_clear()


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("homework.cpp", "gnu++17"),
        ("homework11.cpp", "gnu++11"),
        ("Homework11b.cc", "gnu++11"),
        ("homework.c", "gnu17"),
    ],
)
def test_the_name_of_a_file_says_which_standard_is_tried_first(name: str, first: str) -> None:
    made = planned(name)
    assert made.standards[0] == first
    assert sorted(made.standards) == sorted(made.language.standards)


def test_a_host_sets_the_standards_and_the_level(table: Path) -> None:
    table.write_text('["C++"]\nstandards = ["c++14"]\ncompile = ["g++", "-std={standard}", "-O0", "{sources}"]\n')
    made = planned("homework.cpp")
    assert made.standards == ("c++14",)
    words = {**made.words("/s", "/c", 512), "standard": made.standards[0]}
    assert made.language.command(made.compile, words, made.paths("/s")) == (
        "g++",
        "-std=c++14",
        "-O0",
        "/s/homework.cpp",
    )


def test_a_language_without_standards_is_compiled_once() -> None:
    assert planned("homework.py", "print(1)").standards == ("",)


# --- what lies in a folder that was handed in -------------------------------------------------------------------------
EVIL = '[Rust]\nhome = ["sh", "-c", "touch {mark}; echo /usr"]\n'


def test_a_table_in_the_current_folder_starts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark, folder = tmp_path / "mark", tmp_path / "handed-in"
    for name in (
        ".judge/languages.toml",
        "languages.toml",
        "judge/languages.toml",
        ".config/judge/languages.toml",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(EVIL.format(mark=mark))
    monkeypatch.chdir(folder)
    for configured in ("", ".", "relative"):
        monkeypatch.setenv("XDG_CONFIG_HOME", configured)
        languages.languages.cache_clear()
        languages.homes()
        assert not mark.exists()
    languages.languages.cache_clear()


@pytest.mark.parametrize("before", ["", ".", "bin", "bin:."])
def test_a_path_that_begins_here_finds_no_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    mark, folder = tmp_path / "mark", tmp_path / "handed-in"
    for name in ("rustc", "bin/rustc"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"#!/bin/sh\ntouch {mark}\necho /usr\n")
        (folder / name).chmod(0o755)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{before}:/usr/bin:/bin")
    host.printed_by.cache_clear()
    home_of(Language(suffixes=(), compile=(), run=(), home=("rustc", "--print", "sysroot")))
    host.printed_by.cache_clear()
    assert not mark.exists()


def test_a_shim_is_not_asked_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert home_of(Language(suffixes=(), compile=(), run=(), home=("pwd",))) == "/"


def test_a_table_that_is_named_is_taken_instead_of_ones_own(table: Path, tmp_path: Path) -> None:
    table.write_text('[C]\npackage = "mine"\n')
    named = tmp_path / "named.toml"
    named.write_text('["C++"]\npackage = "named"\n')
    try:
        languages.use_table(named)
        assert [languages.languages()[name].package for name in ("C", "C++")] == ["gcc", "named"]
    finally:
        languages.use_table(None)
    assert [languages.languages()[name].package for name in ("C", "C++")] == ["mine", "g++"]
    with pytest.raises(JudgeError) as caught:
        languages.use_table(tmp_path / "missing.toml")
    assert caught.value.code == "E435"
