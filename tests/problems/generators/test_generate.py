"""Cases are made, kept, made anew and removed as the recipes say; nobody's work is lost. The shipped packages are what
their recipes make."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from judge.model import Made
from judge.problems import OneCase
from judge.problems.generators import GenerateWish, generate
from tests.problems.make import SHIPPED, TESTCASES, lying, put, recipes_in, without_tools
from tests.refused import refused

FAMILY = "[secret.forest]\nn = [4, 5]\ndensity = 0.2\nseed = 1\ncount = 2\n"
CROWD = "[secret.crowd]\nn = 6\ndensity = 0.2\nseed = 4\npieces = ['50%', 'max', 'max+1']\n"
ONE = "DFS\n1\n1\n0\n"
CHECK = GenerateWish(check=True)


def made(folder: Path, wish: GenerateWish | None = None) -> list[Made]:
    return list(generate(folder, wish or GenerateWish()))


def states(found: list[Made]) -> dict[str, int]:
    return dict(Counter(one.state for one in found))


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A package whose cases are made."""
    made(recipes_in(tmp_path / "cup", FAMILY))
    return tmp_path / "cup"


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    recipes_in(tmp_path, FAMILY)
    assert states(made(tmp_path, CHECK)) == {"new": 4}
    assert sorted(lying(tmp_path)) == ["generators.toml", "problem.toml"]
    first = made(tmp_path)
    assert states(first) == {"new": 4}
    written = lying(tmp_path)
    assert states(made(tmp_path)) == states(made(tmp_path, CHECK)) == {"same": 4}
    (tmp_path / "generators.lock.toml").unlink()
    assert states(made(tmp_path)) == {"same": 4}, "what is there without a lock is taken over"
    assert lying(tmp_path) == written
    board = OneCase.alone(tmp_path / "secret/forest-5-s2/input.txt").case.board
    assert (board.n, board.pieces, board.algorithm) == (5, 5, "DFS")
    assert first[-1].trees == (board.grid == 2).sum()


def test_a_stale_case_is_made_anew_and_loses_its_answer(cup: Path) -> None:
    case = cup / "secret/forest-4-s1"
    for name in ("answer.txt", "certificate.json"):
        (case / name).write_text("of the former board")
    recipes_in(cup, FAMILY.replace("0.2", "0.5"))
    found = {one.case: one for one in made(cup, CHECK)}
    assert states(list(found.values())) == {"stale": 4}
    assert "answer.txt and certificate.json of another board will be removed" in found["secret/forest-4-s1"].note
    assert (case / "answer.txt").exists()
    assert states(made(cup)) == {"stale": 4}
    assert [path.name for path in case.iterdir()] == ["input.txt"]
    assert states(made(cup)) == {"same": 4}


def test_an_edited_case_is_left_alone(cup: Path) -> None:
    case = cup / "secret/forest-4-s1"
    data = (case / "input.txt").read_bytes()
    (case / "input.txt").write_bytes(data.replace(b"\n", b"\r\n"))
    assert states(made(cup, CHECK)) == {"same": 4}, "other line ends are no edit"
    put(case / "input.txt", ONE)
    put(case / "answer.txt", "OK\n1\n")
    before = lying(cup)
    found = made(cup)
    assert states(found) == {"edited": 1, "same": 3}
    assert [bool(one.note) for one in found] == [one.state == "edited" for one in found]
    assert lying(cup) == before
    (case / "input.txt").unlink()
    assert states(made(cup)) == {"new": 1, "same": 3}
    assert not (case / "answer.txt").exists(), "it may answer what was deleted"


def test_orphans_stay_until_they_are_removed(cup: Path) -> None:
    for name in ("sample/mine", "secret/other"):
        put(cup / name / "input.txt", ONE)
    put(cup / "secret/other/notes.md", "mine")
    recipes_in(cup, FAMILY.replace("[4, 5]", "5").replace("[sec", 'by_hand = ["sample/*"]\n[sec'))
    assert states(made(cup)) == {"new": 2, "orphan": 5}
    assert states(made(cup, GenerateWish(check=True, remove_orphans=True))) == {"same": 2, "orphan": 5}
    left = made(cup, GenerateWish(remove_orphans=True))
    assert states(left) == {"same": 2, "removed": 4, "orphan": 1}
    assert "notes.md" in left[-1].note
    assert sorted(path.name for path in (cup / "secret").iterdir()) == ["forest-s1", "forest-s2", "other"]
    assert (cup / "sample/mine/input.txt").exists()


