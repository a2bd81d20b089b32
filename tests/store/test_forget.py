"""Who is forgotten is in no byte of the file: neither the name nor the code, nor what was said of it. Ranks stay."""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import msgspec
import numpy as np
import pytest

from judge import model
from judge.model import Deadline, Deed, Finding, Job, Mark, Prepared, Record, Run, Student, Submission
from judge.scoring import judgement_of
from judge.store import Store
from tests.classes import write_zip
from tests.conftest import there
from tests.make import AC, WA, batch, files, replace, submission
from tests.refused import refused
from tests.store.make import NEW, PROBLEM, add, batch_of, board_of, finish, judge_it, meanwhile, runs_of, script, sql

NAME, SECRET = "ada.lovelace", "engine_of_ada"


def code(words: str, lines: int = 400) -> str:
    """A source that no compression makes much shorter, so that it fills pages of its own."""
    dice = random.Random(words)
    return "\n".join(f"{words} = {dice.getrandbits(200)}" for _ in range(lines))


def telling_runs() -> list[Run]:
    """Results that quote the code, show what it wrote and name its author."""
    excerpt = Finding.Excerpt(f"{NAME}.py", 2, SECRET)
    finding = Finding("E106", SECRET, ((1, 2),), f"{NAME}.py line 2", SECRET, SECRET, WA, f"File {NAME}.py", excerpt)
    board = np.array([[1, 1], [0, 2]], dtype=np.int8)
    said = {
        "message": SECRET,
        "finding": finding,
        "notices": (model.ReadWarning("W102", SECRET, 1),),
        "cells": ((1, 2),),
    }
    return [replace(run, **said, board=board) for run in runs_of([WA, AC, AC, AC])]


def handed_in(text: str, path: str = f"{NAME}.py", name: str = NAME) -> Submission:
    one = submission(text)
    files = ((path, one.source), (f"{SECRET}.h", SECRET.encode()))
    return replace(one, name=name, path=Path(path), files=files, words=f"x/{NAME}", fault=Finding("E208", SECRET))


def alone(text: str, path: str = f"{NAME}.py", name: str = NAME) -> Submission:
    """The same of one file, of which somebody else may have a copy."""
    one = replace(handed_in(text, path, name), files=())
    return one if name == NAME else replace(one, words="", fault=None)


def judged(store: Store, owner: str, one: Submission, label: str = "") -> int:
    batch = batch_of(store, label=label)
    ticket = store.enter(batch, one, owner)
    if not ticket.done:
        for run in telling_runs():
            store.record_run(ticket, run)
        prepared = Prepared(message=SECRET, finding=Finding("E208", SECRET), wall_s=1.5, language="C", startup_s=0.25)
        store.finish(ticket, judgement_of(one, batch.problem, prepared, tuple(telling_runs())))
    return ticket.id


def counted(done: object) -> tuple[object, ...]:
    """How many judgements lost their author, how many sources are gone, and how many stay as somebody else's."""
    judgements, sources, shared, *_ = msgspec.structs.astuple(done)  # type: ignore[arg-type]
    return judgements, sources, shared


def came_in(store: Store, name: str, text: str) -> None:
    """Somebody with an account hands in twice and is talked about."""
    made = store.accounts.enter(Student(name, f"{name} of {SECRET}", f"{name}@{SECRET}.org"), "student", name)
    store.credentials.make("link", made, "student", None, "prof", words=f"for {name}")
    first, second = (handed_in(code(words), f"{name}.py", name) for words in (text, f"{text}_2"))
    job = store.queue.add(PROBLEM.name, name, name, first, 1.0, replaces=False)
    store.queue.step(job, "done", judgement=judged(store, name, first))
    store.queue.add(PROBLEM.name, name, name, second, 2.0, replaces=False)  # it waits
    store.terms.set(PROBLEM.name, name, Deadline.Term(extension="2 days"), "prof", 1.0)
    store.deeds.add(Deed(1.0, "prof", "extension", name, PROBLEM.name, f"{SECRET} was ill"))
    store.deeds.add(Deed(2.0, name, "signed in"))
    store.deeds.add(Deed(3.0, "prof", "class list", words=f"without {name}"))
    store.contest_words.add("finals", "start", name, 1.0)


