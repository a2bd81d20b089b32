"""Who competes on what: words of the command line to Entries.

The solutions that come with the judge are named by their problem and their own name: lizards/champion.
"""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shlex import quote

import msgspec

from judge.errors import JudgeError
from judge.files import is_there
from judge.model import Entry, Finding, Problem, Submission, Verdict, fault_of
from judge.problems import SHIPPED_PACKAGES, all_packages, chosen_cases, known_packages, package_folder, read_package
from judge.submissions.language import languages
from judge.submissions.read import SOLUTIONS, Folder, declared_problem, read_submission

SHIPPED = Path(__file__).parents[1] / "shipped/solutions"  # in a checkout a link


class Choice(msgspec.Struct, frozen=True):
    """The words of `judge run`: who competes on what; empty means all."""

    submissions: tuple[Path, ...] = ()
    problems: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    time_limit: float | None = None
    as_one: bool = False  # a folder is one submission, whatever lies in it
    main: str = ""  # which file of a folder is run: then it is one submission


def entries(choice: Choice) -> list[Entry]:
    """Return every chosen problem with the submissions for it, in order of name; JudgeError E4xx when a word names
    nothing. A shipped solution may be named as lizards/champion."""
    submissions = tuple(solution_path(str(path)) for path in choice.submissions)
    choice = msgspec.structs.replace(choice, submissions=submissions)
    folders = {path: folder for path in submissions if (folder := Folder.at(path))}
    if choice.main and all(is_there(path) and path not in folders for path in submissions):
        message = f"--main {choice.main} says which file of a folder is run, and no folder is named"
        raise JudgeError("E431", message, help="name the folder, or leave --main out")
    wanted = _files_by_problem(choice, folders)
    names = Counter(package.name for package in wanted)
    if twice := min((name for name in names if names[name] > 1), default=""):
        raise JudgeError("E432", f"two packages are called {twice!r}", help="judge one of them at a time")
    alone = len({path for paths in wanted.values() for path in paths}) == 1
    made: list[Entry] = []
    for package in sorted(wanted):
        problem = read_package(package)
        read = [_submission(path, folders.get(path), problem, choice, alone) for path in wanted[package]]
        made.append(Entry(_narrow(problem, choice), _distinct(read)))
    return made


def _submission(path: Path, folder: Folder | None, problem: Problem, choice: Choice, alone: bool) -> Submission:
    """Read a submission. One that is there and can't be read is CE, and the others are judged. One alone, or a name of
    nothing, is wrong use. Where the judge itself fails to read it, that one is JE."""
    words = _words(path, choice)
    try:
        main = choice.main or (problem.main if folder and folder.holds(problem.main) else "")
        return read_submission(folder or path, problem.name, words, problem.programs, main)
    except JudgeError as error:
        if alone or not is_there(path):
            raise
        where = str(error.place) if error.place else ""
        fault = Finding(error.code, error.message, where=where, note=error.note, help=error.help, verdict=Verdict.CE)
    except Exception as error:
        fault = fault_of(error)
    name = path.stem if languages().is_source(path.name) else path.resolve().name
    return Submission(name, problem.name, "program", path, b"", Submission.digest(b""), fault=fault, words=words)


def _files_by_problem(choice: Choice, folders: Mapping[Path, Folder]) -> dict[Path, list[Path]]:
    """Give each file to the problem that the command line names, else to the one it declares itself."""
    named = list(dict.fromkeys(package_folder(word) for word in choice.problems))
    wanted: dict[Path, list[Path]] = defaultdict(list)
    if choice.submissions:
        for path in _expanded(choice, folders):
            for folder in named or [_own_problem(path, folders.get(path), choice.main)]:
                wanted[folder].append(path)
        return wanted
    for folder in named or all_packages():
        if found := Folder(SOLUTIONS / folder.name).upper:
            wanted[folder] = found
    if not wanted:
        repair = "name a file: judge run mine.py --problem lizards   or the shipped solutions: judge run lizards"
        message = f"there is nothing to judge: nothing in {SOLUTIONS}/<problem>/ for any package"
        raise JudgeError("E431", message, help=repair)
    return wanted


