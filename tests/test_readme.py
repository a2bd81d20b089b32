"""The manual is run: every command in the ```sh blocks of README.md and of the topics of `judge help`, in a copy of the
checkout; what it shows is compared.

A ```text block after a command, in a block or as `judge ...` in the sentence before it, is what that command prints:
its lines must occur there in this order, figures of time and memory apart. `# exit status N` behind a command is
held as well. The two commands that set everything up are those of tests/test_setup.py.
"""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import yaml

import judge
from judge.model import Limits
from judge.problems import read_manifest
from judge.sandbox import Sandbox
from judge.submissions import Language, languages
from tests.commands import Call, listed_in, options, ran, summaries
from tests.english import heavy
from tests.manual import (
    CHAPTERS,
    CONTRIBUTING,
    DEVELOPERS,
    FIRST,
    README,
    ROOT,
    SETUP,
    TOPICS,
    Command,
    blocks,
    commands_of,
    files_of,
    shown,
)
from tests.schemas import document
from tests.shell import assert_shows, checkout, run

# Who reads what after what. A journey has one folder, a checkout or an empty one. A chapter finds there what those
# before it have made.
EMPTY = {"newcomers", "students"}  # they need no clone: any folder will do
JOURNEYS = {
    "newcomers": (FIRST, "For students"),
    "students": (FIRST, "verdicts", "program", "formats", "ranking"),
    "hosts": ("package", "authoring", "icpc", "options", "cluster", "For contest hosts"),
    "instructors": ("grading", "For instructors", "json", "export", "contest", "report", "serve", "store"),
}
IDEMPOTENT = re.compile(
    r"judge (run|diff|grade|submit|board|similar|check|show|explain|validate|doctor"
    r"|generate|answers|new --example|regrade .*--reason)\b"
)


def commands_on(journey: str) -> Iterator[Command]:
    """Its commands in order, without those that an earlier chapter has run and that do nothing when given again."""
    ran: set[str] = set()
    for chapter in JOURNEYS[journey]:
        found = commands_of(chapter)
        yield from (one for one in found if one.line not in ran or not IDEMPOTENT.match(one.line))
        ran |= {one.line for one in found}


@pytest.mark.parametrize("journey", [pytest.param(name, marks=pytest.mark.slow) for name in JOURNEYS])
def test_the_commands_of_a_journey_do_what_is_said(journey: str, tmp_path: Path) -> None:
    """Every one, in order, and what it is said to print; the files that they show are there. Each document is as its
    schema says."""
    folder = tmp_path if journey in EMPTY else checkout(tmp_path)
    for chapter in JOURNEYS[journey]:
        for name, text in files_of(chapter).items():
            (folder / name).write_text(text, encoding="utf-8")
    for command in commands_on(journey):
        done = run(command.line, folder)
        assert done.returncode == command.status, f"{command.line}\n{done.stdout}"
        assert "Traceback" not in done.stdout
        for name in re.findall(r"--json (\S+)", command.line):
            document(folder / name)
        for block in shown():
            if block.command == command.line:
                assert_shows(done.stdout, block.text)


def test_every_command_is_run_by_some_test() -> None:
    ran = {SETUP, DEVELOPERS, *(chapter for chapters in JOURNEYS.values() for chapter in chapters)}
    assert sorted(chapter for chapter in CHAPTERS if commands_of(chapter)) == sorted(ran)
    assert not blocks(README.partition("\n## ")[0], "sh")


def test_what_is_shown_is_compared() -> None:
    run_by_journeys = {command.line for journey in JOURNEYS for command in commands_on(journey)}
    assert [block.command for block in shown()].count("judge run") == 1, "the first command's leaderboard"
    compared = {block.command for block in shown()} - {"judge run"}
    assert len(compared) == 4
    assert compared <= run_by_journeys


def test_the_readme_is_short_and_narrow() -> None:
    lines = README.splitlines()
    assert len(lines) <= 120
    assert max(map(len, lines)) <= 100


def test_each_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert len(links) > 15
    assert all((ROOT / link).is_file() for link in links)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "shown"), [("validator", "1000 x 1000"), ("overhead", "fresh")])
def test_a_benchmark_runs(name: str, shown: str) -> None:
    (line,) = (command.line for command in commands_of(DEVELOPERS) if command.line.endswith(f"tests.bench.{name}"))
    done = run(line.removeprefix(".venv/bin/"), ROOT)
    assert done.returncode == 0, done.stdout
    assert shown in done.stdout


@pytest.mark.parametrize("topic", ["program", "sandbox"])
def test_the_stack_is_as_large_as_the_manual_says(topic: str) -> None:
    assert f"stack has {Sandbox.STACK_BYTES >> 20} MiB" in " ".join(TOPICS[topic].split())


def test_problem_toml_is_as_it_is_read(tmp_path: Path) -> None:
    text, _, general = blocks(TOPICS["package"], "toml")
    (tmp_path / "problem.toml").write_text(text)
    manifest = read_manifest(tmp_path)
    assert manifest.limits == Limits(), "the topic says that these are the defaults"
    assert set(tomllib.loads(text)["limits"]) == set(msgspec.structs.asdict(Limits()))
    (tmp_path / "problem.toml").write_text(general)
    used = read_manifest(tmp_path).validator
    assert used is not None
    assert set(tomllib.loads(general)["validator"]) == {"flags", "flags_of", "time_limit", "memory", "output"}
    (tmp_path / "problem.toml").write_text(
        re.sub(r"(?ms)^\[validator.*?(?=^\[(?!validator)|\Z)", "[validator]\n", general)
    )
    assert msgspec.structs.replace(used, flags_of=()) == read_manifest(tmp_path).validator, "these are the defaults"


