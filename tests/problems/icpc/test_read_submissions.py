"""Which folder says of a submission what its package says, by folders, patterns and lists of verdicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.problems.icpc import import_package
from tests.problems.icpc.packages import LEGACY, without, write


def folders(tmp_path: Path, *paths: str, yaml: str = "", text: str = "") -> dict[str, str]:
    """Return the folder of each submission that is taken over, by its name."""
    files = {f"submissions/{path}": text for path in paths} | ({"submissions/submissions.yaml": yaml} if yaml else {})
    bare = without(LEGACY, "submissions/")
    import_package(write(bare | files, tmp_path / "given"), tmp_path / "made", (".py",))
    return {path.name: path.parent.name for path in sorted((tmp_path / "made/submissions").glob("*/*"))}


def test_folders_mean_what_they_mean_there(tmp_path: Path) -> None:
    paths = ("accepted/a.py", "rejected/b.py", "brute_force/c.py", "partially_accepted/d.py", "compiler_error/e.py")
    found = folders(tmp_path, *paths, "timelimit/f.py", "slow_accepted/g.py", "accepted/h.kt", "accepted/i/main.py")
    times, accepted = {"f.py": "time_limit_exceeded", "c.py": "brute_force"}, {"a.py": "accepted", "i": "accepted"}
    assert found == accepted | times | {"e.py": "compiler_error", "d.py": "rejected", "b.py": "rejected"}


def test_two_of_one_name_in_one_folder_are_kept(tmp_path: Path) -> None:
    found = folders(tmp_path, "rejected/a.py", "partially_accepted/a.py")
    assert found == {"a.py": "rejected", "rejected-a.py": "rejected"}


@pytest.mark.parametrize(("text", "folder"), [("# @EXPECTED_RESULTS@: WA, AC\n", "mixed"), ("print(1)\n", "")])
def test_mixed_submissions_declare_their_verdicts(tmp_path: Path, text: str, folder: str) -> None:
    assert folders(tmp_path, "mixed/a.py", text=text) == ({"a.py": folder} if folder else {})


@pytest.mark.parametrize(
    ("yaml", "folder"),
    [
        ("other:\n  permitted: [AC]\n", "accepted"),
        ("other/*.py:\n  permitted: [AC, WA]\n  required: [WA]\n", "wrong_answer"),
        ("other/{one,two}.py:\n  permitted: [AC, TLE]\n  required: [TLE]\n", "time_limit_exceeded"),
        ("other/t?o.py:\n  permitted: [RTE, AC]\n  required: [RTE]\n", "run_time_error"),
        ("other:\n  permitted: [AC, RTE, TLE]\n  required: [RTE, TLE]\n", "brute_force"),
        ("other:\n  required: [RTE, TLE, WA]\n", "rejected"),
        ("other:\n  permitted: [AC, WA]\nother/two.py:\n  required: [WA]\n", "wrong_answer"),
        ("other:\n  permitted: [AC, WA]\nother/two.py:\n  permitted: [AC, TLE]\n", "accepted"),
        ("other:\n  permitted: [AC, WA]\n", ""),
        ("other:\n  permitted: [WA]\nother/*:\n  required: [TLE]\n", ""),
        ("other:\n  sample:\n    permitted: [AC]\n", ""),
        ("'*/two':\n  permitted: [AC]\n", ""),
        ("two.py:\n  permitted: [AC]\n", ""),
        ("other:\n", ""),
        ("other: text\n", ""),
        ("other:\n  permitted: AC\n", "accepted"),
        ("other:\n  permitted: [AC]\n  required: [WA]\n", ""),  # which can't be
        ("'{" + "{a,b}" * 40 + "}':\n  permitted: [AC]\n", ""),
    ],
)
def test_patterns_say_what_is_permitted_and_required(tmp_path: Path, yaml: str, folder: str) -> None:
    assert folders(tmp_path, "other/two.py", yaml=yaml) == ({"two.py": folder} if folder else {})


def test_what_a_usual_folder_leaves_out_stays_as_it_was(tmp_path: Path) -> None:
    yaml = "accepted:\n  permitted: [AC, WA]\n  required: [WA]\ntime_limit_exceeded:\n  permitted: [AC, WA, TLE]\n"
    found = folders(tmp_path, "accepted/a.py", "time_limit_exceeded/b.py", "wrong_answer/c.py", yaml=yaml)
    assert found == {"a.py": "wrong_answer", "b.py": "rejected", "c.py": "wrong_answer"}
