"""Who is who in a class, shown before anything runs: each student, and all that is not clear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from judge.model.classroom import Doubt, Roll, Unmatched
from judge.reports.class_words import runs
from judge.reports.sanitize import clean_line
from judge.reports.terminal.console import WideTable
from judge.reports.words import other_name, who
from judge.text import counted


def roll_table(roll: Roll) -> WideTable:
    """Return a row for each student: who, what says so, and the file that is run."""
    table = WideTable(padding=(0, 1), header_style="bold")
    for head in ("id", "name", "known by", "folder", "runs", ""):
        table.add_column(head, overflow="fold")
    for member in roll.members:
        mark = Text("not clear", "bold red") if member.doubt else Text("late" if member.late else "", "yellow")
        student = member.student
        words = (student.id, other_name(student), member.matched, member.folder, runs(member))
        table.add_row(*(Text(word) for word in words), mark)
    return table


def roll_summary(roll: Roll) -> Group:
    """Return what an instructor must know before anything runs: doubts, what was left out or guessed, who is absent."""
    doubts = [member.doubt for member in roll.members if member.doubt]
    parts: list[RenderableType] = [
        *_doubts("not clear", doubts, "bold red"),
        *_unmatched(roll.unmatched),
        *_doubts("of nobody", roll.strays, "bold yellow"),
        *_listed("note", roll.remarks),
        *_listed("noted", [f"{member.student.id}: {text}" for member in roll.members for text in member.remarks]),
        *_listed("nothing from", map(who, roll.absent)),
        *_listed("byte for byte the same", [", ".join(one.student.id for one in group) for group in roll.twins]),
    ]
    judged = sum(bool(member.main) for member in roll.members)
    members = counted(len(roll.members), "student")
    counts = f"{members}, {judged} to be judged, {len(doubts)} not clear, {len(roll.absent)} absent"
    counts += f", {len(roll.unmatched)} unmatched" if roll.unmatched else ""
    return Group(*parts, Text(f"{roll.shape} class: {counts}", "bold"))


def _unmatched(waiting: Sequence[Unmatched]) -> list[Text]:
    """Return a line for each submission that is nobody's for certain, and whose it may be."""
    lines = []
    for one, line in zip(waiting, _doubts("unmatched", [one.doubt for one in waiting], "bold red"), strict=True):
        near = "; ".join(who(student) for student in one.nearest)
        lines.append(line.append(f"\n  = nearest: {near}", "dim") if near else line)
    return lines


def _doubts(head: str, doubts: Iterable[Doubt], style: str) -> list[Text]:
    lines = []
    for doubt in doubts:
        line = Text(head, style).append(f" {doubt.where}: {clean_line(doubt.what, 400)}", "default")
        lines.append(line.append(f"\n  = help: {doubt.help}", "dim") if doubt.help else line)
    return lines


def _listed(head: str, lines: Iterable[str]) -> list[Text]:
    return [Text(head, "yellow").append(f" {clean_line(line, 400)}", "default") for line in lines]
