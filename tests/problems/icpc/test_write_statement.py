"""The statement of an exported package: without title and samples, in LaTeX, as `statement.tex` has that of
`statement.md`."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Problem
from judge.problems import puzzle_named
from tests.make import files, replace
from tests.problems.make import exported, whole
from tests.problems.told import hold

HERE = Path(__file__).parent


def statements(problem: Problem, **changes: str) -> dict[str, str]:
    made, _ = exported(replace(problem, cases=problem.cases[:1], **changes))
    return {name: data.decode() for name, data in made.items() if name.startswith("statement/")}


def made(folder: Path, texts: dict[str, str]) -> dict[str, str]:
    """Return the statements of an exported package with these, by their names."""
    files(folder / "problem_statement", texts)
    return statements(whole("queens"), path=str(folder), title="A_cup")


def test_each_language_has_its_own(tmp_path: Path) -> None:
    texts = {"problem.en.md": "# A\n\nb\n", "problem.de.md": "# A\n\nc\n", "problem.nothing.at.all.md": "d\n"}
    found = made(tmp_path, texts)
    assert found.keys() == {"statement/problem.en.tex", "statement/problem.de.tex"}
    assert "\nc\n\nYour program reads" in found["statement/problem.de.tex"]


def test_markdown_becomes_latex_without_title_and_samples(tmp_path: Path) -> None:
    (text,) = made(tmp_path, {"problem.en.md": (HERE / "statement.md").read_text("utf-8")}).values()
    assert text.startswith("\\problemname{A\\_cup}\n")
    hold(HERE / "statement.tex", text.removesuffix("\n").split("\n"))


@pytest.mark.parametrize("puzzle", ["queens", "scooters", "most-rooks", "count-queens", "list-queens", "verify-queens"])
def test_a_generated_statement_tells_of_no_function(tmp_path: Path, puzzle: str) -> None:
    text = puzzle_named(puzzle).statement
    assert "solve(" in text
    (found,) = made(tmp_path, {"problem.en.md": f"# A\n\n{text}"}).values()
    assert "solve" not in found
    assert found.count(r"\section*") == text.count("## ")
    assert "Your program reads" in found


@pytest.mark.parametrize("name", ["lizards", "queens", "spies", "all-queens", "verify-queens"])
def test_each_environment_of_the_shipped_ones_is_closed(name: str) -> None:
    for tex in statements(whole(name)).values():
        assert tex.count(r"\begin{") == tex.count(r"\end{") > 1
        outside = "".join(part.partition(r"\end{verbatim}")[2] or part for part in tex.split(r"\begin{verbatim}"))
        bare = outside.replace(r"\{", "").replace(r"\}", "")
        assert bare.count("{") == bare.count("}")
        assert "`" not in outside
        assert "**" not in outside
        assert "solve(" not in outside