def test_languages_are_those_of_the_table_and_a_row_is_as_it_is_read() -> None:
    text = TOPICS["program"].partition("\n## Languages")[2]
    (rows,) = blocks(text, "toml")
    added = tomllib.loads(rows)
    assert {added.pop("C")["standards"][0]} < set(languages()["C"].standards)
    assert [msgspec.convert(row, Language).suffixes for row in added.values()] == [(".sh",), (".lua",)]
    tables = {cell.strip("`") for cell in re.findall(r"^\| (.*?) \|", text, flags=re.MULTILINE)}
    assert {*languages(), *Language.__struct_fields__} - {"name"} <= tables
    for language in languages().values():
        assert {f"`{suffix}`" for suffix in language.suffixes} <= set(re.findall(r"`[^`]+`", text))


@pytest.mark.slow
def test_an_answer_a_contest_and_its_events_are_had_from_python() -> None:
    done = ran(sys.executable, "-c", "".join(blocks(TOPICS["api"], "python")), cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    (picture,) = blocks(TOPICS["api"], "text")
    assert printed[: picture.count("\n")] == picture.splitlines()
    assert "1 submission: all as expected" in printed
    assert [line.split()[:2] for line in printed[-3:-1]] == [["n-0004", "AC"], ["n-0008", "AC"]]
    assert printed[-1].split()[:3] == ["1", "champion", "2"]


def test_the_parameters_and_fields_of_the_api_are_those_that_there_are() -> None:
    for called, shaped in ((judge.check, judge.CheckResult), (judge.run, judge.RunResult)):
        words = inspect.signature(called).parameters
        (chapter,) = re.findall(rf"^## judge\.{called.__name__}\((.*?)\)\n(.*?)(?=^## )", TOPICS["api"], re.M | re.S)
        assert chapter[0].split(", ") == list(words)
        cells = re.findall(r"^\| ((?:`[\w.()]+`(?:, )?)+) \|", chapter[1], re.M)
        named = {name for cell in cells for name in re.findall(r"`(\w+)", cell)}
        public = {name for name in dir(shaped) if not name.startswith("_")} - {"of", "puzzle"}
        assert named == public | set(words)
    for name in set(judge.__all__) - {"CheckResult", "RunResult"}:
        assert re.search(rf"`(judge\.)?{name}[`(]", TOPICS["api"]) or f"## judge.{name}(" in TOPICS["api"]


def test_the_workflow_for_github_is_one() -> None:
    (text,) = blocks(TOPICS["export"], "yaml")
    workflow = yaml.safe_load(text)
    (job,) = workflow["jobs"].values()
    assert workflow["permissions"] == {"contents": "read"}, "the code of a fork's pull request can write nothing"
    upload = next(step for step in job["steps"] if step.get("uses", "").startswith("actions/upload-artifact"))
    assert upload["if"] == "always()", "what was measured is kept of a run that failed, too"
    install, judged = (step["run"] for step in job["steps"] if "run" in step)
    assert install == "pip install .", "what the first command of the README does, which a test runs"
    _, command, *words = judged.split()
    assert {word for word in words if word.startswith("--")} <= options(command)
    assert upload["with"]["path"].split() == re.findall(r"--(?:json|junit) (\S+)", judged)


MACHINE = {"--cores", "--sandbox", "--no-cache", "--share-core", "--wait", "--languages"}  # of every command


def every_option() -> set[str]:
    """Each long option that a page of help lists, and those of the machine; `judge store` has commands of its own."""
    inner = listed_in(Call(columns=80).done("store", "--help").partition("\nCommands:")[2])
    pages = [*((name,) for name in summaries()), *(("store", name) for name in inner), ()]
    return MACHINE.union(*(options(*page) for page in pages))


def test_no_command_or_option_is_promised_that_there_is_not() -> None:
    now = "\n".join(
        [README, CONTRIBUTING, *(text for name, text in TOPICS.items() if name != "changes")]
    )  # these name what went too
    code = re.findall(r"`([^`\n]+)`", now) + "\n".join(blocks(now, "sh")).splitlines()
    calls = [call.partition("  # ")[0].split() for call in code if call.startswith("judge ")]
    assert {call[1] for call in calls} - {"COMMAND"} == set(summaries()), "each command there is has its sentence"
    promised = set(re.findall(r"(?<![\w-])--[a-z-]+", "\n".join(code)))
    dockers = {"--security-opt", "--cpuset-cpus", "--user", "--privileged"}
    assert promised - every_option() == {"--sample", "--floor", "--apart", *dockers}, "of other tools"


def test_every_option_has_its_row_and_what_is_said_of_one_is_said_of_one_that_there_is() -> None:
    shown = Call(160).done("help", "options")
    for option in every_option() - {"--help", "--version"}:
        assert re.search(rf"^ *(?:-\w[^-]*, )?{option}(?![\w-])", shown, flags=re.MULTILINE), option
    said = tomllib.loads((ROOT / "judge/cli/help/options.toml").read_text(encoding="utf-8"))
    for commands, words in said.items():
        for command in commands.split(", "):
            there = every_option() if command == "all" else options(*command.split())
            assert {word.partition(" ")[0] for word in words} <= there, command
        assert not [text for text in words.values() for text in heavy(text)], commands


def test_the_version_has_its_changes() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"\n## {version}, " in TOPICS["changes"]
