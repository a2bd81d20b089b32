"""Who is taken for a compiler or an interpreter on this host, and what is advised where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.executors import executor_of
from judge.sandbox import Sandbox
from judge.submissions import handed_in, languages
from tests.boxed import judged
from tests.conftest import there

LANGUAGE = """["{name}"]
suffixes = [".odd"]
home = ["{home}"]
package = "{package}"
compile = ["{{home}}/bin/true"]
run = ["true"]
"""


def command(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def told_of(sandbox: Sandbox, table: Path, name: str, package: str = "") -> tuple[str, str]:
    """Why a program can't be run whose language lies where this command says: the code, and what helps."""
    table.write_text(LANGUAGE.format(name=name, home=name, package=package))
    prepared, run = judged(sandbox, handed_in("mine", "pkg", "mine.odd", (("mine.odd", b"go"),)))
    finding = there(run.finding if run else prepared.finding)
    return finding.code, finding.help


@pytest.mark.parametrize(
    ("name", "script", "works"),
    [
        ("dead-shim", "echo pyenv: python2: command not found >&2; exit 127", False),
        ("lost-home", "echo /nowhere", False),
        ("working-one", "pwd -P", True),
    ],
)
def test_a_dead_shim_is_no_interpreter(
    sandbox: Sandbox,
    table: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    name: str,
    script: str,
    works: bool,
) -> None:
    command(tmp_path / "bin" / name, script)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    assert told_of(sandbox, table, name)[0] == ("E101" if works else "E220")


# --- what lies in a folder that was handed in -------------------------------------------------------------------------
def test_a_table_in_the_current_folder_starts_nothing(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark, folder = tmp_path / "mark", tmp_path / "handed-in"
    for name in (".judge/languages.toml", "languages.toml", "judge/languages.toml", ".config/judge/languages.toml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f'[Rust]\nhome = ["sh", "-c", "touch {mark}; echo /usr"]\n')
    monkeypatch.chdir(folder)
    for configured in ("", ".", "relative"):
        monkeypatch.setenv("XDG_CONFIG_HOME", configured)
        languages.cache_clear()
        executor_of("program").place(sandbox)
        assert not mark.exists()
    languages.cache_clear()


@pytest.mark.parametrize("before", ["", ".", "bin", "bin:."])
def test_a_path_that_begins_here_finds_no_interpreter(
    sandbox: Sandbox, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    mark, folder, name = tmp_path / "mark", tmp_path / "handed-in", f"evil{len(before)}"
    for place in (name, f"bin/{name}"):
        command(folder / place, f"touch {mark}; echo /usr")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{before}:/usr/bin:/bin")
    assert told_of(sandbox, table, name)[0] == "E220"
    assert not mark.exists()


def test_a_shim_is_not_asked_in_the_current_folder(
    sandbox: Sandbox, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command(tmp_path / "bin" / "where-am-i", f"pwd > {tmp_path}/asked; echo /nowhere")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.chdir(tmp_path)
    told_of(sandbox, table, "where-am-i")
    assert (tmp_path / "asked").read_text() == "/\n"


@pytest.mark.parametrize(
    ("package", "lists", "found"),
    [
        ("listed", "listed apt", True),
        ("unlisted", "apt", False),
        ("unlisted-too", "", True),
        ("without-apt", None, False),
        ("", "apt", False),
    ],
    ids=["in its lists", "not in its lists", "without lists", "without apt", "no package"],
)
def test_no_advice_to_install_what_apt_does_not_have(
    sandbox: Sandbox,
    table: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    package: str,
    lists: str | None,
    found: bool,
) -> None:
    for name in ("sh", "rm", "chmod"):
        (tmp_path / name).symlink_to(f"/bin/{name}")
    if lists is not None:
        words = "".join(f"{one}) echo '{one} | 12';; " for one in lists.split())
        command(tmp_path / "apt-cache", f'case "$2" in {words}esac')
    monkeypatch.setenv("PATH", str(tmp_path))
    code, helps = told_of(sandbox, table, f"absent-{package}", package)
    assert (code, f"sudo apt-get install {package}" in helps) == ("E220", found)
