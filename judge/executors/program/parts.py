"""Which sources of C, C++ and Java make a program, and where its headers are found: what a Makefile would say."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, takewhile
from pathlib import PurePosixPath

from judge.submissions import MainFile, Source, languages

_MOST_SEARCHED = 64  # folders: a command line has a bound
_BLANK = rb"(?:[ \t]|/\*[^*\n]*(?:\*(?!/)[^*\n]*)*\*/)*"
_INCLUDE = re.compile(
    rb"^(?:\xef\xbb\xbf)?%b#%b(?:include(?:_next)?|import)%b(?:\"([^\"\n]+)\"|<([^>\n]+)>)" % (_BLANK, _BLANK, _BLANK),
    re.MULTILINE,
)
_SPLICE = re.compile(rb"\\\r?\n")
_EXTERN_C = re.compile(rb'\bextern[ \t\n]+"C"')  # without it the author compiles them as C++
_WORDS_OF_C = (  # in <> these are the system's: a file of the same name is for another one
    "assert complex ctype dirent errno fenv float getopt inttypes iso646 limits locale math setjmp signal stdalign "
    "stdarg stdatomic stdbool stddef stdint stdio stdlib string tgmath threads time uchar unistd wchar wctype"
)
_OF_C = frozenset(f"{word}.h" for word in _WORDS_OF_C.split())
_DECLARED = re.compile(r"\b(?:class|enum|record|interface)\s+([\w$]+)")
_PACKAGE = re.compile(r"^[ \t]*package\s+([\w.]+)\s*;", re.MULTILINE)
_WORD = re.compile(r"[\w$]+")


class OfC:
    """The files of a program in C or C++, whose sources have these endings, and what they include."""

    def __init__(self, files: Sequence[tuple[str, bytes]], main: str, suffixes: Collection[str]) -> None:
        self._files = dict(files)
        self._main = main
        self._suffixes = suffixes
        self._is_cpp = ".c" not in suffixes

    @cached_property
    def _taken(self) -> dict[str, list[tuple[str, bool]]]:
        """Of each file, which paths it includes, and whether in quotes."""
        return {name: list(dict.fromkeys(_includes(data))) for name, data in self._files.items() if b"#" in data}

    @cached_property
    def _ends(self) -> dict[str, list[str]]:
        """The files to which a path that is included may lead from some folder."""
        wanted = {path for taken in self._taken.values() for path, _ in taken}
        longest = 1 + max((path.count("/") for path in wanted), default=0)
        found = defaultdict[str, list[str]](list)
        for name in self._files:
            parts = name.split("/")
            for at in range(max(0, len(parts) - longest), len(parts)):
                if (end := "/".join(parts[at:])) in wanted:
                    found[end].append(name)
        return found

    def _beside(self, name: str, path: str) -> str:
        """Return the file that a path in quotes means without any option; empty where there is none."""
        meant = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        return meant if meant in self._files else ""

    @cached_property
    def _meant(self) -> dict[str, set[str]]:
        """Of each file, which others it includes."""
        meant = defaultdict[str, set[str]](set)
        for name, taken in self._taken.items():
            for path, quoted in taken:
                beside = self._beside(name, path) if quoted else ""
                meant[name].add(beside or nearest(self._ends.get(path, ()), name))
        return meant

    @cached_property
    def _others(self) -> set[str]:
        """What has a main of its own: it can't be a part, and says nothing of them."""
        return {name for name, data in self._files.items() if name != self._main and MainFile.begins_in(data)}

    @cached_property
    def included(self) -> set[str]:
        """What the main file includes, and each file without a main of its own."""
        return {part for name in self._files.keys() - self._others for part in self._meant[name]}

    def sources(self) -> list[str]:
        """Return those that are compiled. One that another includes would be there twice."""
        parts = (self.included | self._others) - {self._main}
        return [name for name in self._files if _suffix(name) in self._suffixes and name not in parts]

    def beside_cpp(self) -> tuple[list[str], bool]:
        """Return the sources of C that belong to a program in C++, none of which is called as one of C++, and whether
        they are C for their author too. Somebody includes their header; or they include one of C++'s, or C++ itself
        says `extern "C"`."""
        if not self._is_cpp:
            return [], False
        cpp = self.sources()
        own = {PurePosixPath(name).stem for name in cpp}
        wanted = {PurePosixPath(path).stem for taken in self._taken.values() for path, quoted in taken if quoted}
        headers = {part for name in cpp for part in self._meant[name] if part}
        linked = any(_EXTERN_C.search(self._files[name]) for name in cpp)
        included = {part for parts in self._meant.values() for part in parts}
        found = [
            name
            for name in sorted(self._files.keys() - self._others - included)
            if _suffix(name) == ".c" and PurePosixPath(name).stem not in own
            if linked or PurePosixPath(name).stem in wanted or not headers.isdisjoint(self._meant[name])
        ]
        return found, any(_EXTERN_C.search(data) for data in self._files.values())

    def headers(self, source: str) -> list[str]:
        """Return the options by which what is included is found in any folder: in "" before the system's headers, where
        it does not lie beside the file, and in <> behind them. It is before them too where nothing else leads there, so
        that its author said -I. gcc takes a folder once. What leads to the most comes first, then what is nearest."""
        every = [(name, *one) for name, taken in self._taken.items() for one in taken]
        beside = {(name, path): self._beside(name, path) for name, path, in_quotes in every if in_quotes}
        quoted = {path for (_, path), there in beside.items() if not there}
        live = {*beside.values()}.union(*(self._ends.get(path, ()) for path in quoted))
        bracketed = {path for _, path, in_quotes in every if not in_quotes}
        before, behind = Counter[str](), Counter[str]()
        for path in sorted(quoted):
            before.update(end[: -len(path)] for end in self._ends.get(path, ()))
        for path in sorted(bracketed):
            ends = self._ends.get(path, ())
            behind.update(end[: -len(path)] for end in ends)
            if path not in _OF_C and live.isdisjoint(ends):
                before.update(end[: -len(path)] for end in ends)
        found = sorted({*before, *behind}, key=lambda one: (-before[one] - behind[one], *_far(one, self._main)))
        options: list[str] = []
        for folder in found[:_MOST_SEARCHED]:
            option = "-idirafter" if not before[folder] else "-I" if behind[folder] else "-iquote"
            options += [option, f"{source}/{folder}".rstrip("/")]
        return options

    def by_need(self) -> tuple[list[str], list[str]]:
        """Return the sources to which the main file leads, itself first, and all others, the nearest first. It leads to
        what is included, what is called as that, what those include, and so on."""
        both = (*languages()["C"].suffixes, *languages()["C++"].suffixes)
        sources = [name for name in self._files.keys() - self._others if _suffix(name) in both]
        sources.sort(key=lambda name: (_suffix(name) not in self._suffixes, *_far(name, self._main)))
        by_stem = defaultdict[str, list[str]](list)
        for name in sources:
            like = by_stem[PurePosixPath(name).stem]
            if not like or (_suffix(name) in self._suffixes) == (_suffix(like[0]) in self._suffixes):
                like.append(name)
        led = {self._main: None}
        ahead = [self._main]
        for name in ahead:
            called = nearest(by_stem[PurePosixPath(name).stem], name, self._main)
            new = [part for part in (*sorted(self._meant[name]), called) if part and part not in led]
            led.update(dict.fromkeys(new))
            ahead += dict.fromkeys(new)
        return [name for name in led if name in sources], [name for name in sources if name not in led]


