"""Keep a board that was found: as a file to run again, or as a case of the package, with who found it and how."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path

from judge.errors import JudgeError
from judge.files import write_file
from judge.model import Answer, Case, Hunt, Instance, Problem
from judge.problems import images, puzzle_named, write_case_files
from judge.problems.prove import truth_of

FOLDER = Path(".judge/hacks")
PROVENANCE = "hacks.toml"  # in the package
RECIPES, BY_HAND = "generators.toml", "by_hand"
STEPS = 2_000_000  # of the search that proves FAIL: seconds
_HEAD = "# Cases that `judge hack --add` has found. Each names who was tried, from which seed, and when.\n"


def write_board(problem: Problem, board: Instance) -> Path:
    """Write a board as the input.txt of a case, where `judge hack --board` finds it. JudgeError E435 where that can't
    be done."""
    path = FOLDER / f"{problem.name}-{_called(problem, board)}.txt"
    write_file(path, puzzle_named(problem.puzzle).cases.write(board))
    return path


def add_hacked(problem: Problem, hunt: Hunt, group: str = "") -> Path:
    """Put the board that a hunt has found into the package as a case of a group, with its answer; return its folder.
    Without a group it is `secret`, else the first but the samples.

    JudgeError E447 where the package has the board already, E448 where nobody knows what is right on it.
    """
    assert hunt.hack, "there is something to add"
    board = hunt.hack.board
    if same := same_case(problem, board):
        message = f"the package has this board already, as {same.group}/{same.name}"
        raise JudgeError("E447", message, help=f"run it:  judge run --problem {problem.name} --case {same.name}")
    answer, proof = _answer(problem, hunt.hack)
    group = group or group_for(list(problem.groups))
    folder = Path(problem.path, group, f"hack-{_called(problem, board)}")
    try:
        write_case_files(folder, problem.puzzle, board, answer, proof)
        row = {
            "case": f"{group}/{folder.name}",
            "date": date.today(),
            "seed": hunt.seed,
            "against_rules": len(hunt.hack.said) == 1,
        }
        _note(Path(problem.path, PROVENANCE), row, hunt.hack)
        declare(Path(problem.path), f"{group}/{folder.name}")
    except OSError as error:
        message = f"{folder} can't be written: {error.strerror}"
        raise JudgeError("E435", message, help="copy the package into testcases/ of your own folder") from error
    return folder


def declare(package: Path, case: str) -> None:
    """Name a case in `by_hand`, unless a pattern there names it: else `judge generate` would call it an orphan.

    Comments and line ends stay. Without the file nothing is written; a link, or what can't be read, is left to
    `judge generate`, which says why.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path = package / RECIPES
    if path.is_symlink() or not path.is_file():
        return
    try:
        text = tomlkit.parse(path.read_bytes().decode())
    except (TOMLKitError, UnicodeDecodeError):
        return
    known = text.get(BY_HAND, [])
    if not isinstance(known, list) or any(fnmatchcase(case, str(pattern)) for pattern in known):
        return
    if BY_HAND not in text:  # before the first table: behind it, it would be a key of that
        write_file(path, f"{BY_HAND} = {tomlkit.item([case]).as_string()}\n{tomlkit.dumps(text)}".encode())
        return
    known.append(case)
    write_file(path, tomlkit.dumps(text).encode())


def same_case(problem: Problem, board: Instance) -> Case | None:
    """Return the case that has this board, or one that it can be turned or mirrored into."""
    found = {(image.shape, image.cells) for image in _alike(problem, board)}
    wanted = (board.algorithm, board.pieces)
    for case in problem.cases:
        one = case.board
        if (one.algorithm, one.pieces) == wanted and (one.shape, one.cells) in found:
            return case
    return None


def group_for(groups: Sequence[str]) -> str:
    """Return the group that gets a board where none is named: `secret`, else the first but the samples."""
    rest = [name for name in groups if name != Problem.SAMPLES]
    return "secret" if "secret" in groups else (rest or list(groups))[0]


def _answer(problem: Problem, hack: Hunt.Hack) -> tuple[Answer, str]:
    """Return the answer and, for FAIL, its proof; what one of the submissions has found counts too."""
    truth = truth_of(hack.board, problem.puzzle, STEPS)
    answer = truth.answer or hack.answer
    if answer is None or (answer.fail and not truth.proof):
        raise JudgeError(
            "E448",
            "nobody knows what is right on this board, so it is not added",
            note=f"no arrangement is known, and {STEPS:,} steps of the judge's own search did not exclude one",
            help="hunt with another --seed or a smaller --max-n",
        )
    return answer, truth.proof


def _alike(problem: Problem, board: Instance) -> list[Instance]:
    """Return the board, and what it can be turned or mirrored into where that is as good a case."""
    return images(board) if puzzle_named(problem.puzzle).row.symmetric else [board]


def _called(problem: Problem, board: Instance) -> str:
    """Return `n-digest`: the same for boards that are alike."""
    head = f"{board.algorithm} {board.n} {board.pieces} ".encode()
    first = min(image.cells for image in _alike(problem, board))
    return f"{board.n}-{hashlib.sha256(head + first).hexdigest()[:8]}"


def _note(path: Path, row: dict[str, object], hack: Hunt.Hack) -> None:
    """Append who was tried, and what came of it. A link is replaced: it may lead anywhere."""
    import tomlkit

    tried = [
        {
            "name": said.submission.name.encode(errors="backslashreplace").decode(),
            "sha256": said.submission.sha256,
            "verdict": str(said.attempt.verdict if said.attempt else ""),
            "code": said.attempt.code if said.attempt else "",
        }
        for said in hack.said
    ]
    text = tomlkit.dumps({"hack": [{**row, "submissions": tried}]})
    before = path.read_bytes() if path.is_file() and not path.is_symlink() else _HEAD.encode()
    write_file(path, before.rstrip(b"\n") + b"\n\n" + text.encode())
