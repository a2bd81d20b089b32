"""What an exported package holds: each file in its place, the same bytes each time, and what it can't take along. It is
written whole or not at all, and never over what is there. Its statement is LaTeX, without title and samples, as
`statement.tex` has that of `statement.md`; its validators run with nothing but Python."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from judge.model import Deadline, Limits, Problem, Programs
from judge.problems import puzzle_named
from judge.problems.icpc import Version, as_yaml, check_target, export_package
from tests.conftest import refused
from tests.make import files, replace
from tests.problems.make import TESTCASES, exported, lying, whole
from tests.problems.told import hold

HERE = Path(__file__).parent
VALIDATORS = ("input_validators/validator.py", "output_validator/validator.py")
PROGRAMS = {"accepted/mine.py": b"print('FAIL')\n"}


def shipped(name: str = "lizards", **fields: Any) -> Problem:
    """A shipped package with few cases."""
    problem = whole(name)
    few = tuple(case for case in problem.cases if case.board.n <= 10)
    return replace(problem, **{"cases": few, **fields})


def written(problem: Problem, version: Version = "2025-09", *, scoring: bool = False) -> dict[str, bytes]:
    return dict(exported(problem, PROGRAMS, version, scoring=scoring)[0])


def lost(problem: Problem, *, scoring: bool = False) -> list[str]:
    return exported(problem, scoring=scoring)[1]


def yaml_of(files: dict[str, bytes], name: str = "problem.yaml") -> Any:
    return yaml.safe_load(files[name])


def test_every_file_has_its_place() -> None:
    problem = shipped()
    files = written(problem)
    for case in problem.cases:
        place = f"data/{'sample' if case.group == 'sample' else f'secret/{case.group}'}/{case.name}"
        kept = [(TESTCASES / "lizards" / case.path / name).read_bytes() for name in ("input.txt", "answer.txt")]
        shown = b"FAIL\n" if case.group == "sample" and kept[1].startswith(b"FAIL") else kept[1]
        assert [files[f"{place}.in"], files[f"{place}.ans"]] == [kept[0], shown], "a sample holds no proof"
    assert files["submissions/accepted/mine.py"] == PROGRAMS["accepted/mine.py"]
    assert files["output_validator/validator.py"].startswith(b'"""The validator of the outputs')
    assert yaml_of(files, "data/secret/medium/test_group.yaml") == {"full_feedback": False}
    assert len([name for name in files if name.endswith(".in")]) == len(problem.cases)
    assert list(files) == sorted(files)
    assert files == written(shipped())
    strict = written(shipped(strict=True))
    assert b"proof" not in b"".join(data for name, data in strict.items() if name.endswith(".ans"))
    assert written(shipped("spies"))["data/sample/n-004.in"] == b"4\n", "a program reads there what it reads here"
    bare = written(shipped(programs=Programs(dialect="no-algorithm")))
    assert bare["data/sample/crowd-2.in"] == b"2\n2\n00\n00\n"


def test_a_package_is_exported_whose_rules_alone_know_what_is_right() -> None:
    """Boards that are valid or not have no answer.txt, and the format asks for one."""
    files = written(whole("verify-queens"))
    said = {Path(name).stem: data for name, data in files.items() if name.endswith(".ans")}
    assert {"row-8": b"invalid\n", "valid-100": b"valid\n", "kattis-valid": b"valid\n"}.items() <= said.items()
    assert len(said) == len(whole("verify-queens").cases)


def test_the_metadata_are_those_of_the_format() -> None:
    read = yaml_of(written(shipped(title='A "title": yes', limits=Limits(time_limit=2.5, compilation_time=1.5))))
    assert read == yaml.safe_load((HERE / "metadata.yaml").read_text())
    assert "time_resolution" not in yaml_of(written(shipped()))["limits"]
    assert yaml_of(written(shipped("queens")))["uuid"] != read["uuid"]
    evil = written(replace(shipped(), name='x"""\nimport os\n"""'))
    assert not [path for path, data in evil.items() if b"import os\n" in data], "no name is code"


