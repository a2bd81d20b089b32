"""Who is taken for a compiler or an interpreter on this host, and what is advised where there is none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.executors import executor_of
from judge.sandbox import Sandbox
from judge.submissions import handed_in, languages
from tests.boxed import judged
from tests.conftest import there
from tests.make import files

LANGUAGE = """["{name}"]
suffixes = [".odd"]
home = ["{name}"]
package = "{package}"
compile = ["{{home}}/bin/true"]
run = ["true"]
"""
Told = Callable[..., tuple[str, str]]


def command(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def told(sandbox: Sandbox, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Why a program can't be run whose language lies where the command of this name says: the code, and what helps."""

    def ask(name: str, package: str = "", path: str = f"{tmp_path}/bin:/usr/bin:/bin") -> tuple[str, str]:
        monkeypatch.setenv("PATH", path)
        table.write_text(LANGUAGE.format(name=name, package=package))
        languages.cache_clear()
        prepared, run = judged(sandbox, handed_in("mine", "pkg", "mine.odd", (("mine.odd", b"go"),)))
        finding = there(run.finding if run else prepared.finding)
        return finding.code, finding.help

    return ask


def test_a_dead_shim_is_no_interpreter(told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, script, code in (
        ("dead-shim", "echo pyenv: python2: command not found >&2; exit 127", "E220"),
        ("lost-home", f"pwd > {tmp_path}/asked; echo /nowhere", "E220"),
        ("working-one", "pwd -P", "E101"),
    ):
        command(tmp_path / "bin" / name, script)
        assert told(name)[0] == code, name
    assert (tmp_path / "asked").read_text() == "/\n", "it is not asked in the current folder"


# --- what lies in a folder that was handed in -------------------------------------------------------------------------
def test_a_table_found_here_starts_nothing(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark, folder = tmp_path / "mark", tmp_path / "handed-in"
    names = (".judge/languages.toml", "languages.toml", "judge/languages.toml", ".config/judge/languages.toml")
    files(folder, dict.fromkeys(names, f'[Rust]\nhome = ["sh", "-c", "touch {mark}; echo /usr"]\n'))
    monkeypatch.chdir(folder)
    for configured in ("", ".", "relative"):
        monkeypatch.setenv("XDG_CONFIG_HOME", configured)
        languages.cache_clear()
        executor_of("program").place(sandbox)
        assert not mark.exists()
    languages.cache_clear()


def test_a_path_from_here_finds_no_interpreter(told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark, folder = tmp_path / "mark", tmp_path / "handed-in"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for before in ("", ".", "bin", "bin:."):
        name = f"evil{len(before)}"
        for place in (name, f"bin/{name}"):
            command(folder / place, f"touch {mark}; echo /usr")
        assert told(name, path=f"{before}:/usr/bin:/bin")[0] == "E220"
        assert not mark.exists()


@pytest.mark.parametrize(
    ("package", "lists", "found"),
    [
        ("listed", "listed apt", True),
        ("unlisted", "apt", False),
        ("unlisted-too", "", True),  # it has no lists
        ("without-apt", None, False),
        ("", "apt", False),
    ],
)
def test_apt_decides_what_is_advised(told: Told, tmp_path: Path, package: str, lists: str | None, found: bool) -> None:
    for name in ("sh", "rm", "chmod"):
        (tmp_path / name).symlink_to(f"/bin/{name}")
    if lists is not None:
        words = "".join(f"{one}) echo '{one} | 12';; " for one in lists.split())
        command(tmp_path / "apt-cache", f'case "$2" in {words}esac')
    code, helps = told(f"absent-{package}", package, str(tmp_path))
    assert (code, f"sudo apt-get install {package}" in helps) == ("E220", found)
