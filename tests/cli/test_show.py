"""`judge show`: a problem as a page, a case as a picture, and a part of a large board."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.handed_in import MakePackage
from tests.commands import Call, Said
from tests.make import case_text


@pytest.fixture
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a package that has a large case, and without a statement."""
    board = f"DFS\n100\n5\n{'0' * 100}\n" + f"{'0' * 49}2{'0' * 50}\n" + f"{'0' * 100}\n" * 98
    trees = "DFS\n3\n2\n020\n000\n000\n"
    package("testcases/cup", {"sample/six": (case_text(6), "FAIL\nproof: made up\n"), "secret/large": (board, "")})
    package("testcases/bare", {"sample/four": (case_text(4), ""), "sample/wood": (trees, "OK\n121\n000\n000\n")})
    (tmp_path / "input.txt").write_text(trees)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def show(*words: str) -> str:
    return Call(80, LINES="24").silent(0, "show", *words)


def lines(*words: str) -> list[str]:
    return [line.rstrip() for line in show(*words).splitlines()]


# --- a problem ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["lizards", "queens", "spies", "all-queens"])
def test_a_shipped_problem_has_all_its_parts(here: Path, name: str) -> None:
    said = lines(name)
    heads = ("Rules", "Input", "Output", "Examples", "Hints", "Sources", "What to write", "Cases", "Samples")
    places = [said.index(head) for head in heads]
    assert places == sorted(places)
    assert max(map(len, said)) <= 80
    assert any(line.startswith("  def solve(algorithm: str, n: int, lizards: int") for line in said)
    assert f"judge init {name} mine.py" in " ".join(said)


def test_a_package_without_a_statement_shows_what_is_known(here: Path) -> None:
    said = lines("cup")
    assert said[0] == "The testcases/cup"
    assert ["secret", "1", "100", "10"] in [line.split() for line in said]
    for line in ("For each case there are 0.5 s of CPU and 256 MiB of memory.", "sample/six: DFS, 6 lizards on 6 x 6"):
        assert line in said
    assert "  answer: FAIL, there is no arrangement" in said
    assert "judge run mine.py --problem cup" in " ".join(said)
    assert "judge run mine.py --problem testcases/bare" in " ".join(lines("testcases/bare")), "it is found again"


def test_samples_are_drawn_beside_their_answers(here: Path) -> None:
    said = lines("bare")
    at = said.index("sample/wood: DFS, 2 lizards on 3 x 3, 1 tree (11.1 %)")
    assert said[at + 2 : at + 6] == [
        "    1 2 3     1 2 3",
        "  1 . T .   1 L T L",
        "  2 . . .   2 . . .",
        "  3 . . .   3 . . .",
    ]


@pytest.mark.parametrize(
    ("name", "case", "heads"),
    [
        ("scooters", "five-3-4: ANY, 3 officers on 5 x 5", ["  1  0  0  2  6  3", "  answer: 13"]),
        ("star-battle", "5-1: ANY, 5 stars on 5 x 5", ["  1 3 5 5 4 4   1 . S . . ."]),
        ("completion", "one-of-4: ANY, 4 queens on 4 x 4, 1 of them given", ["  1 . Q . .", "  2 4 1 3"]),
        ("most-queens", "lawn-4x6: ANY, as many queens as possible on 4 x 6", ["  4 Q . . . . ."]),
    ],
)
def test_a_sample_shows_all_that_solve_is_given(here: Path, name: str, case: str, heads: list[str]) -> None:
    said = lines(name)
    page = said[said.index(f"sample/{case}") :]
    assert [head for head in heads if head in page] == heads


