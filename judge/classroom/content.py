"""What a student handed in: the files of a pile to a Member, with the one that is run. Every guess is remarked.

Where it is not clear what is run, the Member has no files, and a Doubt that says why.
"""

from __future__ import annotations

import ast
import hashlib
import re
from pathlib import Path, PurePosixPath

import msgspec

from judge.classroom.archive import Archive
from judge.classroom.assignment import ANYTHING, Assignment
from judge.classroom.books import with_books
from judge.classroom.exports import Pile
from judge.classroom.file import name_fault
from judge.classroom.handed import ARCHIVES, Handed, read
from judge.classroom.meant import as_meant, before_canvas, newest
from judge.classroom.nested import opened
from judge.classroom.unclear import UnclearError, listed
from judge.model import Programs
from judge.model.classroom import Member, Shape, Student
from judge.submissions.chosen import chosen, named
from judge.submissions.contract import contract_of
from judge.submissions.folder import BEGINNINGS
from judge.submissions.languages import endings
from judge.submissions.read import handed_in
from judge.submissions.syntax import UnreadableError, parse

_SOLVE = re.compile(rb"^(?:async[ \t]+)?def[ \t]+solve\b", re.MULTILINE)
DOCUMENTS = (".md", ".txt", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".png", ".jpg", ".jpeg", ".log")


class Contents:
    """Reads the submissions of a class."""

    def __init__(self, archive: Archive, assignment: Assignment, shape: Shape) -> None:
        self._archive, self._assignment, self._shape = archive, assignment, shape

    def of(self, pile: Pile) -> Member:
        """Return the submission in a pile. What is not kept of it takes nothing of the class's bound."""
        kept = 0
        try:
            member = content_of(pile, self._assignment, self._shape)
            kept = sum(len(data) for _, data in member.files)
        finally:
            self._archive.settle(pile.folder, kept)
        return member


def content_of(pile: Pile, assignment: Assignment = ANYTHING, shape: Shape = "plain") -> Member:
    """Return the submission in a pile, for a student who is still to be found."""
    member = Member(Student(""), pile.folder, _page(pile, ""), late=pile.late, handed_in_s=pile.handed_in_s)
    try:
        handed = _read(pile, shape)
        main = _main(handed, assignment)
        _check_alone(handed, main, assignment.programs)
        _say_helper(handed, main, assignment.programs)
    except UnclearError as unclear:
        return msgspec.structs.replace(member, doubt=unclear.doubt)
    kept, documents = _without_documents(main, handed.data, assignment.programs)
    if documents := [*documents, *handed.books]:
        handed.remarks.append(f"{listed(documents)}: not part of the program")
    page, remarks = _page(pile, handed.top(main)), tuple(handed.remarks)
    return msgspec.structs.replace(member, page=page, main=main, files=kept, remarks=remarks)


def _page(pile: Pile, top: str) -> str:
    """Return where feedback is looked for by those who upload the pages again: beside the file `top` of the export, or
    in the folder of the pile."""
    name = top or pile.folder
    page = (name.rpartition(".")[0] or name) if pile.flat else f"{pile.folder}/feedback"
    if name_fault(f"{page}-99.html"):  # no file could be written there
        page = f"unnamed-{hashlib.sha256(page.encode(errors='surrogatepass')).hexdigest()[:12]}/feedback"
    return page


def _read(pile: Pile, shape: Shape) -> Handed:
    """Return the files of a pile. Only Canvas counts files of one name."""
    remarks: list[str] = []
    if shape == "Canvas":
        pile, remarks = newest(pile)
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
    with_books(handed, settled or asked)
    main = _named(handed, settled) if settled else _named(handed, asked) or _standing_out(handed, assignment)
    handed.refuse_damaged(main)
    return main