TEXTS = st.text(max_size=6) | st.sampled_from(
    ["no", "2025-09-01", "x\ny: z", "a\x7fb\x85c\u2028d\ufeffe", "{{n}}", "~", "1e3"]
)
SAID = st.recursive(
    TEXTS | st.integers() | st.booleans() | st.lists(TEXTS, max_size=2).map(tuple),
    lambda inner: st.dictionaries(TEXTS.filter(bool), inner, min_size=1, max_size=3),
)


@given(st.dictionaries(TEXTS.filter(bool), SAID, min_size=1, max_size=3))
def test_whatever_is_written_as_yaml_is_read_again(said: dict[str, Any]) -> None:
    assert msgspec.json.encode(yaml.safe_load(as_yaml(said))) == msgspec.json.encode(said)


def test_points_are_kept_where_they_are_asked_for() -> None:
    files = written(shipped(), scoring=True)
    assert yaml_of(files)["type"] == "scoring"
    assert yaml_of(files, "data/secret/test_group.yaml") == {"max_score": 50, "score_aggregation": "sum"}
    group = {"max_score": 20, "score_aggregation": "sum", "full_feedback": False}
    assert yaml_of(files, "data/secret/secret/test_group.yaml") == group
    needed = yaml_of(files, "data/secret/infeasible/test_group.yaml")
    assert needed == {**group, "max_score": 10, "require_pass": "sample"}


def requiring(name: str, other: str, how: Literal["sum", "pass-fail"]) -> Problem:
    """The shipped problem with a group that requires another one."""
    groups = {name: Problem.Group(20, require_pass=other), other: Problem.Group(10, how)}
    return shipped(groups={**shipped().groups, **groups})


def test_a_group_may_require_an_earlier_one_that_is_passed_as_a_whole() -> None:
    files = written(requiring("secret", "infeasible", "pass-fail"), scoring=True)
    assert yaml_of(files, "data/secret/secret/test_group.yaml")["require_pass"] == "secret/infeasible"


def test_the_older_versions_have_other_names() -> None:
    newest, older, legacy = (written(shipped(), version) for version in get_args(Version))
    assert {name for name in newest if newest[name] != older[name]} == {"problem.yaml"}
    assert newest.keys() == older.keys()
    read = yaml_of(legacy)
    assert (read["problem_format_version"], read["validation"]) == ("legacy", "custom")
    assert legacy["domjudge-problem.ini"] == b"timelimit='5'\n"
    assert legacy[".timelimit"] == b"5\n"
    assert "output_validators/validator.py" in legacy
    assert "problem_statement/problem.en.tex" in legacy
    assert not [name for name in legacy if name.endswith("test_group.yaml")]


def with_case(**fields: Any) -> Problem:
    return shipped(cases=(replace(shipped().cases[0], **fields),))


@pytest.mark.parametrize(
    ("problem", "wish", "says"),
    [
        (shipped(groups={**shipped().groups, "secret": Problem.Group(2.5)}), {"scoring": True}, "2.5 points"),
        (requiring("infeasible", "secret", "pass-fail"), {"scoring": True}, "requires secret, and the format asks"),
        (requiring("secret", "infeasible", "sum"), {"scoring": True}, "requires infeasible, and the format asks"),
        (shipped(), {"version": "legacy", "scoring": True}, "points are not written in version legacy"),
        (with_case(answer=None), {}, "the case sample/.* has no answer.txt, .* judge answers"),
        (with_case(name="half-0.5"), {}, "can't be exported under its name"),
        (with_case(name="test_group"), {}, "can't be exported under its name"),
        (shipped(programs=Programs(arguments=("{n}",))), {}, "arguments can't be exported"),
        (shipped(programs=Programs(reads="{n}")), {}, "reads can't be exported"),
        (shipped(validator=Problem.Validator()), {}, "no validator of its inputs can be written.*output_validators/"),
    ],
)
def test_what_has_no_form_there_is_refused_with_what_to_do(problem: Problem, wish: dict[str, Any], says: str) -> None:
    error = refused(written, problem, **wish)
    assert error.code == "E426"
    assert re.search(says, f"{error.message} {error.help}")


