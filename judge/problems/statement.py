"""Read the statement of a package: problem_statement/problem.<language>.md, where the ICPC problem package has it."""

from __future__ import annotations

from pathlib import Path

from judge.problems.inside import lies_inside, read_plain

STATEMENT, ENGLISH = "problem_statement", "problem.en.md"
_LARGEST = 1 << 20  # bytes


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
