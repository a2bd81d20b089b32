"""Packages in the store: whole, once, and written back byte for byte."""

from __future__ import annotations

from pathlib import Path

from judge.model import Batch, Conditions, Problem, Verdict
from judge.problems import package_files, read_package
from judge.store import Store, write_back
from tests.cli.handed_in import answer
from tests.conftest import MakePackage
from tests.make import HOST, case_text
from tests.refused import refused
from tests.store.make import PROBLEM, batch_of, judge_it, submission_of

HELP = "judge store info  lists the packages; the first digits of a digest are enough"


def begun(store: Store, folder: Path) -> tuple[Problem, str]:
    problem = read_package(folder)
    batch = store.begin(Batch("grade", problem, HOST, Conditions.of(problem, HOST)))
    return problem, batch.conditions.package


def test_a_package_is_kept_when_judging_begins_and_comes_back_byte_for_byte(
    store: Store, package: MakePackage, tmp_path: Path
) -> None:
    folder = package("old", {"sample/six": (case_text(6), answer(6)), "secret/four": (case_text(4), "")})
    problem, digest = begun(store, folder)
    before = package_files(problem)
    (folder / "sample/six/input.txt").write_text("something else\n")
    name, found = store.packages.find(digest[:6].upper())
    assert (name, found) == ("old", digest)
    write_back(store.packages.files(digest), tmp_path / "again/old")
    again = read_package(tmp_path / "again/old")
    assert package_files(again) == before
    assert again.digest == digest


def test_it_is_kept_as_it_was_judged_first(store: Store, package: MakePackage) -> None:
    """Other points are another scheme, not another package."""
    folder = package()
    _, digest = begun(store, folder)
    before = store.packages.files(digest)
    manifest = folder / "problem.toml"
    manifest.write_text(manifest.read_text().replace("points = 10", "points = 20"))
    assert begun(store, folder)[1] == digest
    assert store.packages.files(digest) == before


def test_a_regrade_keeps_the_package_that_it_judges_on(store: Store, package: MakePackage) -> None:
    folder = package()
    problem, first = begun(store, folder)
    batch = store.begin(Batch("grade", problem, HOST, Conditions.of(problem, HOST)))
    judge_it(store, batch, "ann", [Verdict.AC])
    (folder / "sample/six/input.txt").write_text("DFS\n6\n5\n" + "000000\n" * 6)
    mended = read_package(folder)
    under = Conditions.of(mended, HOST)
    store.regrades.begin(Batch("regrade", mended, HOST, under, reason="five"))
    assert under.package != first
    assert dict(store.packages.files(under.package))["sample/six/input.txt"].startswith(b"DFS\n6\n5\n")


def test_a_digest_must_name_one_package(store: Store, package: MakePackage) -> None:
    store.enter(batch_of(store), submission_of(), "ann")
    digests = [begun(store, package(name))[1] for name in ("b", "a")]
    for digest in (PROBLEM.digest, "xyz"):  # of the first nothing is there that could be kept
        with refused("E493", f"the store keeps no package '{digest}'") as caught:
            store.packages.find(digest)
        assert caught.value.help == HELP
    with refused("E493", "'' names several packages") as caught:
        store.packages.find("")
    assert caught.value.note == f"they are a {digests[1][:12]}, b {digests[0][:12]}"


def test_what_is_written_back_overwrites_nothing_and_stays_where_it_is_put(tmp_path: Path) -> None:
    with refused("E490", f"{tmp_path} is there already"):
        write_back((("problem.toml", b""),), tmp_path)
    for name in ("../x", "a/../../x", "/x"):  # in a store of others
        with refused("E493", f"the package holds a file that leads out of it: '{name}'"):
            write_back(((name, b""),), tmp_path / "new")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    with refused(
        "E435", f"{tmp_path}/file/new/problem.toml can't be written: Not a directory", tmp_path / "file/new"
    ) as caught:
        write_back((("problem.toml", b""),), tmp_path / "file/new")
    assert caught.value.help
