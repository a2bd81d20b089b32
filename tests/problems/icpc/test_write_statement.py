"""The statement of an exported package: without title and samples, in LaTeX."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from judge.model import Problem
from judge.problems import read_package
from tests.manual import ROOT
from tests.problems.make import exported, put

TEXT = """\
# A cup

Place `p_1` cups & **saucers**.

## Input

| line | what |
|---|---|
| 1 | `n` |

- one
  more
- two

## Examples

```input
1
```

## Hints

```text
# no heading \\ & %
```
"""


def made(tmp_path: Path, **texts: str) -> dict[str, str]:
    """Return the statements of an exported package with these, by their names."""
    for name, text in texts.items():
        put(tmp_path / "problem_statement" / f"problem{name.replace('_', '.')}.md", text)
    problem = read_package(ROOT / "testcases/queens")
    return statements(msgspec.structs.replace(problem, path=str(tmp_path), title="A_cup"))


def statements(problem: Problem) -> dict[str, str]:
    files, _ = exported(msgspec.structs.replace(problem, cases=problem.cases[:1]))
    return {name: data.decode() for name, data in files.items() if name.startswith("statement/")}


def test_each_language_has_its_own(tmp_path: Path) -> None:
    found = made(tmp_path, _en="# A\n\nb\n", _de="# A\n\nc\n", _nothing_at_all="d\n")
    assert found.keys() == {"statement/problem.en.tex", "statement/problem.de.tex"}
    assert "\nc\n\nYour program reads" in found["statement/problem.de.tex"]


def test_markdown_becomes_latex_without_title_and_samples(tmp_path: Path) -> None:
    (text,) = made(tmp_path, _en=TEXT).values()
    tex = text.splitlines()
    assert tex[0] == r"\problemname{A\_cup}"
    assert "A cup" not in text
    assert "Examples" not in text
    assert r"Place \texttt{p\_1} cups \& \textbf{saucers}." in tex
    told = tex.index("Your program reads the input from standard input and writes its answer to standard output.")
    assert tex.index(r"\section*{Input}") < told < tex.index(r"\section*{Hints}")
    assert tex[tex.index(r"\begin{tabular}{lp{11cm}}") :][:3] == [
        r"\begin{tabular}{lp{11cm}}",
        r"line & what \\",
        r"1 & \texttt{n} \\",
    ]
    assert tex[tex.index(r"\begin{itemize}") :][:5] == [
        r"\begin{itemize}",
        r"  \item one",
        "  more".rjust(8),
        r"  \item two",
        r"\end{itemize}",
    ]
    assert tex[tex.index(r"\begin{verbatim}") :][:3] == [r"\begin{verbatim}", "# no heading \\ & %", r"\end{verbatim}"]


@pytest.mark.parametrize("name", ["lizards", "queens", "spies", "all-queens"])
def test_each_environment_of_the_shipped_ones_is_closed(name: str) -> None:
    for tex in statements(read_package(ROOT / "testcases" / name)).values():
        assert tex.count(r"\begin{") == tex.count(r"\end{") > 1
        outside = "".join(part.partition(r"\end{verbatim}")[2] or part for part in tex.split(r"\begin{verbatim}"))
        bare = outside.replace(r"\{", "").replace(r"\}", "")
        assert bare.count("{") == bare.count("}")
        assert "`" not in outside
        assert "**" not in outside
