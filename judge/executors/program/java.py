"""A Java file as javac and java want to know it: the name of its public class, and of the class that has main."""

from __future__ import annotations

import re

# Each alternative takes what it begins with, whether it is closed or not: so the search never comes back.
_COMMENT_OR_TEXT = re.compile(
    r"""//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*+(?:"|\\?\Z|(?=\n))|'(?:\\.|[^'\\\n])*+(?:'|\\?\Z|(?=\n))""",
    re.DOTALL,
)
_PUBLIC = re.compile(r"\bpublic\s+(?:(?:final|abstract|strictfp|sealed)\s+)*(?:class|enum|record|interface)\s+(\w+)")
_CLASS_OR_BRACE = re.compile(r"\b(?:class|enum|record|interface)\s+(\w+)|[{}]")
_MAIN = re.compile(r"\bstatic\s+(?:public\s+|final\s+)*void\s+main\s*\(")
_PACKAGE = re.compile(r"^[ \t]*package\s+([\w.]+)\s*;", re.MULTILINE)


def public_name(text: str) -> str:
    """Return the name that the file of this text has to have, empty where it may have any."""
    bare = _bare(text)
    depth = at = 0
    for match in _PUBLIC.finditer(bare):
        depth += bare.count("{", at, match.start()) - bare.count("}", at, match.start())
        at = match.start()
        if not depth:
            return match[1]
    return ""


def main_class(text: str) -> str:
    """Return the full name of the class in which main stands, empty where there is no main."""
    bare = _bare(text)
    main = _MAIN.search(bare)
    if not main:
        return ""
    package = _PACKAGE.search(bare)
    owner = _owner(bare, main.start())
    return ".".join(filter(None, (package[1] if package else "", owner)))


def _owner(bare: str, at: int) -> str:
    """Return the class around this place, `Outer$Inner` where it is in another."""
    around: list[list[str]] = []  # for each brace that is open, the classes whose body it begins
    named: list[str] = []
    for match in _CLASS_OR_BRACE.finditer(bare, 0, at):
        if match[1]:
            named.append(match[1])
        elif match[0] == "{":
            around.append(named)
            named = []
        elif around:
            around.pop()
    return "$".join(name for names in around for name in names)


def _bare(text: str) -> str:
    """Without comments and texts: words and braces in them mean nothing."""
    return _COMMENT_OR_TEXT.sub(" ", text)
