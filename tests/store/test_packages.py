"""Packages in the store: whole, once, and written back byte for byte."""

from __future__ import annotations

from pathlib import Path

from judge.problems import package_files, read_package
from judge.store import Store, write_back
from tests.cli.handed_in import answer
from tests.conftest import MakePackage
from tests.make import AC, batch, case_text
from tests.refused import refused
from tests.store.make import PROBLEM, batch_of, judge_it, submission_of


def begun(store: Store, folder: Path) -> str:
    """Begin to judge on the package of this folder; its digest."""
    return batch_of(store, read_package(folder)).conditions.package


def test_a_package_comes_back_as_it_was_judged_first(store: Store, package: MakePackage, tmp_path: Path) -> None:
    folder = package("old", {"sample/six": (case_text(6), answer(6)), "secret/four": (case_text(4), "")})
    digest, before = begun(store, folder), package_files(read_package(folder))
    manifest = folder / "problem.toml"
    manifest.write_text(manifest.read_text().replace("points = 10", "points = 20"))
    assert begun(store, folder) == digest, "other points are another scheme, not another package"
    (folder / "sample/six/input.txt").write_text("something else\n")
    assert store.packages.find(digest[:6].upper()) == ("old", digest)
    write_back(store.packages.files(digest), tmp_path / "again/old")
    again = read_package(tmp_path / "again/old")
    assert (package_files(again), again.digest) == (before, digest)
    judge_it(store, batch_of(store, again), "ann", [AC])
    (folder / "sample/six/input.txt").write_text(case_text(6, 5))
    mended = batch(read_package(folder), kind="regrade", reason="five")
    store.regrades.begin(mended)
    kept = dict(store.packages.files(mended.conditions.package))
    assert kept["sample/six/input.txt"] == case_text(6, 5).encode(), "a regrade keeps the one that it judges on"


def test_a_digest_must_name_one_package(store: Store, package: MakePackage) -> None:
    store.enter(batch_of(store), submission_of(), "ann")
    digests = [begun(store, package(name)) for name in ("b", "a")]
    for digest in (PROBLEM.digest, "xyz"):  # of the first nothing is there that could be kept
        with refused("E493", f"the store keeps no package '{digest}'") as caught:
            store.packages.find(digest)
        assert caught.value.help.startswith("judge store info")
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
    where = tmp_path / "file/new"
    with refused("E435", f"{where}/problem.toml can't be written: Not a directory", where) as caught:
        write_back((("problem.toml", b""),), where)
    assert caught.value.help
