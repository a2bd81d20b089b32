"""Notebooks that were handed in: read as Python files where nothing else in a submission is one that is run."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from judge.classroom.files.file import File
from judge.classroom.homework.handed import Handed
from judge.classroom.homework.unclear import UnclearError
from judge.model import Programs
from judge.submissions.alone import runs
from judge.submissions.beginning import begins, has_main, is_short
from judge.submissions.contract import contract_of
from judge.submissions.main_choice import named
from judge.submissions.notebook import NOTEBOOK_LIMIT, NotebookError, Script, script_of
from judge.submissions.syntax import UnreadableError, parse

REPAIR = "let the student export it as a Python file"


def with_books(handed: Handed, wanted: str, rules: Programs) -> None:
    """Add the Python files that notebooks would be: the one that somebody has named, or all of them where no source is
    one that is run, by the package's `rules`. What is read so is no longer a notebook among the files."""
    asked = named([*handed.sources, *handed.books], wanted) if wanted else []
    if asked:
        taken = [path for path in asked if path in handed.books]
    else:
        taken = [] if _any_may_run(handed.sources, rules) else list(handed.books)
    left = NOTEBOOK_LIMIT  # bytes, of all notebooks of a student
    faults: list[UnclearError] = []
    for path in taken:
        try:
            script, size = _script(handed.books[path], left)
        except UnclearError as fault:
            faults.append(fault)
            continue
        left -= size
        _add(handed, path, script)
    if faults and not handed.sources:
        raise faults[0]
    handed.remarks += [str(fault) for fault in faults]


def _any_may_run(sources: dict[str, bytes], rules: Programs) -> bool:
    return not is_short(sources) or any(_may_run(*pair, rules) for pair in sources.items())


def _may_run(path: str, text: bytes, rules: Programs) -> bool:
    """Say whether a source is more than a part that others import."""
    if begins(path) or has_main(text) or not path.endswith(".py"):
        return True
    contract, fault = contract_of(text, Path(path), rules)
    if contract == "function":
        return fault is None or fault.code != "E212"
    try:
        return runs(parse(text))
    except (SyntaxError, UnreadableError):  # Python 2
        return True


def _script(file: File, limit: int) -> tuple[Script, int]:
    """Return what a notebook would be as a Python file, and how many bytes were read; UnclearError where it can't be
    read within the bound."""
    name = PurePosixPath(file.path).name
    try:
        data = file.read(limit + 1) if file.size <= limit else None
        if data is None or len(data) > limit:
            raise UnclearError(file.path, f"{name}: the notebook is longer than {NOTEBOOK_LIMIT >> 20} MiB", REPAIR)
        return script_of(data), len(data)
    except OSError as error:
        raise UnclearError(file.path, f"{name}: {error.strerror or 'it can not be read'}", REPAIR) from error
    except NotebookError as error:
        raise UnclearError(file.path, f"{name}: {error}", REPAIR) from error


def _add(handed: Handed, path: str, script: Script) -> None:
    stem = path.removesuffix(PurePosixPath(path).suffix)
    name = f"{stem}.py" if f"{stem}.py" not in handed.data else f"{path}.py"
    handed.data[name], handed.origins[name] = script.source, path
    del handed.books[path]
    part = f"{script.taken} of {script.cells} cells with code, those that define or import"
    if script.taken == script.cells:
        part = f"{script.cells} cell{'s' * (script.cells != 1)} with code"
    without = f"; lines left out that could not run here: {script.without}" if script.without else ""
    handed.remarks.append(f"{path}: read as {name}: {part}{without}")
