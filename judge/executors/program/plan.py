"""A submission's files as a compiler wants them: which language, which file is run, under what names they are kept."""

from __future__ import annotations

import contextlib
import posixpath
import re
import sys
import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import PurePosixPath

import msgspec

from judge.executors.program.commands import filled, home_of
from judge.executors.program.parts import OfC, spare_of_java
from judge.model import Finding, Limits, Submission, Verdict
from judge.sandbox import file_stamp, found_command, protocol, why_not_kept
from judge.submissions import Language, Source, imported_sources, languages

_INSTALLED = (  # what changes whenever the system's packages do
    "/var/lib/dpkg/status",
    "/var/lib/rpm/rpmdb.sqlite",
    "/lib/apk/db/installed",
    "/var/lib/pacman/local",
)
_PLAIN = re.compile(r"\w[\w.+-]*")


class Plan(msgspec.Struct, frozen=True, dict=True):
    """What to keep in the box, and what its language's commands are filled with. `main` is the file that is run."""

    language: Language
    files: tuple[tuple[str, bytes], ...]
    main: str
    main_class: str = ""
    why: str = ""  # how its language was recognized, where the file's name does not tell
    root: str | None = None  # the folder in which Python's packages lie, where that is not the one of `main`

    @property
    def standards(self) -> tuple[str, ...]:
        """Those of the language in the order in which they are tried: first the one that the file's name asks for."""
        stem = PurePosixPath(self.main).stem.lower()
        asked = [name for name in self.language.standard_of if stem.startswith(name.lower())]
        if not asked:
            return self.language.standards
        first = self.language.standard_of[max(asked, key=len)]
        return (first, *(standard for standard in self.language.standards if standard != first))

    def command(
        self, home: protocol.Home, limits: Limits, standard: str | None = None, sources: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """How it is run in that home, once it is compiled; with a standard, how it is compiled, or how these words are
        in the place of its sources."""
        main, source = PurePosixPath(self.main), home.source
        words = {  # as languages.toml says
            "source": f"{source}/{self.main}",
            "folder": source,
            "cache": home.cache,
            "name": main.stem,
            "file": self.main,
            "main": self.main_class or main.stem,
            "memory": str(max(32, limits.memory * 3 // 4)),
            "classpath": ":".join([source, *(f"{source}/{name}" for name, _ in self.files if name.endswith(".jar"))]),
            "standard": standard or "",
        }
        template = self.language.run if standard is None else self.language.compile
        lists: dict[str, Sequence[str]] = {}
        if "{sources}" in template or "{headers}" in template:
            headers = self.of_c.headers(source) if self.is_c else []
            lists = {"{sources}": sources or self._sources(source), "{headers}": headers}
        if standard is None and self.root is not None:
            lists["{source}"] = ["-c", _as_module(main, PurePosixPath(self.root), source)]
        elif sources:
            lists["{source}"] = sources
        return filled(self.language, template, words, lists)

    @property
    def is_c(self) -> bool:
        """Say whether it is in C or C++, perhaps in both."""
        return self.language.name in ("C", "C++")

    @cached_property
    def of_c(self) -> OfC:
        """Return its files as a program in C or C++."""
        return OfC(self.files, self.main, self.language.suffixes)

    def _sources(self, folder: str) -> list[str]:
        """Return what is compiled, as words of a command."""
        if not self.is_c:
            return [f"{folder}/{name}" for name, _ in self.files if _suffix(name) in self.language.suffixes]
        names = self.of_c.sources()
        beside, as_c = self.of_c.beside_cpp()
        words = [f"{folder}/{name}" for name in names]
        if not as_c:
            return [*words, *(f"{folder}/{name}" for name in beside)]
        each = [word for name in beside for word in ("-x", "c", f"{folder}/{name}")]  # g++ forgets it behind a file
        return [*words, *each, *["-x", "none"] * bool(beside)]

    def crate(self) -> tuple[str, str]:
        """Return the library of Rust that belongs to the main file, and its name, as Cargo.toml says; empty where there
        is none."""
        files = dict(self.files)
        folders = [*map(str, PurePosixPath(self.main).parents)] if self.language.name == "Rust" else []
        for folder in folders:
            with contextlib.suppress(KeyError, ValueError, AttributeError, TypeError):
                said = tomllib.loads(files[posixpath.normpath(f"{folder}/Cargo.toml")].decode())
                library = said.get("lib", {})
                path = posixpath.normpath(f"{folder}/{library.get('path', 'src/lib.rs')}")
                name = str(library.get("name", said["package"]["name"])).replace("-", "_")
                return (path, name) if path in files and name.isidentifier() else ("", "")
        return "", ""

    def spare(self) -> set[str]:
        """Return the sources of Java that nothing leads to from `main`, such as an older copy."""
        return spare_of_java(self.files, self.main) if self.language.name == "Java" else set()

    def without(self, names: Collection[str]) -> Plan:
        """Return the same without these files."""
        kept = tuple((name, data) for name, data in self.files if name not in names)
        return msgspec.structs.replace(self, files=kept)

    def facts(self, limits: Limits, beside: Sequence[str] = ()) -> tuple[object, ...]:
        """Return what decides how it is compiled, for the key under which that is kept: its bytes and names, its
        bounds, its language's commands, and which compilers and packages are here; `beside` are the names that lead to
        its working directory. Headers and libraries of the system are a part of every program."""
        rows = [languages()[name] for name in ("C", "C++")] if self.is_c else [self.language]
        how = (self.language, *rows, home_of(self.language), self.main, self.main_class)
        words = filled(self.language, (*(row.compile[0] for row in rows), self.language.run[0]), {})
        named = [word for word in words if not word.startswith("{")]  # the others are made later
        tools = [file_stamp(found_command(word) or word) for word in named]
        return self.files, how, limits, tuple(beside), tools, list(map(file_stamp, _INSTALLED))


def plan(submission: Submission) -> Plan | Finding:
    """How to compile and run it; a Finding (CE) where nothing here can, or where its files can't be kept."""
    made = _planned(submission)
    if isinstance(made, Finding):
        return made
    return why_not_kept(made.files) or made


def _planned(submission: Submission) -> Plan | Finding:
    files = submission.files or ((languages().as_in_table(submission.path.name), submission.source),)
    main = submission.main if submission.files else files[0][0]
    language = languages().of(_suffix(main))
    if language is None:
        known = ", ".join(languages().endings)
        message = f"{submission.path.name}: no language is known here by that ending"
        return Finding("E438", message, help=f"known: {known}", verdict=Verdict.CE)
    if language.name == "Java":
        return _java(language, _without_unit_tests(files, main), main)
    kept = _under_plain_names(files, main)
    if language.name == "Python" and (why := why_old(dict(files), main)):
        return Plan(languages()["Python 2"], *kept, why=why)
    return Plan(language, *kept, root=_root(*kept) if language.name == "Python" else None)


def empty(language: Language) -> Plan:
    """The program that does nothing."""
    name = "Main" + next(iter(language.suffixes), "")
    return Plan(language, ((name, language.empty.encode()),), name)


def _java(language: Language, files: Sequence[tuple[str, bytes]], main: str) -> Plan | Finding:
    """javac wants a public class in a file of its name, and no copy of that; java wants the name of the class that has
    main."""
    own = {name for name, _ in files}
    kept: list[tuple[str, bytes]] = []
    mains: list[tuple[str, str]] = []
    for name, data in sorted(files, key=lambda file: file[0] != main):
        if _suffix(name) != ".java":
            kept.append((name, data))
            continue
        text = _decoded(data)
        public = public_name(text)
        folder, slash, _ = name.rpartition("/")
        path = f"{folder}{slash}{public}.java" if public else name
        if name != main and public and path in (own if path != name else {kept[0][0]}):
            continue  # an older copy, such as `Board (1).java` beside Board.java
        kept.append((path, text.encode(errors="replace")))
        if owner := main_class(text):
            mains.append((path, owner))
    if not mains:
        message = "no class has a method  public static void main"
        repair = "write  public static void main(String[] args)  in the class that is to be run"
        return Finding("E222", message, help=repair, verdict=Verdict.CE)
    return Plan(language, tuple(kept), mains[0][0], mains[0][1])


def why_old(files: Mapping[str, bytes], main: str) -> str:
    """Return `line 3: print 'x'` where the file that is run, or one that it imports, is Python 2, with the file's name
    before it if that is not `main`; else nothing."""
    read = [main]
    for name in read:
        if why := Source(files[name], name).why_python_2():
            return f"{name}, {why}" if name != main else why
        read += [path for path in _imported(name, files, posixpath.dirname(main)) if path not in read]
    return ""


def _imported(name: str, files: Mapping[str, bytes], folder: str) -> list[str]:
    """Return the files that this one imports. Of modules of one name Python finds the one in the `folder` of the file
    that is run."""
    taken = imported_sources(name, files[name], files)
    first = {path for path in taken if posixpath.dirname(path) == folder}
    found = {posixpath.basename(path) for path in first}
    return sorted(first.union(path for path in taken if posixpath.basename(path) not in found))


def _without_unit_tests(files: Sequence[tuple[str, bytes]], main: str) -> Sequence[tuple[str, bytes]]:
    """Return what is compiled: unit tests as well where a jar is handed in, which may hold their framework."""
    if any(name.endswith(".jar") for name, _ in files):
        return files
    return [(name, data) for name, data in files if name == main or not Source(data, name).is_unit_test]


def _decoded(data: bytes) -> str:
    """Text in UTF-8, or else in Latin-1: javac refuses a comment whose letters are no UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _under_plain_names(files: Sequence[tuple[str, bytes]], main: str) -> tuple[tuple[tuple[str, bytes], ...], str]:
    """The files' own names, but for a single one that a command line would trip over: it stays beside its parts."""
    folder, slash, name = main.rpartition("/")
    if _PLAIN.fullmatch(name):
        return tuple(files), main
    others = {name for name, _ in files}
    names = (f"{folder}{slash}submission{number or ''}{_suffix(main)}" for number in range(len(others) + 1))
    plain = next(name for name in names if name not in others)
    return tuple((plain if name == main else name, data) for name, data in files), plain


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix


# --- Python: where its packages lie -----------------------------------------------------------------------------------
_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+(\.*)(\w*)", re.MULTILINE)
_OF_PYTHON = sys.stdlib_module_names | {"test"}


def _root(files: Sequence[tuple[str, bytes]], main: str) -> str | None:
    """Return the folder from which `python -m` or an editor runs the main file: above its own, where it imports
    something from there or begins an import with a dot. None where it is run by its path."""
    *around, own = main.removesuffix(".py").split("/")
    found = _IMPORT.findall(dict(files)[main])
    depths: dict[str, int] = {}  # of each name, how many folders lie around the nearest thing that is called so
    for name in (name for name, _ in files if name.endswith(".py")):
        parts = name.removesuffix(".py").split("/")
        for at, part in enumerate(parts[: 1 + len(posixpath.commonprefix([parts, around]))]):
            depths[part] = max(at, depths.get(part, 0))
    names = sorted({name.decode() for _, name in found} - _OF_PYTHON)
    above = [depths[name] for name in names if depths.get(name, len(around)) < len(around)]
    if dots := max((len(dots) for dots, _ in found), default=0):
        above = [len(around) - dots] if dots <= len(around) else []
    for depth in above:
        parts = [*around[depth:], own]
        if all(map(str.isidentifier, parts)) and parts[0] not in _OF_PYTHON:  # else Python finds its own, as code
            return "/".join(around[:depth]) or "."
    return None


def _as_module(main: PurePosixPath, root: PurePosixPath, source: str) -> str:
    """Return a text for `python -c` that runs a file as `python -m` does, and finds what lies beside it as well."""
    name = ".".join(main.relative_to(root).with_suffix("").parts)
    folders = [str(PurePosixPath(source) / folder) for folder in (main.parent, root)]
    return f"import runpy, sys; sys.path[:1] = {folders}; runpy._run_module_as_main({name!r})"


# --- Java: names of classes -------------------------------------------------------------------------------------------
_PUBLIC = re.compile(r"\bpublic\s+(?:(?:final|abstract|strictfp|sealed)\s+)*(?:class|enum|record|interface)\s+([\w$]+)")
_CLASS_OR_BRACE = re.compile(r"\b(?:class|enum|record|interface)\s+([\w$]+)|[{}]")
_MAIN = re.compile(
    r"\bstatic\s+(?:(?:public|final|synchronized|strictfp)\s+|<[^<>]*>\s*)*void\s+main\s*"
    r"\(\s*(?:(?:final|@[\w.]+)\s+)*(?:java\.lang\.)?String\b"
)
_MOST_MAINS = 16  # that are looked at
_PACKAGE = re.compile(r"^[ \t]*package\s+([\w.]+)\s*;", re.MULTILINE)


def public_name(text: str) -> str:
    """Return the name that the file of this text has to have, empty where it may have any."""
    bare = Source.bare(text)
    depth = at = 0
    for match in _PUBLIC.finditer(bare):
        depth += bare.count("{", at, match.start()) - bare.count("}", at, match.start())
        at = match.start()
        if not depth:
            return match[1]
    return ""


def main_class(text: str) -> str:
    """Return the full name of the class in which main stands, of several that which the file is called after; empty
    where there is no main."""
    bare = Source.bare(text)
    owners = [_owner(bare, main.start()) for main in islice(_MAIN.finditer(bare), _MOST_MAINS)]
    if not owners:
        return ""
    package, public = _PACKAGE.search(bare), public_name(text)
    return ".".join(filter(None, (package[1] if package else "", public if public in owners else owners[0])))


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