def found(folder: Path, *words: str) -> list[tuple[str, str]]:
    """Each of the words, in whatever case, in each file."""
    files = [(path.name, path.read_bytes().lower()) for path in sorted(folder.iterdir())]
    return [(name, word) for name, data in files for word in words if word.lower().encode() in data]


def test_no_byte_of_name_and_code_is_left(store: Store, path: Path) -> None:
    """Nor of what came on the web, where others did something for them and about them."""
    came_in(store, NAME, SECRET)
    judged(store, NAME, handed_in(code(f"{SECRET}_3")), label=f"/home/{NAME}/hw1")
    for number in range(20):
        judge_it(store, batch_of(store), f"other{number}", [AC] * 4, code(f"other{number}"))
    store.queue.add_regrade(PROBLEM.name, "prof", Job.Wish(f"{NAME} asked", (NAME, "bob")), 1.0)
    store.accounts.enter(Student("bob"), "student", NAME)
    kept = store.queue.add(PROBLEM.name, "bob", NAME, submission("bob"), 3.0, replaces=False)
    assert {word for _, word in found(path.parent, NAME, SECRET)} == {NAME, SECRET}
    key = f"forgotten-{store.people.key(NAME)}"
    assert counted(store.upkeep.forget(NAME)) == (2, 3, 0)
    assert found(path.parent, NAME, SECRET) == []
    assert [file.name for file in path.parent.iterdir() if file.suffix != ".claims"] == ["store.db"]
    assert all(found(path.parent, f"other{number} =") for number in range(20))
    assert (store.people.knows("other0"), store.people.knows(NAME)) == (True, False)
    assert [one.owner for one in store.accounts.everybody()] == ["bob"]
    assert (store.terms.of(PROBLEM.name), store.credentials.invitations()) == ({}, [])
    assert [(deed.author, deed.about, deed.words) for _, deed in store.deeds.latest(9)] == [
        ("prof", "", f"without {key}"), (key, "", ""), ("prof", key, ""),
    ]  # fmt: skip
    assert [moment.author for moment in store.contest_words.of("finals")] == [key]
    [job] = store.queue.handed_in(PROBLEM.name)
    assert (job.code, job.owner, job.author) == (kept.code, "bob", key)
    assert [one.wish for one in store.queue.open() if one.wish] == [Job.Wish(f"{key} asked", (key, "bob"))]
    assert (sql(path, "PRAGMA foreign_key_check"), sql(path, "SELECT count(*) FROM step")) == ([], [(0,)])


def test_a_file_that_a_judge_reads_meanwhile_keeps_nothing_either(path: Path) -> None:
    """The command is refused, and nothing is half forgotten."""
    with Store(path) as store:
        judged(store, NAME, handed_in(code(SECRET)))
    with Store(path) as other, Store(path, wait_s=0) as store:
        assert other.people.knows(NAME)
        with refused("E354"):
            store.upkeep.forget(NAME)
        assert store.people.knows(NAME)
        assert [row.owner for row in store.records(PROBLEM)] == [NAME]
    with Store(path) as store:
        store.upkeep.forget(NAME)
        assert found(path.parent, NAME, SECRET) == []
        judged(store, "bob", handed_in(code("bob"), "bob.py", "bob"))
        with Store(path) as other:
            assert [row.owner for row in other.records(PROBLEM)][-1] == "bob", "the store is as open as before"


