"""Write the file of `judge init`: an honest small solution that runs at once, for its owner to make fast."""

from __future__ import annotations

from pathlib import Path

from judge.errors import JudgeError
from judge.problems import puzzles


def write_starter(puzzle: str, path: Path, problem: str = "") -> None:
    """Write the starter of `puzzle`, which names its `problem` where that has a puzzle of its own.

    JudgeError E436 when the file is there, E435 when it can't be written.
    """
    if path.suffix != ".py":
        raise JudgeError("E438", f"{path} is not the name of a Python file", help=f"judge init {puzzle} {path}.py")
    text = starter_text(puzzle, str(path), problem)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise JudgeError("E436", f"{path} is there already", help="name another file; nothing was changed") from error
    except OSError as error:
        raise JudgeError("E435", f"{path} can't be written: {error.strerror}") from error


def starter_text(puzzle: str, name: str, problem: str = "") -> str:
    """Return the starter of `puzzle` as it is in a file of this name."""
    return puzzles.named(puzzle).starter.replace("THIS_FILE", name).replace("THIS_PROBLEM", problem)
