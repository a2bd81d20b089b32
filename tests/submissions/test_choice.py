"""Words of the command line to entries: who competes on what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.errors import JudgeError
from judge.model import Entry, Verdict
from judge.submissions import Choice, entries
from tests.conftest import MakePackage, there


@pytest.fixture
def contest(tmp_path: Path, package: MakePackage, right: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two packages and three solutions; the current directory."""
    package("testcases/alpha")
    package("testcases/beta")
    for name in ("alpha/one", "alpha/two", "beta/one"):
        path = tmp_path / "solutions" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(right)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(found: list[Entry]) -> dict[str, list[str]]:
    return {entry.problem.name: [submission.name for submission in entry.submissions] for entry in found}


def cases(found: list[Entry]) -> list[str]:
    [entry] = found
    return [f"{case.group}/{case.name}" for case in entry.problem.cases]


def refused(choice: Choice) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        entries(choice)
    assert caught.value.message
    assert caught.value.help
    return caught.value


def test_nothing_named_is_everything(contest: Path) -> None:
    assert names(entries(Choice())) == {"alpha": ["one", "two"], "beta": ["one"]}


@pytest.mark.parametrize("word", ["beta", "testcases/beta", "testcases/beta/", "./testcases/../testcases/beta"])
def test_a_problem_by_name_or_by_folder(contest: Path, word: str) -> None:
    assert names(entries(Choice(problems=(word,)))) == {"beta": ["one"]}


def test_a_package_anywhere(contest: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch, right: str) -> None:
    folder = package("elsewhere/mine")
    Path("mine.py").write_text(right)
    mine = Path("mine.py").resolve()
    assert names(entries(Choice((mine,), (str(folder),)))) == {"mine": ["mine"]}
    monkeypatch.chdir(folder)
    assert names(entries(Choice((mine,), (".",)))) == {"mine": ["mine"]}


def test_a_file_goes_to_the_problem_that_was_named_or_that_it_declares(contest: Path, right: str) -> None:
    Path("declares.py").write_text(f"# judge: problem = beta\n{right}")
    declares = Path("declares.py")
    assert names(entries(Choice((declares,)))) == {"beta": ["declares"]}
    assert names(entries(Choice((declares,), ("alpha",)))) == {"alpha": ["declares"]}
    assert names(entries(Choice((declares,), ("alpha", "beta")))) == {"alpha": ["declares"], "beta": ["declares"]}
    both = entries(Choice((declares, Path("solutions/alpha/two.py"))))
    assert names(both) == {"alpha": ["two"], "beta": ["declares"]}


def test_a_file_named_twice_competes_once(contest: Path) -> None:
    twice = (Path("solutions/alpha/one.py"), Path("solutions/alpha"))
    assert names(entries(Choice(twice))) == {"alpha": ["one", "two"]}


def test_two_files_of_one_name_are_told_apart(contest: Path) -> None:
    both = (Path("solutions/alpha/one.py"), Path("solutions/beta/one.py"), Path("solutions/alpha/two.py"))
    found = names(entries(Choice(both, ("alpha",))))
    assert found == {"alpha": ["solutions/alpha/one", "solutions/beta/one", "two"]}


def test_one_program_in_several_languages(contest: Path) -> None:
    for name in ("one.c", "one.cpp", "two.c"):
        Path("solutions/alpha", name).write_text("int main() {}\n")
    paths = tuple(Path("solutions", file) for file in ("alpha/one.c", "alpha/one.cpp", "alpha/one.py", "beta/one.py"))
    found = names(entries(Choice((*paths, Path("solutions/alpha/two.c")), ("alpha",))))
    assert found == {"alpha": ["one.c", "one.cpp", "solutions/alpha/one.py", "solutions/beta/one", "two"]}


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        (Choice(problems=("alpha",), groups=("sample",)), ["sample/six"]),
        (Choice(problems=("alpha",), cases=("four",)), ["secret/four"]),
        (Choice(problems=("alpha",), cases=("secret/four", "six")), ["secret/four", "sample/six"]),
        (Choice(problems=("alpha",), cases=("six", "six", "sample/six")), ["sample/six"]),
    ],
)
def test_cases_and_groups(contest: Path, choice: Choice, left: list[str]) -> None:
    assert cases(entries(choice)) == left


