"""Exports as files, whole or not at all; students' pages among them, each where its platform finds it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import resource
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.files import as_json, write_json, write_whole
from judge.model import Graded, Host, Problem, Roll, Student
from judge.reports import EXPORTS, Sheet, hand_out, make_export
from judge.store import Journal
from tests import make
from tests.make import replace
from tests.problems.told import hold
from tests.refused import refused
from tests.reports.graded import EVIL, everybody, files, graded, judgement, problem, undrawable
from tests.reports.make import TOLD

LARGE = "x" * 100_000
HOST = Host("plain", (), (), "cgroup", LARGE, "", "", 2)


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow beyond 4 KiB: the write begins, and fails in the middle as it does on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_whole_or_not_at_all(tmp_path: Path) -> None:
    """And not into what is no file: `--json /dev/stdout`, by an administrator, must not end with a file in /dev."""
    path, null = tmp_path / "out.json", tmp_path / "null"
    null.symlink_to("/dev/null")
    for one in ("one", "two"):
        write_json(path, {"schema": one})
        write_json(null, {"schema": one})
        assert path.read_bytes() == b'{\n "schema": "%s"\n}\n' % one.encode()
    assert null.is_symlink()
    assert {*tmp_path.iterdir()} == {path, null}


WRITERS: dict[str, Callable[[Path], None]] = {
    "json": lambda path: write_json(path, {"text": LARGE}),
    "text": lambda path: write_whole(path, LARGE),
    "journal": lambda path: Journal(path, HOST, [], list).event(),
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_a_full_disk_keeps_what_was_there_and_leaves_nothing_beside_it(
    tmp_path: Path, write: Callable[[Path], None]
) -> None:
    path = tmp_path / "out.json"
    path.write_text("before")
    with full_disk(), refused("E435"):
        write(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_text_makes_its_folder_and_keeps_its_line_ends_and_json_does_not(tmp_path: Path) -> None:
    write_whole(tmp_path / "a" / "b" / "c.csv", "one\r\ntwo\n")
    assert (tmp_path / "a" / "b" / "c.csv").read_bytes() == b"one\r\ntwo\n"
    with refused("E435"):
        write_json(tmp_path / "gone" / "out.json", {})


def test_names_that_are_no_utf_8_are_written_all_the_same() -> None:
    written = as_json({"name\udcff": ["b\ud800", {"c": ("\udcfe", 1, None)}]})
    assert json.loads(written) == {"name\\udcff": ["b\\ud800", {"c": ["\\udcfe", 1, None]}]}


SHEET = Sheet("Homework 1", "50 points for all", column="Homework 1 (1234)")


def waiting() -> list[Graded]:
    """A class of two, of whom the judge failed on one."""
    return [graded(1, judgement("AC AC AC AC", 50.0)), graded(2, judgement("AC JE AC AC", None))]


def test_each_writes_what_its_option_takes_and_gradebooks_come_last(tmp_path: Path) -> None:
    lines = list(hand_out(everybody(), {name: tmp_path / "new" / name for name in EXPORTS}, SHEET))
    said = [line.partition(":")[0].rpartition("/")[2] for line in lines if not line.startswith("warning: ")]
    assert said == ["feedback", "gradescope", "junit", "gradebook", "canvas", "moodle", "blackboard", "brightspace"]
    assert {"--roster", "--title"} <= set(" ".join(lines).split()), "what helps against warnings in a terminal"
    for name, export in EXPORTS.items():
        target = tmp_path / "new" / name
        assert target.is_dir() == export.metavar.startswith("FOLDER")
        assert target.is_dir() or target.stat().st_size
    assert {path.name for path in (tmp_path / "new").iterdir()} == {*EXPORTS}
    assert "Homework 1 (1234)" in (tmp_path / "new/canvas").read_text().splitlines()[0]
    results = json.loads((tmp_path / "new/gradescope/ann_1/results.json").read_text())
    assert "50 points for all" in results["output"], "the sheet reaches the exports"


@pytest.mark.parametrize("name", EXPORTS)
def test_points_that_wait_end_an_export_of_marks_after_all_is_written_or_are_allowed(tmp_path: Path, name: str) -> None:
    lines = hand_out(waiting(), {name: tmp_path / "out"}, SHEET)
    assert next(lines).startswith(f"{tmp_path}/out: ")
    if not EXPORTS[name].scored:
        assert list(lines) == []
        return
    with refused("E306"):
        list(lines)
    *_, last = hand_out(waiting(), {name: tmp_path / "again"}, SHEET, allow_judge_errors=True)
    assert last.startswith("1 of 2 students have no points yet")


def test_who_waits_is_said_and_whether_bonuses_do(tmp_path: Path) -> None:
    bonus = replace(problem(), scheme=Problem.Scheme(bonus=Problem.Scheme.Bonus(0.1, 5)))
    seven = [graded(90 + k, judgement("AC AC JE AC", None)) for k in range(7)]
    one = [graded(1, judgement("JE AC JE AC", None, bonus))]
    for rows, named, said in ((seven, "U90, U91, U92, U93, U94 and 2 more", False), (one, "U1", True)):
        with refused("E306", f"{len(rows)} ") as caught:
            list(hand_out(rows, {"gradebook": tmp_path / "out"}, SHEET))
        assert named in caught.value.note
        assert ("bonuses" in caught.value.note) == said


def test_of_two_faults_one_is_said_and_one_ends_it(tmp_path: Path) -> None:
    rows = [*waiting(), *(undrawable(graded(number, None)) for number in (3, 4))]
    said: list[str] = []
    with refused("E306"):
        said.extend(hand_out(rows, {"feedback": tmp_path / "f", "canvas": tmp_path / "c"}, SHEET))
    assert "the page of U3 could not be made, and those of 1 more" in said[-1]
    Path(said[-1].rpartition("kept in ")[2]).unlink()


PAGES_SHEET = Sheet("Homework 1", "100 points if every case passes")
LIST = ".judge-pages.json"


def test_the_same_pages_are_the_same_bytes_each_in_its_folder() -> None:
    assert make_export("feedback", everybody(), PAGES_SHEET) == make_export("feedback", everybody()[::-1], PAGES_SHEET)
    assert "ann_1/feedback.html" in files("feedback", everybody(), PAGES_SHEET)


def pages_of(rows: list[Graded], folder: Path) -> str:
    """Write their pages below a folder, and return what is said of it."""
    [line] = hand_out(rows, {"feedback": folder}, PAGES_SHEET)
    return line.removeprefix(f"{folder}: ")


def test_every_page_is_written_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("mine")
    (tmp_path / "out" / "ann_1").mkdir(parents=True)
    (tmp_path / "out" / "ann_1" / "feedback.html").symlink_to(tmp_path / "elsewhere")
    rows = [*everybody()[:4], replace(everybody()[4], page="")]
    assert pages_of(rows, tmp_path / "out") == "4 feedback pages"
    assert "李小龍" in (tmp_path / "out" / "ann_1" / "feedback.html").read_text(encoding="utf-8")
    assert (tmp_path / "elsewhere").read_text() == "mine", "a link is replaced, not followed"


@pytest.mark.parametrize(
    ("broken", "error"),
    [
        (undrawable(everybody()[1]), "TypeError"),
        (replace(everybody()[1], page="x" * 300), "OSError"),
        (replace(everybody()[1], page="../../x/feedback"), "leads out of"),
    ],
)
def test_a_page_that_fails_does_not_stop_the_others(tmp_path: Path, broken: Graded, error: str) -> None:
    said = list[str]()
    with pytest.raises(JudgeError) as caught:
        said.extend(hand_out([everybody()[0], broken, everybody()[2]], {"feedback": tmp_path / "a/out"}, PAGES_SHEET))
    assert said == [f"{tmp_path / 'a/out'}: 2 feedback pages"]
    assert (caught.value.code, "U2" in caught.value.message) == ("E304", True)
    kept = Path(caught.value.note.rpartition("kept in ")[2])
    assert error in kept.read_text()
    kept.unlink()
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]


def test_a_folder_that_can_t_be_written_to_ends_it(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with refused("E435"):
        pages_of(everybody()[:3], tmp_path / "out")


def row(page: str, name: str = "Ann", lms_id: str = "", student_id: str = "") -> Graded:
    return Graded(Student(student_id or lms_id or name, name, lms_id=lms_id), page, points=1.0)


def names(rows: list[Graded], shape: Roll.Shape, folder: Path) -> tuple[list[str], str, tuple[str, ...]]:
    """Return the files of a zip of this shape, and what is said of it."""
    zipped = folder / "pages.zip"
    said, *warnings = hand_out(rows, {"feedback": zipped}, Sheet("Homework 1", shape=shape))
    with zipfile.ZipFile(zipped) as archive:
        assert archive.testzip() is None
        warned = tuple(one.removeprefix("warning: ") for one in warnings)
        return archive.namelist(), said.removeprefix(f"{zipped}: "), warned


HANDED_IN: tuple[tuple[Roll.Shape, Graded], ...] = (
    ("plain", row("ann/feedback", "Ann", "")),
    ("plain", row("b\udcffb/feedback", "b")),
    ("Gradescope", row("submission_1/feedback", "Ann", "1")),
    *(("Moodle", row("x/feedback", name, "17")) for name in ("Ann Lee", "A_1_/../b\x00", "...")),
    ("Moodle", row("x/feedback")),  # who has no number there
    ("Canvas", row("ann_5_900_hw_1", "Ann Lee", "5")),
    ("Canvas", row("1234_5_900_hw1", "1234", "5")),
    *(("Canvas", row(page, "", "5")) for page in ("_5_900_hw1", "5_900_7_hw1")),
    ("Canvas", row("1234_6_900_hw1", "Ann", "5")),
    ("Canvas", row("anon_x1_900_hw1", "", "anon_x1")),
    *(("Canvas", row(page, "Ann", "5")) for page in ("ann_5_text", "1234_5_text", "ann_5_link")),  # no file
)


def named_for(folder: Path) -> Iterator[str]:
    for shape, one in HANDED_IN:
        found, said, warnings = names([one, row("", "Bob")], shape, folder)
        yield f"{shape} {one.page!r}: {found} {said}; {warnings}"


def test_the_name_that_an_lms_looks_for_is_as_it_is_kept(tmp_path: Path) -> None:
    hold(TOLD / "names.txt", named_for(tmp_path))


def test_no_name_leads_out_of_its_folder(tmp_path: Path) -> None:
    rows = [row("x/feedback", f"../{name}/..", str(k)) for k, name in enumerate(EVIL)]
    for name in names(rows, "Moodle", tmp_path)[0]:
        folder, file = name.split("/")
        assert file == "feedback.html"
        assert folder.split("_")[1].isdigit()


# --- students who are gone --------------------------------------------------------------------------------------------
def write(folder: Path, *names: str) -> int:
    """Write the pages of a class of these students; return how many of others went."""
    said = pages_of([row(f"{name}/feedback", name) for name in names], folder)
    gone = re.search(r"; (\d+) of students who are gone removed", said)
    return int(gone[1]) if gone else 0


def left(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.name != LIST)


@pytest.mark.parametrize(
    ("classes", "went", "kept"),
    [
        (("ada bob cy", "ada dan", "ada dan"), [0, 2, 0], ["ada", "dan"]),
        (("ada bob", "eve fay", "ada", "eve"), [0, 0, 1, 1], ["ada", "eve"]),  # two may share a folder
    ],
)
def test_who_is_gone_has_no_page_any_more_and_no_empty_folder(
    tmp_path: Path, classes: tuple[str, ...], went: list[int], kept: list[str]
) -> None:
    assert [write(tmp_path, *names.split()) for names in classes] == went
    assert left(tmp_path) == [f"{name}/feedback.html" for name in kept]
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == kept


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    write(tmp_path, "ada", "bob", "cy")
    written = ("bob/notes.txt", "cy/feedback.html", "eve/feedback.html")
    make.files(tmp_path, dict.fromkeys(written, "of somebody else"))
    assert write(tmp_path, "ada") == 1
    assert left(tmp_path) == ["ada/feedback.html", "bob/notes.txt", "cy/feedback.html", "eve/feedback.html"]


def test_who_is_there_and_could_not_be_drawn_keeps_the_page_of_before(tmp_path: Path) -> None:
    write(tmp_path, "ada", "bob")
    with pytest.raises(JudgeError) as caught:
        pages_of([row("ada/feedback", "ada"), undrawable(row("bob/feedback", "bob"))], tmp_path)
    Path(caught.value.note.rpartition("kept in ")[2]).unlink()
    assert left(tmp_path) == ["ada/feedback.html", "bob/feedback.html"]
    assert write(tmp_path, "ada") == 1, "it is still listed"


def test_a_page_in_markdown_of_version_0_1_is_one_of_the_same_student(tmp_path: Path) -> None:
    pages = ("ada/feedback.md", "bob/feedback.md")
    listed = {"schema": "judge.pages/1", "classes": [dict.fromkeys(pages, hashlib.sha256(b"mine").hexdigest())]}
    make.files(tmp_path, {**dict.fromkeys(pages, "mine"), LIST: json.dumps(listed)})
    assert write(tmp_path, "ada") == 1
    assert left(tmp_path) == ["ada/feedback.html", "ada/feedback.md"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"classes": [{"ada/feedback.html": 1}]}', "\udcff"])
def test_a_list_that_is_damaged_removes_nothing(tmp_path: Path, text: str) -> None:
    write(tmp_path, "ada", "bob")
    (tmp_path / LIST).write_bytes(text.encode(errors="surrogateescape"))
    assert write(tmp_path, "ada") == 0
    assert left(tmp_path) == ["ada/feedback.html", "bob/feedback.html"]


def test_a_list_that_leads_out_of_the_folder_removes_nothing(tmp_path: Path) -> None:
    folder, other = tmp_path / "pages", tmp_path / "mine.html"
    write(folder, "ada")
    other.write_text("mine")
    whole = json.loads((folder / LIST).read_text())
    digest = hashlib.sha256(b"mine").hexdigest()
    whole["classes"][0] |= {"../mine.html": digest, str(other): digest, "link.html": digest}
    (folder / "link.html").symlink_to(other)
    (folder / LIST).write_text(json.dumps(whole))
    assert write(folder, "ada") == 0
    assert other.read_text() == "mine"
    assert (folder / "link.html").is_symlink()


def test_nothing_is_listed_where_nothing_was_written(tmp_path: Path) -> None:
    assert write(tmp_path / "none") == 0
    assert not (tmp_path / "none").exists()
