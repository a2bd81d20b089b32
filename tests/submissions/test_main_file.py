"""Which of many files is run: the one that somebody names, or the one that stands out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Programs
from judge.submissions import chosen_main, named_main, version_of
from judge.submissions import main_file as module
from judge.submissions.main_file import SOLVES as ALONE
from judge.submissions.main_file import Chosen, Version, run_of

SOLVE = b"def solve(algorithm, n, lizards, grid):\n    return grid\n"
TEST = b"from hw import solve\nprint(solve('DFS', 1, 1, [[0]]))\n"
MAIN = b"if __name__ == '__main__':\n    print(1)\n"
READS = b"print(open('input.txt').read())\n"
JAVA = b"class A {\n    public static void main(String[] words) {}\n}\n"


def test_what_is_too_long_to_be_parsed_is_not_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {"hw.py": SOLVE, "notes.py": b"x = 1", "data.java": bytes(999)}
    monkeypatch.setattr(module, "PARSED_LIMIT", len(SOLVE) + 5)
    assert chosen_main(sources, Programs()).paths == ["hw.py"]
    monkeypatch.setattr(module, "PARSED_LIMIT", len(SOLVE) + 4)
    assert chosen_main(sources, Programs()).paths == ["hw.py", "notes.py", "data.java"]


def test_where_a_package_expects_programs_a_main_comes_before_solve() -> None:
    sources = {"hw.py": SOLVE, "test.py": TEST + MAIN}
    assert chosen_main(sources, Programs(io="stdio")) == Chosen(["test.py"])
    assert chosen_main({"hw.py": SOLVE, "test.py": TEST}, Programs(io="stdio")) == Chosen(["hw.py"], ALONE)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["a.py", "b.py", "main.py", "homework.py", "x/main.py", "M.java", "m.c"]),
        st.sampled_from([b"", SOLVE, TEST, MAIN, READS, JAVA, b"int main() {}"]),
        min_size=1,
    )
)
def test_a_choice_is_one_of_them_and_only_a_guess_departs_from_the_rule(sources: dict[str, bytes]) -> None:
    found = chosen_main(sources, Programs())
    assert found.paths
    assert set(found.paths) <= set(sources)
    if not found.why:
        begun = run_of(sources) or list(sources)
        added = found.paths[len(begun) :]  # a function beside programs in other languages
        assert found.paths[: len(begun)] == begun
        assert [path for path in sources if sources[path] == SOLVE and path.endswith(".py")] == added or not added
    else:
        assert len(found.paths) == 1


# --- named ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("paths", "wanted", "found"),
    [
        ("hw1.py main.py", "hw1.py", "hw1.py"),
        ("hw1.py old/hw1.py", "hw1.py", "hw1.py"),
        ("src/hw1.py old/hw1.py", "hw1.py", "src/hw1.py old/hw1.py"),
        ("src/hw1.py old/hw1.py", "old/hw1.py", "old/hw1.py"),
        ("src/hw1.py old/hw1.py", "./old\\hw1.py", "old/hw1.py"),
        ("hw1.cpp", "hw1", "hw1.cpp"),
        ("src/edu/x/Main.java src/edu/y/Main.java", "edu.x.Main", "src/edu/x/Main.java"),
        ("src/edu/x/Main.java src/Main.java", "Main", "src/Main.java"),
        ("HW1.py", "hw1.py", "HW1.py"),
        ("HW1.py hw1.py", "hw1.py", "hw1.py"),
        ("hw1-2.py", "hw1.py", "hw1-2.py"),
        ("hw1-2.py hw1.py", "hw1.py", "hw1.py"),
        ("HW1-1.PY", "hw1.py", "HW1-1.PY"),
        ("hw1.final.py", "hw1.final", "hw1.final.py"),
        ("hw2.py myhw1.py", "hw1.py", ""),
        ("hw1.cpp", "hw1.py", ""),
        ("a.py", "", ""),
        ("a.py", " ", ""),
    ],
)  # fmt: skip
def test_which_is_named(paths: str, wanted: str, found: str) -> None:
    assert named_main(paths.split(), wanted) == found.split()


@pytest.mark.parametrize(("wanted", "exact"), [("hw1.py", True), ("src/hw1", True), ("HW1.py", False), ("a.py", False)])
def test_which_is_named_exactly(wanted: str, exact: bool) -> None:
    assert named_main(["src/hw1.py", "src/a-1.py"], wanted, exactly=True) == ["src/hw1.py"] * exact
    assert named_main(["src/hw1.py", "src/a-1.py"], wanted)


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("hw1.py", Version("hw1.py", 0)),
        ("hw1-1.py", Version("hw1.py", 1)),
        ("hw1-12.tar.gz", Version("hw1-12.tar.gz", 0)),
        ("hw-1-2.zip", Version("hw-1.zip", 2)),
        ("-1.py", Version("-1.py", 0)),
        ("hw1-2026.py", Version("hw1-2026.py", 0)),
        ("src/hw1-3.py", Version("src/hw1.py", 3)),
        ("a-1/hw1.py", Version("a-1/hw1.py", 0)),
        ("hw1-1", Version("hw1-1", 0)),
    ],
)
def test_what_a_file_was_called_before_canvas(name: str, version: Version) -> None:
    assert version_of(name) == version
