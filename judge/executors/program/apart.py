"""Sources of C and C++, each compiled by itself: the main file takes of them what it needs, as of a library."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import PurePosixPath
from typing import NamedTuple

import msgspec

from judge.executors.program.commands import is_there
from judge.executors.program.compiler import NOT_THERE, Compiler, Said
from judge.executors.program.plan import Plan
from judge.sandbox import found_command
from judge.submissions import languages
from judge.text import listed

_SYMBOL = re.compile(r"/(\d{1,3})\.o: (\S+) (\w)")  # as nm writes them


class _Object(NamedTuple):
    """What a compiler made of one source, and said; `only` where it is made of it in one language alone."""

    source: str
    path: str
    log: str
    only: bool


class Apart:
    """A program in C or C++ whose sources do not compile at once: an older copy is in the way, or a test whose headers
    this host has not. C beside C++ is compiled as both, as its author may have done either."""

    def __init__(self, compiler: Compiler, plan: Plan) -> None:
        self._compiler = compiler
        self._main = plan.main
        self._at_once, self._included = plan.of_c.sources(), plan.of_c.included
        self._led, others = plan.of_c.by_need()
        self._every = [*self._led, *others]
        found = [row for row in (languages()["C"], languages()["C++"]) if is_there(row) and "{sources}" in row.compile]
        self._plans = [msgspec.structs.replace(plan, language=row) for row in found]
        self._objects: list[_Object] = []
        self._broken: dict[str, Said] = {}  # sources that are wrong, whatever headers there are

    def link(self, first: Said) -> Said:
        """Return what came of it; what was said `first` where nothing did. A source that does not compile is left out,
        unless the main file leads to it."""
        if len(self._every) < 2 or not self._plans or found_command("nm") is None:
            return first
        for name in self._every:
            self._compile(name)
            if name in self._led and name in self._broken:
                return first if name in self._at_once else self._broken[name]
        mains = [made for made in self._objects if made.source == self._main]
        parts = [made for made in self._objects if made.source != self._main]
        listed_by_nm = self._compiler.run(
            self._plans[0].language, ["nm", "-gAP", *(made.path for made in self._objects)]
        )
        symbols = _SYMBOL.findall(listed_by_nm.printed if listed_by_nm else "")
        for main, beside in product(mains, (self._at_once, self._led, ())):
            used = [main, *(made for made in parts if made.only and made.source in beside)]
            used += self._needed(used, parts, symbols)
            linked = self._linked([made.path for made in used])
            if linked and linked.finding is None:
                return self._told(used, first)
        return first

    def _linked(self, paths: Sequence[str]) -> Said | None:
        plan, home = self._plans[-1], self._compiler.home
        return self._compiler.run(plan.language, plan.command(home, self._compiler.limits, plan.standards[0], paths))

    def _needed(
        self, given: Sequence[_Object], parts: Sequence[_Object], symbols: Sequence[tuple[str, str, str]]
    ) -> list[_Object]:
        """Return the parts that define what these need, and what those need, of several the nearest."""
        defined, wanted = defaultdict[str, set[str]](set), defaultdict[str, list[str]](list)
        for number, name, kind in symbols:
            path = self._objects[int(number)].path if int(number) < len(self._objects) else ""
            if kind == "U":
                wanted[path].append(name)
            elif kind not in "wv":
                defined[path].add(name)
        owners: dict[str, _Object] = {}
        for made in (*given, *parts):
            for name in defined[made.path]:
                owners.setdefault(name, made)
        found = dict.fromkeys(given)
        ahead = [*given]
        for made in ahead:
            new = dict.fromkeys(
                owners[name] for name in wanted[made.path] if name in owners and owners[name] not in found
            )
            found |= new
            ahead += new
        return ahead[len(given) :]

    def _compile(self, name: str) -> None:
        """Compile one source: a part in C as C++ too where anything is in C++."""
        suffix = PurePosixPath(name).suffix
        of_c = suffix in languages()["C"].suffixes
        is_mixed = any(PurePosixPath(other).suffix not in languages()["C"].suffixes for other in self._every)
        plans = [plan for plan in self._plans if suffix in plan.language.suffixes or (of_c and is_mixed)]
        found: list[_Object] = []
        for plan in plans:
            path = f"{self._compiler.home.cache}/{len(self._objects) + len(found)}.o"
            words = ["-c", f"{self._compiler.home.source}/{name}", "-o", path]
            said = self._compiler.compile(plan, [*["-fcommon"] * (plan.language.name == "C"), *words])  # as old gcc do
            if said and said.finding is None:
                found.append(_Object(name, path, said.log, len(plans) == 1))
            elif said and NOT_THERE not in said.log:
                self._broken.setdefault(name, said)
        if found:
            self._broken.pop(name, None)
        self._objects += found

    def _told(self, used: Iterable[_Object], first: Said) -> Said:
        """Return what the compiler said of the sources that were used, and which were not. A copy is not taken in the
        place of a nearer source of its name that is wrong."""
        logs = {made.source: made.log for made in used}
        last = {PurePosixPath(name).name: self._every.index(name) for name in logs}
        if any(self._every.index(name) < last.get(PurePosixPath(name).name, 0) for name in self._broken):
            return first
        left = [name for name in self._every if name not in logs and name not in self._included]
        gone = f"compiled without {listed(sorted(left))}, which {self._main} does not need: " if left else ""
        why = f"{gone}{first.finding.message}" if left and first.finding else ""
        return Said(None, "\n".join(filter(None, (why, *logs.values()))))
