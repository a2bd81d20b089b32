"""What `judge answers` prints: a line for each case, and what all of them come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from judge.model.installed import installs
from judge.model.package import Answered, Asks, State
from judge.reports.units import seconds
from judge.text import counted

_WORDS: dict[State, tuple[str, str]] = {
    "arranged": ("OK", "green"),
    "proven": ("FAIL", "green"),
    "certified": ("FAIL", "green"),
    "kept": ("FAIL", "yellow"),
    "undecided": ("undecided", "yellow"),
    "refuted": ("error[E416]", "bold red"),
}
_CAN_NOT: dict[Asks, str] = {
    "all": "judge does not count so many arrangements",
    "number": "judge can't work out or prove the number",
}
_DONE: tuple[tuple[State, str], ...] = (
    ("arranged", "OK written"),
    ("proven", "FAIL written"),
    ("certified", "proven anew"),
    ("kept", "left as believed"),
    ("undecided", "undecided"),
    ("refuted", "wrong"),
)


def answered_line(one: Answered) -> Text:
    """Return the line of one case."""
    word, style = _WORDS[one.state]
    if one.asks != "one" and word == "FAIL":
        word = "OK"  # the best stays, or is proven
    line = Text(f"{one.group}/{one.case}  ")
    line.append(word, style)
    return line.append(f"  {_what(one)}  {seconds(one.wall_s)}")


def summary(path: str, known: int, done: Sequence[Answered]) -> Text:
    """Return the line of the package: `known` cases needed nothing."""
    tally = Counter(one.state for one in done)
    parts = [f"{tally[state]} {words}" for state, words in _DONE if tally[state]]
    line = Text(f"{path}: ")
    return line.append(", ".join([f"{counted(known, 'case')} untouched", *parts]))


def advice(done: Sequence[Answered]) -> list[str]:
    """Return what else could be done about cases that are not decided, or whose key is wrong."""
    lines = []
    if any(one.state == "refuted" for one in done):
        lines.append("help: copy each arrangement that was kept over the answer.txt of its case")
    left = [one for one in done if one.state in ("undecided", "kept")]
    if any(one.state == "undecided" and one.asks not in _CAN_NOT for one in left):
        lines.append("help: more time may decide more: --seconds 300; so may a solution: --by FILE")
    if any(one.solver_missing for one in left):
        lines.append(f"help: OR-Tools decides more (judge explain E439); {installs('author')}")
    return lines


def _what(one: Answered) -> str:
    match one.state:
        case "arranged":
            if one.asks != "best" or one.best:
                return f"by {one.by}"
            return f"by {one.by}; {one.proof or 'nothing proves that it is the best'}"
        case "proven" | "certified":
            return f"{one.proof}; certificate.json" if one.certificate else f"{one.proof}; no certificate"
        case "kept":
            return f"answer.txt stays, no certificate was found; {one.proof or 'nor another proof'}"
        case "refuted":
            return f"the answer key is wrong: {one.by} found an arrangement, kept in {one.witness}"
    if one.asks in _CAN_NOT:
        return f"{_CAN_NOT[one.asks]}; write it into answer.txt yourself, from a program that you trust"
    if one.asks == "best":
        return "no solution gave a valid arrangement; nothing is written"
    fits = f"at least {one.least:,} and at most {one.most:,} pieces fit"
    return f"{fits}, {one.pieces:,} are asked for; nothing is written"
