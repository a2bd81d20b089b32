"""What a student handed in: the files of a pile to a Member, with the one that is run. Every guess is remarked.

Where it is not clear what is run, the Member has no files, and a Doubt that says why."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import tzinfo
from pathlib import PurePosixPath
from zoneinfo import ZoneInfo

import msgspec

from judge.classroom.file import File, checked_names, name_fault
from judge.classroom.hand_in import (
    ARCHIVES,
    Handed,
    UnclearError,
    as_meant,
    before_canvas,
    newest,
    opened,
    read,
    with_books,
)
from judge.classroom.shapes import Pile
from judge.model import Problem, Programs, Roll, Student, Submission, read_clock
from judge.submissions import MainFile, languages, read_beside
from judge.text import listed


class Assignment(msgspec.Struct, frozen=True):
    """What was asked for: `main`, the file that is run, "" where any name will do; the name of the package, and what it
    says of programs and of several attempts. `zone` is where a clock is that tells no zone, None for this host's."""

    main: str = ""
    name: str = ""
    programs: Programs = Programs()
    attempt: Problem.AttemptRule = "newest"
    zone: tzinfo | None = None

    @classmethod
    def of(cls, problem: Problem | None, main: str = "") -> Assignment:
        """Return what was asked for with a problem; `main` is asked for instead of what the package says.

        The LMS is at the place that the deadline names, such as Europe/Berlin. An offset alone names no place.
        """
        if problem is None:
            return cls(main)
        zone = problem.zone if isinstance(problem.zone, ZoneInfo) else None
        return cls(main or problem.main, problem.name, problem.programs, problem.attempt, zone)


ANYTHING = Assignment()


_SOLVE = re.compile(rb"^(?:async[ \t]+)?def[ \t]+solve\b", re.MULTILINE)
_CASE = ("input.txt", "output.txt")  # which the judge gives a program, or has it write
DOCUMENTS = (".md", ".txt", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".png", ".jpg", ".jpeg", ".log")
_MOST_CHOICES = 40  # that anybody would choose from


def content_of(pile: Pile, assignment: Assignment = ANYTHING, shape: Roll.Shape = "plain") -> Roll.Member:
    """Return the submission in a pile, for a student who is still to be found."""
    handed_in_s = read_clock(pile.handed_in, assignment.zone)[0] if pile.handed_in else None
    member = Roll.Member(Student(""), pile.folder, _page(pile, ""), late=pile.late, handed_in_s=handed_in_s)
    try:
        handed = _read(pile, assignment.main, shape)
        main = _main(handed, assignment)
        kept, documents = together(handed, main, assignment.programs)
    except UnclearError as unclear:
        return msgspec.structs.replace(member, doubt=unclear.doubt)
    if documents := [*documents, *handed.books]:
        handed.remarks.append(f"{listed(sorted(documents))}: not part of the program")
    page, remarks = _page(pile, handed.top(main)), tuple(handed.remarks)
    return msgspec.structs.replace(member, page=page, main=main, files=kept, remarks=remarks)


def read_upload(
    problem: Problem, sent: Iterable[tuple[str, str, bytes]], main: str = ""
) -> tuple[Roll.Member, tuple[str, ...]]:
    """Return what somebody hands in for a problem: of each file its path, its name for where that leads elsewhere, and
    its bytes. Where a Doubt says that it is not clear which one is run, beside it are those that might be."""
    pile = Pile("", [], main=main)
    for file in checked_names([_sent(*one) for one in sent]):
        pile.add(file.path, file, file.path)
    member = content_of(pile, Assignment.of(problem))
    return member, choices_in(pile) if member.doubt else ()


def _sent(path: str, name: str, body: bytes) -> File:
    return File(path if path and not name_fault(path) else name, len(body), lambda most: body[:most])


def _page(pile: Pile, top: str) -> str:
    """Return where feedback is looked for by those who upload the pages again: beside the file `top` of the export, or
    in the folder of the pile."""
    name = top or pile.folder
    return writable((name.rpartition(".")[0] or name) if pile.flat else f"{pile.folder}/feedback")


def writable(page: str) -> str:
    """Return the path of a page without its ending, another one where no file could have that."""
    if name_fault(f"{page}-99.html"):  # no file could be written there
        return f"unnamed-{hashlib.sha256(page.encode(errors='surrogatepass')).hexdigest()[:12]}/feedback"
    return page


def _read(pile: Pile, wanted: str, shape: Roll.Shape) -> Handed:
    """Return the files of a pile. Only Canvas counts files of one name."""
    remarks: list[str] = []
    called = {top: path for path, top in pile.tops.items()} if pile.flat else {}
    pile = msgspec.structs.replace(pile, main=called.get(pile.main, pile.main))  # as the export calls the file
    if shape == "Canvas":
        pile, remarks = newest(pile, wanted)
    attached = pile.files
    pile, names = opened(pile)
    handed = read(pile, [PurePosixPath(pile.folder).stem, *names])
    handed.remarks[:0] = remarks
    if shape == "Canvas":
        before_canvas(handed, attached)
    return handed


