"""What a student handed in: the files of a pile to a Member, with the one that is run. Nothing is guessed.

Where it is not clear what is run, the Member has no files, and a Doubt that says why.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import PurePosixPath

import msgspec

from judge.classroom.bounds import FOLDER_MOST
from judge.classroom.exports import Pile
from judge.classroom.file import SURPLUS, File, name_fault
from judge.model.classroom import Doubt, Member, Student
from judge.submissions.folder import BEGINNINGS, FILES_LIMIT, FOLDER_LIMIT, SOURCE_LIMIT, run_of
from judge.submissions.languages import endings
from judge.submissions.read import handed_in

ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".jar")
DOCUMENTS = (".md", ".txt", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".png", ".jpg", ".jpeg", ".log")
_NAMED = 5  # of a list of files, in a sentence


def content_of(pile: Pile) -> Member:
    """Return the submission in a pile, for a student who is still to be found."""
    member = Member(Student(""), pile.folder, _page(pile, ""), late=pile.late, handed_in_s=pile.handed_in_s)
    try:
        data, remarks = _read(pile)
        main = _main(pile, data)
        _check_alone(pile, main, data)
    except _UnclearError as unclear:
        return msgspec.structs.replace(member, doubt=unclear.doubt)
    kept, documents = _without_documents(main, data)
    if documents:
        remarks.append(f"{_listed(documents)}: not part of the program")
    page, words = _page(pile, main), tuple(remarks)
    return msgspec.structs.replace(member, page=page, main=main, files=kept, remarks=words)


class _UnclearError(Exception):
    """Why nothing in a pile can be judged."""

    def __init__(self, where: str, what: str, repair: str) -> None:
        super().__init__(what)
        self.doubt = Doubt(where, what, repair)


def _page(pile: Pile, main: str) -> str:
    """Return where feedback is looked for by those who upload the pages again."""
    name = pile.tops.get(main, pile.folder)
    page = (name.rpartition(".")[0] or name) if pile.flat else f"{pile.folder}/feedback"
    if name_fault(f"{page}-99.html"):  # no file could be written there
        page = f"unnamed-{hashlib.sha256(page.encode(errors='surrogatepass')).hexdigest()[:12]}/feedback"
    return page


def _read(pile: Pile) -> tuple[dict[str, bytes], list[str]]:
    """Return the bytes of every file that may be part of a program, and remarks on the others."""
    if not pile.files:
        raise _UnclearError(pile.folder, "nothing was handed in", "ask the student")
    if pile.twice:
        repair = "leave the one that counts in the class"
        raise _UnclearError(pile.folder, f"there are two of {_listed(pile.twice)}", repair)
    if len(pile.files) > FOLDER_MOST or any(file.fault == SURPLUS for file in pile.files.values()):
        raise _UnclearError(pile.folder, f"it has more than {FOLDER_MOST:,} files", "leave the sources alone in it")
    data: dict[str, bytes] = {}
    remarks: list[str] = []
    taken = 0  # bytes, also of what is then left out: they come off the class's bound
    for path, file in pile.files.items():
        fault, content = _bytes(path, file)
        taken += len(content)
        if not fault:
            data[path] = content
        elif is_source(path):
            raise _UnclearError(file.path, fault, "let the student hand in a plain source file")
        else:
            remarks.append(f"{path}: {fault}")
        if len(data) > FILES_LIMIT or taken > FOLDER_LIMIT:
            what = f"it has more than {FILES_LIMIT} files, or more than {FOLDER_LIMIT >> 20} MiB of them"
            raise _UnclearError(pile.folder, what, "leave the sources alone in it")
    return data, remarks


def _bytes(path: str, file: File) -> tuple[str, bytes]:
    """Return what is wrong with a file, and the bytes that were read of it."""
    if file.fault:
        return file.fault, b""
    if PurePosixPath(path).name.startswith(".") and not is_source(path):
        return "it is hidden", b""
    if path.lower().endswith(ARCHIVES):
        return "it is an archive in the archive, which is not opened", b""
    too_long = f"it is longer than {SOURCE_LIMIT >> 10} KiB"
    if file.size > SOURCE_LIMIT:
        return too_long, b""
    try:
        content = file.read(SOURCE_LIMIT + 1)
    except OSError as error:
        return error.strerror or "it can't be read", b""
    return too_long if len(content) > SOURCE_LIMIT else "", content


def _main(pile: Pile, data: dict[str, bytes]) -> str:
    """Return the file that is run."""
    sources = {path: content for path, content in data.items() if is_source(path)}
    begun = run_of(sources)
    if len(begun) == 1:
        return begun[0]
    if sources:
        repair = f"call the one that is run {' or '.join(BEGINNINGS)}, and no other"
        raise _UnclearError(
            pile.folder, f"it is not clear which of its programs is run: {_listed(begun or list(sources))}", repair
        )
    known = ", ".join(endings())
    packed = [path for path in pile.files if path.lower().endswith(ARCHIVES)]
    if packed:
        raise _UnclearError(
            pile.folder, f"it is an archive in the archive: {_listed(packed)}", "unpack it in its place"
        )
    raise _UnclearError(
        pile.folder, f"none of {_listed(list(pile.files))} is a source file", f"known endings are {known}"
    )


def _check_alone(pile: Pile, main: str, data: dict[str, bytes]) -> None:
    """Refuse a function that needs another file: it is judged as one file, and with a second one that it names it would
    be judged as something it is not."""
    if not _is_function(main, data[main]):
        return
    stems = {PurePosixPath(path).stem: path for path in data if is_source(path) and path != main}
    named = [path for stem, path in stems.items() if re.search(rf"\b{re.escape(stem)}\b".encode(), data[main])]
    if named:
        what = f"{main} defines solve, which is judged as one file, but it names {_listed(named)}"
        raise _UnclearError(pile.folder, what, "let the student hand in one file")


def _is_function(main: str, source: bytes) -> bool:
    alone = handed_in("", "", main, ((main, source),))
    return alone.contract == "function" and alone.fault is None


def _without_documents(main: str, data: dict[str, bytes]) -> tuple[tuple[tuple[str, bytes], ...], list[str]]:
    """Take a source beside a report as one file; what the source names stays, except the files that the judge gives
    it."""
    source = data[main]
    others = [path for path in data if path != main]
    if _is_function(main, source):
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


def is_source(path: str) -> bool:
    return path.endswith(endings())


def _listed(paths: Sequence[str]) -> str:
    rest = len(paths) - _NAMED
    return ", ".join(sorted(paths)[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")
