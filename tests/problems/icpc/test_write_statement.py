"""The statement of an exported package: without title and samples, in LaTeX."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from judge.problems import read_package
from judge.problems.icpc.write import statements
from judge.problems.icpc.write_tex import as_tex
from tests.manual import ROOT

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
    (tmp_path / "problem_statement").mkdir()
    for name, text in texts.items():
        (tmp_path / "problem_statement" / f"problem{name.replace('_', '.')}.md").write_text(text)
    problem = read_package(ROOT / "testcases/queens")
    return statements(msgspec.structs.replace(problem, path=str(tmp_path)))


def test_it_has_neither_title_nor_samples(tmp_path: Path) -> None:
    (text,) = made(tmp_path, _en=TEXT).values()
    assert text.startswith("Place `p_1` cups")
    assert "Examples" not in text
    assert "```input" not in text
    assert "## Hints\n\n```text\n# no heading" in text
    assert "## Input\n\nYour program reads the input from standard input" in text


def test_each_language_has_its_own(tmp_path: Path) -> None:
    found = made(tmp_path, _en="# A\n\nb\n", _de="# A\n\nc\n", _nothing_at_all="d\n")
    assert found.keys() == {"en", "de"}
    assert found["de"].startswith("c\n\nYour program")


def test_markdown_becomes_latex(tmp_path: Path) -> None:
    (text,) = made(tmp_path, _en=TEXT).values()
    tex = as_tex("A_cup", text).splitlines()
    assert tex[0] == r"\problemname{A\_cup}"
    assert r"Place \texttt{p\_1} cups \& \textbf{saucers}." in tex
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
    assert r"\section*{Hints}" in tex


@pytest.mark.parametrize("name", ["lizards", "queens", "spies", "all-queens"])
def test_each_environment_of_the_shipped_ones_is_closed(name: str) -> None:
    for text in statements(read_package(ROOT / "testcases" / name)).values():
        tex = as_tex(name, text)
        assert tex.count(r"\begin{") == tex.count(r"\end{") > 1
        outside = "".join(part.partition(r"\end{verbatim}")[2] or part for part in tex.split(r"\begin{verbatim}"))
        assert outside.replace(r"\{", "").replace(r"\}", "").count("{") == outside.replace(r"\{", "").replace(
            r"\}", ""
        ).count("}")
        assert "`" not in outside
        assert "**" not in outside