def test_regions_of_ten_columns_end_beside_their_answer(here: Path, package: MakePackage) -> None:
    regions = "\n".join(" ".join([str(row)] * 10) for row in range(1, 11))
    stars = "\n".join("".join("1" if column == (row * 3) % 10 else "0" for column in range(10)) for row in range(10))
    package("testcases/ten", {"sample/ten": (f"10 1\n{regions}\n", f"OK\n{stars}\n")})
    toml = here / "testcases/ten/problem.toml"
    toml.write_text('title = "Ten"\npuzzle = "star-battle"\n[groups.sample]\n')
    said = lines("ten")
    at = next(at for at, line in enumerate(said) if line.startswith("sample/ten"))
    assert said[at + 3].split() == [*map(str, range(1, 11)), *"1234567890"]
    assert said[at + 13].split() == ["10", *["10"] * 10, "10", *".......S.."]


def test_escape_sequences_do_not_reach_the_terminal(here: Path) -> None:
    folder = here / "testcases/cup/problem_statement"
    folder.mkdir()
    (folder / "problem.en.md").write_text("# Cup \x1b]0;title\x07\n\n\x1b[31mred\n")
    said = show("cup")
    assert not {"\x1b", "\x07"} & set(said)
    assert "red" in said
    name = "[red]\x1b[31m.svg"
    assert "\x1b" not in show("input.txt", "--svg", name)
    assert (here / name).exists(), "a name of a file is text"


# --- a case ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("words", [("input.txt",), ("bare", "wood"), ("testcases/bare/sample/wood",)])
def test_a_case_by_file_by_name_and_by_folder(here: Path, words: tuple[str, ...]) -> None:
    assert lines(*words) == ["  1 2 3", "1 . T .", "2 . . .", "3 . . .", "DFS: 2 to place on 3 x 3, 1 tree (11.1 %)"]


def test_regions_and_points_are_drawn(here: Path) -> None:
    assert lines("scooters", "three-2-1")[-1] == "ANY: 2 to place on 3 x 3"
    assert lines("scooters", "three-2-1", "--window", "2,2,1,2")[:3] == ["   2  3", "2  2  2", "rows 2-2, columns 2-3"]
    assert lines("star-battle", "5-1")[1] == "1 3 5 5 4 4"
    assert lines("completion", "one-of-4")[-1] == "ANY: 4 to place on 4 x 4, 1 of them given"
    assert lines("most-queens", "lawn-4x6")[-1] == "ANY: as many as possible to place on 4 x 6"
    (here / "testcases/points/sample/one").mkdir(parents=True)
    manifest = 'title = "Points"\npuzzle = "scooters"\n[groups.sample]\n'
    (here / "testcases/points/problem.toml").write_text(manifest)
    places = "0,0\n" * 10 + "2,1\n" * 2
    (here / "testcases/points/sample/one/input.txt").write_text(f"3\n1\n1\n{places}")
    (here / "testcases/points/sample/one/answer.txt").write_text("10\n")
    board = ["    1   2   3", "1  10   0   0", "2   0   0   2", "3   0   0   0"]
    assert lines("points", "one")[:4] == board
    page = lines("points")
    at = page.index("  answer: 10")
    assert page[at - 4 : at] == [f"  {line}" for line in board]
    assert lines("points", "one", "--window", "1,3")[1] == "1   0"


LARGE = ["  4 4 5 5", "  8 9 0 1", "1 . . . .", "2 . . T .", "3 . . . .", "rows 1-3, columns 48-51"]


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("cup large --window 1,48,3,4", [*LARGE, "DFS: 5 to place on 100 x 100, 1 tree (0.0 %)"]),
        ("cup large --window 99,100,9,9", ["rows 99-100, columns 100-100"]),
        ("input.txt --window 2,2", ["rows 2-3, columns 2-3"]),
    ],
)
def test_a_window_ends_where_the_board_does(here: Path, words: str, end: list[str]) -> None:
    said = lines(*words.split())
    assert end in (said, said[-2:-1])


def test_without_a_size_a_window_is_what_there_is_room_for(here: Path) -> None:
    said = lines("cup", "large", "--window", "20,20")
    assert len(said) <= 24
    assert max(map(len, said)) <= 80
    assert said[-2] == "rows 20-36, columns 20-57"


