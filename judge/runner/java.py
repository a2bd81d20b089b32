"""A Java file as javac and java want to know it: the name of its public class, and of the class that has main."""

from __future__ import annotations

import re

_COMMENT_OR_TEXT = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
_PUBLIC = re.compile(r"\bpublic\s+(?:(?:final|abstract|strictfp|sealed)\s+)*(?:class|enum|record|interface)\s+(\w+)")
_CLASS = re.compile(r"\b(?:class|enum|record|interface)\s+(\w+)")
_MAIN = re.compile(r"\b(?:public\s+|final\s+)*static\s+(?:public\s+|final\s+)*void\s+main\s*\(")
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)


def public_name(text: str) -> str:
    """The name that the file of this text has to have, empty where it may have any."""
    bare = _bare(text)
    return next((match[1] for match in _PUBLIC.finditer(bare) if not _depth(bare, match.start())), "")


def main_class(text: str) -> str:
    """The full name of the class in which main stands, empty where there is no main."""
    bare = _bare(text)
    main = _MAIN.search(bare)
    if not main:
        return ""
    package = _PACKAGE.search(bare)
    owner = _owner(bare, main.start())
    return ".".join(filter(None, (package[1] if package else "", owner)))


def _owner(bare: str, at: int) -> str:
    """The class around this place, `Outer$Inner` where it is in another."""
    around: list[str] = []
    for match in _CLASS.finditer(bare, 0, at):
        opened = bare.find("{", match.end(), at)
        if opened >= 0 and all(depth > 0 for depth in _depths(bare, opened, at)):
            around.append(match[1])
    return "$".join(around)


def _depths(bare: str, start: int, end: int) -> list[int]:
    """How many braces are open after each one between these places."""
    depth, found = 0, list[int]()
    for character in bare[start:end]:
        if character in "{}":
            depth += 1 if character == "{" else -1
            found.append(depth)
    return found


def _depth(bare: str, at: int) -> int:
    return bare.count("{", 0, at) - bare.count("}", 0, at)


def _bare(text: str) -> str:
    """Without comments and texts: words and braces in them mean nothing."""
    return _COMMENT_OR_TEXT.sub(" ", text)
