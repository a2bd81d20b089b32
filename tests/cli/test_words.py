"""The words of all commands: what is wrong use, the options that commands share, and what went."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path
from unittest.mock import Mock

import pytest

import judge
from judge.errors import codes
from judge.store import Store
from tests.cli.handed_in import FAIL, edit, stored_runs, write_class
from tests.commands import Call, listed_in, options, summaries
from tests.conftest import RIGHT
from tests.make import case_text
from tests.manual import TOPICS

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
    "run right.py --problem pkg --rank --budget 1h": "write 90, 60s or 2m",
    "run right.py --problem pkg --rank --budget 1e9": "write 90, 60s or 2m",
    "run right.py --problem pkg --rank --budget nan": "write 90, 60s or 2m",
    "run right.py --problem pkg --rank --budget \uff12m": "write 90, 60s or 2m",
    "run right.py --problem pkg --rank --budget 99999999": "write 90, 60s or 2m",
    "regrade --problem pkg --repeat 1001": "--repeat: 1001 is not in the range",
    "answers queens": "error[E435] queens came with the judge, and is not changed",
    "generate queens": "error[E435] queens came with the judge, and is not changed",
    "limits queens fail.py --write": "error[E435] queens came with the judge, and is not changed",
    "hack fail.py --problem queens --add": "error[E435] cp -r testcases/",
    "serve --url judge.example.edu": "is no address",
    "serve --url https://a.edu/?x": "is no address",
    "serve --url https://me@a.edu/": "is no address",
    'serve --url https://a.edu/"><b>': "is no address",
    "serve --proxy here": "is no address",
    "serve --host 0.0.0.0": "say with --url",
    "serve --user-header X-User": "name the proxies",
    "serve --user-header X_User --proxy 127.0.0.1": "can't say who asks",
    "serve --user-header Authorization --proxy 127.0.0.1": "can't say who asks",
    "serve -j 1024": "error[E440]",
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
    ("explain", 0, "E106 W101 E525 TLE"),
    ("explain wa", 0, "WA: E106 E113"),
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


def test_ctrl_c_is_never_passed_over_in_silence(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "__init__", Mock(side_effect=KeyboardInterrupt))
    status, out, err = call("board", "pkg")
    assert (status, out, err.split()) == (130, "", ["interrupted"])


# --- options that commands share ------------------------------------------------------------------------------------
STRANGERS = {"grade", "regrade", "board", "serve"}  # whose code these run
RUNNING = {"run", "watch", "diff", "limits", "hack", "submit", "validate", *STRANGERS}


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
