"""Whatever a submission's files are called: a folder holds them, or they are refused as its own fault."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.executors.program.plan import Plan, plan
from judge.model import Finding, Verdict
from judge.sandbox import Sandbox, why_not_kept
from judge.sandbox.inside.kept import HOME_BYTES, HOME_INODES
from judge.sandbox.names import NAMES_LIMIT, PATH_LIMIT
from judge.sandbox.protocol import Home
from judge.submissions import handed_in
from tests.boxed import judged, ran

MAIN = "public static void main(String[] args) {}"
Files = tuple[tuple[str, bytes], ...]

UNKEPT: dict[str, Files] = {
    "a long name": (("a" * 256 + ".py", b""),),
    "a long name in bytes": (("é" * 127 + ".py", b""),),
    "a long folder": (("a" * 256 + "/x.py", b""),),
    "a long path": (("d/" * (PATH_LIMIT // 2) + "x.py", b""),),
    "a NUL": (("a\0b.py", b""),),
    "nothing": (("", b""),),
    "a dot": (("./x.py", b""),),
    "two dots": (("../x.py", b""),),
    "two dots within": (("a/../../x.py", b""),),
    "the root": (("/etc/x.py", b""),),
    "two slashes": (("a//x.py", b""),),
    "a slash at its end": (("a/", b""),),
    "half a letter": (("\ud800.py", b""),),
    "a file and a folder": (("Foo.java", b""), ("Foo.java/x", b"")),
    "a folder and a file": (("data/x", b""), ("data", b"")),
    "a file far above": (("a/b/c/d", b""), ("a", b"")),
    "twice": (("a", b"1"), ("a", b"2")),
    "too many": tuple((f"{number}", b"") for number in range(HOME_INODES)),
    "too many folders": tuple((f"{number}/" + "d/" * 40 + "x", b"") for number in range(HOME_INODES // 40)),
    "too large": (("a", bytes(HOME_BYTES)),),
    "long in sum": tuple((f"{number:0250}", b"") for number in range(NAMES_LIMIT // 250 + 1)),
}


@pytest.mark.parametrize("name", UNKEPT)
def test_what_no_folder_holds_is_the_fault_of_the_submission(best: Sandbox, name: str) -> None:
    finding = best.keep(dict(UNKEPT[name]), ("input.txt",)) if name != "twice" else why_not_kept(UNKEPT[name])
    assert isinstance(finding, Finding)
    assert (finding.code, finding.verdict) == ("E225", Verdict.CE)
    assert len(finding.message) < 200
    assert finding.message.isprintable()


@pytest.mark.parametrize(
    "files",
    [
        {"A" * 250 + ".java": b"x", "é" * 125: b""},
        {"d/" * 500 + "x": b"x"},
        {"a/b/c": b"x", "a/b/d": b"", "a.b": b"y"},
        {"\udcff.py": b"x"},  # a byte of a name that is no UTF-8
        {"input.txt/main.py": b"", "x": b""},  # is left out
        {" ": b"", "\n": b"", "-rf": b"", "~": b"", "*": b"", "input.txt": b"handed in"},
    ],
)
def test_odd_names_are_kept(lean: Sandbox, files: dict[str, bytes]) -> None:
    assert isinstance(lean.keep(files, ("input.txt",)), Home)


# What a zygote meets when the check before it has missed something.
@pytest.mark.parametrize(
    "name", ["a long name", "a file and a folder", "a folder and a file", "half a letter", "a NUL"]
)
def test_a_zygote_says_what_it_can_not_keep_and_lives_on(
    lean: Sandbox, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = lean.keep({"x.py": b""})
    monkeypatch.setattr("judge.sandbox.sandbox.why_not_kept", lambda *_: None)
    finding = lean.keep(dict(UNKEPT[name]))
    assert isinstance(finding, Finding)
    assert finding.code == "E225"
    assert isinstance(before, Home)
    assert ran(lean, handed_in("m", "pkg", "m.py", (("m.py", b"print('FAIL')"),))).verdict is Verdict.WA


def test_a_home_that_is_full_is_the_fault_of_what_fills_it(best: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    if best.tier != "namespaces":
        pytest.skip("a home has a size of its own in the jail alone")
    monkeypatch.setattr("judge.sandbox.sandbox.why_not_kept", lambda *_: None)
    finding = best.keep({str(number): b"" for number in range(HOME_INODES + 1)})
    assert isinstance(finding, Finding)
    assert "No space left" in finding.message
    assert isinstance(best.keep({"x": b""}), Home)


# --- through the plan -------------------------------------------------------------------------------------------------
JAVA: dict[str, dict[str, str]] = {
    "a class of 260 letters": {"homework.java": f"public class {'A' * 260} {{ {MAIN} }}"},
    "a class as a folder": {"homework.java": f"public class data {{ {MAIN} }}", "data.java/x.txt": ""},
    "two of one class": {"a.java": f"public class A {{ {MAIN} }}", "b.java": f"public class A {{ int x; {MAIN} }}"},
    "a class as another file": {"a.java": f"public class b {{ {MAIN} }}", "b.java": "class c {}"},
}


@pytest.mark.parametrize("name", JAVA)
def test_a_public_class_can_not_break_the_keeping(best: Sandbox, name: str) -> None:
    files = tuple((path, text.encode()) for path, text in JAVA[name].items())
    prepared, run = judged(best, handed_in("mine", "pkg", files[0][0], files))
    assert run is None
    assert prepared.verdict is Verdict.CE
    assert prepared.finding is not None
    assert prepared.finding.code == "E225"


def test_a_copy_of_a_file_is_no_second_one() -> None:
    text = f"public class A {{ {MAIN} }}".encode()
    assert isinstance(plan(handed_in("mine", "pkg", "A.java", (("A.java", text), ("copy.java", text)))), Plan)


def test_a_plain_name_does_not_take_that_of_another_file() -> None:
    files = (("my homework.py", b"print(1)"), ("submission.py", b"print(2)"))
    made = plan(handed_in("mine", "pkg", "my homework.py", files))
    assert isinstance(made, Plan)
    assert dict(made.files) == {"submission1.py": b"print(1)", "submission.py": b"print(2)"}


def test_a_main_in_a_folder_called_as_the_case_is_refused(best: Sandbox) -> None:
    files = (("output.txt/main.py", b"print('FAIL')"), ("notes.md", b""))
    prepared, _ = judged(best, handed_in("mine", "pkg", "output.txt/main.py", files))
    assert prepared.finding is not None
    assert prepared.finding.code == "E225"


PARTS = st.sampled_from(["a", "b", "A.java", "main.py", "..", ".", "", "input.txt", "x" * 255, "x" * 256, "é" * 128])
NAMES = st.lists(PARTS | st.text(min_size=1, max_size=4), min_size=1, max_size=4).map("/".join) | st.text(max_size=5)
TEXTS = st.binary(max_size=20) | st.sampled_from(["A", "b", "A" * 256, "main", "é" * 128]).map(
    lambda name: f"public class {name} {{ {MAIN} }}".encode()
)


@given(st.dictionaries(NAMES, TEXTS, min_size=1, max_size=6), st.sampled_from([".py", ".java", ".c", ".js", ""]))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_files_are_planned_and_kept_or_refused(best: Sandbox, files: dict[str, bytes], suffix: str) -> None:
    files[f"main{suffix}"] = files.pop(next(iter(files)))
    for main in (f"main{suffix}", next(iter(files))):
        made = plan(handed_in("mine", "pkg", main, tuple(files.items())))
        if isinstance(made, Plan):
            assert isinstance(best.keep(dict(made.files), ("input.txt", "output.txt")), Home | Finding)
            assert made.main in dict(made.files)
        else:
            assert made.verdict is Verdict.CE