@pytest.mark.parametrize(
    ("choice", "code", "said"),
    [
        (Choice(problems=("gamma",)), "E432", "alpha, beta"),
        (Choice(problems=("solutions",)), "E432", "alpha, beta"),
        (Choice(problems=("x" * 5000,)), "E432", "alpha, beta"),
        (Choice(problems=("alpha",), cases=("sixx",)), "E433", "six"),
        (Choice(problems=("alpha",), cases=("si",)), "E433", "six"),
        (Choice(problems=("alpha",), groups=("secrets",)), "E433", "secret"),
        (Choice(problems=("alpha",), cases=("four",), groups=("sample",)), "E433", "four"),
        (Choice((Path("nobody.py"),)), "E431", "nobody.py"),
        (Choice((Path("testcases"),)), "E431", "testcases"),
        (Choice((Path("silent.py"),)), "E437", "alpha, beta"),
        (Choice((Path("stray.py"),)), "E432", "delta"),
    ],
)
def test_a_word_that_names_nothing(contest: Path, right: str, choice: Choice, code: str, said: str) -> None:
    Path("silent.py").write_text(right)
    Path("stray.py").write_text(f"# judge: problem = delta\n{right}")
    error = refused(choice)
    assert error.code == code
    assert said in f"{error.message} {error.note} {error.help}"


def test_where_there_is_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(Choice()).code == "E431"


def test_what_the_judge_itself_fails_to_read_competes_and_is_its_own_fault(
    contest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.open

    def broken(path: Path, *more: Any) -> Any:
        if path.stem == "two":
            raise MemoryError
        return real(path, *more)

    monkeypatch.setattr(Path, "open", broken)
    [entry] = entries(Choice(problems=("alpha",)))
    one, two = entry.submissions
    assert one.fault is None
    assert two.fault is not None
    assert (two.name, two.fault.code, two.fault.verdict) == ("two", "E304", Verdict.JE)


# --- one that can't be read, among others -----------------------------------------------------------------------------
@pytest.fixture
def odd(contest: Path) -> dict[str, Path]:
    """Submissions that are there and can't be read."""
    folder = contest / "solutions" / "alpha"
    (folder / "empty").mkdir()
    (folder / "papers").mkdir()
    (folder / "papers/report.txt").write_text("x")
    (folder / "two").mkdir()
    for name in ("main.py", "homework.py"):
        (folder / "two" / name).write_text("print(1)")
    (folder / "long.py").write_bytes(b"#" * (1 << 20))
    (folder / "parts").mkdir()
    (folder / "parts/a.c").write_bytes(b"/" * (1 << 20))
    (folder / "parts/b.c").write_text("int main() {}")
    (folder / "hopes.py").write_text("# @EXPECTED_RESULTS@: GLORY\n")
    return {path.name: path for path in folder.iterdir()}


@pytest.mark.parametrize("name", ["empty", "papers", "two", "long.py", "parts", "hopes.py"])
def test_what_can_not_be_read_is_ce_beside_others_and_wrong_use_alone(odd: dict[str, Path], name: str) -> None:
    for choice in (
        Choice((odd[name], odd["one.py"]), ("alpha",)),
        Choice((odd["one.py"], odd[name])),
    ):
        [entry] = entries(choice)
        by_path = {submission.path: submission for submission in entry.submissions}
        assert by_path[odd["one.py"]].fault is None
        fault = there(by_path[odd[name]].fault)
        assert (fault.code, fault.verdict) == ("E431", "CE")
        assert fault.help
    assert refused(Choice((odd[name],), ("alpha",))).code == "E431"


def test_a_name_of_nothing_is_wrong_use_beside_others(odd: dict[str, Path]) -> None:
    assert refused(Choice((odd["one.py"], Path("nobody.py")), ("alpha",))).code == "E431"
    assert refused(Choice((odd["one.py"], Path("x" * 300 + ".py")), ("alpha",))).code in ("E431", "E435")


@pytest.mark.parametrize("words", [Choice((Path("mine"),)), Choice((Path("mine"),), ("beta",)), Choice()])
def test_a_table_of_languages_that_is_wrong_is_not_blamed_on_a_folder(
    contest: Path, table: Path, words: Choice
) -> None:
    (contest / "mine").mkdir()
    (contest / "mine/main.py").write_text("print(1)\n")
    table.write_text("[C")
    assert refused(words).code == "E422"


def test_a_limit_of_one_s_own(contest: Path) -> None:
    [entry] = entries(Choice(problems=("beta",), time_limit=0.125))
    assert entry.problem.limits.time_limit == 0.125
    assert entry.problem.limits.memory == 256