def _named(handed: Handed, wanted: str) -> str:
    """Return the source that somebody has named; empty where there is none. UnclearError for several, or where the
    instructor has named this student's and it is not there."""
    known = {handed.origins.get(path, path): path for path in handed.sources}
    known |= {path: path for path in handed.sources}
    found = list(dict.fromkeys(known[path] for path in named(known, wanted)))
    if len(found) > 1:
        raise UnclearError(
            handed.pile.folder, f"there are several files {wanted}: {listed(found)}", "name its folder too"
        )
    if not found and wanted and wanted == handed.pile.main:
        what = f"there is no source file {wanted} in it, which is named as the one that is run"
        raise UnclearError(handed.pile.folder, what, f"name one of {listed(handed.sources)}")
    if found and named([found[0]], wanted, exactly=True) != found:
        handed.remarks.append(f"{found[0]}: run for {wanted}")
    return found[0] if found else ""


def _standing_out(handed: Handed, assignment: Assignment) -> str:
    """Return the source that is run where nobody names it; UnclearError where that is a guess between several."""
    sources = handed.sources
    if not sources:
        handed.refuse_damaged("")
        raise _no_source(handed)
    found = chosen(sources, assignment.programs, [*handed.names, assignment.name])
    if len(found.paths) != 1:
        handed.refuse_damaged("")
        what = f"it is not clear which of its programs is run: {listed(found.paths)}"
        repair = f"call the one that is run {' or '.join(BEGINNINGS)}, and no other"
        raise UnclearError(handed.pile.folder, what, repair)
    [main] = found.paths
    if found.why:
        handed.remarks.append(f"{main}: run, as {found.why}")
    if assignment.main:
        handed.remarks.append(f"{main}: run, as there is no {assignment.main}")
    return main


def _no_source(handed: Handed) -> UnclearError:
    pile = handed.pile
    packed = [path for path in pile.files if path.lower().endswith(ARCHIVES)]
    if packed:
        return UnclearError(pile.folder, f"it is an archive in the archive: {listed(packed)}", "unpack it in its place")
    repair = f"known endings are {', '.join(endings())}"
    return UnclearError(pile.folder, f"none of {listed(pile.files)} is a source file", repair)


# --- what belongs to it -----------------------------------------------------------------------------------------------
def _check_alone(handed: Handed, main: str, rules: Programs) -> None:
    """Refuse a function that needs another file: it is judged as one file, and with a second one that it imports it
    would be judged as something it is not."""
    source = handed.data[main]
    if not _is_function(main, source, rules):
        return
    needed = _imported(source)
    beside = [path for path in handed.sources if path != main and PurePosixPath(path).stem in needed]
    if beside:
        what = f"{main} defines solve, which is judged as one file, but it imports {listed(beside)}"
        raise UnclearError(handed.pile.folder, what, "let the student hand in one file")


def _say_helper(handed: Handed, main: str, rules: Programs) -> None:
    """Remark on a program that defines `solve`: another reader might take it for a function."""
    source = handed.data[main]
    if main.endswith(".py") and _SOLVE.search(source) and contract_of(source, Path(main), rules)[0] == "program":
        handed.remarks.append(f"{main}: judged as a program, of which solve is a helper")


def _imported(source: bytes) -> set[str]:
    """Return the names of the modules that a file imports, those of a package each by itself."""
    try:
        tree = parse(source)
    except (SyntaxError, UnreadableError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                names.update(part for alias in aliases for part in alias.name.split("."))
            case ast.ImportFrom(module=module, names=aliases):
                names.update((module or "").split("."))
                names.update(alias.name for alias in aliases if node.level or not module)
    return names


def _is_function(main: str, source: bytes, rules: Programs) -> bool:
    alone = handed_in("", "", main, ((main, source),), rules)
    return alone.contract == "function" and alone.fault is None


def _without_documents(
    main: str, data: dict[str, bytes], rules: Programs
) -> tuple[tuple[tuple[str, bytes], ...], list[str]]:
    """Take a source beside a report as one file; what the source names stays, except the files that the judge gives
    it."""
    source = data[main]
    others = [path for path in data if path != main]
    if _is_function(main, source, rules):
        return ((main, source),), others
    documents = [
        path
        for path in others
        if path.lower().endswith(DOCUMENTS)
        and (path in ("input.txt", "output.txt") or PurePosixPath(path).name.encode() not in source)
    ]
    if len(documents) < len(others):
        documents = [path for path in documents if path in ("input.txt", "output.txt")]
    return tuple((path, data[path]) for path in sorted(data) if path not in documents), documents