def test_ranks_and_totals_stay(store: Store) -> None:
    judged(store, NAME, replace(handed_in("mine"), place="hw/mine.py"))
    judge_it(store, batch_of(store), "bob", [AC] * 4, time_s=2.0)
    judge_it(store, batch_of(store), "cleo", [AC, WA, WA, WA])
    before, [old, *_] = board_of(store), Record.latest(store.records(PROBLEM))
    store.upkeep.forget(NAME)
    board, [now, *others] = board_of(store), Record.latest(store.records(PROBLEM))
    assert [row.owner for row in board.rows] == ["bob", now.owner, "cleo"]
    assert now.owner.startswith("forgotten-")
    ranks = [[(row.standing.rank, row.standing.par2_s) for row in one.rows] for one in (board, before)]
    assert ranks[0] == ranks[1]
    assert ([rank for rank, _ in ranks[0]], [one.owner for one in others]) == ([1, 2, 3], ["bob", "cleo"])
    made, was = now.judgement, old.judgement
    assert (made.verdict, made.points, now.judged_s) == (was.verdict, was.points, old.judged_s)
    assert made.prepare == Prepared(wall_s=1.5, language="C", startup_s=0.25)
    bare = {"message": "", "cells": (), "finding": None, "notices": (), "board": None}
    assert made.runs == tuple(replace(run, **bare) for run in was.runs)
    assert was.runs[0].finding is not None
    one = made.submission
    assert (one.name, one.path, one.words, one.fault) == (now.owner, Path("forgotten.py"), "", None)
    assert (was.submission.place, one.place) == ("hw/mine.py", "")
    assert one.sha256 != was.submission.sha256
    assert re.fullmatch("[0-9a-f]{64}", one.sha256)
    assert store.sourced(one) == one, "empty, and under a digest of its own"


def test_the_same_code_of_another_stays_for_that_one(store: Store, path: Path) -> None:
    text = code("copied")
    copy = alone(text, "b.py", "bob")
    judged(store, NAME, alone(text)), judged(store, NAME, handed_in(code(SECRET))), judged(store, "bob", copy)
    before = board_of(store)
    assert counted(store.upkeep.forget(NAME)) == (2, 1, 1)
    mine, own, theirs = store.records(PROBLEM)
    assert mine.judgement.submission.sha256 == theirs.judgement.submission.sha256 == copy.sha256
    assert own.judgement.submission.sha256 != handed_in(code(SECRET)).sha256
    assert store.sourced(theirs.judgement.submission).source == text.encode()
    assert [one.judgement.runs[0].message for one in (theirs, mine)] == [SECRET, ""]
    assert len(board_of(store).rows) == len(before.rows)
    assert found(path.parent, NAME) == []
    assert theirs.judgement.runs[0].finding == Finding(
        *("E106", SECRET, ((1, 2),), "b.py line 2", SECRET, SECRET, WA, f"File {mine.owner}.py"),
        Finding.Excerpt("b.py", 2, SECRET),
    )
    assert theirs.judgement.prepare.finding == Finding("E208", SECRET)


@pytest.mark.parametrize(
    ("own", "other", "kept"),
    [
        ("AdaLovelace.java", "AdaLovelace.java", "AdaLovelace.java"),  # a copied class has to
        ("AdaLovelace.java", "", "F{key}.java"),
        ("AdaLovelace.java", "Bob.java", "F{key}.java"),
        ("x.ada.lovelace", "", "forgotten"),
        ("x.py", "", "forgotten.py"),
        ("README", "", "forgotten"),
    ],
)
def test_a_file_s_name_goes_as_well(store: Store, path: Path, own: str, other: str, kept: str) -> None:
    judged(store, "lovelace", handed_in("text", own, "lovelace"))
    if other:
        judged(store, "bob", handed_in("text", other, "bob"))
    kept = kept.format(key=store.people.key("lovelace"))
    store.upkeep.forget("lovelace")
    assert store.records(PROBLEM)[0].judgement.submission.path.name == kept
    kind = kept if kept.endswith(".java") else Path(kept).suffix
    assert sql(path, "SELECT kind FROM judgement WHERE id = 1") == [(kind,)]


def test_the_name_goes_from_what_people_have_typed_and_marks_keep_their_points(store: Store, path: Path) -> None:
    judged(store, "ann", handed_in("text", "x.py", "ann"), label="/class/ann_hw1/Annabel")
    judge_it(store, batch_of(store), "bob", [AC] * 4)
    wish = replace(batch_of(store), kind="regrade", label="--student ann", reason="ANN l. wrote (why)")
    store.regrades.decide(store.regrades.begin(wish), "cancelled")
    for owner, text in (("ann", "late by mail"), ("bob", "worked with ann, see there")):
        store.marks.add("pkg", "", [Mark(owner, "points", text, "smith", 1.0, 7.5)])
    key = f"forgotten-{store.people.key('ann')}"
    store.upkeep.forget("ann", ["Ann L.", "", "(why)"])
    assert sql(path, "SELECT DISTINCT label, reason FROM batch ORDER BY id") == [
        (f"/class/{key}_hw1/Annabel", ""), ("", ""), (f"--student {key}", f"{key} wrote {key}"),
    ]  # fmt: skip
    kept = {"bob": f"worked with {key}, see there", key: ""}
    marks = {one.owner: (one.text, one.points, one.author) for one in store.marks.of("pkg", "")}
    assert marks == {owner: (text, 7.5, "smith") for owner, text in kept.items()}