def test_what_is_lost_is_said(tmp_path: Path) -> None:
    plain = shipped(groups=dict.fromkeys(shipped().groups, Problem.Group()))
    assert lost(plain) == lost(shipped(), scoring=True) == []
    assert len(lost(shipped())) == 1
    assert any("only the most is right" in said for said in lost(whole("most-queens")))
    full = replace(
        plain,
        groups={"sample": Problem.Group(points=1)},
        scheme=Problem.Scheme("groups", Problem.Scheme.Bonus(0.1, 5)),
        deadline=Deadline(datetime(2026, 1, 1)),
        programs=Programs(shapes=True, multipliers={"python": 2.0}, fail_words=("-1",)),
    )
    said = "\n".join(lost(full, scoring=True))
    for word in ("samples have no points", "bonus", "deadline", "multipliers", "shapes", "fail_words"):
        assert word in said
    kept = replace(plain, programs=Programs(bytes="as-is"))
    assert lost(kept) == []
    (told,) = lost(replace(kept, cases=(replace(kept.cases[0], as_is=b"DFS\r\n"),)))
    assert told.startswith('bytes = "as-is" is left out')
    bare = shipped(path=str(tmp_path))
    assert b"no statement of its own" in written(bare)["statement/problem.en.tex"]
    assert "there is no statement" in "\n".join(lost(bare))


# --- where it is put
def lay(target: Path, version: Version = "2025-09") -> dict[str, bytes]:
    """Export a small package to a place; return its files."""
    one = shipped("queens", cases=whole("queens").cases[:1])
    return dict(export_package(one, PROGRAMS, target, version, scoring=False)[0])


def test_a_folder_or_a_zip_holds_the_files_and_nothing_else_is_left(tmp_path: Path) -> None:
    files = lay(tmp_path / "new/cup")
    assert lying(tmp_path) == {f"new/cup/{name}": data for name, data in files.items()}
    (tmp_path / "empty").mkdir()
    check_target(tmp_path / "empty")
    lay(tmp_path / "empty")
    assert lying(tmp_path / "empty") == files
    lay(tmp_path / "cup.zip")
    lay(tmp_path / "a/cup.zip")
    assert (tmp_path / "cup.zip").read_bytes() == (tmp_path / "a/cup.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "cup.zip") as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == {f"cup/{one}": files[one] for one in files}
    bare = lay(tmp_path / "bare.zip", "legacy")
    with zipfile.ZipFile(tmp_path / "bare.zip") as packed:
        assert packed.namelist() == [*bare]


@pytest.mark.parametrize("name", ["full", "full/problem", "link", "there.zip"])
def test_what_is_there_stays(tmp_path: Path, name: str) -> None:
    lay(tmp_path / "full")
    (tmp_path / "link").symlink_to("nowhere")
    (tmp_path / "there.zip").mkdir()
    (tmp_path / "full/problem").write_bytes(b"")
    before = lying(tmp_path)
    assert refused(check_target, tmp_path / name).code == "E427"
    assert lying(tmp_path) == before


@pytest.mark.parametrize(("name", "better"), [("All-Queens", "allqueens"), ("n_q.zip", "nq.zip"), ("-", "cup")])
def test_a_name_that_the_format_refuses_has_a_repair(tmp_path: Path, name: str, better: str) -> None:
    error = refused(check_target, tmp_path / name)
    assert (error.code, error.help) == ("E426", f"name {tmp_path / better}")
    check_target(tmp_path / better)


def test_nothing_is_left_of_what_could_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "full").write_bytes(b"")
    for target in (tmp_path / "full/cup", tmp_path / "full/cup.zip"):
        assert refused(lay, target).code == "E435"
    taken = tmp_path / "taken"
    files = lay(taken)
    refused(lay, taken, "legacy")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full", "taken"]
    assert lying(taken) == files


# --- the statement ----------------------------------------------------------------------------------------------------
def statements(problem: Problem, **changes: str) -> dict[str, str]:
    made, _ = exported(replace(problem, cases=problem.cases[:1], **changes))
    return {name: data.decode() for name, data in made.items() if name.startswith("statement/")}


def made(folder: Path, texts: dict[str, str]) -> dict[str, str]:
    """Return the statements of an exported package with these, by their names."""
    files(folder / "problem_statement", texts)
    return statements(whole("queens"), path=str(folder), title="A_cup")


def test_each_language_has_its_own(tmp_path: Path) -> None:
    texts = {"problem.en.md": "# A\n\nb\n", "problem.de.md": "# A\n\nc\n", "problem.nothing.at.all.md": "d\n"}
    found = made(tmp_path, texts)
    assert found.keys() == {"statement/problem.en.tex", "statement/problem.de.tex"}
    assert "\nc\n\nYour program reads" in found["statement/problem.de.tex"]


