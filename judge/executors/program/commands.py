"""The commands of a language on this host: which there are, and how they are filled in for one submission."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from judge.sandbox import Sandbox, found_command, has_candidate, printed_folder, untimed_sandbox
from judge.submissions import Language, languages

_BRACES = re.compile(r"\{(\w+)\}")


def filled(
    language: Language, template: Sequence[str], words: Mapping[str, str], lists: Mapping[str, Sequence[str]] = {}
) -> tuple[str, ...]:
    """Return one of the two commands of a language, with its words in braces replaced. A word of the `lists` becomes as
    many as it stands for."""
    known = {"python": python_in_box(), "home": home_of(language) or "", **words}
    command: list[str] = []
    for word in template:
        command += lists.get(word, [_fill(word, known)])
    return tuple(command)


def python_in_box() -> str:
    """Return the judge's own Python by its folder's real path, the only one that a box shows. A link in that folder
    stays: through it an interpreter finds its virtual environment."""
    python = Path(sys.executable)
    return str(python.parent.resolve() / python.name)


def home_of(language: Language) -> str | None:
    """Return the folder that its `home` command prints, asked once; None where that fails: a dead shim is no
    interpreter. JudgeError E307 where others had the core all the time."""
    return printed_folder(language.home) if language.home else None


def is_there(language: Language) -> bool:
    """Say whether this host can compile and run it."""
    if language.home:
        return home_of(language) is not None
    return language.compile[0] == "{python}" or found_command(language.compile[0]) is not None


def install(language: Language, options: str = "") -> str:
    """Return the command that installs it here; empty where there is none that could."""
    if not language.package or not all(map(has_candidate, language.package.split())):
        return ""
    return " ".join(filter(None, ("sudo apt-get install", options, language.package)))


def homes() -> list[str]:
    """Return the folders that a box has to show beside the system's own."""
    return [home for row in languages().values() if (home := home_of(row))]


def open_untimed() -> AbstractContextManager[Sandbox]:
    """Open a sandbox for programs of every language, for one who measures no time."""
    return untimed_sandbox(homes())


def _fill(word: str, known: Mapping[str, str]) -> str:
    return _BRACES.sub(lambda found: known.get(found[1], found[0]), word)  # once: a path may hold such words itself
