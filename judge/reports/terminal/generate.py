"""What `judge new` and `judge generate` print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from judge.model.generation import Made
from judge.text import counted, listed

_STYLES: Final = {
    "new": "green",
    "stale": "yellow",
    "edited": "bold red",
    "undecided": "bold red",
    "removed": "yellow",
}
_NAMED: Final = 5  # orphans


def new_lines(package: str, puzzle: str, *, recipes: bool) -> Text:
    """Say what to do with a new package, which has `recipes` of its cases or not."""
    name = package
    if recipes:
        todo = f"Make its cases:  judge generate {name}"
        then = f"{name}/generators.toml says which; judge help authoring  says what to do then"
    else:
        todo = f"Write its cases, each a folder in {name}/secret/ as those in {name}/sample/"
        then = f"judge answers {name}  writes their answers; judge help authoring  says what to do then"
    return Text(f"{name} is written, a package of {puzzle}. {todo}\n{then}")


def made_line(made: Made, pieces: tuple[str, str]) -> Text:
    """Return what became of one case: its state, its name, what it is, and what to know. `pieces` is what the puzzle
    calls one and many."""
    line = Text(f"{made.state:<9} ", _STYLES.get(made.state, ""))
    line.append(made.case, "bold")
    if made.n and made.state != "undecided":
        trees = f", {counted(made.trees, 'tree', ',d')}" if made.trees else ""
        asked = f", {made.pieces:,} {pieces[made.pieces != 1]}" if made.pieces else ""
        line.append(f"  {made.n} x {made.columns or made.n}{trees}{asked}", "dim")
    if made.note:
        line.append(f"\n{'':<10}{made.note}", "")
    return line


def closing_lines(package: str, made: Sequence[Made], *, check: bool) -> Text:
    """Return the warning about orphans, then one line on all."""
    text = Text()
    orphans = [one.case for one in made if one.state == "orphan"]
    if orphans:
        text.append("warning[W119]", "bold yellow")
        text.append(f": {counted(len(orphans), 'case')} that no recipe makes: ")
        text.append(f"{listed(orphans, _NAMED)}\n")
        text.append("  = help: name them in by_hand, or remove them:  ")
        text.append(f"judge generate {package} --remove-orphans\n")
    counts = Counter[str](one.state for one in made)
    text.append(f"{package}: {counted(len(made) - counts['orphan'] - counts['removed'], 'case')}, ")
    said = [f"{counts[state]} {state}" for state in _STYLES if counts[state]]
    return text.append(", ".join(said) + (": nothing is written" * check) if said else "nothing to do")