def test_markdown_becomes_latex_without_title_and_samples(tmp_path: Path) -> None:
    (text,) = made(tmp_path, {"problem.en.md": (HERE / "statement.md").read_text("utf-8")}).values()
    assert text.startswith("\\problemname{A\\_cup}\n")
    hold(HERE / "statement.tex", text.removesuffix("\n").split("\n"))


@pytest.mark.parametrize("puzzle", ["queens", "scooters", "most-rooks", "count-queens", "list-queens", "verify-queens"])
def test_a_generated_statement_tells_of_no_function(tmp_path: Path, puzzle: str) -> None:
    text = puzzle_named(puzzle).statement
    assert "solve(" in text
    (found,) = made(tmp_path, {"problem.en.md": f"# A\n\n{text}"}).values()
    assert "solve" not in found
    assert found.count(r"\section*") == text.count("## ")
    assert "Your program reads" in found


def test_each_environment_of_the_shipped_ones_is_closed() -> None:
    for tex in (tex for package in sorted(TESTCASES.iterdir()) for tex in statements(whole(package.name)).values()):
        assert tex.count(r"\begin{") == tex.count(r"\end{") > 1
        outside = "".join(part.partition(r"\end{verbatim}")[2] or part for part in tex.split(r"\begin{verbatim}"))
        bare = outside.replace(r"\{", "").replace(r"\}", "")
        assert bare.count("{") == bare.count("}")
        assert "`" not in outside
        assert "**" not in outside
        assert not re.search(r"\\texttt\{solve\b|solve\(", outside), "nobody calls a function there"


# --- the validators ---------------------------------------------------------------------------------------------------
def run(folder: Path, program: bytes, given: bytes, *words: str) -> int:
    """Run one in a Python that sees no installed package and no variable of this one; return its status."""
    (folder / "validator.py").write_bytes(program)
    command = [sys.executable, "-I", "-S", str(folder / "validator.py"), *words]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert not words or done.returncode not in (42, 43) or (done.stdout, done.stderr) == (b"", b"")
    return done.returncode


def test_validators_need_nothing_but_python(tmp_path: Path) -> None:
    """Those of one package, which but for what a row says are those of all."""
    files = exported(whole("lizards"))[0]
    inputs, outputs = (files[name] for name in VALIDATORS)
    right = [path for path, data in files.items() if path.endswith(".ans") and not data.startswith(b"FAIL")]
    case, path = min((files[f"{path[:-4]}.in"], path) for path in right)
    assert [run(tmp_path, inputs, one) for one in (case, case + b"0\n")] == [42, 43]
    (tmp_path / "c.in").write_bytes(case)
    (tmp_path / "c.ans").write_bytes(files[path])
    words = (str(tmp_path / "c.in"), str(tmp_path / "c.ans"), f"{tmp_path}/")
    assert run(tmp_path, outputs, files[path], *words) == 42
    told = [tmp_path / f"{who}message.txt" for who in ("team", "judge")]
    assert not any(file.exists() for file in told)
    assert run(tmp_path, outputs, b"FAIL\n", *words) == 43
    assert told[0].read_text() == told[1].read_text() != ""


def test_no_name_of_a_part_hides_that_of_another() -> None:
    """Each validator is one text with all parts, and behind it what a row says."""
    for file in VALIDATORS:
        small = (replace(whole(name), cases=whole(name).cases[:1]) for name in ("lizards", "scooters"))
        [text] = {exported(problem)[0][file].partition(b"\nFORM = ")[0] for problem in small}
        tree = ast.parse(text, feature_version=(3, 9))
        defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        targets = [node.targets[0] for node in tree.body if isinstance(node, ast.Assign)]
        defined += [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
        assert [one for one, times in Counter(defined).items() if times > 1] == []
        imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        roots = {getattr(node, "module", "") or node.names[0].name for node in imported}
        assert {root.partition(".")[0] for root in roots} - set(sys.stdlib_module_names) <= {"numpy"}, "for types alone"
        assert b"judge." not in text
        assert b"noqa" not in text
