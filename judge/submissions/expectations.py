"""Read the `submissions.yaml` of the ICPC's package format, as far as it is simple.

    wrong_answer/forgets_a_tree.py:      # a path or a pattern below submissions/
      permitted: [AC, WA]                # each case gets one of these
      required: [WA]                     # at least one case gets one of these

Lists in brackets on one line are read, without a library for YAML. Of what else says which verdicts are expected, such
as rules for a group of cases, a warning tells.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.errors import JudgeError, Place
from judge.model import ReadWarning, Verdict

NAME = "submissions.yaml"
_CODES = {
    "AC": {Verdict.AC},
    "WA": {Verdict.WA},
    "TLE": {Verdict.TLE},
    "RTE": {Verdict.RTE, Verdict.MLE, Verdict.OLE},  # the format has no other names for these
}
ANY = frozenset[Verdict]().union(*_CODES.values())
_PATTERN = re.compile(r"""(["']?)([^"':\s]+)\1:\s*""")
_LIST = re.compile(r"(permitted|required):\s*\[([A-Z, ]*)\]")
_ELSE = re.compile(r"(authors|model_solution|use_for_time_limit)\s*:.*")  # no word on verdicts


class Rule(NamedTuple):
    """What a pattern says of the submissions that it matches; None: nothing."""

    pattern: str
    permitted: frozenset[Verdict] | None = None
    required: frozenset[Verdict] | None = None

    def matches(self, path: str) -> bool:
        """Say whether it is about a submission, or the folder that it lies in; `*` stays within a name."""
        return any(
            re.fullmatch(re.escape(one).replace(r"\*", "[^/]*"), name)
            for one in _braces(self.pattern)
            for name in (path, path.partition("/")[0])
        )


def read_rules(folder: Path) -> tuple[list[Rule], tuple[ReadWarning, ...]]:
    """Return the rules in the file of this folder, and what could not be read of it."""
    file = folder / NAME
    if not file.is_file():
        return [], ()
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise JudgeError("E435", f"{NAME} can't be read: {fault}", Place(str(file))) from fault
    rules: list[Rule] = []
    unread: list[ReadWarning] = []
    indent = 0  # of the keys of a rule; what is deeper belongs to a group of cases
    for number, line in enumerate(lines, 1):
        said = re.sub(r"(^|\s)#.*", "", line).rstrip()
        deep = len(said) - len(said.lstrip())
        indent = deep if not (deep and indent) else indent
        if said and not (deep == indent and _take(said, rules)):
            unread.append(ReadWarning("W121", f"{NAME} is only read in part", number))
    return rules, tuple(unread)


def expected_by(rules: Sequence[Rule], path: str, own: frozenset[Verdict]) -> frozenset[Verdict]:
    """Return the verdicts that a submission may get, out of those that its folder allows.

    A rule for the folder itself takes the place of what its name says; every other one comes on top of that. Empty
    where rules contradict each other.
    """
    folder = path.partition("/")[0]
    permitted, required = own | {Verdict.AC}, own if Verdict.AC not in own else ANY
    for rule in (rule for rule in rules if rule.pattern == folder):
        permitted, required = rule.permitted or permitted, rule.required or required
    demands = [required]
    for rule in (rule for rule in rules if rule.pattern != folder and rule.matches(path)):
        permitted &= rule.permitted or ANY
        demands.append(rule.required or ANY)
    must = frozenset.intersection(*demands)
    return permitted if Verdict.AC in must else (permitted & must and permitted - {Verdict.AC})


def _take(line: str, rules: list[Rule]) -> bool:
    """Take one line into the rules; False where it says something that is not read."""
    if head := _PATTERN.fullmatch(line):
        rules.append(Rule(head[2]))
        return True
    if not rules or line[0] not in " \t":
        return False
    if _ELSE.fullmatch(line.strip()):
        return True
    said = _LIST.fullmatch(line.strip())
    words = re.findall(r"[A-Z]+", said[2]) if said else []
    if not said or not set(words) <= set(_CODES):
        return False
    verdicts = frozenset(itertools.chain.from_iterable(_CODES[word] for word in words))
    last = rules[-1]
    rules[-1] = last._replace(permitted=verdicts) if said[1] == "permitted" else last._replace(required=verdicts)
    return True


def _braces(pattern: str) -> Iterator[str]:
    """Yield what a pattern with alternatives stands for: `author.{py,cpp}` is two."""
    found = re.fullmatch(r"(.*?)\{([^{}]*)\}(.*)", pattern)
    if not found:
        yield pattern
        return
    for word in found[2].split(","):
        yield from _braces(f"{found[1]}{word}{found[3]}")