def test_what_others_have_goes_on_to_count(store: Store) -> None:
    """A class may lie in a folder that is called as a student who is forgotten, a Java class or the ending of a program
    may be called so, and the dates of a homework may have a number that is somebody's id."""
    papers = [("ray", submission(name, name)) for name in ("Lee_Ray.java", "rs.rs")]
    term = Deadline.Term("2026-11-20", late_penalty="7% per day")
    store.accounts.enter(Student("ray", "Lee Ray"), "student", "")
    papers.append(("ray", replace(submission("two files"), files=(("lee.h", b"lee"), ("mine.py", b"two files")))))
    for owner, paper in [*papers, *((name, submission(name)) for name in ("lee", "7", "rs"))]:
        finish(store, store.enter(batch_of(store), paper, owner), [AC] * 4)
    places = ("/course/lee/hw", "/course/hw 7.zip", "web:")
    for place in places:
        store.marks.add("pkg", place, [Mark("ray", "points", "by mail", "smith", 1.0, 7.5)])
    store.terms.set("pkg", "", term, "smith", 1.0)
    for name in ("lee", "7", "rs"):
        store.upkeep.forget(name, ["web"])
    assert [[one.points for one in store.marks.of("pkg", place)] for place in places] == [[7.5]] * 3
    assert "web:" in store.marks.elsewhere("pkg", "other.zip")
    assert (len(store.marks.elsewhere("pkg", "web:")), store.terms.of("pkg")) == (2, {"": term})
    counting = store.counting(PROBLEM, papers)
    assert [one.judgement.submission.run_as for one in counting] == ["Lee_Ray.java", ".rs", ".py"]
    assert store.sourced(counting[-1].judgement.submission).files == papers[-1][1].files
    assert [one.student.name for one in store.accounts.everybody()] == ["Lee Ray"]


def test_runs_of_a_judgement_that_never_ended_go_too_and_a_table_of_others_stays(store: Store, path: Path) -> None:
    """A host may keep notes of their own beside the judge's."""
    ticket = store.enter(batch_of(store), submission("text"), "ann")
    store.record_run(ticket, telling_runs()[0])
    script(path, "CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('ann')")
    store.upkeep.forget("ann")
    assert sql(path, "SELECT (SELECT count(*) FROM run), text FROM note") == [(0, "ann")]
    again = store.enter(batch_of(store), submission("text"), "ann")
    assert (again.id, again.runs) == (ticket.id + 1, ()), "whoever comes again is somebody new"


def test_what_another_has_handed_in_and_waits_keeps_its_code(store: Store) -> None:
    for name in ("ann", "bob"):
        add(store, name, 1.0, text="same")
    assert counted(store.upkeep.forget("ann")) == (0, 0, 1)
    [job] = store.queue.open()
    assert store.sourced(there(job.submission)).source == b"same"


# --- every column of the schema --------------------------------------------------------------------------------------
KEPT = {  # of others: what the judge or a package has chosen, and what is somebody's own
    "": "owner key about code digest hash sha256 host host_class package limits judge problem algorithm clock verdict"
    " word what role contest seed",
    "host": "facts",
    "package": "files",
    "person": "name",
    "profile": "facts",
    "source": "main files",
    "term": "facts",
    **dict.fromkeys(("batch", "credential", "job", "mark"), "kind"),
}
JUDGES = "cells code group case cases algorithm verdict language contract problem sha256 expected"


