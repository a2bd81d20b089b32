"""The words of all commands: what is wrong use, the options that commands share, and what went."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path
from typing import Annotated

import click
import msgspec
import pytest
from click.testing import CliRunner

import judge
from judge.cli.declaration import Words
from judge.cli.declaration import command as as_command
from judge.cli.diff import REPEAT
from judge.cli.machine import Machine
from judge.cli.main import commands
from judge.cli.manual import TOPICS
from judge.cli.options import BUDGET_S, RunOptions, run_options
from judge.cli.regrade import regrade
from judge.cli.run import Way, run
from judge.cli.values import Duration
from judge.errors import codes
from judge.model import Conditions
from judge.problems import read_manifest
from judge.problems.manifest import TopKeys
from tests.cli.handed_in import FAIL, Call, stored_runs, write_class
from tests.conftest import RIGHT, refused
from tests.make import case_text
from tests.problems.test_package import TOML

# What is told of words that can't be: they end with 2, print no result, run and write nothing.
WRONG = {
    "": "Begin with: Commands: judge help authoring judge help grading judge --help",
    "nonsense": "error[E430]: there is no command 'nonsense' Usage: judge [OPTIONS] judge --help",
    "rnu right.py": "there is no command 'rnu'; did you mean run?",
    "--nonsense": "error[E430]: there is no option --nonsense",
    "run --porblem pkg": "there is no option --porblem; did you mean --problem? judge run --help",
    "run --repeat": "error[E430]: --repeat needs a value",
    "run --budget 9": "error[E430]: --budget says how long --rank may measure: give --rank too",
    "run --rank --budget soon": "write 90, 60s or 2m",
    "run --rank --budget -1": "write 90, 60s or 2m",
    "run --repeat 0": "error[E430]: --repeat: 0 is not in the range",
    "run --repeat many": "--repeat",
    "run --time-limit 0": "--time-limit",
    "run right.py --time-limit nan": "--time-limit",
    "run --languages missing.toml": "error[E435] missing.toml",
    "run --languages bad.txt": "error[E422] bad.txt",
    "run nobody.py": "error[E431] nobody.py",
    "run silent.py": "error[E437] --problem NAME",
    "run right.py --case seven": "error[E433] seven",
    "run right.py --problem nowhere": "error[E432] pkg",
    "run right.py --cores 9999": "error[E440] there is no core 9999 its cores are",
    "run right.py --cores some": "error[E440] 0,2-3",
    "run right.py -j 1024": "error[E440] 1024 attempts at once need 1024 cores",
    "run right.py -j 0": "--jobs",
    "run right.py --sandbox bubble": "'landlock', 'plain'",
    "run right.py --json no/such/folder.json": "error[E435]",
    "run right.py --json testcases": "error[E435]",
    "run right.py --json -": "error[E430] name a file",
    "run right.py --html class": "E475",
    "run right.py --html right.py/pages": "E435",
    "run right.py --save ../main": "error[E444]",
    "run right.py --save a/b": "error[E444]",
    "run right.py --save .x": "error[E444]",
    "watch nobody.py": "error[E431]",
    "check input.txt nothing.txt": "error[E435] nothing.txt",
    "check good.txt good.txt": "error[E402] good.txt line 1",
    "check testcases good.txt": "error[E435] testcases",
    "check input.txt": "error[E430]: OUTPUT is missing Usage: judge check {PROBLEM CASE|INPUT} OUTPUT",
    "check input.txt good.txt --puzzle chess": "there is no puzzle 'chess' lizards, queens",
    "show empty.txt": "error[E401]",
    "show nothing.txt": "error[E435] nothing.txt can't be read",
    "show no/such/folder": "error[E435] no/such/folder can't be read",
    "show testcases": "error[E435] testcases can't be read",
    f"show {'x' * 5000}": "error[E435] can't be read: File name too long",
    "show pgk": "error[E432] did you mean pkg?",
    "show pgk four": "error[E432] did you mean pkg?",
    "show pkg fou": "error[E433] did you mean four?",
    "show pkg four --window 0,1": "is no part of a board",
    "show pkg four --window 1": "is no part of a board",
    "show pkg four --window 1,1,1": "is no part of a board",
    "show pkg four --window 101,1": "the board has 4 rows and 4 columns",
    "show pkg --window 1,1": "name a case",
    "show pkg --svg pkg.svg": "name a case",
    "show input.txt --svg input.txt": "error[E468]",
    "show input.txt --svg a.png": "error[E468]",
    f"show input.txt --svg {'x' * 5000}": "error[E468]",
    "show input.txt --svg input.txt/a.svg": "error[E435]",
    f"show input.txt --svg {'x' * 5000}.svg": "error[E435]",
    "show sums one --svg one.svg": "error[E467]",
    "init lizards right.py": "error[E436] right.py is there already",
    "init chess new.py": "error[E430]: PROBLEM: there is no puzzle 'chess'",
    "init lizard new.py": "; did you mean lizards?",
    "init": "error[E430]: PROBLEM is missing",
    "init lizards new.txt": "error[E438]",
    "explain E999": "error[E434] E999 judge explain lists them",
    "validate nowhere": "error[E432] pkg",
    "new cup": "--puzzle",
    "new cup --puzzle lizard": "did you mean lizards?",
    "new a/b --puzzle queens": "E430",
    "new .. --puzzle queens": "E430",
    f"new {'x' * 300} --puzzle queens": "E4",
    "new cup --puzzle queens --dir right.py": "error[E435]",
    f"new cup --puzzle queens --dir {'x' * 300}": "error[E435]",
    "generate pkg": "there is no generators.toml in testcases/pkg [secret.forest]",
    "import nothing": "error[E4",
    "limits pkg": "error[E445] submissions/accepted/",
    "hack fail.py gone.py --problem pkg": "[E431] gone.py",
    "hack fail.py": "[E437] fail.py",
    "hack fail.py --problem pkg --add nowhere": "[E433] nowhere",
    "hack fail.py --problem pkg --board gone.txt": "[E435] gone.txt",
    "hack fail.py --problem queens --board tree.txt": "[E410] queens",
    "hack fail.py three --problem pkg": "[E443] one file each",
    "hack fail.py --problem sums": "[E448]",
    "diff right.py right.py": "error[E443] the same bytes",
    "diff right.py nothing.py": "error[E441] neither a file nor a saved run",
    "cache empty": "'info', 'clear'",
    "completion tcsh": "'tcsh' is not one of 'bash', 'zsh', 'fish'",
    "help verdits": "did you mean verdicts?",
    "help Ranking": "did you mean ranking?",
    "help sumbit": "did you mean submit?",
    "help e106": "judge explain E106",
    "help ../../etc": "judge help lists the topics",
    "grade nowhere --problem pkg": "error[E461]",
    "grade class --problem nope": "error[E432]",
    "grade class": "--problem is missing",
    "grade . --problem pkg": "lies in the class itself",
    "grade class --problem pkg --out class/out": "lies in the class itself",
    "grade class --problem pkg --roster nope.csv": "error[E435]",
    "grade class --problem pkg --match none.csv": "error[E435]",
    "grade web: --problem pkg": "judge serve judges what is handed in on the web",
    "export class --problem pkg": "say what to write",
    "export class --problem pkg --canvas c.csv --gradebook g.csv": "error[E479]",
    "export web: --problem pkg --gradebook g.csv": "error[E506]",
    "export web: --problem pkg --gradebook g.csv --match m.csv": "--match is an option for a folder or zip",
    "export class --icpc cup --problem pkg": "leave the FOLDER|ZIP out",
    "export --icpc cup --gradebook a.csv --problem pkg": "--icpc writes a package, and --gradebook a class",
    "export --icpc cup --json a.json --problem pkg": "--icpc writes a package, and --json a class",
    "export --problem pkg": "[FOLDER|ZIP|web:] is missing",
    "export class --scoring --problem pkg": "are for --icpc DIR",
    "export class --icpc-version legacy --problem pkg": "are for --icpc DIR",
    "export class --time-limit 2 --problem pkg": "are for --icpc DIR",
    "export class --with-solutions --problem pkg": "are for --icpc DIR",
    "export --icpc cup --problem pkg --with-solutions": "solutions/pkg",
    "regrade --problem pkg": "say why it is done again",
    "regrade --problem pkg --apply": "error[E453]",
    "regrade --problem pkg --disturbed": "error[E453]",
    "regrade --problem pkg --student ada": "error[E453]",
    "regrade --problem pkg --case fuor": "close to it: four",
    "regrade --problem pkg --student ada --roster nope.csv": "error[E435]",
    "regrade --problem pkg --disturbed --apply": "name no part of it",
    "regrade --problem pkg --case four --cancel": "name no part of it",
    "mark class ada --problem pkg --points 15": "say why",
    "mark class ada --problem pkg --excuse": "say why",
    "mark class ada --problem pkg --excuse --points 3 --why x": "one of --points, --excuse and --clear",
    "mark class ada --problem pkg --why x": "--why belongs to",
    "mark class ada --problem pkg --points nan --why x": "number of points",
    "mark class ada --problem pkg --points=-1 --why x": "--points",
    "mark class eve --problem pkg --excuse --why x": "error[E485]",
    "mark web: ada --problem pkg --main x": "--main is an option for a folder or zip",
    "report fail.json --csv x.csv": "--csv is an option for a class",
    "report fail.json --problem pkg": "--problem is an option for a class",
    "report fail.json --roster r.csv": "--roster is an option for a class",
    "report class": "--problem is missing",
    "report gone.json": "gone.json can't be opened",
    "report fail.json": "fail.json can't be read as a run",
    "report fail.json --html class": "E475",
    "report web:": "error[E430]: --problem is missing",
    "similar nowhere": "error[E461]",
    "similar class --past nowhere": "error[E461]",
    "similar class --starter nowhere.py": "error[E494]",
    "similar class --roster nope.csv": "error[E435]",
    "similar class --html right.py/x": "error[E435]",
    "similar": "is missing",
    "similar web:": "error[E430]: --problem is missing",
    "similar class --problem pkg": "--problem is an option for web:",
    "submit nope.py --problem pkg": "error[E431]",
    "submit two --problem pkg": "it is not clear which file of two is run",
    "submit right.py --token-file x": "--to",
    "submit nope.py --to http://127.0.0.1:1": "error[E431]",
    "board nope": "error[E432]",
    "board --at tomorrow": "--at",
    "board --final": "--final is about a contest: give --contest FILE too",
    "board pkg --event-feed x": "--event-feed is about a contest",
    "board --html class": "E475",
    "board --contest contest.toml": "error[E449]: the key 'start' is missing",
    "board --contest contest.toml pkg": "do not go together",
    "board --contest contest.toml --rank": "--contest and --rank do not go together",
    "board --contest contest.toml --pseudonyms": "--contest and --pseudonyms do not go together",
    "board --contest contest.toml --html pages": "--contest and --html do not go together",
    "board --contest contest.toml --final --jury": "--final and --jury do not go together",
    "board --contest contest.toml --at soon": "'soon' is no time",
    "store info": "E435 there is no store here",
    "store backup x": "E435 there is no store here",
    "store forget x": "E435 there is no store here",
    "store package 1 x": "E435 there is no store here",
    "store prune --before yesterday": "'yesterday' is no date; write it as 2026-09-01",
    "store prune --before 2026-13-01": "'2026-13-01' is no date",
    "store prune --before 1": "'1' is no date",
}
# What needs no sandbox and no store, and ends otherwise.
LINES = [
    ("--help", 0, "Usage: run check show init explain validate"),
    ("--version", 0, "judge"),
    ("run --help", 0, "--problem --case --repeat --json --time-limit"),
    ("check input.txt good.txt", 0, "OK"),
    ("check input.txt loose.txt", 0, "OK W102 W104 W108"),
    ("check input.txt loose.txt --strict", 1, "error[E119]"),
    ("check input.txt bad.txt", 1, "error[E106] bad.txt"),
    ("check input.txt empty.txt", 1, "error[E101]"),
    ("check input.txt fail.txt", 3, "error[E302]"),
    ("show input.txt", 0, "DFS: 4 to place"),
    ("init lizards new.py", 0, "new.py is written judge run new.py"),
    ("explain E106", 0, "E106 two pieces attack each other"),
    ("explain e106", 0, "E106"),
    ("explain", 0, "E106 two pieces attack each other W101 TLE out of time"),
    ("explain wa", 0, "WA: wrong answer E106 two pieces attack each other"),
    ("board --rank", 0, "nobody has submitted anything yet"),
    ("completion bash", 0, "_JUDGE_COMPLETE=bash_complete"),
    ("completion zsh", 0, "_JUDGE_COMPLETE=zsh_complete"),
    ("completion fish", 0, "_JUDGE_COMPLETE=fish_complete"),
]


@pytest.fixture
def files(here: Path) -> Path:
    """A package, submissions, answers to a case, a class of one, and files that are none of these."""
    write_class({"ada": FAIL})
    four = case_text(4)
    texts = {
        **{"right.py": f"# judge: problem = pkg\n{RIGHT}", "silent.py": RIGHT, "fail.py": FAIL, "fail.json": "{}"},
        **{"two/a.py": FAIL, "two/b.py": FAIL, "three/a.py": RIGHT, "three/b.py": RIGHT},
        **{"contest.toml": 'name = "Cup"\n', "tree.txt": "DFS\n2\n1\n02\n00\n"},
        **{"input.txt": four, "good.txt": "OK\n0100\n0001\n1000\n0010\n", "bad.txt": "OK\n0100\n0010\n1000\n0001\n"},
        **{"loose.txt": "ok\r\n0100\r\n0001\r\n1000\r\n0010", "fail.txt": "FAIL\n", "empty.txt": ""},
    }
    general = 'title = "Sums"\npuzzle = "general"\n[groups.sample]\npoints = 0\n'
    texts |= {"testcases/sums/problem.toml": general, "testcases/sums/sample/one/input.txt": "1 2\n"}
    for folder in ("two", "three", "testcases/sums/sample/one"):
        Path(folder).mkdir(parents=True)
    for name, text in texts.items():
        Path(name).write_bytes(text.encode())
    Path("testcases/pkg/sample/six/answer.txt").unlink()
    return here


@pytest.mark.parametrize("words", WRONG, ids=lambda words: words[:60])
def test_wrong_use_is_told_and_changes_nothing(files: Path, cold: Call, words: str) -> None:
    before = contents(files)
    status, out, err = cold(*words.split())
    assert status == 2, out
    assert told(WRONG[words], err), err
    assert "Traceback" not in err
    assert "\x1b" not in out + err, "no colour in a pipe"
    assert contents(files) == before
    assert not stored_runs()


@pytest.mark.parametrize(("words", "status", "said"), LINES, ids=[line for line, _, _ in LINES])
def test_a_command_line(files: Path, cold: Call, words: str, status: int, said: str) -> None:
    found, out, err = cold(*words.split())
    assert (found, told(said, out)) == (status, True), out + err
    assert "\x1b" not in out + err


def contents(folder: Path) -> dict[Path, bytes]:
    """Return what lies in a folder, but for what the judge keeps for itself."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and ".judge" not in path.parts}


