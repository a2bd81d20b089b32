"""What is printed of a package that is begun, filled with cases, taken over, or exported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from rich.console import Group
from rich.text import Text

from judge.model import Problem, ReadWarning
from judge.model.package import Made
from judge.reports.terminal.diagnostic import notice_lines
from judge.reports.terminal.ranking import warning_line
from judge.text import counted, listed

_STYLES: Final = {
    "new": "green",
    "stale": "yellow",
    "edited": "bold red",
    "undecided": "bold red",
    "removed": "yellow",
}
_NAMED: Final = 5  # orphans


def new_lines(package: str, puzzle: str) -> Text:
    """Say what to do with a new package."""
    todo = f"Make its cases:  judge generate {package}"
    then = f"{package}/generators.toml says which; judge help authoring  says what to do then"
    return Text(f"{package} is written, a package of {puzzle}. {todo}\n{then}")


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


def imported_lines(problem: Problem, submissions: int, notices: Sequence[ReadWarning], width: int) -> Group:
    """Return the report on a package that was taken over."""
    path = problem.path
    groups = [f"{name} {sum(case.group == name for case in problem.cases)}" for name in problem.groups]
    judged = "a validator of its own" if problem.validator and problem.validator.files else "compared by words"
    facts = [
        f"{counted(len(problem.cases), 'case')} ({', '.join(groups)})",
        judged,
        f"{problem.limits.time_limit:g} s, {problem.limits.memory} MiB",
        counted(submissions, "submission"),
    ]
    head = Text(f"{path}: {problem.title}, {', '.join(facts)}")
    next_ = Text(f"next:  judge validate {path}")
    return Group(*([notice_lines(notices, path, width)] if notices else []), head, next_)


def exported_lines(target: str, files: Mapping[str, bytes], said: Sequence[str]) -> Text:
    """Return one line on what was written where, and one for each thing that is lost or missing there."""
    paths = [PurePosixPath(name) for name in files]
    cases = sum(path.suffix == ".in" for path in paths)
    programs = {path.parts[:3] for path in paths if path.parts[0] == "submissions" and len(path.parts) > 2}
    size = sum(map(len, files.values())) / (1 << 20)
    head = f"{target}: {counted(cases, 'case')}, {counted(len(programs), 'submission')}, {size:.1f} MiB"
    lines = [Text(head), *(warning_line(one) for one in said)]
    if not any(parts[1] == "accepted" for parts in programs):
        lines.append(warning_line("there is no accepted submission, and the format asks for one"))
    return Text("\n").join(lines)
