"""Words of the command line to entries: who competes on what. A shipped solution is named alike wherever one stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import judge
from judge.model import Verdict
from judge.submissions import Choice, entries, solution_names, solution_path
from tests import conftest
from tests.conftest import MakePackage, there
from tests.make import files
from tests.submissions.make import rows_of

ROWS = rows_of("choices.toml")
LONG = [["", "x" * 5000, {}, "E432", "alpha, beta"], ["x" * 300 + ".py", "alpha", {}, "E43", "xxx"]]
ONE, TWO, OTHER = (f"solutions/{name}.py" for name in ("alpha/one", "alpha/two", "beta/one"))


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def contest(empty: Path, package: MakePackage, right: str) -> Path:
    """A folder with two packages and three solutions, and a file that declares its problem; the current directory."""
    package("testcases/alpha")
    package("testcases/beta")
    declares = {"declares.py": f"# judge: problem = beta\n{right}"}
    return files(empty, dict.fromkeys((ONE, TWO, OTHER), right) | declares)


def chosen(*paths: str | Path, problems: str = "", **more: Any) -> Choice:
    return Choice(tuple(map(Path, paths)), tuple(problems.split()), **more)


def names(choice: Choice) -> dict[str, str]:
    return {entry.problem.name: " ".join(one.name for one in entry.submissions) for entry in entries(choice)}


def refused(choice: Choice) -> str:
    error = conftest.refused(entries, choice)
    assert error.help
    return f"{error.code} {error.message} {error.note} {error.help}"


@pytest.mark.parametrize(("paths", "problems", "found"), ROWS["entries"])
def test_who_competes_on_what(contest: Path, paths: str, problems: str, found: dict[str, str]) -> None:
    assert names(chosen(*paths.split(), problems=problems)) == found


def test_a_package_anywhere(contest: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch, right: str) -> None:
    folder = package("elsewhere/mine")
    Path("mine.py").write_text(right)
    mine = Path("mine.py").resolve()
    assert names(chosen(mine, problems=str(folder))) == {"mine": "mine"}
    monkeypatch.chdir(folder)
    assert names(chosen(mine, problems=".")) == {"mine": "mine"}


def test_one_program_in_several_languages(contest: Path) -> None:
    for name in ("one.c", "one.cpp", "two.c"):
        Path("solutions/alpha", name).write_text("int main() {}\n")
    paths = (f"solutions/{file}" for file in ("alpha/one.c", "alpha/one.cpp", "alpha/one.py", "beta/one.py"))
    found = names(chosen(*paths, "solutions/alpha/two.c", problems="alpha"))
    assert found == {"alpha": "one.c one.cpp solutions/alpha/one.py solutions/beta/one two"}


@pytest.mark.parametrize(("words", "left"), ROWS["left"])
def test_cases_and_groups_are_chosen_by_name(contest: Path, words: dict[str, list[str]], left: list[str]) -> None:
    [entry] = entries(chosen(problems="alpha", **words, time_limit=0.125))
    assert [case.path for case in entry.problem.cases] == left
    assert (entry.problem.limits.time_limit, entry.problem.limits.memory) == (0.125, 256), "a limit of one's own"


@pytest.mark.parametrize(("paths", "problems", "words", "code", "said"), [*ROWS["nothing"], *LONG])
def test_a_word_that_names_nothing(
    contest: Path, right: str, paths: str, *, problems: str, words: dict[str, Any], code: str, said: str
) -> None:
    Path("silent.py").write_text(right)
    Path("stray.py").write_text(f"# judge: problem = delta\n{right}")
    told = refused(chosen(*paths.split(), problems=problems, **words))
    assert told.startswith(code)
    assert said in told


@pytest.mark.parametrize(("path", "line"), [("a.py", "# judge:"), ("a.cpp", "// judge:"), ("java", "// judge:")])
def test_the_line_that_names_a_problem_is_a_comment_of_its_language(contest: Path, path: str, line: str) -> None:
    Path("java").mkdir()
    for name in ("a.py", "a.cpp", "java/Main.java"):
        Path(name).write_text("class Main { public static void main(String[] args) {} }")
    assert f"write a line  {line} problem = NAME" in refused(chosen(path))


def test_where_there_is_nothing(empty: Path) -> None:
    assert refused(chosen()).startswith("E431")


def test_what_the_judge_fails_to_read_is_its_own_fault(contest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.open

    def broken(path: Path, *more: Any) -> Any:
        if path.stem == "two":
            raise MemoryError
        return real(path, *more)

    monkeypatch.setattr(Path, "open", broken)
    [entry] = entries(chosen(problems="alpha"))
    one, two = entry.submissions
    assert one.fault is None
    assert (two.name, there(two.fault).code, there(two.fault).verdict) == ("two", "E304", Verdict.JE)


# --- one that can't be read, among others -----------------------------------------------------------------------------
@pytest.fixture
def odd(contest: Path) -> Path:
    """A folder of submissions of which some are there and can't be read."""
    folder = contest / "solutions/alpha"
    return files(folder, {
        "papers/report.txt": "x",
        **dict.fromkeys(("two/main.py", "two/homework.py"), "print(1)"),
        "long.py": "#" * (1 << 20),
        "parts/a.c": "/" * (1 << 20),
        "parts/b.c": "int main() {}",
        "hopes.py": "# @EXPECTED_RESULTS@: GLORY\n",
        "empty/": "",
    })  # fmt: skip


