"""The words of all commands: what is wrong use, the options that commands share, and what went."""

from __future__ import annotations

import io
import shutil
import tomllib
from pathlib import Path
from unittest.mock import Mock

import pytest

import judge
from judge.errors import codes
from judge.store import Store
from tests import make
from tests.cli.handed_in import FAIL, answer, edit, rows_of, stored_runs
from tests.commands import Call, listed_in, options, summaries
from tests.conftest import RIGHT
from tests.manual import TOPICS


def each_of(words: str) -> list[str]:
    """Each line of one that has {this | that} in it."""
    before, _, rest = words.partition("{")
    within, _, behind = rest.partition("}")
    return [f"{before}{one}{behind}".strip() for one in within.split(" | ")]


# The exit status of each command line, and what it says; what is wrong use ends with 2, runs and writes nothing.
ROWS = {tuple(line.partition("judge")[::2]): said for line, said in rows_of("lines.txt")}
LINES = {
    each.replace("X5000", "x" * 5000).replace("X300", "x" * 300): (int(status), said)
    for (status, words), said in ROWS.items()
    for each in each_of(words)
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package, submissions, answers to a case, a class of one, and files that are none of these."""
    here, four = tmp_path_factory.mktemp("lines"), make.case_text(4)
    make.package(here, "testcases/pkg", {"sample/six": (make.case_text(6), ""), "secret/four": (four, answer(4))})
    texts = {
        "class/ada/homework.py": FAIL,
        **{"right.py": f"# judge: problem = pkg\n{RIGHT}", "silent.py": RIGHT, "fail.py": FAIL, "fail.json": "{}"},
        **{"two/a.py": FAIL, "two/b.py": FAIL, "three/a.py": RIGHT, "three/b.py": RIGHT},
        **{"contest.toml": 'name = "Cup"\n', "tree.txt": "DFS\n2\n1\n02\n00\n"},
        **{"input.txt": four, "good.txt": "OK\n0100\n0001\n1000\n0010\n", "bad.txt": "OK\n0100\n0010\n1000\n0001\n"},
        **{"loose.txt": "ok\r\n0100\r\n0001\r\n1000\r\n0010", "fail.txt": "FAIL\n", "empty.txt": ""},
    }
    general = 'title = "Sums"\npuzzle = "general"\n[groups.sample]\npoints = 0\n'
    texts |= {"testcases/sums/problem.toml": general, "testcases/sums/sample/one/input.txt": "1 2\n"}
    return make.files(here, texts)


@pytest.mark.parametrize("words", LINES, ids=lambda words: words[:60])
def test_a_command_line_ends_and_says_as_its_row(folder: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.chdir(folder)
    shutil.rmtree(".judge", ignore_errors=True)
    before, (ends, told_of) = contents(folder), LINES[words]
    status, out, err = Call(120)(*words.split())
    assert (status, told(told_of, err if ends == 2 else out)) == (ends, True), out + err
    assert ("Traceback" in out + err, "\x1b" in out + err) == (False, False), "nor is a pipe coloured"
    if ends == 2:
        assert contents(folder) == before
        assert not stored_runs()


def contents(folder: Path) -> dict[Path, bytes]:
    """Return what lies in a folder, but for what the judge keeps for itself."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and ".judge" not in path.parts}


def told(words: str, said: str) -> bool:
    """Whether all of the words are there, however the lines were folded."""
    said = " ".join(said.split())
    return all(word in said for word in words.split())


def test_a_token_is_needed_and_nobody_is_there_to_ask(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    Path("mine.py").write_text(f"# judge: problem = pkg\n{RIGHT}")
    assert "error[E523]: a token is needed" in call("submit", "mine.py", "--to", "http://127.0.0.1:1")[2]
    monkeypatch.setenv("JUDGE_TOKEN", "A" * 22)
    said = call("submit", "mine.py", "--to", "http://127.0.0.1:1")[2]
    assert "error[E522]: 127.0.0.1:1 does not answer: Connection refused" in said


def test_ctrl_c_is_never_passed_over_in_silence(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "__init__", Mock(side_effect=KeyboardInterrupt))
    status, out, err = call("board", "pkg")
    assert (status, out, err.split()) == (130, "", ["interrupted"])


# --- options that commands share ------------------------------------------------------------------------------------
STRANGERS = {"grade", "regrade", "board", "serve"}  # whose code these run
RUNNING = {"run", "watch", "diff", "limits", "hack", "submit", "validate", *STRANGERS}


def test_a_folder_that_was_removed_meanwhile_is_named(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "gone").mkdir()
    monkeypatch.chdir(here / "gone")
    (here / "gone").rmdir()
    for words in (("run", "lizards/greedy"), ("board",), ("grade", "class", "--problem", "lizards"), ("validate",)):
        status, _, said = call(*words)
        assert (status in (2, 3), "E304" in said) == (True, False), said


def test_commands_that_run_submissions_have_the_same_options_and_no_others_have_them() -> None:
    assert {name for name in summaries() if "--jobs" in options(name)} == {*RUNNING, "worker"}, "worker: for another"
    assert {name for name in summaries() if "--repeat" in options(name)} == RUNNING
    assert {name for name in summaries() if "--trust-submissions" in options(name)} == STRANGERS


# --- what went -------------------------------------------------------------------------------------------------------
GONE = tomllib.loads((Path(judge.__file__).parent / "gone.toml").read_text(encoding="utf-8"))
KINDS = ("command", "option", "key", "passed-over", "value", "file", "topic", "code")


def test_every_table_is_one_that_is_read() -> None:
    assert tuple(GONE) == KINDS
    assert all(text.strip() for table in GONE.values() for text in table.values())


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in ("command", "option") for name in GONE[kind]])
def test_what_went_is_refused_with_its_successor(kind: str, name: str, call: Call) -> None:
    word, _, option = name.partition(" ")
    assert name not in summaries()
    assert option == "merge" or not option or option not in options(word)
    assert told(GONE[kind][name], call.refused("E430", *name.split()))


@pytest.mark.parametrize("name", GONE["key"] | GONE["value"])
def test_a_key_or_value_that_went_is_refused_with_its_successor(name: str, here: Path, call: Call) -> None:
    key, _, value = name.partition(" ")
    edit("", f'{key} = ["{value}"]\n' if key == "fail_words" else f'{key} = "{value}"\n')
    assert told(GONE["key" if name in GONE["key"] else "value"][name], call.refused("E422", "validate", "pkg"))


def test_what_is_passed_over_is_said(here: Path, call: Call) -> None:
    for name, why in GONE["passed-over"].items():
        edit("[limits]", f"[{name}]\nx = 1\n[limits]")
        assert told(why, call.done("validate", "pkg"))


def test_topics_and_codes_that_went_are_nowhere(call: Call) -> None:
    topics = listed_in(call.done("help"))
    assert {*topics} == {*TOPICS}
    assert not topics.keys() & GONE["topic"].keys()
    assert {name for name in GONE["topic"].values() if " " not in name} <= topics.keys()
    assert not codes().keys() & GONE["code"].keys()


@pytest.mark.parametrize("name", ["developing", "field", "terms", *GONE["code"]])
def test_a_topic_or_code_that_went_names_its_successor_or_is_it(name: str, call: Call) -> None:
    successor, word = (GONE["topic"] | GONE["code"])[name], "help" if name in GONE["topic"] else "explain"
    if word == "help" and " " not in successor:
        assert call(word, name) == call(word, successor)
    else:
        assert told(successor, call.fails(2, word, name))
