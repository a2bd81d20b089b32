"""Which of many files is run: the one that somebody names, or the one that stands out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Programs
from judge.submissions import MainFile, version_in
from tests.submissions.make import rows_of

ROWS = rows_of("names.toml")
SOLVE = b"def solve(algorithm, n, lizards, grid):\n    return grid\n"
TEST = b"from hw import solve\nprint(solve('DFS', 1, 1, [[0]]))\n"
MAIN = b"if __name__ == '__main__':\n    print(1)\n"
READS = b"print(open('input.txt').read())\n"
JAVA = b"class A {\n    public static void main(String[] words) {}\n}\n"


@pytest.mark.parametrize(("more", "paths"), [(0, ["hw.py"]), (1, ["hw.py", "notes.py", "data.java"])])
def test_what_is_too_long_to_be_parsed_is_not_looked_into(more: int, paths: list[str]) -> None:
    notes = b"x = 1".ljust((512 << 10) - len(SOLVE) + more, b"#")
    assert MainFile.of({"hw.py": SOLVE, "notes.py": notes, "data.java": bytes(999)}, Programs()).paths == paths


def test_where_a_package_expects_programs_a_main_comes_before_solve() -> None:
    sources = {"hw.py": SOLVE, "test.py": TEST + MAIN}
    found = MainFile.of(sources, Programs(io="stdio"))
    assert (found.paths, found.why) == (["test.py"], "")
    found = MainFile.of({"hw.py": SOLVE, "test.py": TEST}, Programs(io="stdio"))
    assert found.paths == ["hw.py"]
    assert "defines solve" in found.why


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["a.py", "b.py", "main.py", "homework.py", "x/main.py", "M.java", "m.c"]),
        st.sampled_from([b"", SOLVE, TEST, MAIN, READS, JAVA, b"int main() {}"]),
        min_size=1,
    )
)
def test_a_choice_is_one_of_them_and_only_a_guess_departs_from_the_rule(sources: dict[str, bytes]) -> None:
    found = MainFile.of(sources, Programs())
    assert found.paths
    assert set(found.paths) <= set(sources)
    called = [path for path in sources if path in ("main.py", "homework.py")] or [*{"x/main.py"} & {*sources}]
    if found.why:
        assert len(found.paths) == 1
    elif len(called) == 1 and sources[called[0]] != SOLVE:
        assert called[0] in found.paths, "by its name"


# --- named ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("paths", "wanted", "found"), ROWS["named"])
def test_which_is_named(paths: str, wanted: str, found: str) -> None:
    assert MainFile.named(paths.split(), wanted) == found.split()


@pytest.mark.parametrize(("wanted", "exact"), [("hw1.py", True), ("src/hw1", True), ("HW1.py", False), ("a.py", False)])
def test_which_is_named_exactly(wanted: str, exact: bool) -> None:
    assert MainFile.named(["src/hw1.py", "src/a-1.py"], wanted, exactly=True) == ["src/hw1.py"] * exact
    assert MainFile.named(["src/hw1.py", "src/a-1.py"], wanted)


@pytest.mark.parametrize(("name", "before", "version"), ROWS["versions"])
def test_what_a_file_was_called_before_canvas(name: str, before: str, version: int) -> None:
    assert version_in(name) == (before, version)