def told(words: str, said: str) -> bool:
    """Whether all of the words are there, however the lines were folded."""
    said = " ".join(said.split())
    return all(word in said for word in words.split())


def test_an_empty_word_is_no_name(here: Path, call: Call) -> None:
    for words in (("run", "x.py", "--save", ""), ("new", "", "--puzzle", "queens"), ("store", "prune", "--before", "")):
        assert call(*words)[0] == 2


def test_a_token_is_needed_and_nobody_is_there_to_ask(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    Path("mine.py").write_text(f"# judge: problem = pkg\n{RIGHT}")
    assert "error[E523]: a token is needed" in call("submit", "mine.py", "--to", "http://127.0.0.1:1")[2]
    monkeypatch.setenv("JUDGE_TOKEN", "A" * 22)
    said = call("submit", "mine.py", "--to", "http://127.0.0.1:1")[2]
    assert "error[E522]: 127.0.0.1:1 does not answer: Connection refused" in said


def test_ctrl_c_is_never_passed_over_in_silence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def press(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("judge.cli.new.write_starter", press)
    status, out, err = call("init", "lizards", "mine.py")
    assert (status, out, err.split()) == (130, "", ["interrupted"])


# --- options that commands share ------------------------------------------------------------------------------------
STRANGERS = ("grade", "regrade", "board", "serve")  # whose code these run
RUNNING = ("run", "watch", "diff", "limits", "hack", "submit", "validate", *STRANGERS)


def running(options: Words, found: list[RunOptions]) -> click.Command:
    """A command with these options of a run."""

    def called(options: RunOptions) -> None:
        found.append(options)

    called.__annotations__["options"] = Annotated[RunOptions, options]
    return as_command(called)


def asked(*words: str, strangers: bool = False) -> RunOptions:
    """The options that a command gets for these words."""
    found: list[RunOptions] = []
    done = CliRunner().invoke(running(run_options(strangers=strangers), found), words)
    assert done.exit_code == 0, done.output
    [options] = found
    return options


def test_every_option_of_a_run_arrives() -> None:
    assert asked() == RunOptions()
    assert (asked().trust, asked(strangers=True).trust) == (True, False), "one's own code always is"
    words = ["--repeat", "3", "-j", "2", "--cores", "0,1", "--share-core", "--sandbox", "plain", "--trust-submissions"]
    machine = Machine("0,1", "plain", share_core=True, wait_s=120.0)
    assert asked(*words, "--wait", "2m", strangers=True) == RunOptions(3, 2, True, machine=machine)


@pytest.mark.parametrize("name", RUNNING)
def test_commands_that_run_submissions_have_the_same_options(name: str) -> None:
    declared = {param.name: param.to_info_dict() for param in commands.all_commands()[name].params}
    strangers = name in STRANGERS
    shared = run_options(strangers=strangers, repeat={"diff": REPEAT, "limits": 3}.get(name, 1))
    for param in running(shared, []).params:
        if param.name != "repeat" or name not in ("board", "hack"):  # they do something else with it
            assert declared[param.name] == param.to_info_dict()
    assert ("trust" in declared) == strangers


def test_no_other_command_runs_submissions() -> None:
    repeating = {name for name, one in commands.all_commands().items() if any(p.name == "jobs" for p in one.params)}
    assert repeating == {*RUNNING, "worker"}, "worker runs them for another host"
    [repeat] = [option for option in regrade.params if option.name == "repeat"]
    assert isinstance(repeat.type, click.IntRange)
    assert repeat.type.max == Conditions.MOST_REPEAT, "those that are known"


LENGTHS = {"90": 90, "60s": 60, "2m": 120, "0": 0, "1.5 m": 90, "0.5": 0.5}


@pytest.mark.parametrize("text", [*LENGTHS, "", "s", "1h", "-1", "1e9", "nan", "inf", "1 2", "99999999", "\uff12m"])
def test_a_length_of_time(text: str) -> None:
    if text in LENGTHS:
        assert Duration().convert(text, None, None) == LENGTHS[text]
    else:
        with pytest.raises(click.BadParameter, match="write 90, 60s or 2m"):
            Duration().convert(text, None, None)


@pytest.mark.parametrize(
    ("words", "budget_s"), [((), None), (("--rank",), BUDGET_S), (("--rank", "--budget", "2m"), 120.0)]
)
def test_a_budget_is_for_rank(words: tuple[str, ...], budget_s: float | None) -> None:
    with run.make_context("run", list(words)) as context:
        way = Way(**{name: context.params[name] for name in Way.__struct_fields__})
    assert way.budget_s == budget_s


# --- what went -------------------------------------------------------------------------------------------------------
GONE = tomllib.loads((Path(judge.__file__).parent / "gone.toml").read_text(encoding="utf-8"))
KINDS = ("command", "option", "key", "passed-over", "value", "file", "topic", "code")


def command(words: list[str]) -> click.Command | None:
    """Return the command of these words, None where there is none."""
    found: click.Command | None = commands
    for word in words:
        found = found.get_command(click.Context(found), word) if isinstance(found, click.Group) else None
    return found


def test_every_table_is_one_that_is_read() -> None:
    assert tuple(GONE) == KINDS
    assert all(text.strip() for table in GONE.values() for text in table.values())


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in ("command", "option") for name in GONE[kind]])
def test_what_went_is_refused_with_its_successor(kind: str, name: str, call: Call) -> None:
    *words, option = name.split()
    of = command(words) if kind == "option" else None
    if kind == "command":
        assert command(name.split()) is None
    elif of is None:
        return  # its command went too
    else:
        assert option not in {name for param in of.params for name in param.opts}
    status, out, err = call(*name.split())
    assert (status, "E430" in out + err) == (2, True)
    assert told(GONE[kind][name], out + err)


