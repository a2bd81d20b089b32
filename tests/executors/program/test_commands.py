"""The commands of a language on this host: how they are filled in, and who is taken for an interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.executors.program.commands import filled, home_of, homes, install, is_there
from judge.executors.program.plan import Plan, plan
from judge.model import Finding, Submission
from judge.sandbox import host
from judge.submissions import Language, handed_in, languages


def program(name: str, source: str = "int main() {}") -> Submission:
    return handed_in("mine", "pkg", name, ((name, source.encode()),))


def planned(name: str, source: str = "int main() {}") -> Plan:
    made = plan(program(name, source))
    assert not isinstance(made, Finding), made
    return made


def test_every_row_of_the_shipped_table_can_be_filled_in() -> None:
    for row in languages().values():
        words = dict.fromkeys(
            ("source", "folder", "cache", "name", "file", "main", "memory", "classpath", "standard", "home"), "x"
        )
        for template in (row.compile, row.run):
            assert not [word for word in filled(row, template, words, ["x"]) if "{" in word], row.name
        assert row.package


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
    assert filled(made.language, made.language.compile, words, made.paths("/s")) == (
        "g++",
        "-std=c++14",
        "-O0",
        "/s/homework.cpp",
    )


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
        languages.cache_clear()
        homes()
        assert not mark.exists()
    languages.cache_clear()


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


@pytest.mark.parametrize(
    ("listed", "there", "found"),
    [
        ({"apt", "gcc"}, True, True),
        ({"apt"}, True, False),
        (set(), True, True),
        ({"apt", "gcc"}, False, False),
    ],
    ids=["in its lists", "not in its lists", "without lists", "without apt"],
)
def test_no_advice_to_install_what_apt_does_not_have(
    monkeypatch: pytest.MonkeyPatch, listed: set[str], there: bool, found: bool
) -> None:
    host.has_candidate.cache_clear()
    monkeypatch.setattr(host, "found_command", lambda command: command if there else None)
    monkeypatch.setattr(host, "_said", lambda words: b"gcc | 12" if words[-1] in listed else b"")
    language = Language((".c",), ("gcc",), ("x",), package="gcc", name="C")
    assert install(language) == ("sudo apt-get install gcc" if found else "")
    assert install(Language((".c",), ("gcc",), ("x",), name="C")) == ""
    host.has_candidate.cache_clear()
