"""Read the cases of an ICPC package, data/sample and data/secret: their groups, points, flags and who sees them.

A share of the points is a group here. Folders that only sort the cases become a part of the case's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, Literal

import msgspec

from judge.model import Problem
from judge.problems.icpc.read_files import RECIPES, SHOWN, Files, refused
from judge.problems.icpc.read_folders import DATA, SAMPLE, SECRET, Folders
from judge.problems.icpc.read_metadata import Metadata
from judge.problems.icpc.read_points import Share, read_shares
from judge.text import listed

SAMPLE_NAME, SECRET_NAME = "sample", "secret"
CASE_LIMIT: Final = 48 << 20  # bytes: a box has room for 64 MiB, and what a program prints lies there too
DEPTH_LIMIT: Final = 32  # folders in folders
_TAKEN: Final = (SAMPLE_NAME, SECRET_NAME, "submissions", "problem_statement", "output_validators")
_STRANGE = re.compile(r"[^A-Za-z0-9_.-]+|^[^A-Za-z0-9]+|[^A-Za-z0-9]+$")


class FoundCase(msgspec.Struct, frozen=True):
    """A case: where its input and its answer are, and the flags that its validator is given."""

    group: str
    name: str
    path: str  # without its ending
    flags: tuple[str, ...]


class Data(msgspec.Struct, frozen=True):
    """All cases and groups of a package."""

    cases: tuple[FoundCase, ...]
    groups: dict[str, Problem.Group]


def read_data(files: Files, said: Metadata) -> Data:
    """Return the cases in the order in which they are judged. JudgeError E428 where one lacks its answer, or there is
    none at all; E429 for cases with files or arguments of their own, and for points that have no form here."""
    folders = Folders(files, said)
    samples, secret = (list(_stems(folders, top)) for top in (SAMPLE, SECRET))
    if not secret and RECIPES in files.sizes:
        repair = "--generate  has BAPCtools make them, which runs the package's own programs, in no box"
        raise refused(f"data/secret/ has no case: they are made from {RECIPES}", files.name, repair)
    if not secret:
        raise refused("data/secret/ has no case", files.name, "each is a NAME.in with its NAME.ans")
    shares = read_shares(folders, secret)
    shares += [Share(SAMPLE, tuple(samples), Fraction(), False)] if samples else []
    names = _names(shares, files.name)
    folder_of = {stem: share.folder for share in shares for stem in share.stems}
    cases = []
    for stem in (*samples, *secret):
        folder = folder_of[stem]
        cases.append(FoundCase(names[folder], plain_name(stem.removeprefix(f"{folder}/")), stem, folders.flags(stem)))
    _refuse_twins((((case.group, case.name), case.path) for case in cases), files.name)
    found = {names[share.folder]: _group(folders, share, names) for share in shares}
    files.lost += _left_out(files)
    return Data(tuple(cases), {case.group: found[case.group] for case in cases})


def _stems(folders: Folders, top: str) -> Iterator[str]:
    """Yield the paths of the cases in data/sample or data/secret, without their ending."""
    files = folders.files
    for path in files.below(top):
        stem = path.removesuffix(".in")
        if ".files/" in path:
            raise folders.not_judged(path.partition(".files/")[0], "has files beside its input")
        if path.count("/") > DEPTH_LIMIT:
            raise refused(f"{path[:80]}... lies in more than {DEPTH_LIMIT} folders", files.name)
        if stem == path:
            continue
        if f"{stem}.ans" not in files.sizes:
            raise refused(f"{path} has no answer beside it, {stem}.ans", files.name)
        if files.sizes[path] + 2 * files.sizes[f"{stem}.ans"] > CASE_LIMIT:
            raise folders.not_judged(stem, f"is larger than a box has room for, {CASE_LIMIT >> 20} MiB")
        if folders.said_of_case(stem).args or folders.inherited(stem.rpartition("/")[0], "args"):
            raise folders.not_judged(stem, "gives arguments to the program")
        yield stem


def _group(folders: Folders, share: Share, names: dict[str, str]) -> Problem.Group:
    """Return a group with its points, and who sees its cases: everybody where each of them says so."""
    seen = {_is_shown(folders, stem) for stem in share.stems}
    if len(seen) > 1:
        said = f"full_feedback is not the same for all cases of {share.folder}, so none of them is shown whole"
        folders.files.lost.append(said)
    visibility: Literal["full", "sentence"] = "full" if seen == {True} else "sentence"
    needs = names[share.needs] if share.needs else ""
    return Problem.Group(float(share.points), "pass-fail" if share.whole else "sum", visibility, needs)


def _is_shown(folders: Folders, stem: str) -> bool:
    if folders.metadata.legacy:
        return stem.startswith(f"{SAMPLE}/")
    own = folders.said_of_case(stem).full_feedback
    said = folders.inherited(stem.rpartition("/")[0], "full_feedback") if own is None else own
    return stem.startswith(f"{SAMPLE}/") if said is None else bool(said)


def _names(shares: list[Share], package: str) -> dict[str, str]:
    """Return the name of each folder of shares here: its path below data/secret."""
    names = dict[str, str]()
    for share in shares:
        inner = share.folder.removeprefix("data/").removeprefix(f"{SECRET_NAME}/")
        name = plain_name(inner)
        taken = inner != share.folder.removeprefix("data/") and name in _TAKEN
        free = name == SECRET_NAME and not any(other.folder == SECRET for other in shares)
        names[share.folder] = f"{SECRET_NAME}-{name}" if taken and not free else name
    _refuse_twins(((name, folder) for folder, name in names.items()), package)
    return names


def _left_out(files: Files) -> Iterator[str]:
    """Yield a sentence for files that look like cases, and are none."""
    alone = [path for path in files.below(DATA) if path.endswith(".ans") and f"{path[:-4]}.in" not in files.sizes]
    if alone := [path for path in alone if path.startswith((f"{SAMPLE}/", f"{SECRET}/"))]:
        yield f"answers without an input are left out: {listed(alone, SHOWN)}"
    if files.ignored:
        yield f"files with names that the format does not allow are left out: {listed(list(files.ignored), SHOWN)}"
    others = {path.split("/")[1] for path in files.below(DATA) if path.count("/") > 1} - {SAMPLE_NAME, SECRET_NAME}
    if others:
        yield f"these folders of data/ are left out: {', '.join(sorted(others)[:5])}"


def plain_name(path: str) -> str:
    """Return a path as the name of one of our folders."""
    return _STRANGE.sub("", path.replace("/", "-"))[:200] or "case"


def _refuse_twins(named: Iterable[tuple[object, str]], package: str) -> None:
    """Raise E428 where two cases or folders would get one name."""
    known: dict[object, str] = {}
    for name, path in named:
        twin = known.setdefault(name, path)
        if twin != path:
            raise refused(f"{twin} and {path} would get the same name here", package, "rename one of them")