def named(value: object) -> object:
    """The same with the name in each text."""
    if isinstance(value, dict):
        return {key: held if key in JUDGES.split() else named(held) for key, held in value.items()}
    if isinstance(value, list):
        return [named(one) for one in value]
    return f"by {NAME}, {value}" if isinstance(value, str) else value


def filled(said: str | bytes) -> str | bytes:
    """A value of a column, with the name wherever it can stand."""
    data = zlib.decompress(said) if isinstance(said, bytes) else said
    if isinstance(data, bytes) or data.startswith(("{", "[")):
        text = msgspec.json.encode(named(msgspec.json.decode(data)))
        return zlib.compress(text) if isinstance(said, bytes) else text.decode()
    return str(named(data))


def test_no_byte_is_left_in_any_column_of_anybody(store: Store, path: Path) -> None:
    came_in(store, "bob", "bob")
    came_in(store, NAME, SECRET)
    store.terms.set(PROBLEM.name, "", Deadline.Term("Friday"), "prof", 1.0)
    store.queue.add_regrade(PROBLEM.name, "prof", Job.Wish("asked", ("bob",), ("c1",)), 1.0)
    store.deeds.add(Deed(1.0, "prof", "extension", "bob", PROBLEM.name, "ill"))
    store.marks.add(PROBLEM.name, "class.zip", [Mark("bob", "points", "late", "smith", 1.0, 7.5)])
    done = set()
    with closing(sqlite3.connect(path)) as raw:
        for (trigger,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {trigger}")
        for (table,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for _, column, kind, *_ in raw.execute(f"PRAGMA table_info({table})").fetchall():
                if kind in ("TEXT", "BLOB") and column not in f"{KEPT['']} {KEPT.get(table, '')}".split():
                    done.add(f"{table}.{column}")
                    rows = raw.execute(f"SELECT rowid, {column} FROM {table}").fetchall()
                    assert rows, f"{table}.{column} is filled"
                    for row, said in rows:
                        raw.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (filled(said), row))
        raw.commit()
    assert len(done) >= 14
    store.upkeep.forget(NAME)
    assert found(path.parent, NAME) == []
    assert not [1 for (runs,) in sql(path, "SELECT runs FROM outcome") if NAME.encode() in zlib.decompress(runs)]


def test_a_name_is_taken_out_of_what_a_regrade_has_copied_from_a_twin(store: Store, path: Path) -> None:
    """Bob has handed in the same bytes, so his result quotes her file; a part of it is judged again."""
    text = code("copied")
    judged(store, NAME, alone(text))
    theirs = alone(text, f"{NAME}_bob.py", "bob")
    ticket = model.Batch.Ticket(judged(store, "bob", theirs), "bob", theirs)
    for run in telling_runs():
        store.record_run(ticket, run)
    store.upkeep.forget(NAME)
    assert found(path.parent, NAME) == []
    left = store.records(PROBLEM)[1].judgement.submission.path
    assert (left.name[:10], left.suffix) == ("forgotten-", ".py")


def test_whoever_is_not_there_can_not_be_forgotten(store: Store) -> None:
    for owner in ("Ann", "bob", "zed\udcff"):
        judge_it(store, batch_of(store), owner, [AC])
    for name, note in (("ANN", "close to it: Ann"), ("nobody at all", "it knows 3 names"), ("", "it knows 3 names")):
        with refused("E489", f"nobody in the store is called {name!r}") as caught:
            store.upkeep.forget(name)
        assert (caught.value.note, bool(caught.value.help)) == (note, True)
    assert counted(store.upkeep.forget("zed\udcff")) == (1, 1, 0)
    for number in range(7):
        store.people.enter(f"student{number}")
    with refused("E489") as caught:
        store.upkeep.forget("student")
    assert caught.value.note.count("student") == 5, "that many names are offered at most"
    with refused("E489"):
        store.upkeep.forget("zed\udcff")


def test_a_pending_regrade_comes_first(store: Store) -> None:
    for owner in ("ann", "bob"):
        judge_it(store, batch_of(store), owner, [AC] * 4)
    wish = batch(NEW, kind="regrade", reason="x", label="bob")
    begun = store.regrades.begin(wish, lambda record: () if record.owner == "bob" else None)
    with refused("E451", "a regrade of pkg is pending, and bob is in it") as caught:
        store.upkeep.forget("bob")
    assert caught.value.help == "judge regrade --problem pkg --apply   or   --cancel   it first"
    assert store.people.knows("bob")
    assert counted(store.upkeep.forget("ann")) == (1, 1, 0)
    store.regrades.decide(begun, "cancelled")
    assert counted(store.upkeep.forget("bob")) == (2, 1, 0)


def test_what_fails_on_the_way_leaves_all_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(monkeypatch, "DELETE FROM person", Mock(side_effect=RuntimeError))
    with Store(path) as store:
        judged(store, NAME, handed_in("text"))
        rows = [sql(path, f"SELECT * FROM {table}") for table in ("judgement", "source")]
        with pytest.raises(RuntimeError):
            store.upkeep.forget(NAME)
        assert [sql(path, f"SELECT * FROM {table}") for table in ("judgement", "source")] == rows
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        script(path, "DELETE FROM judgement")


@pytest.mark.parametrize("last", ["DELETE FROM person", "CREATE TRIGGER", "VACUUM", "PRAGMA locking_mode = NORMAL"])
def test_killed_on_the_way_the_same_command_leaves_nothing(path: Path, last: str) -> None:
    """Nor in a copy of an older store."""
    with Store(path) as store:
        judged(store, NAME, handed_in(code(SECRET)))
        store.upkeep.backup(path.with_name("store-version-7.db"))

    if not (child := os.fork()):
        with pytest.MonkeyPatch.context() as patch:
            meanwhile(patch, last, lambda: os.kill(os.getpid(), signal.SIGKILL))
            with Store(path) as store:
                store.upkeep.forget(NAME)
        os._exit(1)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    with Store(path) as store:
        if store.people.knows(NAME):
            store.upkeep.forget(NAME)
        assert found(path.parent, NAME, SECRET) == []


UPLOADS = {  # of a class: a file in its zip, its match file, whether it names them, and how it is damaged
    "alone": ("ada.lovelace/main.py", "", True, {}),
    "moodle": ("Ada Lovelace_17_assignsubmission_file/main.py", "", True, {}),
    "matched": ("1.py", "file,student\nJos\u00e9/1.py,ada.lovelace", True, {}),
    "other": ("bob/main.py", "file,student\nbob,bob", False, {}),
    "begins alike": ("ada.lovelacek/main.py", "", False, {}),
    "no utf-8": ("ad\u00e9/main.py", "", False, {b"ad\xc3": b"ad\xff"}),
    "no zip": ("ada/main.py", "", False, {b"PK\5\6": b""}),
}


def test_an_upload_that_names_them_goes_and_one_that_is_not_read_is_told(store: Store, path: Path) -> None:
    """To forget somebody must not end there, half done."""
    store.accounts.enter(Student(NAME, "Ada Lovelace"), "student", "")
    classes = path.parent / "web/classes"
    for name, (member, match, _, damage) in UPLOADS.items():
        files(classes / name, {"match.csv": match.encode("latin-1")})  # as a spreadsheet writes it
        whole = write_zip(classes / name / "class.zip", {member: b""}).read_bytes()
        for old, new in damage.items():
            whole = whole.replace(old, new)
        (classes / name / "class.zip").write_bytes(whole)
    (classes / "other/gone.zip").symlink_to("nowhere")
    done = store.upkeep.forget(NAME)
    gone = {name for name, (_, _, named, _) in UPLOADS.items() if named}
    assert (done.uploads, done.left) == (tuple(sorted(gone)), tuple(sorted(UPLOADS.keys() - gone)))
    assert {one.name for one in classes.iterdir()} == UPLOADS.keys() - gone


def test_an_upload_that_can_not_be_deleted_is_told_and_the_rest_is_forgotten(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(store, NAME, handed_in(code(SECRET)))
    upload = files(path.parent / "web/classes/hw1", {"match.csv": ""})
    write_zip(upload / "class.zip", {f"{NAME}/main.py": b""})
    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", Mock(side_effect=PermissionError))
        done = store.upkeep.forget(NAME)
    assert (done.judgements, done.uploads, done.left) == (1, (), ("hw1",))
    assert not store.people.knows(NAME)
