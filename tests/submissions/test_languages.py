"""The one table of languages: what a host may change in it, and that every command goes by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Programs
from judge.submissions import Language, MainFile, languages, read_submission
from tests.conftest import refused, there


def test_a_host_adds_a_language_and_changes_one_key(table: Path) -> None:
    table.write_text(
        '[Shell]\nsuffixes = [".sh"]\ncompile = ["true"]\nrun = ["sh", "{source}"]\n[C]\npackage = "tcc"\n'
    )
    shell, c = (there(languages().of(ending)) for ending in (".sh", ".c"))
    assert (shell.name, shell.run) == ("Shell", ("sh", "{source}"))
    assert c.package == "tcc"
    assert c.compile[0] == "gcc", "the other keys are those of the shipped table"


KEYS = ("flags = ['-O0']", "run = 'gcc'", "suffixes = ['c']", "suffixes = ['']", "suffixes = ['.tar.gz']")
UNREAD = ("[C", "C = 1", "[New]\nsuffixes = ['.new']", *(f"[C]\n{key}" for key in (*KEYS, "needs_main = 'yes'")))


@pytest.mark.parametrize("text", UNREAD)
def test_a_table_that_can_not_be_read_is_told(table: Path, text: str) -> None:
    table.write_text(text)
    error = refused(languages)
    assert error.code == "E422"
    assert str(table) in str(error)


def test_a_table_that_is_named_is_taken_instead_of_ones_own(table: Path, tmp_path: Path) -> None:
    table.write_text('[C]\npackage = "mine"\n')
    named = tmp_path / "named.toml"
    named.write_text('["C++"]\npackage = "named"\n')
    try:
        Language.use_table(named)
        assert [languages()[name].package for name in ("C", "C++")] == ["gcc", "named"]
    finally:
        Language.use_table(None)
    assert [languages()[name].package for name in ("C", "C++")] == ["mine", "g++"]
    assert refused(Language.use_table, tmp_path / "missing.toml").code == "E435"


# --- the table decides what a source file is --------------------------------------------------------------------------
BASH = '[Bash]\nsuffixes = [".sh"]\ncompile = ["sh", "-n", "{source}"]\nrun = ["sh", "{source}"]\n'


def test_the_shipped_endings_and_which_of_them_need_a_main() -> None:
    assert " ".join(languages().endings) == ".c .cpp .cc .cxx .c++ .C .java .py .rs .go .js .mjs .cjs"
    with_main = filter(lambda ending: languages().needs_main(f"mine{ending}"), languages().endings)
    assert {*languages().endings} - {*with_main} == {".py", ".js", ".mjs", ".cjs"}
    assert not languages().needs_main("mine.h")


def test_a_folder_in_a_language_of_ones_own(table: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("main.sh", "helper.sh", "input.txt"):
        (folder / name).write_text("echo FAIL\n")
    assert "no source file" in refused(read_submission, folder, "lizards").message
    table.write_text(BASH)
    languages.cache_clear()
    read = read_submission(folder, "lizards")
    assert read.path == folder / "main.sh"
    assert sorted(name for name, _ in read.files) == ["helper.sh", "input.txt", "main.sh"]


@pytest.mark.parametrize(("asked", "found"), [("", ["main.kt", "main2.kt"]), ("needs_main = true\n", ["main2.kt"])])
def test_a_language_of_ones_own_may_need_a_main(table: Path, asked: str, found: list[str]) -> None:
    table.write_text(f'[Kotlin]\nsuffixes = [".kt"]\ncompile = ["kotlinc"]\nrun = ["kotlin"]\n{asked}')
    assert MainFile.of({"main.kt": b"val x = 1\n", "main2.kt": b"fun main() {}\n"}, Programs()).paths == found