# --- which file is run ------------------------------------------------------------------------------------------------
def _main(handed: Handed, assignment: Assignment) -> str:
    """Return the file that is run: the one that the instructor names, else the one that was asked for, else the one
    that stands out."""
    settled, asked = handed.pile.main, assignment.main
    as_meant(handed, settled or asked)
    with_books(handed, settled or asked, assignment.programs)
    main = _named(handed, settled) if settled else _named(handed, asked) or _standing_out(handed, assignment)
    handed.refuse_damaged(main)
    return main


def _named(handed: Handed, wanted: str) -> str:
    """Return the source that somebody has named; empty where there is none. UnclearError for several, or where the
    instructor has named this student's and it is not there."""
    known = {handed.origins.get(path, path): path for path in handed.sources}
    known |= {path: path for path in handed.sources}
    found = list(dict.fromkeys(known[path] for path in MainFile.named(known, wanted)))
    if len(found) > 1:
        what = f"there are several files {wanted}: {listed(sorted(found))}"
        raise UnclearError(handed.pile.folder, what, "name its folder too")
    if not found and wanted and wanted == handed.pile.main:
        what = f"there is no source file {wanted} in it, which is named as the one that is run"
        raise UnclearError(handed.pile.folder, what, f"name one of {listed(sorted(handed.sources))}")
    if found and MainFile.named([found[0]], wanted, exactly=True) != found:
        handed.remarks.append(f"{found[0]}: run for {wanted}")
    return found[0] if found else ""


def _standing_out(handed: Handed, assignment: Assignment) -> str:
    """Return the source that is run where nobody names it; UnclearError where that is a guess between several."""
    sources = handed.sources
    if not sources:
        handed.refuse_damaged("")
        pile = handed.pile
        if packed := [path for path in pile.files if path.lower().endswith(ARCHIVES)]:
            what = f"there is an archive in it that is not opened: {listed(sorted(packed))}"
            raise UnclearError(pile.folder, what, "unpack it in its place")
        what = f"there is no source file in it: {listed(sorted(pile.files))}"
        raise UnclearError(pile.folder, what, f"known endings are {', '.join(languages().endings)}")
    found = MainFile.of(sources, assignment.programs, [*handed.names, assignment.name])
    if len(found.paths) != 1:
        handed.refuse_damaged("")
        what = f"it is not clear which of its programs is run: {listed(sorted(found.paths))}"
        repair = f"say which in the match file; or {found.help}"
        raise UnclearError(handed.pile.folder, what, repair, "--main NAME  says it for all")
    [main] = found.paths
    if found.why:
        handed.remarks.append(f"{main}: run, as {found.why}")
    if assignment.main:
        handed.remarks.append(f"{main}: run, as there is no {assignment.main}")
    return main


def choices_in(pile: Pile) -> tuple[str, ...]:
    """Return the paths of what might be run in a pile, its sources and notebooks: what somebody is asked where it is
    not clear. Of a zip, those in it. None of what can't be opened."""
    try:
        found, _ = opened(pile)
    except UnclearError:
        return ()
    known = languages()
    paths = [path for path, file in found.files.items() if not file.fault]
    return tuple(sorted(path for path in paths if known.is_source(path) or known.is_notebook(path))[:_MOST_CHOICES])


# --- which files go with it: a function is judged alone, a program with what may be a part of it ----------------------
def together(handed: Handed, main: str, rules: Programs) -> tuple[tuple[tuple[str, bytes], ...], list[str]]:
    """Return the files that are judged with `main`, and the names of those that are not. UnclearError for a function
    that imports another file: as one file it can't run, and with that one it would be judged as a program."""
    others = [path for path in handed.data if path != main]
    beside, source = read_beside(main, handed.sources, rules), handed.data[main]
    if beside.needed:
        raise UnclearError(handed.pile.folder, beside.why, "let the student hand in one file")
    if not beside.taken:
        return ((main, source),), others
    solves = main.endswith(".py") and _SOLVE.search(source)  # another reader might take it for a function
    if solves and beside.is_program:
        handed.remarks.append(f"{main}: judged as a program, of which solve is a helper")
    documents = _documents(source, others)
    return tuple((path, handed.data[path]) for path in sorted(handed.data) if path not in documents), documents


def _documents(source: bytes, others: list[str]) -> list[str]:
    """Return which other files are no part of a program: all reports beside a source that names none of them, where
    nothing else lies there, and the files that the judge gives it."""
    given = [path for path in others if path in _CASE]
    reports = [
        path for path in others if path.lower().endswith(DOCUMENTS) and PurePosixPath(path).name.encode() not in source
    ]
    documents = list(dict.fromkeys([*given, *reports]))
    return documents if len(documents) == len(others) else given


def twins(members: Iterable[Roll.Member]) -> tuple[tuple[Roll.Member, ...], ...]:
    """Return those with the same bytes; a group that handed in once is one submission, not twins."""
    alike: dict[tuple[str, str], dict[str, Roll.Member]] = {}
    for member in members:
        if member.main:
            key = PurePosixPath(member.main).suffix, Submission.digest_of(member.main, member.files)
            alike.setdefault(key, {}).setdefault(member.folder, member)
    return tuple(tuple(group.values()) for group in alike.values() if len(group) > 1)
