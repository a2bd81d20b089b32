"""A package as files, as they lie on the disk: what the store keeps of it, so that it can be looked at in years."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from judge.model import Problem
from judge.problems.inside import lies_inside, read_plain
from judge.problems.output_validators import OUTPUT_VALIDATORS
from judge.problems.prove import CERTIFICATE
from judge.problems.statement import STATEMENT

Files = tuple[tuple[str, bytes], ...]  # by path inside the package


def package_files(problem: Problem) -> Files:
    """Return problem.toml, the statement, and all files of each case; nothing where the package is gone.

    JudgeError E435 for a file that can't be read. A link that leads out of the package is left out.
    """
    root = Path(problem.path)
    if not (root / "problem.toml").is_file():
        return ()
    found = []
    for name in _names(root, problem):
        file = root / name
        if file.is_file() and lies_inside(file, root):
            found.append((name, read_plain(file)))
    return tuple(found)


def _names(root: Path, problem: Problem) -> Iterator[str]:
    yield "problem.toml"
    yield from sorted(f"{STATEMENT}/{path.name}" for path in root.glob(f"{STATEMENT}/[!.]*"))
    yield from sorted(path.relative_to(root).as_posix() for path in (root / OUTPUT_VALIDATORS).rglob("[!.]*"))
    for case in problem.cases:
        yield from (f"{case.group}/{case.name}/{file}" for file in ("input.txt", "answer.txt", CERTIFICATE))