# --- pictures -------------------------------------------------------------------------------------------------------
def test_a_case_is_written_as_svg(here: Path) -> None:
    said = lines("input.txt", "--svg", "new/wood.svg")
    assert said[-1] == "written: new/wood.svg"
    assert said[:-1] == lines("input.txt"), "what is printed stays"
    assert "Board of 3 x 3, 1 tree" in (here / "new/wood.svg").read_text()


@pytest.mark.parametrize(
    ("window", "said"),
    [
        ("1,48,3,4", "rows 1 to 3 and columns 48 to 51"),
        ("50,90", "rows 50 to 100 and columns 90 to 100"),
        ("1,1", "rows 1 to 64 and columns 1 to 64"),
    ],
)
def test_a_picture_of_a_window(here: Path, window: str, said: str) -> None:
    assert lines("cup", "large", "--window", window, "--svg", "part.svg")[-1] == "written: part.svg"
    text = (here / "part.svg").read_text()
    assert f"The picture shows {said}." in text
    assert "<image" not in text


# --- Pictures of an answer -------------------------------------------------------------------------------------------


def check(answer: str, *words: str) -> Said:
    Path("output.txt").write_text(answer)
    return Call(80)("check", "input.txt", "output.txt", *words)


def test_a_refused_answer_has_the_conflict(here: Path) -> None:
    wrong = "OK\n020\n100\n001\n"
    conflict = "OK\n020\n101\n000\n"
    for answer, joined in ((conflict, True), (wrong, False)):
        done = check(answer, "--svg", "a.svg")
        said = (here / "a.svg").read_text()
        assert done.out.splitlines()[-1] == "written: a.svg"
        assert ("A line joins them." in said) == ('class="conflict"' in said) == joined
        assert done.status == (1 if joined else 0)
        assert done.out.startswith(check(answer).out), "what is printed stays"


@pytest.mark.parametrize(("answer", "words"), [("nonsense\n", ()), ("", ()), ("1\n", ("--puzzle", "all-queens"))])
def test_what_is_no_board_is_not_drawn(here: Path, answer: str, words: tuple[str, ...]) -> None:
    if words:
        (here / "input.txt").write_text("DFS\n1\n1\n0\n")
    done, plain = check(answer, *words, "--svg", "a.svg"), check(answer, *words)
    assert done.out == plain.out + "not written: a.svg; the answer can't be drawn as a board\n"
    assert done.status == plain.status
    assert not (here / "a.svg").exists()


def test_regions_are_drawn_as_the_case_has_them(here: Path) -> None:
    case = here / "stars/secret/one/input.txt"
    case.parent.mkdir(parents=True)
    manifest = 'title = "Stars"\npuzzle = "star-battle"\nalgorithms = ["ANY"]\n[groups.secret]\npoints = 1\n'
    (here / "stars/problem.toml").write_text(manifest)
    for path in (case, here / "input.txt"):
        path.write_text("4 1\n1 1 1 1\n2 2 2 2\n3 3 3 3\n4 4 4 4\n")
    done = check("OK\n0100\n0001\n1000\n0010\n", "--puzzle", "star-battle", "--svg", "a.svg")
    assert done.status == 0, done.out
    show(str(case), "--svg", "b.svg")
    for name in ("a.svg", "b.svg"):
        lines = (here / name).read_text().partition('class="border" d="')[2].partition('"')[0]
        assert lines.count("h24") == 12


def test_a_wrong_decision_is_drawn_on_the_board_that_was_given(here: Path) -> None:
    (here / "input.txt").write_text("*..\n..*\n.*.\n")
    done = check("valid\n", "--puzzle", "verify-queens", "--svg", "a.svg")
    assert done.status == 1, done.out
    assert "2 . . Q   <- queen A  row 2, column 3" in done.out
    assert "given queen" in (here / "a.svg").read_text()
