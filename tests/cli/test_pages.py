"""A run as pages: from `judge run`, from the board of the store, and from a file that was kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge.judging.contest import Contest
from tests.cli.handed_in import RIGHT, WRONG, Call


def test_a_run_is_written_as_pages_and_shown_again(here: Path, call: Call) -> None:
    Path("right.py").write_text(RIGHT.format(""))
    Path("wrong.py").write_text(WRONG)
    words = ("run", "right.py", "wrong.py", "--problem", "pkg", "--junit", "junit.xml")
    status, out, err = call(*words, "--json", "run.json", "--html", "pages")
    assert status == 1, err
    assert Path("pages/index.html").is_file()
    assert out.splitlines()[-1].startswith("pages/index.html: the report, ")
    status, again, err = call("report", "run.json", "--html", "again")
    assert status == 0, err
    assert 'tests="4" failures="2" errors="0"' in Path("junit.xml").read_text()
    board = out[out.index("#  submission") : out.index("pages/index")]
    assert board in again, "the same numbers in the same words"
    names = [sorted(path.name for path in Path(folder).rglob("*")) for folder in ("pages", "again")]
    assert names[0] == names[1]
    written = json.loads(Path("run.json").read_text())
    cases = {one["name"]: one for one in written["problems"]["pkg"]["cases"]}
    assert (cases["six"]["n"], cases["four"]["answer"]) == (6, "arrangement")
    given = {one["name"]: [run["given"].split(" ")[:2] for run in one["runs"]] for one in written["submissions"]}
    assert given == {name: [["BOARD", "6"], ["BOARD", "4"]] for name in ("right", "wrong")}
    assert written["ranked"] is True


def test_what_was_judged_before_ctrl_c_is_written(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Contest.events

    def stopped(contest: Contest, *words: object, **more: object) -> object:
        for at, event in enumerate(real(contest, *words, **more)):  # type: ignore[arg-type]
            if at == 3:
                raise KeyboardInterrupt
            yield event

    monkeypatch.setattr(Contest, "events", stopped)
    Path("right.py").write_text(RIGHT.format(""))
    status, out, _ = call("run", "right.py", "--problem", "pkg", "--json", "run.json", "--html", "pages")
    assert status == 130
    assert "pages/index.html: the report, " in out
    assert Path("pages/index.html").is_file()
    assert "the run was stopped before its end" in call("report", "run.json")[1]


def test_a_folder_of_others_is_refused_before_anything_runs(here: Path, call: Call) -> None:
    Path("right.py").write_text(RIGHT.format(""))
    Path("mine").mkdir()
    Path("mine/thesis.txt").write_text("years of work")
    for words in (("run", "right.py", "--problem", "pkg"), ("board",), ("report", "none.json")):
        status, out, err = call(*words, "--html", "mine")
        assert (status, out) == (2, "")
        assert "E475" in err
    assert call("run", "right.py", "--problem", "pkg", "--html", "right.py/pages")[0] == 2
    assert [path.name for path in Path("mine").iterdir()] == ["thesis.txt"]
    assert not Path(".judge/last-run.json").exists()


def test_the_board_of_the_store_is_written_for_everybody(here: Path, call: Call) -> None:
    for name, source in {"ada": RIGHT.format(""), "bob": WRONG}.items():
        Path(f"{name}-homework.py").write_text(source)
        call("submit", f"{name}-homework.py", "--problem", "pkg", "--as", name, "--json", f"{name}.json")
    check_own_file(Path("bob.json"))
    status, out, err = call("board", "--pseudonyms", "--as", "nobody", "--html", "pages")
    assert status == 0, err
    assert "pages/index.html: the report, " in out
    said = "".join(path.read_text() for path in Path("pages").glob("*.html"))
    assert "homework" not in said
    assert str(here) not in said


def check_own_file(path: Path) -> None:
    """What a student may not see of a case is not in what submit writes for them."""
    written = json.loads(path.read_text())
    shown = {one["name"]: (one["board"] is None, one["answer"]) for one in written["problems"]["pkg"]["cases"]}
    assert shown == {"six": (False, "arrangement"), "four": (True, "unknown")}
    [row] = written["submissions"]
    runs = {run["case"]: (run["board"] is None, run["given"] is None, run["note"] == "") for run in row["runs"]}
    assert runs == {"six": (False, False, False), "four": (True, True, True)}


def test_of_an_empty_store_there_are_no_pages(here: Path, call: Call) -> None:
    status, out, _ = call("board", "--html", "pages")
    assert (status, Path("pages").exists()) == (0, False)
    assert "pages: no report is written, as nothing was judged" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run.json", "--csv", "x.csv"), "--csv is an option for a class"),
        (("run.json", "--problem", "pkg"), "--problem is an option for a class"),
        (("run.json", "--roster", "r.csv"), "--roster is an option for a class"),
        (("class",), "--problem is missing"),
        (("gone.json",), "gone.json can't be opened"),
        (("broken.json",), "broken.json can't be read as a run"),
    ],
)
def test_a_run_and_a_class_have_options_of_their_own(here: Path, call: Call, words: tuple[str, ...], said: str) -> None:
    Path("run.json").write_text("{}")
    Path("broken.json").write_text("{}")
    Path("class").mkdir()
    status, out, err = call("report", *words)
    assert (status, out) == (2, "")
    assert said in err


def test_pages_of_a_contest_are_refused(here: Path, call: Call) -> None:
    status, _, err = call("board", "--contest", "c.toml", "--html", "pages")
    assert status == 2
    assert "--contest and --html do not go together" in err