@pytest.mark.parametrize(("link", "case"), [("sample", "theirs/old"), ("secret/link", "theirs")])
def test_an_orphan_that_is_a_link_or_lies_behind_one_is_left(tmp_path: Path, link: str, case: str) -> None:
    (tmp_path / case).mkdir(parents=True)
    (tmp_path / case / "input.txt").write_text("precious")
    folder = recipes_in(tmp_path / "cup", FAMILY)
    (folder / "secret").mkdir()
    (folder / link).symlink_to(tmp_path / "theirs")
    assert states(made(folder, GenerateWish(remove_orphans=True))) == {"new": 4, "orphan": 1}
    assert (tmp_path / case / "input.txt").read_text() == "precious"


@pytest.mark.parametrize(("way", "text"), [("unlink", FAMILY.replace("0.2", "0.5")), ("rmdir", FAMILY[:-2] + "1\n")])
def test_what_can_not_be_removed_is_told(cup: Path, monkeypatch: pytest.MonkeyPatch, way: str, text: str) -> None:
    case = cup / "secret/forest-4-s1"
    (case / "answer.txt").write_text("of the former board")
    (cup / "generators.toml").write_text(text)

    def refuse(file: Path, **_: object) -> None:
        if file.parent.parent == cup / "secret" or file.parent == cup / "secret":
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, way, refuse)
    with refused("E435", "can't be removed: Permission denied"):
        made(cup, GenerateWish(remove_orphans=True))


