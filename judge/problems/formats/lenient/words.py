"""Find what a text says in words: that there is no arrangement, or how many there are."""

from __future__ import annotations

import re

from judge.problems.formats.lenient.finds import Finds, Found
from judge.problems.formats.lenient.text import lines

_LONGEST_LINE = 200  # bytes of a sentence that says no
_LONGEST_COUNT = 40  # digits of a number of arrangements, as in answer.py
_TOTAL = re.compile(rb"\b(?:TOTAL|SOLUTIONS?|COUNT|ARRANGEMENTS?|PLACEMENTS?|WAYS)\b")
_UNITS = frozenset((b"MS", b"S", b"SEC", b"SECS", b"SECOND", b"SECONDS", b"US", b"NS", b"MIN", b":"))

# A sentence of its own: "no solution in this column" is a step of a search.
HINT = re.compile(rb"\b(?:NO|NOT|ZERO|FAIL|UNSOLVABLE|INFEASIBLE|IMPOSSIBLE|CANNOT|DOESN|COULDN|CAN)\b")
_THING = rb"(?:SOLUTIONS?|ARRANGEMENTS?|PLACEMENTS?|CONFIGURATIONS?|ANSWERS?)"
_NOT = rb"(?: ?NOT|N? T)"
_NONE = re.compile(
    rb"(?:[^\n]*: )?(?:SORRY )?(?P<words>"
    rb"(?:THERE (?:IS|ARE|EXISTS?) |FOUND )?(?:NO|ZERO) (?:(?:POSSIBLE|VALID|FEASIBLE|SUCH) )?%(thing)s"
    rb"(?: (?:(?:IS|ARE|WAS|WERE|COULD BE|CAN BE) )?(?:EXISTS?|FOUND|POSSIBLE|AVAILABLE))?"
    rb"|(?:THE |A |ANY )?%(thing)s (?:(?:DO|DOES)%(not)s EXISTS?|(?:(?:IS|WAS) )?(?:NOT (?:POSSIBLE|FOUND)|IMPOSSIBLE)"
    rb"|(?:CAN|COULD)%(not)s BE FOUND)"
    rb"|(?:COULD|CAN|DID)%(not)s FIND (?:A|ANY) %(thing)s"
    rb"|(?:(?:IT|THIS|THE (?:PROBLEM|BOARD)) )?(?:(?:IS|S) )?"
    rb"(?:IMPOSSIBLE|UNSOLVABLE|INFEASIBLE|NOT (?:POSSIBLE|SOLVABLE))"
    rb"|(?:IT |THIS )?CAN%(not)s BE (?:DONE|SOLVED)"
    rb"|FAIL)"
    rb"(?: (?:FOR|WITH|ON|WHEN) "
    rb"(?:THIS (?:BOARD|CASE|INPUT|N|SIZE)"
    rb"|(?:(?:AN? |THE )?(?:CHESS)?(?:BOARD|TABLE|GRID) (?:(?:OF|WITH) )?(?:SIZE )?)?(?:N )?:? ?(?P<n>\d{1,7})))?"
    rb"(?: (?:QUEENS?|SPIES|SPYS?|LIZARDS?|PIECES?))?[.! ]*" % {b"thing": _THING, b"not": _NOT}
)


class Refusals:
    """Collects lines that say that there is no arrangement."""

    def __init__(self, n: int, finds: Finds) -> None:
        self.n, self.finds = n, finds

    def feed(self, line: int, raw: bytes) -> None:
        if len(raw) > _LONGEST_LINE or not HINT.search(raw):
            return
        said = _NONE.fullmatch(b" ".join(raw.partition(b"[")[0].replace(b":", b" : ").split()))
        if said and int(said["n"] or self.n) == self.n:
            words = said["words"].decode().lower()
            self.finds.keep(Found(f"FAIL, in the words '{words}'", line, count=0))

    def end(self) -> None:
        """Do nothing: no line is left open."""


def total(text: bytes, n: int) -> Found | None:
    """Return the one number above n that stands alone on a line that speaks of a total."""
    said: dict[int, int] = {}
    for line, raw in lines(text):
        words = raw.replace(b":", b" : ").split() if _TOTAL.search(raw) else []
        for word, after in zip(words, [*words[1:], b""], strict=False):
            number = word.rstrip(b".!")
            if number.isdigit() and len(number) <= _LONGEST_COUNT and after not in _UNITS:
                said.setdefault(int(number), line)
    above = [value for value in said if value > n] or [value for value in said if value == 0]
    if len(above) != 1:
        return None
    shape = f"the number of arrangements, {above[0]}, beside a word such as total"
    return Found(shape, said[above[0]], count=above[0])
