"""Programs: how a source file of each language is compiled and run inside a box."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import msgspec


class Language(msgspec.Struct, frozen=True):
    """`{source}` stands for the file, `{folder}` for the one it lies in, `{cache}` for where a compiler may write,
    `{stem}` for its name without the ending, `{memory}` for the MiB that a runtime may take for itself."""

    name: str
    suffixes: tuple[str, ...]
    compile: tuple[str, ...]
    run: tuple[str, ...]

    def command(self, template: Sequence[str], source: str, cache: str, memory: int) -> tuple[str, ...]:
        """One of the two commands, filled in."""
        folder, _, name = source.rpartition("/")
        stem = name.rpartition(".")[0]
        words = {"source": source, "folder": folder, "cache": cache, "stem": stem, "memory": max(32, memory * 3 // 4)}
        return tuple(word.format(**words) for word in template)


_JAVA = ("-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1")

LANGUAGES: Final = (
    Language("C", (".c",), ("gcc", "-O2", "-Wall", "-o", "{cache}/program", "{source}", "-lm"), ("{cache}/program",)),
    Language(
        "C++",
        (".cpp", ".cc", ".cxx"),
        ("g++", "-std=gnu++17", "-O2", "-Wall", "-o", "{cache}/program", "{source}"),
        ("{cache}/program",),
    ),
    Language(
        "Java",
        (".java",),
        ("javac", *(f"-J{flag}" for flag in _JAVA), "-encoding", "UTF-8", "-d", "{cache}", "{source}"),
        ("java", *_JAVA[:2], "-Xss64m", "-Xmx{memory}m", "-cp", "{cache}", "{stem}"),
    ),
    Language(
        "Python",
        (".py",),
        (sys.executable, "-s", "-B", "-c", "import ast, sys; ast.parse(open(sys.argv[1], 'rb').read())", "{source}"),
        (sys.executable, "-s", "-B", "{source}"),
    ),
)


def language_of(suffix: str) -> Language | None:
    """The language of files with this ending."""
    return next((language for language in LANGUAGES if suffix.lower() in language.suffixes), None)
