"""Whether a submission's files can be kept in a folder: names that a file system takes, each once, and not too much.

What can't be kept is the submission's fault. It is found here, before a zygote is asked to write anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.model import Finding, Verdict
from judge.sandbox.inside.artifacts import HOME_BYTES, HOME_INODES

PART_LIMIT = 255  # bytes of one name, on every file system that a home lies on
PATH_LIMIT = 2048  # bytes of a whole path; the folder that it comes to lie in has a name too, and 4096 are the end
NAMES_LIMIT = 64 << 10  # bytes of all names together: they come to stand on one command line
PAGE = 4096  # bytes that the smallest file takes
SHOWN = 60


def why_not_kept(files: Sequence[tuple[str, bytes]]) -> Finding | None:
    """Return E225 for files that no folder can hold."""
    fault = next(_faults(files), "")
    return name_finding(fault) if fault else None


def name_finding(why: str) -> Finding:
    """Return E225: a name, or the size of it all, is why it can't be kept."""
    repair = "hand in plain files with short names of their own, and no file that is called as a folder"
    return Finding("E225", f"its files can't be kept: {why}", help=repair, verdict=Verdict.CE)


def _faults(files: Sequence[tuple[str, bytes]]) -> Iterator[str]:
    for name, _ in files:
        if fault := _name_fault(name):
            yield f"{_shown(name)} {fault}"
            return  # what follows takes names for paths
    kept: dict[str, bytes] = {}
    for name, data in files:
        if kept.setdefault(name, data) != data:
            yield f"two of them would be called {_shown(name)}"
    folders = {folder for name in kept for folder in _above(name)}
    if taken := sorted(folders & kept.keys()):
        yield f"{_shown(taken[0])} is a file and a folder"
    if sum(map(len, map(_coded, kept))) > NAMES_LIMIT:
        yield f"their names have more than {NAMES_LIMIT >> 10} KiB in all"
    pages = sum(-(-len(data) // PAGE) for data in kept.values())
    if pages * PAGE > HOME_BYTES // 2 or len(kept) + len(folders) > HOME_INODES // 2:  # a compiler needs the rest
        yield f"they are more than {HOME_INODES // 2} files and folders, or than {HOME_BYTES >> 21} MiB"


def _name_fault(name: str) -> str:
    """Return why nothing can be called so."""
    try:
        coded = _coded(name)
    except UnicodeEncodeError:
        return "is a name that is no Unicode"
    parts = coded.split(b"/")
    if not name or "\0" in name:
        return "is no name" if not name else "is a name with a NUL in it"
    if name.startswith("/"):
        return "is an absolute path"
    if not {b"", b".", b".."}.isdisjoint(parts):
        return "is a path with an empty part, or one that leads out of its folder"
    if len(coded) > PATH_LIMIT or max(map(len, parts)) > PART_LIMIT:
        return f"is too long: a name has at most {PART_LIMIT} bytes, a path {PATH_LIMIT}"
    return ""


def _coded(name: str) -> bytes:
    """Return it as a file system has it: names of its own need not be UTF-8."""
    return name.encode(errors="surrogateescape")


def _above(path: str) -> Iterator[str]:
    """Yield the folders that a file lies in."""
    parts = path.split("/")
    return ("/".join(parts[:count]) for count in range(1, len(parts)))


def _shown(name: str) -> str:
    """Return it as a sentence can hold it; a name need be neither short nor printable."""
    text = "".join(letter if letter.isprintable() else "?" for letter in name)
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")
