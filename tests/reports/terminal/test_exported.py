"""What is said of an exported package."""

from __future__ import annotations

from judge.reports.terminal.package import exported_lines

FILES = {
    "data/sample/a.in": b"1\n",
    "data/sample/a.ans": b"OK\n1\n",
    "submissions/submissions.yaml": b"",
    "submissions/mixed/a/main.py": b"",
    "submissions/mixed/a/solution.py": b"",
}


def test_it_counts_cases_and_submissions_and_says_what_is_missing() -> None:
    said = exported_lines("cup", FILES, ["ab is left out"]).plain.splitlines()
    assert said[0].endswith("up: 1 case, 1 submission, 0.0 MiB")
    assert [line.partition(": ")[0] for line in said[1:]] == ["warning", "warning"]
    assert "is left out" in said[1]
    assert "no accepted submission" in said[2]


def test_a_whole_package_has_one_line() -> None:
    files = {**FILES, "submissions/accepted/b.py": b"", "data/secret/g/b.in": b"1\n"}
    assert exported_lines("cup", files, []).plain == "cup: 2 cases, 2 submissions, 0.0 MiB"