def test_keys_topics_and_codes_that_went_are_nowhere() -> None:
    keys = {field.name for field in msgspec.structs.fields(TopKeys)}
    assert not keys & {*GONE["key"], *GONE["passed-over"]}
    topics = {name for names in TOPICS.values() for name in names}
    assert not topics & GONE["topic"].keys()
    assert {name for name in GONE["topic"].values() if " " not in name} <= topics
    assert not codes().keys() & GONE["code"].keys()


@pytest.mark.parametrize("name", GONE["value"])
def test_a_value_that_went_is_refused_with_its_successor(name: str, tmp_path: Path) -> None:
    key, _, value = name.partition(" ")
    (tmp_path / "problem.toml").write_text(f'{key} = "{value}"\n{TOML}')
    error = refused(read_manifest, tmp_path)
    assert (error.code, error.help) == ("E422", GONE["value"][name])
    assert f"{tmp_path / 'problem.toml'} line 1" in str(error.place)


@pytest.mark.parametrize("name", ["developing", "field", "terms", *GONE["code"]])
def test_a_topic_or_code_that_went_names_its_successor_or_is_it(name: str, call: Call) -> None:
    successor, word = (GONE["topic"] | GONE["code"])[name], "help" if name in GONE["topic"] else "explain"
    if word == "help" and " " not in successor:
        assert call(word, name) == call(word, successor)
    else:
        status, out, err = call(word, name)
        assert (status, told(successor, out + err)) == (2, True)
