"""A program of many files: which of them are sources, and which one is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.submissions.choice import Choice, entries
from judge.submissions.folder import SOURCE_LIMIT, holds_submissions, main_file
from judge.submissions.read import read_submission

MAIN = "static void main() {}"
JUNIT = "import static org.junit.Assert.assertEquals;"
SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


@pytest.mark.parametrize(
    ("files", "main"),
    [
        ({"anything.cpp": "int main() {}", "notes.txt": "int main("}, "anything.cpp"),
        ({"homework3.py": "", "util.py": "def main(): pass"}, "homework3.py"),
        ({"search.cpp": "int search() {}", "nursery.cpp": "int\tmain (int argc) {}"}, "nursery.cpp"),
        ({"A.java": "class A {}", "B.java": "class B {\n\tpublic static void main(String[] a) {} }"}, "B.java"),
        ({"a.py": "x = 1", "b.py": "import a\nif __name__ == '__main__':\n    print(a.x)"}, "b.py"),
        ({"src/usc/main.java": "", "src/usc/A.java": ""}, "src/usc/main.java"),
        ({"p/Start.java": f"{MAIN} Reader", "p/Reader.java": MAIN, "p/T.java": f"{JUNIT} Start"}, "p/Start.java"),
        ({"p/One.java": f"{MAIN} Two", "p/Two.java": f"{MAIN} One"}, None),
        ({"homework.cpp": "int main() {}", "homework_parts.cpp": "int parts() {}"}, "homework.cpp"),
        ({"homework.py": "import homework_parts", "homework_parts.py": "x = 1"}, "homework.py"),
        ({"main.py": "from solution import solve", "solution.py": "def solve(): pass"}, "main.py"),
        ({"homework.java": "class A {}", "old/homework.java": "class A {}"}, "homework.java"),
        ({"__main__.py": "import board", "board.py": "def main(): pass"}, "__main__.py"),
        ({"app/__main__.py": "import board", "app/board.py": ""}, "app/__main__.py"),
        ({"homework.py": "print(1)", "homework3.py": "print(2)"}, None),
        ({"homework.cpp": "int main() {}", "homework.java": "static void main() {}"}, None),
        ({"homework.py": "print(1)", "main.py": "print(2)"}, None),
        ({"v1/homework.py": "print(1)", "v2/homework.py": "print(2)"}, None),
        ({"a.py": "print(1)", "b.py": "print(2)"}, None),
        ({"a.c": "int main() {}", "b.c": "int main() {}"}, None),
        ({"README.md": ""}, None),
    ],
)
def test_which_file_of_a_folder_is_run(tmp_path: Path, files: dict[str, str], main: str | None) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    if main:
        assert main_file(tmp_path) == tmp_path / main
        return
    with pytest.raises(JudgeError) as caught:
        main_file(tmp_path)
    assert caught.value.code == "E431"
    assert "homework" in caught.value.help


@pytest.mark.parametrize(
    ("files", "each"),
    [
        ({"Driver.java": "static void main() {}", "Input.java": "class Input {}"}, False),
        ({"search.cpp": "int search() {}", "nursery.cpp": "int main() {}"}, False),
        ({"a/homework.py": "print(1)", "b.py": "print(2)"}, False),
        ({"__main__.py": "import board", "board.py": "print(2)"}, False),
        ({"a.java": "static void main() {}", "b.java": "static void main() {}"}, False),
        ({"a.java": "class A {}", "b.java": "class B {}"}, False),
        (
            {"p/Start.java": f"{MAIN} Reader", "p/Reader.java": MAIN, "p/T.java": f"{JUNIT}{MAIN}"},
            False,
        ),
        ({"Start.java": f"{MAIN} Reader", "Reader.java": MAIN}, False),
        ({"p/a.cpp": "int main() { b; }", "p/b.cpp": "int main() {}"}, True),
        ({"q.cpp": "int main() {}", "b.cpp": "int parts() {}", "helper/Show.java": MAIN}, False),
        ({"queens.cpp": "int main() {}", "old/queens.cpp": "int main() {}"}, False),
        ({"Start.java": MAIN, "old/Start.java": f"{MAIN} Start"}, False),
        ({"a.cpp": "int main() {}", "b.py": "print(2)"}, False),
        ({"a.cpp": "int main() {}"}, True),
        ({"a.py": "import b", "b.py": "print(2)"}, False),
        ({"a.py": SOLVE, "b.py": "print(2)"}, False),
        ({"a.py": SOLVE, "b.py": "def solve(n): return n", "old/c.py": SOLVE}, True),
        ({"a.py": SOLVE, "b.py": "def solve(:"}, True),
        ({}, True),
    ],
)
def test_whether_each_source_of_a_folder_is_a_submission(tmp_path: Path, files: dict[str, str], each: bool) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert holds_submissions(tmp_path) is each


@pytest.mark.parametrize(
    ("place", "kept"),
    [("solutions/quiz", True), ("quiz/submissions/accepted", True), ("class/submissions/ada", False), ("quiz", False)],
)
def test_where_submissions_are_kept(tmp_path: Path, place: str, kept: bool) -> None:
    folder = tmp_path / place
    folder.mkdir(parents=True)
    (tmp_path / "quiz").mkdir(exist_ok=True)
    (tmp_path / "quiz/problem.toml").write_text("")
    for name in ("a.py", "b.py"):
        (folder / name).write_text("print(1)")
    assert holds_submissions(folder) is kept


def test_sources_that_lie_too_deep_are_named(tmp_path: Path) -> None:
    for name in ("One", "Two"):
        (tmp_path / "p").mkdir(exist_ok=True)
        (tmp_path / "p" / f"{name}.java").write_text(MAIN)
    with pytest.raises(JudgeError) as caught:
        entries(Choice((tmp_path,), ("lizards",)))
    assert caught.value.code == "E431"
    assert caught.value.note == (
        "2 lie in folders below, such as p/One.java; a program begins in p/One.java, p/Two.java"
    )
    assert "be called homework, main or solution" in caught.value.help


def test_a_folder_may_hold_large_files_that_are_no_source(tmp_path: Path) -> None:
    (tmp_path / "homework.java").write_text("class homework {}")
    for name in ("report.pdf", "fast.jar"):
        (tmp_path / name).write_bytes(bytes(SOURCE_LIMIT + 1))
    read = read_submission(tmp_path, "lizards")
    assert sorted(name for name, _ in read.files) == ["fast.jar", "homework.java"], "a jar is compiled against"
    (tmp_path / "long.java").write_bytes(bytes(SOURCE_LIMIT + 1))
    with pytest.raises(JudgeError):
        read_submission(tmp_path, "lizards")
