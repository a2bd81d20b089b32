"""A submission's files as a compiler wants them: which language, which file is run, under what names they are kept."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import PurePosixPath

import msgspec

from judge.model import Finding, Submission, Verdict
from judge.runner.languages import Language, language_of, languages

_PUBLIC = re.compile(r"\bpublic\s+(?:(?:final|abstract|strictfp)\s+)*(?:class|enum|record)\s+(\w+)")
_CLASS = re.compile(r"\b(?:class|enum|record)\s+(\w+)")
_MAIN = re.compile(r"\bstatic\s+(?:final\s+)?void\s+main\s*\(|\bpublic\s+static\s+(?:final\s+)?void\s+main\b")
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_FOREIGN = re.compile(r"""["']((?:/(?:Users|home|root|mnt|Volumes)/|[A-Za-z]:[\\/])[^"'\n]{1,200})["']""")
_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+/-]*")


class Plan(msgspec.Struct, frozen=True):
    """What to keep in the box, and what its language's commands are filled with. `main` is the file that is run."""

    language: Language
    files: tuple[tuple[str, bytes], ...]
    main: str
    main_class: str = ""
    online: bool = False  # AtCoder's convention: run once with ONLINE_JUDGE while preparing

    @property
    def compile(self) -> Sequence[str]:
        """The language's command, but for a program that prepares itself."""
        return _COMPILE_ONLINE if self.online else self.language.compile

    @property
    def run(self) -> Sequence[str]:
        return _RUN_ONLINE if self.online else self.language.run

    def words(self, source: str, cache: str, memory: int) -> dict[str, str]:
        """What the words in braces of languages.toml stand for, in the box."""
        main = PurePosixPath(self.main)
        return {
            "source": f"{source}/{self.main}",
            "folder": source,
            "cache": cache,
            "name": main.stem,
            "file": self.main,
            "main": self.main_class or main.stem,
            "memory": str(max(32, memory * 3 // 4)),
        }

    def paths(self, source: str) -> list[str]:
        """All files of the language, as the box sees them."""
        return [f"{source}/{name}" for name, _ in self.files if _suffix(name) in self.language.suffixes]


# The program compiles itself into the folder it lies in, so it is given a copy that it may write beside.
_COMPILE_ONLINE = ("sh", "-c", "cp -r {folder}/. {cache}/ && cd {cache} && exec {python} -s {file} ONLINE_JUDGE")
_RUN_ONLINE = ("{python}", "-s", "-B", "{cache}/{file}")


def plan(submission: Submission) -> Plan | Finding:
    """How to compile and run it; a Finding (CE) where nothing here can."""
    files = submission.files or ((submission.path.name, submission.source),)
    main = next(name for name, data in files if data == submission.source and _suffix(name) == submission.path.suffix)
    language = language_of(_suffix(main))
    if language is None:
        known = ", ".join(suffix for row in languages().values() for suffix in row.suffixes)
        message = f"{submission.path.name}: no language is known here by that ending"
        return Finding("E438", message, help=f"known: {known}", verdict=Verdict.CE)
    if language.name == "Python":
        if not _is_python_3(submission.source):
            language = languages()["Python 2"]
        online = b"ONLINE_JUDGE" in submission.source and language.name == "Python"
        return Plan(language, *_under_plain_names(files, main), online=online)
    if language.name == "Java":
        return _java(language, files)
    return Plan(language, *_under_plain_names(files, main))


def empty(language: Language) -> Plan:
    """The program that does nothing."""
    name = f"Main{language.suffixes[0]}"
    return Plan(language, ((name, language.empty.encode()),), name, "Main")


def foreign_paths(submission: Submission) -> str:
    """The first path of its author's machine that its text names, for a program that wrote nothing."""
    match = _FOREIGN.search(submission.source.decode(errors="replace"))
    return match[1] if match else ""


def _java(language: Language, files: Sequence[tuple[str, bytes]]) -> Plan | Finding:
    """javac wants a public class in a file of its name; java wants the name of the class that has main."""
    kept: list[tuple[str, bytes]] = []
    mains: list[tuple[str, str]] = []
    for name, data in files:
        text = data.decode(errors="replace")
        if _suffix(name) != ".java":
            kept.append((name, data))
            continue
        public = _PUBLIC.search(text)
        path = str(PurePosixPath(name).with_name(f"{public[1]}.java")) if public else name
        kept.append((path, data))
        if main := _MAIN.search(text):
            owners = _CLASS.findall(text[: main.start()])
            package = _PACKAGE.search(text)
            if owners:
                mains.append((path, ".".join(filter(None, (package[1] if package else "", _outer(text, owners))))))
    if not mains:
        return Finding("E222", "no class has a method  public static void main", verdict=Verdict.CE)
    return Plan(language, tuple(kept), mains[0][0], mains[0][1])


def _outer(text: str, owners: Sequence[str]) -> str:
    """The class before main; an inner helper that stands before it is told by its braces being closed."""
    for owner in reversed(owners):
        start = re.search(rf"\b(?:class|enum|record)\s+{owner}\b", text)
        main = _MAIN.search(text)
        if start and main and text.count("{", start.end(), main.start()) > text.count("}", start.end(), main.start()):
            return owner
    return owners[-1]


def _under_plain_names(files: Sequence[tuple[str, bytes]], main: str) -> tuple[tuple[tuple[str, bytes], ...], str]:
    """The files' own names, but for a single one that a command line would trip over."""
    if _PLAIN.fullmatch(main):
        return tuple(files), main
    plain = f"submission{_suffix(main)}"
    return tuple((plain if name == main else name, data) for name, data in files), plain


def _is_python_3(source: bytes) -> bool:
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix
