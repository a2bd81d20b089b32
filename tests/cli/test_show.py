"""`judge show`: a problem as a page, a case as a picture, and a part of a large board."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli.main import commands
from judge.errors import JudgeError
from tests.cli.handed_in import MakePackage
from tests.conftest import case_text


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


def show(*words: str) -> Result:
    return CliRunner(env={"COLUMNS": "80", "LINES": "24"}).invoke(commands, ["show", *words], prog_name="judge")


def lines(*words: str) -> list[str]:
    done = show(*words)
    assert done.exit_code == 0, done.output
    return [line.rstrip() for line in done.output.splitlines()]


def test_the_weights_of_a_case_are_shown(here: Path) -> None:
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


# --- a problem -------------------------------------------------------------------------------------------------------
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
    assert "For each case there are 0.5 s of CPU and 256 MiB of memory." in said
    assert "judge run mine.py --problem cup" in " ".join(said)
    assert "sample/six: DFS, 6 lizards on 6 x 6" in said
    assert "  answer: FAIL, there is no arrangement" in said


def test_samples_are_drawn_beside_their_answers(here: Path) -> None:
    said = lines("bare")
    at = said.index("sample/wood: DFS, 2 lizards on 3 x 3, 1 tree (11.1 %)")
    assert said[at + 2 : at + 6] == [
        "    1 2 3     1 2 3",
        "  1 . T .   1 L T L",
        "  2 . . .   2 . . .",
        "  3 . . .   3 . . .",
    ]


def test_a_sample_whose_answer_is_said_has_it_in_the_words_of_its_puzzle(here: Path) -> None:
    said = {name: [line.strip() for line in lines(name)] for name in ("verify-queens", "count-queens", "scooters")}
    assert "sample/kattis-valid: ANY, 8 queens on 8 x 8, 8 of them given" in said["verify-queens"]
    assert [line for line in said["verify-queens"] if line.startswith("answer")] == ["answer: invalid", "answer: valid"]
    assert "answer: 65 arrangements" in said["count-queens"]
    assert "answer: 13" in said["scooters"]


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


def test_a_package_by_its_folder_is_named_so_that_it_is_found_again(here: Path) -> None:
    assert "judge run mine.py --problem testcases/bare" in " ".join(lines("testcases/bare"))


def test_escape_sequences_of_a_statement_do_not_reach_the_terminal(here: Path) -> None:
    folder = here / "testcases/cup/problem_statement"
    folder.mkdir()
    (folder / "problem.en.md").write_text("# Cup \x1b]0;title\x07\n\n\x1b[31mred\n")
    done = show("cup")
    assert not {"\x1b", "\x07"} & set(done.output)
    assert "red" in done.output


# --- a case ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("words", [("input.txt",), ("bare", "wood"), ("testcases/bare/sample/wood",)])
def test_a_case_by_file_by_name_and_by_folder(here: Path, words: tuple[str, ...]) -> None:
    assert lines(*words) == ["  1 2 3", "1 . T .", "2 . . .", "3 . . .", "DFS: 2 to place on 3 x 3, 1 tree (11.1 %)"]


def test_regions_and_points_are_drawn(here: Path) -> None:
    points = lines("scooters", "three-2-1")
    assert points == ["   1  2  3", "1  1  0  2", "2  2  2  2", "3  1  2  0", "ANY: 2 to place on 3 x 3"]
    assert lines("scooters", "three-2-1", "--window", "2,2,1,2")[:3] == ["   2  3", "2  2  2", "rows 2-2, columns 2-3"]
    assert lines("star-battle", "5-1")[1] == "1 3 5 5 4 4"
    assert lines("completion", "one-of-4")[-1] == "ANY: 4 to place on 4 x 4, 1 of them given"
    assert lines("most-queens", "lawn-4x6")[-1] == "ANY: as many as possible to place on 4 x 6"


def test_a_window_of_a_large_board(here: Path) -> None:
    assert lines("cup", "large", "--window", "1,48,3,4") == [
        "  4 4 5 5",
        "  8 9 0 1",
        "1 . . . .",
        "2 . . T .",
        "3 . . . .",
        "rows 1-3, columns 48-51",
        "DFS: 5 to place on 100 x 100, 1 tree (0.0 %)",
    ]


def test_a_window_ends_where_the_board_does(here: Path) -> None:
    assert lines("cup", "large", "--window", "99,100,9,9")[-2] == "rows 99-100, columns 100-100"
    assert lines("input.txt", "--window", "2,2")[-2] == "rows 2-3, columns 2-3"


def test_without_a_size_a_window_is_what_there_is_room_for(here: Path) -> None:
    said = lines("cup", "large", "--window", "20,20")
    assert len(said) <= 24
    assert max(map(len, said)) <= 80
    assert said[-2] == "rows 20-36, columns 20-57"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cup", "large", "--window", "0,1"), "is no part of a board"),
        (("cup", "large", "--window", "1"), "is no part of a board"),
        (("cup", "large", "--window", "1,1,1"), "is no part of a board"),
        (("cup", "large", "--window", "101,1"), "the board has 100 rows and 100 columns"),
        (("cup", "--window", "1,1"), "name a case"),
    ],
)
def test_a_window_that_is_none_is_wrong_use(here: Path, words: tuple[str, ...], said: str) -> None:
    done = show(*words)
    assert done.exit_code == 2
    assert said in done.output


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("cupp",), "E432", "did you mean cup?"),
        (("cupp", "large"), "E432", "did you mean cup?"),
        (("cup", "larg"), "E433", "did you mean large?"),
        (("nothing.txt",), "E435", "nothing.txt can't be read"),
        (("no/such/folder",), "E435", "no/such/folder can't be read"),
        (("testcases",), "E435", "testcases can't be read"),
        (("x" * 5000,), "E435", "can't be read: File name too long"),
    ],
)
def test_what_is_not_there(here: Path, words: tuple[str, ...], code: str, said: str) -> None:
    error = show(*words).exception
    assert isinstance(error, JudgeError)
    assert error.code == code
    assert said in error.message


# --- pictures --------------------------------------------------------------------------------------------------------
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


def test_a_large_board_is_an_image(here: Path) -> None:
    lines("cup", "large", "--svg", "large.svg")
    assert "<image" in (here / "large.svg").read_text()


def test_without_a_case_there_is_nothing_to_draw(here: Path) -> None:
    done = show("cup", "--svg", "cup.svg")
    assert done.exit_code == 2
    assert "name a case" in done.output
    assert not (here / "cup.svg").exists()


def test_a_problem_without_a_board_has_no_picture(here: Path) -> None:
    case = here / "testcases/sums/sample/one"
    case.mkdir(parents=True)
    (case / "input.txt").write_text("1 2\n")
    (case / "answer.txt").write_text("3\n")
    (here / "testcases/sums/problem.toml").write_text(
        'title = "Sums"\npuzzle = "general"\n[groups.sample]\npoints = 0\n'
    )
    assert "1 2" in " ".join(lines("sums", "one"))
    error = show("sums", "one", "--svg", "one.svg").exception
    assert isinstance(error, JudgeError)
    assert error.code == "E467"
    assert not (here / "one.svg").exists()


@pytest.mark.parametrize("name", ["input.txt", "a.png", "x" * 5000])
def test_a_picture_overwrites_no_file_of_another_kind(here: Path, name: str) -> None:
    before = (here / "input.txt").read_text()
    error = show("input.txt", "--svg", name).exception
    assert isinstance(error, JudgeError)
    assert error.code == "E468"
    assert (here / "input.txt").read_text() == before


def test_a_picture_that_can_not_be_written(here: Path) -> None:
    for name in ("input.txt/a.svg", f"{'x' * 5000}.svg"):
        error = show("input.txt", "--svg", name).exception
        assert isinstance(error, JudgeError)
        assert error.code == "E435"
