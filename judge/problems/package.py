"""Read and write a problem package: the folder `testcases/<name>/`, which becomes a Problem.

    problem.toml  <group>/<case>/input.txt  <group>/<case>/answer.txt  problem_statement/problem.en.md

The groups are those of problem.toml, in its order; the cases of a group are in natural order (forest-9
before forest-10). An answer.txt that says FAIL has a second line, `proof: ...`, and where that can be checked
by adding up, a certificate.json beside it. Reading checks the form of every file but of certificates; whether
the arrangements obey the rules, and what a certificate proves, is left to `validation.py`, as that costs
more than a run can spare.
"""

from __future__ import annotations

from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from judge.errors import WENT, JudgeError, Place, gone
from judge.files import LEFT_BEHIND, lies_inside, write_file
from judge.model import Answer, Case, Finding, Instance, Problem
from judge.problems.formats.page import Shape
from judge.problems.manifest import NAME, NAME_HELP, Manifest, read_manifest
from judge.problems.output_validators import refuse_strange_flags, with_files
from judge.problems.prove import CERTIFICATE
from judge.problems.puzzles import GENERAL, puzzle_fits, puzzle_named
from judge.problems.safe_files import STATEMENT, files_inside, read_plain, refuse_outside
from judge.text import natural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from judge.model import ReadWarning

FILES = ("input.txt", "answer.txt")
Files = tuple[tuple[str, bytes], ...]  # by path inside the package
_CALL = "call.toml"  # of earlier versions
_PROOF = "proof: "
_PROOF_HELP = "write on line 2 how it was proven, such as: proof: 5 pieces, but only 3 free cells"
_LAYOUT_HELP = "a case is a folder <group>/<case>/ that holds input.txt and, if it is known, answer.txt"


def read_package(path: Path) -> Problem:
    """Read and check the package in the folder `path`.

    Raises JudgeError: E401 to E409 and E476 for an input.txt, E410 for a case that does not fit the puzzle, E421
    to E425 for the package, E435 for a file that can't be opened. Nothing outside the folder is read.
    """
    manifest = read_manifest(path)
    _refuse_strangers(path, manifest)
    files = (file for group in manifest.groups for file in _case_files(path, group))
    cases = [read_case(path, file, manifest)[0] for file in files]
    if not cases:
        message = f"no group of problem.toml has a case: {', '.join(manifest.groups)}"
        raise JudgeError("E424", message, Place(str(path)), help=_LAYOUT_HELP)
    counted = sum(manifest.groups[case.group].points > 0 for case in cases)
    if manifest.scheme.rule == "all-or-count" and counted > Problem.Scheme.COUNTED_MOST:
        message = f"{counted} cases count, so one that misses a case could have more points than one that passes all"
        repair = f'give points to groups of at most {Problem.Scheme.COUNTED_MOST} cases, or write scheme = "groups"'
        raise manifest.source.refused("", "scheme", message, repair)
    if manifest.validator:
        names = [case.path for case in cases]
        refuse_strange_flags(manifest.validator, list(manifest.groups), names, manifest.source)
    return problem_of(manifest, cases)


def problem_of(manifest: Manifest, cases: Sequence[Case]) -> Problem:
    """Return the problem of a package with these of its cases. JudgeError E422, E425 or E435 for its validator."""
    facts = {name: getattr(manifest, name) for name in Problem.__struct_fields__} | {"cases": tuple(cases)}
    if validator := with_files(Path(manifest.path), manifest.validator, manifest.source):
        facts |= {"validator": validator, "keyless": bool(validator.files)}
    return Problem(**facts)


def write_case_files(folder: Path, puzzle: str, board: Instance, answer: Answer, proof: str = "") -> None:
    """Write `input.txt` and `answer.txt`, each whole; a FAIL needs its `proof`, one line. Raises E423
    without."""
    if answer.fail and (not proof.strip() or "\n" in proof):
        raise JudgeError("E423", "FAIL without a line that proves it", Place(str(folder)), help=_PROOF_HELP)
    write_file(folder / "input.txt", puzzle_named(puzzle).cases.write(board))
    write_file(folder / "answer.txt", answer_text(puzzle, answer, proof))


def answer_text(puzzle: str, answer: Answer, proof: str = "") -> bytes:
    """Return an answer.txt: as the puzzle writes an answer, and below a FAIL how that was proven."""
    proven = f"{_PROOF}{proof}\n".encode() if answer.fail and proof else b""
    return puzzle_named(puzzle).answers.write(answer) + proven


def package_files(problem: Problem) -> Files:
    """Return problem.toml, the statement, and all files of each case; nothing where the package is gone.

    JudgeError E435 for a file that can't be read. A link that leads out of the package is left out.
    """
    root = Path(problem.path)
    if not (root / "problem.toml").is_file():
        return ()
    found = []
    for name in _snapshot_names(root, problem):
        file = root / name
        if file.is_file() and lies_inside(file, root):
            found.append((name, read_plain(file)))
    return tuple(found)


def _snapshot_names(root: Path, problem: Problem) -> Iterator[str]:
    yield "problem.toml"
    yield from sorted(f"{STATEMENT}/{path.name}" for path in root.glob(f"{STATEMENT}/[!.]*"))
    yield from sorted(path.relative_to(root).as_posix() for path in (root / Problem.VALIDATORS).rglob("[!.]*"))
    for case in problem.cases:
        yield from (f"{case.group}/{case.name}/{file}" for file in ("input.txt", "answer.txt", CERTIFICATE))