def _expanded(choice: Choice, folders: Mapping[Path, Folder]) -> list[Path]:
    """Take a folder as one submission, or as the source files in it; without any it is kept, to be CE among others."""
    files: list[Path] = []
    for path in choice.submissions:
        folder = folders.get(path)
        inside = [path] if folder is None or _is_one(folder, choice) else folder.upper
        if not inside and folder and len(choice.submissions) == 1:
            raise folder.without_sources()
        files += inside or [path]
    return list(dict.fromkeys(files))


def _is_one(folder: Folder, choice: Choice) -> bool:
    """Say whether a folder is one submission, and does not hold some."""
    if choice.main:
        return True
    languages()  # a table that can't be read is no fault of the folder
    try:
        return (choice.as_one and not folder.is_lone) or not folder.holds_submissions()
    except JudgeError:  # a file of it can't be read: that is said when it is read
        return True


def _own_problem(path: Path, folder: Folder | None, main: str) -> Path:
    name = declared_problem(folder or path, main)
    if name is None:
        names = folder.texts if folder else [path.name]
        sign = "#" if any(name.lower().endswith((".py", ".ipynb")) for name in names) else "//"
        words = f"write a line  {sign} judge: problem = NAME  into the file"
        repair = f"say it:  judge run {path} --problem NAME   or {words}"
        message = f"{path} does not say which problem it solves"
        raise JudgeError("E437", message, note=known_packages(), help=repair)
    return package_folder(name)


def _words(path: Path, choice: Choice) -> str:
    """Return what brings this submission before the judge again."""
    main = [f"--main {quote(choice.main)}"] if choice.main else []
    return " ".join([quote(solution_name(path)), *main, *(f"--problem {word}" for word in choice.problems)])


def _narrow(problem: Problem, choice: Choice) -> Problem:
    """Return the problem with the chosen cases alone, and the chosen limit."""
    if choice.time_limit is not None:
        problem = problem.within(choice.time_limit)
    return msgspec.structs.replace(problem, cases=chosen_cases(problem, choice.groups, choice.cases))


def _distinct(submissions: Sequence[Submission]) -> tuple[Submission, ...]:
    """Tell those of one name apart by their endings, else by their folders, else by both."""
    ways = [(one.name, one.path.name, str(one.path).removesuffix(one.path.suffix)) for one in submissions]
    tallies = [Counter(names) for names in zip(*ways, strict=True)]
    made: list[Submission] = []
    for one, names in zip(submissions, ways, strict=True):
        apart = (name for name, tally in zip(names, tallies, strict=True) if tally[name] == 1)
        made.append(msgspec.structs.replace(one, name=next(apart, str(one.path))))
    return tuple(made)


# --- solutions by name ------------------------------------------------------------------------------------------------
def solution_path(word: str) -> Path:
    """Return the file or folder that a word names: a path, else a solution by name, else the word as a path.

    `lizards/champion` is a shipped solution, and `lizards` are all of that problem. A folder solutions/ that lies here
    is nearer than those that came with the judge.
    """
    path = Path(word)
    if path.is_absolute() or ".." in path.parts or is_there(path):
        return path
    for place in (SOLUTIONS, SHIPPED):
        for named in (place / path, place / f"{path}.py"):
            if path.name and is_there(named):
                return named
    return path


def solution_name(path: Path) -> str:
    """Return the name of a shipped solution, as lizards/champion; of any other path, its words."""
    with contextlib.suppress(ValueError):
        return str(path.relative_to(SHIPPED).with_suffix(""))
    return str(path)


def solutions_of(problem: Problem) -> list[Path]:
    """Return the solutions of a problem in the folder solutions/ that lies here; of a package that came with the
    judge, else those that came with it."""
    places = (SOLUTIONS, SHIPPED) if Path(problem.path).parent == SHIPPED_PACKAGES else (SOLUTIONS,)
    return next(filter(None, (Folder(place / problem.name).upper for place in places)), [])


def solution_names() -> Iterator[str]:
    """Yield the name of each shipped solution."""
    for path in sorted(SHIPPED.glob("*/*.py")):
        yield solution_name(path)
