"""Who is who in a class that was handed in: what says so, what is run, what is not clear, and who is absent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import tzinfo

import msgspec

from judge.errors import advice
from judge.model import Overview, Roll
from judge.reports.blocks import Block, Column, Page, Report, Section, Table, para
from judge.reports.lines import Span, line
from judge.reports.reader import HOST, STAFF, Reader
from judge.reports.views.classroom import LONGEST, names, reasons
from judge.schemas import Part, parts
from judge.text import clean_line, counted, moment

Handed = Mapping[str, tuple[str, str]]  # by student's id: how what they handed in stands, and when that was, in words


class RollReport(Report, frozen=True, eq=False):
    """Who is who in a class, before anything runs: to print, and as JSON."""

    roll: Roll

    def blocks(self) -> Iterator[Block]:
        yield from self.view({}, None, None, HOST).blocks()

    def view(self, handed: Handed, zone: tzinfo | None, most: int | None, reader: Reader = STAFF) -> Page:
        """Return what is known, with how what they handed in stands, and at most so many lines of each kind."""
        roll = self.roll
        noted = [*roll.remarks, *(f"{one.student.id}: {text}" for one in roll.members for text in one.remarks)]
        twins = [", ".join(one.student.id for one in group) for group in roll.twins]
        doubts = [member.doubt for member in roll.members if member.doubt]
        unmatched = Overview.Reason.grouped(_unmatched(roll))
        return Page(
            "Who is who",
            who=Section("Who is who", (_table(roll, handed, zone, most),)),
            unclear=(
                *reasons("Not clear", _grouped(doubts), most, reader),
                *reasons("Unmatched", unmatched, most, reader),
            ),
            strays=reasons("Of nobody", _grouped(roll.strays), most, reader),
            noted=_listed("Noted", noted, most),
            absent=_listed("Nothing came from", [one.who for one in roll.absent if one.id not in roll.set_aside], most),
            twins=_listed("Byte for byte the same", twins, most),
            summary=para(_summary(roll, len(doubts)), "strong"),
        )

    def document(self) -> Part:
        """Return it as judge.roll/1."""
        made = parts("judge.roll/1")

        def member_of(member: Roll.Member) -> Part:
            others = list(map(member_of, member.others))
            files, doubt = [path for path, _ in member.files], member.doubt and _advised(member.doubt)
            return made["members[]"].of(member, files=files, others=others, doubt=doubt)

        roll = self.roll
        return made[""].of(
            roll,
            members=list(map(member_of, roll.members)),
            strays=list(map(_advised, roll.strays)),
            twins=[[member.student.id for member in group] for group in roll.twins],
            unmatched=[msgspec.structs.replace(one, doubt=_advised(one.doubt)) for one in roll.unmatched],
        )


def _table(roll: Roll, handed: Handed, zone: tzinfo | None, most: int | None) -> Table:
    """Return a row for each student."""

    def state(one: Roll.Member) -> Span:
        said = handed.get(one.student.id, ("", ""))[0]
        if one.doubt:
            return Span("the judge failed on it" if one.doubt.ours else "not clear", "bad")
        return Span(said) if said or not one.late else Span("late", "warn")

    def handed_in(one: Roll.Member) -> Span:
        return Span(handed.get(one.student.id, ("", ""))[1] or moment(one.handed_in_s, zone), "name")

    columns: tuple[Column[Roll.Member], ...] = (
        Column("id", "id", value=lambda one: Span(one.student.id, "name")),
        Column(
            "name", "name", least=12, folds=True, spare=True, value=lambda one: Span(one.student.other_name, "name")
        ),
        Column("state", "state", spare=True, value=state),
        Column("runs", "runs", least=12, folds=True, value=lambda one: Span(one.what_runs, "name")),
        Column("at", "handed in", priority=1, spare=True, value=handed_in),
        Column("known_by", "known by", spare=True, value=lambda one: Span(one.matched, "name")),
        Column("folder", "folder", least=12, folds=True, spare=True, value=lambda one: Span(one.folder, "name")),
    )
    return Table.of(columns, roll.members[:most], "Who is who")


def _advised(doubt: Roll.Doubt) -> Roll.Doubt:
    """Return it with the whole advice as its help: who reads a document may have a terminal."""
    return msgspec.structs.replace(doubt, help=advice(*doubt.todo))


def _grouped(doubts: Iterable[Roll.Doubt]) -> tuple[Overview.Reason, ...]:
    """Return what is not clear; what is mended in the same way is said once."""
    return Overview.Reason.grouped((one.what, one.todo, (one.where, one.what if one.help else "")) for one in doubts)


def _unmatched(roll: Roll) -> Iterator[tuple[str, tuple[str, str], tuple[str, str]]]:
    """Yield of what it is not clear whose it is, and whose it may be."""
    for one in roll.unmatched:
        near = "; ".join(student.who for student in one.nearest)
        own = "; ".join(filter(None, (one.doubt.what, f"nearest: {near}" if near else "")))
        yield one.doubt.what, one.doubt.todo, (one.doubt.where, own if one.doubt.help or near else "")


def _listed(head: str, lines: list[str], most: int | None) -> Section | None:
    shown = [line(Span(clean_line(text, LONGEST), "name")) for text in lines]
    return Section(head, (names(shown, most),)) if shown else None


def _summary(roll: Roll, unclear: int) -> str:
    judged, members = sum(bool(member.main) for member in roll.members), counted(len(roll.members), "student")
    aside = sum(one.id in roll.set_aside for one in roll.absent)
    counts = f"{members}, {judged} to be judged, {unclear} not clear, {len(roll.absent) - aside} absent"
    found = ((aside, "set aside"), (len(roll.unmatched), "unmatched"))
    return f"{roll.shape} class: {counts}{''.join(f', {count} {words}' for count, words in found if count)}"