def _visible(folder: Path) -> list[Path]:
    """Return what lies in the folder, in natural order, without hidden files and those that systems leave behind."""
    found = [path for path in files_inside(folder) if not (path.name.startswith(".") or path.name in LEFT_BEHIND)]
    return sorted(found, key=lambda path: natural(path.name))


def _refuse_strangers(root: Path, manifest: Manifest) -> None:
    for folder in _visible(root):
        if folder.name == Problem.VALIDATORS and not manifest.validator:
            repair = 'write goal = "validator" in [puzzle], or move the folder away: judge help package'
            raise _stray(folder, "the rules of the puzzle judge, so no program of output_validators/ is run", repair)
        others = (STATEMENT, Problem.SUBMISSIONS, Problem.VALIDATORS)
        if folder.is_dir() and folder.name not in (*others, *manifest.groups):
            known = f"its groups: {', '.join(manifest.groups)}"
            repair = f"add [groups.{folder.name}] to problem.toml, or move the folder away"
            raise _stray(folder, f"the folder '{folder.name}' is not a group of problem.toml", repair, known)


def _case_files(root: Path, group: str) -> Iterator[Path]:
    """Yield the input.txt of each case of a group, with nothing beside it that is no file of a case."""
    for folder in _visible(root / group):
        if not folder.is_dir():
            raise _stray(folder, f"'{folder.name}' lies among the cases, but is no folder")
        if not NAME.fullmatch(folder.name):
            raise _stray(folder, f"'{folder.name}' can't be the name of a case", NAME_HELP)
        present = [path.name for path in _visible(folder)]
        for name in present:
            if name not in (*FILES, CERTIFICATE, _CALL):
                raise _stray(folder / name, f"'{name}' is no file of a case")
        if "input.txt" not in present:
            raise _stray(folder, f"the case '{folder.name}' has no input.txt")
        yield folder / "input.txt"


def _stray(path: Path, what: str, repair: str = _LAYOUT_HELP, note: str = "") -> JudgeError:
    """Return the error of what does not belong where it lies."""
    return JudgeError("E425", what, Place(str(path)), note, repair)


def read_case(root: Path, file: Path, manifest: Manifest) -> tuple[Case, tuple[ReadWarning, ...]]:
    """Return the case in `file`, `<group>/<case>/input.txt` of the package `root`, with what lies beside it, and what
    its text was forgiven. Raises JudgeError as `read_package` does."""
    name, group = file.parent.name, file.parent.parent.name
    call, truth = (file.with_name(beside) for beside in (_CALL, "answer.txt"))
    if lexists(call):  # it would change the verdict
        raise _stray(call, f"{_CALL} {WENT}", gone("file", _CALL) or "")
    known = read_inside(root, truth) if lexists(truth) else None
    data = read_inside(root, file)
    if manifest.puzzle == GENERAL:
        board = Instance("ANY", 0, 0, np.zeros((0, 0), np.int8))  # of no size
        return Case(name, group, board, None if known is None else Answer(text=known), text=data), ()
    board, forgiven = puzzle_named(manifest.puzzle).cases.read(data, str(file))
    _refuse_misfit(board, manifest, file)
    if manifest.validator:
        return Case(name, group, board, None if known is None else Answer(text=known), text=data), forgiven
    answer, why = (None, "") if known is None else _read_answer(known, manifest, board.shape, str(truth))
    case = Case(name, group, board, answer, why, as_is=data if forgiven else None)
    return case, forgiven


def read_inside(root: Path, file: Path) -> bytes:
    """Return the bytes of a plain file whose true place is within the package."""
    refuse_outside(file, root)
    if not file.is_file():
        raise _stray(file, f"{file.name} is not a plain file", "replace it with a plain file")
    return read_plain(file)


def _refuse_misfit(board: Instance, manifest: Manifest, file: Path) -> None:
    if board.algorithm not in manifest.algorithms:
        if not puzzle_named(manifest.puzzle).row.names_algorithm:
            message = "no case of this puzzle names an algorithm, but problem.toml does"
            raise manifest.source.refused("", "algorithms", message, "delete the key algorithms")
        message = f"the case asks for {board.algorithm}, which is not among the algorithms of problem.toml"
        known = "its algorithms: " + ", ".join(manifest.algorithms)
        repair = f"correct line 1, or add {board.algorithm} to algorithms in problem.toml"
        raise JudgeError("E410", message, Place(str(file), 1), known, repair)
    puzzle_fits(board, manifest.puzzle, str(file))


def _read_answer(data: bytes, manifest: Manifest, shape: Shape, file: str) -> tuple[Answer, str]:
    """Return what answer.txt says and, for FAIL, how that was proven."""
    first, below, *_ = [*data.splitlines(keepends=True), b"", b""]  # at LF, CR or both, as every reader does
    second = below.decode("utf-8", "replace").strip()
    proven = second.startswith(_PROOF)
    answer = puzzle_named(manifest.puzzle).answers.read(first if proven else data, shape, file=file)
    if isinstance(answer, Finding):
        place = Place(answer.where or file)
        raise JudgeError("E423", f"not an answer: {answer.message}", place, answer.note, answer.help)
    if not answer.fail:
        return answer, ""
    if not proven:
        message = "the answer is FAIL, but line 2 does not say how that was proven"
        raise JudgeError("E423", message, Place(file, 2), help=_PROOF_HELP)
    return answer, second.removeprefix(_PROOF).strip()