@pytest.mark.parametrize("name", ["empty", "papers", "two", "long.py", "parts", "hopes.py"])
def test_what_can_not_be_read_is_ce_beside_others_and_wrong_use_alone(odd: Path, name: str) -> None:
    one, other = odd / "one.py", odd / name
    for choice in (chosen(other, one, problems="alpha"), chosen(one, other)):
        [entry] = entries(choice)
        by_path = {submission.path: submission for submission in entry.submissions}
        fault = there(by_path[other].fault)
        assert by_path[one].fault is None
        assert (fault.code, fault.verdict, fault.help != "") == ("E431", "CE", True)
    assert refused(chosen(other, problems="alpha")).startswith("E431")


def test_the_folder_itself_may_be_one_that_can_not_be_read(odd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(odd / "two")
    [entry] = entries(chosen(".", odd / "one.py", problems="alpha"))
    assert [(one.name, one.fault is None) for one in entry.submissions] == [("two", False), ("one", True)]


@pytest.mark.parametrize("words", [chosen("mine"), chosen("mine", problems="beta"), chosen()])
def test_a_wrong_table_of_languages_is_no_fault_of_a_folder(contest: Path, table: Path, words: Choice) -> None:
    (contest / "mine").mkdir()
    (contest / "mine/main.py").write_text("print(1)\n")
    table.write_text("[C")
    assert refused(words).startswith("E422")


# --- shipped solutions ------------------------------------------------------------------------------------------------
SHIPPED = Path(judge.__file__).parent / "shipped/solutions"


@pytest.mark.parametrize("word", ["lizards/greedy", "lizards/greedy.py"])
def test_a_solution_is_found_by_its_name(empty: Path, word: str) -> None:
    assert solution_path(word) == SHIPPED / "lizards/greedy.py"
    [entry] = entries(Choice((Path(word),), ("lizards",)))
    assert entry.submissions[0].words == "lizards/greedy --problem lizards"


def test_a_path_and_then_the_folder_solutions_are_nearer_than_what_is_shipped(empty: Path) -> None:
    assert solution_path("lizards") == SHIPPED / "lizards", "all of a problem"
    files(empty, {"solutions/lizards/greedy.py": ""})
    assert solution_path("lizards/greedy") == Path("solutions/lizards/greedy.py")
    (empty / "lizards").touch()
    assert solution_path("lizards") == Path("lizards")


@pytest.mark.parametrize("word", ["", ".", "..", "/", "../lizards", "nothing", "lizards/../queens", "x" * 5000])
def test_any_other_word_stays_a_path(empty: Path, word: str) -> None:
    assert solution_path(word) == Path(word)


def test_every_name_leads_to_a_solution() -> None:
    names = list(solution_names())
    assert len(names) > 30
    assert all(solution_path(name).is_file() for name in names)