def test_nothing_is_written_outside_the_package(tmp_path: Path) -> None:
    folder = recipes_in(tmp_path / "cup", FAMILY)
    (folder / "secret").symlink_to(tmp_path)
    with refused("E425"):
        made(folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cup"]


def test_only_some_are_made(tmp_path: Path) -> None:
    recipes_in(tmp_path, FAMILY)
    (tmp_path / "secret/old").mkdir(parents=True)
    assert states(made(tmp_path, GenerateWish(only=("forest-4-*", "secret/forest-5-s1")))) == {"new": 3}
    with refused(said="no recipe makes a case 'forst'"):
        made(tmp_path, GenerateWish(only=("forst",)))


def test_a_board_that_the_puzzle_has_not_is_refused(tmp_path: Path) -> None:
    recipes_in(tmp_path, FAMILY, "queens")
    with refused("E411", "tree", tmp_path / "generators.toml", 1):
        made(tmp_path)
    recipes_in(tmp_path, "[secret.a]\nn = 5\npieces = 'max'\n", "spies")
    with refused(said="there must be 5 spies, not 4"):
        made(tmp_path)


# --- the maximum -----------------------------------------------------------------------------------------------------
def test_the_maximum_is_found_once_and_kept(tmp_path: Path) -> None:
    recipes_in(tmp_path, CROWD)
    assert states(made(tmp_path, CHECK)) == {"undecided": 3}
    found = made(tmp_path)
    most = found[0].most
    assert [one.pieces for one in found] == [most // 2, most, most + 1]
    written = lying(tmp_path)
    assert states(made(tmp_path, CHECK)) == {"same": 3}, "who checks searches nothing"
    assert states(made(tmp_path)) == {"same": 3}
    assert lying(tmp_path) == written
    recipes_in(tmp_path, FAMILY)
    made(tmp_path)
    lock = (tmp_path / "generators.lock.toml").read_text()
    assert "[boards." not in lock, "what no recipe needs leaves it"
    assert "crowd" not in lock


@pytest.mark.parametrize(
    ("puzzle", "n", "most", "how"),
    [
        ("place-knights", 4, 8, "every arrangement was tried"),
        ("place-rooks", 5, 5, "5 column segments hold one each"),
        ("place-superqueens", 5, 4, "every arrangement was tried"),
        ("no-three-in-line", 4, 8, "every arrangement was tried"),
    ],
)
def test_each_puzzle_has_a_maximum(tmp_path: Path, puzzle: str, n: int, most: int, how: str) -> None:
    recipes_in(tmp_path, f"[secret.a]\nn = {n}\npieces = 'max'\n", puzzle)
    [found] = made(tmp_path)
    assert (found.state, found.pieces, found.most_proven) == ("new", most, True)
    [known] = tomllib.loads((tmp_path / "generators.lock.toml").read_text())["boards"].values()
    assert (known["pieces"], known["proven"], known["how"][: len(how)]) == (most, True, how)


def test_what_is_not_proven_is_said_and_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_tools(monkeypatch)
    recipes_in(tmp_path, CROWD.replace("n = 6", "n = 16"))
    found = made(tmp_path)
    assert states(found) == {"new": 1, "undecided": 2}
    assert found[1].note.startswith(f"{found[0].most} pieces were placed, at most ")
    assert not found[1].most_proven
    assert sorted(path.name for path in (tmp_path / "secret").iterdir()) == ["crowd-p50pc"]
    full = recipes_in(tmp_path / "full", "[secret.full]\nn = 2\ndensity = 1\npieces = ['max', 'max+1']\n")
    none, more = made(full)
    assert (none.state, none.note) == ("undecided", "the board holds 0, so no piece would be left")
    assert (more.state, more.pieces) == ("new", 1)


@pytest.mark.parametrize("text", ["[", "boards = 3", "[cases]\nx = 1", "more = 1", "[boards.x]\npieces = 'a'"])
def test_a_lock_that_is_no_lock_is_refused(tmp_path: Path, text: str) -> None:
    recipes_in(tmp_path, FAMILY)
    (tmp_path / "generators.lock.toml").write_text(text)
    with refused("E411"):
        made(tmp_path)


# --- killed ----------------------------------------------------------------------------------------------------------
def test_who_stops_after_any_case_goes_on_there(tmp_path: Path) -> None:
    whole = recipes_in(tmp_path / "whole", FAMILY + CROWD)
    made(whole)
    for stop in range(1, 7):
        folder = recipes_in(tmp_path / str(stop), FAMILY + CROWD)
        running = generate(folder, GenerateWish())
        for _ in range(stop):
            next(running)
        del running
        made(folder)
        assert lying(folder) == lying(whole)


KILLED = Path(__file__).with_name("killed.txt").read_text()  # at the file of this number


@pytest.mark.slow
@pytest.mark.parametrize("stop", range(6))
def test_who_is_killed_at_any_file_leaves_nothing_wrong(tmp_path: Path, stop: int) -> None:
    """Of stale cases with answers: each has the new board, or the old one, and the new one never has the old answer."""
    for name in ("whole", "cut"):
        folder = recipes_in(tmp_path / name, FAMILY)
        made(folder)
        for case in (folder / "secret").iterdir():
            (case / "answer.txt").write_text("old")
        recipes_in(folder, FAMILY.replace("0.2", "0.5"))
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    old = {path: data for path, data in lying(cut).items() if path.endswith("input.txt")}
    made(whole)
    done = subprocess.run([sys.executable, "-c", KILLED, str(cut), str(stop)], check=False, timeout=100)
    assert done.returncode == (9 if stop < 5 else 0)
    there = lying(cut)
    for path, data in old.items():
        if there[path] != data:
            assert path.replace("input", "answer") not in there
    made(cut)
    assert lying(cut) == lying(whole)
    assert not list(cut.rglob(".judge*"))


# --- those that are shipped -------------------------------------------------------------------------------------------
LONG = dict.fromkeys(("completion", "star-battle"), pytest.mark.slow)  # a second each


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, ())) for name in SHIPPED])
def test_there_is_nothing_to_do_as_every_byte_is_there(name: str) -> None:
    """No case is without a recipe, but for those that are named as made by hand; no solver is needed."""
    found = made(TESTCASES / name, CHECK)
    assert {one.state for one in found} == {"same"}
    assert {one.most for one in found} == {0}
    locked = (TESTCASES / name / "generators.lock.toml").read_text()
    assert [one.case for one in found if f'"{one.case}"' not in locked] == []
