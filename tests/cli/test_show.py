"""`judge show` and `judge check --svg`: a problem as a page, a case or an answer as a picture, a part of a large board.
How each board is drawn is held where it is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import Call, Said
from tests.conftest import MakePackage
from tests.make import case_text, files
from tests.problems.told import hold
from tests.reports.make import told

WOOD = "DFS\n3\n2\n020\n000\n000\n"
LARGE = f"DFS\n100\n5\n{'0' * 100}\n" + f"{'0' * 49}2{'0' * 50}\n" + f"{'0' * 100}\n" * 98
REGIONS = "4 1\n1 1 1 1\n2 2 2 2\n3 3 3 3\n4 4 4 4\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a package that has a large case, and others, none with a statement."""
    monkeypatch.chdir(tmp_path)
    package("testcases/cup", {"sample/six": (case_text(6), "FAIL\nproof: made up\n"), "secret/large": (LARGE, "")})
    package("testcases/bare", {"sample/four": (case_text(4), ""), "sample/wood": (WOOD, "OK\n121\n000\n000\n")})
    Path("input.txt").write_text(WOOD)
    return tmp_path


def show(*words: str) -> str:
    return Call(80, LINES="24").silent(0, "show", *words)


def lines(*words: str) -> list[str]:
    return [line.rstrip() for line in show(*words).splitlines()]


# --- a problem ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["lizards", "all-queens"])
def test_a_shipped_problem_has_all_its_parts(name: str) -> None:
    said = lines(name)
    heads = ("Rules", "Input", "Output", "Examples", "Hints", "Sources", "What to write", "Cases", "Samples")
    places = [said.index(head) for head in heads]
    assert places == sorted(places)
    assert max(map(len, said)) <= 80
    assert any(line.startswith("  def solve(algorithm: str, n: int, lizards: int") for line in said)
    assert f"judge init {name} mine.py" in " ".join(said)


PAGES = {  # lines that follow one another on the page of a problem
    "cup": ["For each case there are 0.5 s of CPU and 256 MiB of memory."],
    "cup ": ["  answer: FAIL, there is no arrangement"],
    "bare": ["    1 2 3     1 2 3", "  1 . T .   1 L T L", "  2 . . .   2 . . .", "  3 . . .   3 . . ."],
    "star-battle": ["  1 3 5 5 4 4   1 . S . . ."],
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_is_known_and_all_that_solve_is_given(name: str) -> None:
    assert "\n".join(PAGES[name]) in "\n".join(lines(name.strip()))


def test_a_package_without_a_statement_says_how_it_is_found_again() -> None:
    said = lines("cup")
    assert said[0] == "The testcases/cup"
    assert ["secret", "1", "100", "10"] in [line.split() for line in said]
    assert "judge run mine.py --problem cup" in " ".join(said)
    assert "judge run mine.py --problem testcases/bare" in " ".join(lines("testcases/bare"))


def test_escape_sequences_do_not_reach_the_terminal(here: Path) -> None:
    files(here / "testcases/cup/problem_statement", {"problem.en.md": "# Cup \x1b]0;title\x07\n\n\x1b[31mred\n"})
    said = show("cup")
    assert not {"\x1b", "\x07"} & set(said)
    assert "red" in said
    name = "[red]\x1b[31m.svg"
    assert "\x1b" not in show("input.txt", "--svg", name)
    assert (here / name).exists(), "a name of a file is text"


# --- a case ---------------------------------------------------------------------------------------------------------
CASES = (
    *("input.txt", "bare wood", "testcases/bare/sample/wood", "scooters three-2-1 --window 2,2,1,2"),
    *("cup large --window 1,48,3,4", "cup large --window 99,100,9,9", "input.txt --window 2,2"),
)


def test_a_case_is_drawn_and_a_window_ends_where_the_board_does() -> None:
    hold(Path(__file__).with_name("show.txt"), told({words: show(*words.split()).strip("\n") for words in CASES}))


def test_without_a_size_a_window_is_what_there_is_room_for() -> None:
    said = lines("cup", "large", "--window", "20,20")
    assert len(said) <= 24
    assert max(map(len, said)) <= 80
    assert said[-2] == "rows 20-36, columns 20-57"


# --- pictures -------------------------------------------------------------------------------------------------------
PICTURES = {
    "input.txt": "Board of 3 x 3, 1 tree",
    "cup large --window 1,48,3,4": "The picture shows rows 1 to 3 and columns 48 to 51.",
    "cup large --window 1,1": "The picture shows rows 1 to 64 and columns 1 to 64.",
}


@pytest.mark.parametrize("words", PICTURES)
def test_a_case_is_written_as_svg_and_what_is_printed_stays(words: str) -> None:
    said = lines(*words.split(), "--svg", "new/part.svg")
    assert (said[-1], said[:-1]) == ("written: new/part.svg", lines(*words.split()))
    text = Path("new/part.svg").read_text()
    assert (PICTURES[words] in text, "<image" in text) == (True, False)


def check(answer: str, *words: str) -> Said:
    Path("output.txt").write_text(answer)
    return Call(80)("check", "input.txt", "output.txt", *words)


ANSWERS = {  # the case, the answer, the puzzle, the status, and what the picture has; "" where there is none
    "a conflict": (WOOD, "OK\n020\n101\n000\n", "", 1, "A line joins them."),
    "a right one": (WOOD, "OK\n020\n100\n001\n", "", 0, "<svg"),
    "nothing": (WOOD, "", "", 1, ""),
    "regions": (REGIONS, "OK\n0100\n0001\n1000\n0010\n", "star-battle", 0, 'class="border"'),
    "given pieces": ("*..\n..*\n.*.\n", "valid\n", "verify-queens", 1, "given queen"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_drawn_with_its_conflict_where_it_is_a_board(name: str) -> None:
    case, answer, puzzle, status, said = ANSWERS[name]
    Path("input.txt").write_text(case)
    words = ("--puzzle", puzzle) if puzzle else ()
    plain, done = check(answer, *words), check(answer, *words, "--svg", "a.svg")
    last = "written: a.svg" if said else "not written: a.svg; the answer can't be drawn as a board"
    assert (done.status, done.out) == (status, f"{plain.out}{last}\n"), "what is printed stays"
    drawn = Path("a.svg").read_text() if Path("a.svg").exists() else ""
    assert said in drawn
    assert (bool(drawn), 'class="conflict"' in drawn) == (bool(said), status == 1 and bool(said))
