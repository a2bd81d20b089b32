"""Read files of a package, such as its statement: it is a stranger's, and no link in it may lead elsewhere."""

from __future__ import annotations

from pathlib import Path

from judge.errors import JudgeError, Place
from judge.files import lies_inside

STATEMENT, ENGLISH = "problem_statement", "problem.en.md"
_LARGEST = 1 << 20  # bytes of a statement


def refuse_outside(path: Path, folder: Path) -> None:
    """Raise JudgeError E425 for a file or folder whose true place is not in the package `folder`."""
    if not lies_inside(path, folder):
        message = f"{path.name} is a link that leads out of the package, or to itself"
        kind = "folder" if path.is_dir() else "file"
        raise JudgeError("E425", message, Place(str(path)), help=f"copy the {kind} into the package")


def files_inside(folder: Path) -> list[Path]:
    """Return what lies in a folder, by name; nothing where it is gone. JudgeError E435 where it can't be opened."""
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as fault:
        message = f"the folder can't be opened: {fault.strerror}"
        raise JudgeError("E435", message, Place(str(folder)), help="make the folder readable") from fault


def read_if_there(file: Path, most: int = -1) -> bytes | None:
    """Return at most so many bytes of a file, None where there is none. JudgeError E435 where it can't be opened."""
    try:
        with file.open("rb") as opened:
            return opened.read(most)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        message = f"{file.name} can't be opened: {fault.strerror}"
        raise JudgeError("E435", message, Place(str(file)), help="make the file readable") from fault


def read_plain(file: Path, most: int = -1) -> bytes:
    """Return at most so many bytes of a file. JudgeError E435 where it is gone, or can't be opened."""
    if (data := read_if_there(file, most)) is None:
        raise JudgeError("E435", f"{file.name} is gone", Place(str(file)), help="bring it back, and try again")
    return data


# --- the statement: where the ICPC problem package has it -------------------------------------------------------------
def read_statement(package: Path) -> str:
    """Return the statement as Markdown, the English one where there are several, and nothing where there is none.

    JudgeError E435 for a file that can't be opened; one that leads out of the package is none.
    """
    found = sorted((package / STATEMENT).glob("problem*.md"), key=lambda path: (path.name != ENGLISH, path.name))
    files = [path for path in found if lies_inside(path, package) and path.is_file()]
    return read_plain(files[0], _LARGEST).decode("utf-8", "replace") if files else ""


def other_statement(package: Path) -> str:
    """Return the name of a statement that is no Markdown, such as LaTeX or PDF; nothing where there is none."""
    found = sorted((package / STATEMENT).glob("problem*.*"), key=lambda path: (".en." not in path.name, path.name))
    return next((path.name for path in found if path.suffix in (".tex", ".pdf")), "")