def spare_of_java(files: Sequence[tuple[str, bytes]], main: str) -> set[str]:
    """Return the sources that neither the main file names, nor those that it names, and so on: of one class all but the
    nearest."""
    texts = {name: Source.bare(data.decode(errors="replace")) for name, data in files if name.endswith(".java")}
    declared = defaultdict[str, defaultdict[str, list[str]]](lambda: defaultdict(list))  # by name and package
    for name, text in texts.items():
        package = _PACKAGE.search(text)
        for word in {*_DECLARED.findall(text)}:
            declared[word][package[1] if package else ""].append(name)
    owners = {word: {nearest(ones, main) for ones in places.values()} for word, places in declared.items()}
    reached = [main]
    known = {main}
    for name in reached:
        named = (owners[word] for word in {*_WORD.findall(texts[name])} if word in owners)
        new = set[str]().union(*named) - known
        known |= new
        reached += sorted(new)
    return texts.keys() - known


def nearest(names: Iterable[str], *to: str) -> str:
    """Return the one that shares the most folders with the first of those files, and then with the next; empty where
    there is none. Of thousands, only as many are looked at as a command line would name."""
    found = list(islice(names, _MOST_SEARCHED))
    return min(found, key=lambda name: _far(name, *to)) if len(found) > 1 else "".join(found)


def _far(name: str, *to: str) -> tuple[list[int], int, int, str]:
    folders = name.split("/")[:-1]
    pairs = (zip(folders, other.split("/")[:-1], strict=False) for other in to)
    shared = [sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], one)) for one in pairs]
    return [-count for count in shared], name.count("/"), len(name), name  # `board copy.c` is longer than `board.c`


def _includes(data: bytes) -> Iterator[tuple[str, bool]]:
    for quoted, bracketed in _INCLUDE.findall(_SPLICE.sub(b"", data)):
        path = (quoted or bracketed).decode(errors="replace")
        yield posixpath.normpath(path), bool(quoted)


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix
