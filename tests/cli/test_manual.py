"""`judge --help` and `judge help`: what is listed where, how a topic looks in a pipe and on a terminal."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli import manual
from judge.cli.command_table import COMMANDS
from judge.cli.main import commands
from judge.cli.serve import serve
from tests.cli.handed_in import JUDGE
from tests.manual import ROOT, TOPICS, blocks
from tests.terminal import raw_output
from tests.web.running import started, until

SUMMARY = 55
HEAVY = {"numpy", "numba", "hypothesis", "jinja2", "starlette", "distributed", "sqlite3", "rich.live"}
LISTED = list(chain(*manual.TOPICS.values()))
FEW = ("package", "ranking", "serve")  # with lists, tables and long lines of code


def call(*words: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(commands, words, prog_name="judge")


def on_a_terminal(*words: str, rows: int) -> str:
    """What a terminal of 80 columns gets; its pager puts a mark before each line."""
    settings = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": str(rows), "PAGER": "sed s/^/PAGED/"}
    return raw_output([*JUDGE, *words], ("NO_COLOR", "FORCE_COLOR"), **settings)


# --- the commands ---------------------------------------------------------------------------------------------------
def test_every_command_is_listed_for_one_reader() -> None:
    assert sorted(chain(*COMMANDS.values())) == sorted(commands.all_commands())
    said = call("--help").output
    heads = re.findall(r"^(\w+):$", said, flags=re.MULTILINE)
    assert heads == ["Options", *COMMANDS]


def test_every_summary_is_short_and_whole() -> None:
    said = call("--help").output
    assert max(map(len, said.splitlines())) <= 80
    width = max(map(len, commands.all_commands()))
    for name, command in commands.all_commands().items():
        summary = command.get_short_help_str(limit=1000)
        assert 0 < len(summary) <= SUMMARY, name
        assert f"  {name.ljust(width)}  {summary}\n" in said
    assert "..." not in said.replace("[ARGS]...", "")


# --- the topics -----------------------------------------------------------------------------------------------------
def test_every_topic_is_listed_once() -> None:
    assert sorted(LISTED) == sorted(TOPICS)


def test_every_topic_says_what_it_is_about() -> None:
    said = call("help").output
    assert max(map(len, said.splitlines())) <= 80
    for name, text in TOPICS.items():
        head = re.fullmatch(rf"# {name}: (.+)", text.splitlines()[0])
        assert head is not None, name
        assert len(head[1]) <= SUMMARY
        assert f"  {name.ljust(max(map(len, LISTED)))}  {head[1]}\n" in said


@pytest.mark.parametrize("name", LISTED)
def test_a_topic_in_a_pipe_is_plain_and_whole(name: str) -> None:
    done = call("help", name)
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert "\x1b" not in done.output
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if line.endswith((" ", "…")) or "```" in line or "**" in line]
    for block in re.findall(r"^```\w+\n(.*?)^```$", TOPICS[name], flags=re.MULTILINE | re.DOTALL):
        for line in filter(None, block.splitlines()):
            assert f"  {line}" in lines, "code is neither folded nor cut"


def test_the_name_of_a_command_shows_its_options() -> None:
    done = call("help", "run")
    assert done.exit_code == 0
    assert done.output.startswith("Usage: judge run [OPTIONS]")
    assert done.output == call("run", "--help").output


def test_a_topic_that_is_called_like_a_command_says_how_to_see_its_options() -> None:
    both = {"export", "report", "serve", "store"}
    assert set(LISTED) & set(commands.all_commands()) == both
    for name in both:
        assert f"judge {name} --help" in " ".join(call("help", name).output.split())


@pytest.mark.parametrize("name", FEW)
def test_a_narrow_terminal_folds_and_cuts_nothing(name: str) -> None:
    """Letter by letter, as words are folded, and columns stand beside one another."""
    narrow, wide = (
        Counter(re.sub(r"[\s─]", "", CliRunner(env={"COLUMNS": str(width)}).invoke(commands, ["help", name]).output))
        for width in (40, 200)
    )
    assert narrow == wide


# --- on a terminal --------------------------------------------------------------------------------------------------
def test_a_terminal_gets_colour_and_a_pager_only_for_what_is_longer() -> None:
    whole = on_a_terminal("help", "store", rows=200)
    assert "PAGED" not in whole
    assert "\x1b[" in whole
    paged = on_a_terminal("help", "store", rows=10)
    assert paged.startswith("PAGEDstore: what was judged, kept for years")
    for line in call("help", "store").output.splitlines():
        assert f"PAGED{line}\r\n" in paged


def test_help_loads_nothing_heavy() -> None:
    for words in (["--help"], ["run", "--help"], ["help"], ["help", "ranking"]):
        command = [sys.executable, "-X", "importtime", *JUDGE[1:], *words]
        loud = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, cwd=ROOT)
        loaded = {line.split("|")[-1].strip() for line in loud.stderr.splitlines() if line.startswith("import time:")}
        assert "judge.cli.main" in loaded
        assert not HEAVY & loaded


# --- what is installed ----------------------------------------------------------------------------------------------
def test_a_wheel_holds_every_topic() -> None:
    """The first command of the README, which a slow test runs, installs one for true."""
    package = ROOT / "judge"
    globs = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["judge"]
    packed = {path for glob in globs for path in package.glob(glob)}
    assert {Path(manual.HELP, f"{name}.md") for name in LISTED} <= packed


# --- `judge help serve` holds ----------------------------------------------------------------------------------------
TEXT = TOPICS["serve"]
[UNIT] = blocks(TEXT, "ini")
[CONTAINERFILE] = blocks(TEXT, "dockerfile")
NGINX, SIGN_ON = blocks(TEXT, "nginx")


def lines(text: str) -> list[str]:
    """The lines of a block; one that ends in a backslash goes on in the next."""
    return re.sub(r"\\\n\s*", "", text).splitlines()


def words_of_serve() -> list[list[str]]:
    """What `judge serve` is called with in commands that are not run: on the terminal, by systemd, in a container."""
    found = [line for block in blocks(TEXT, "console") for line in lines(block)] + lines(UNIT)
    calls = [line.partition(" serve ")[2] for line in found if re.search(r"\bjudge serve ", line)]
    contained = [line.partition(" judge-web ")[2] for line in found if line.startswith("docker run ")]
    return [shlex.split(line) for line in calls] + [["--host", "0.0.0.0", *shlex.split(line)] for line in contained]


@pytest.mark.parametrize("words", words_of_serve(), ids=" ".join)
def test_its_calls_are_understood(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with serve.make_context("serve", list(words)) as context:
        from judge.cli.serve import _Asked

        asked = _Asked(**{name: context.params[name] for name in _Asked.__struct_fields__})
    assert asked.settings().address


def test_each_kind_of_call_is_there() -> None:
    assert len(words_of_serve()) == 6


def test_nginx_sets_what_the_site_believes() -> None:
    assert NGINX.count("{") == NGINX.count("}")
    said = dict(re.findall(r"proxy_set_header (\S+) (\S+);", NGINX))
    assert said["X-Forwarded-For"] == "$remote_addr", "what a visitor sends under this name does not pass"
    assert {"Host", "X-Forwarded-Proto"} < set(said)
    assert "proxy_pass http://127.0.0.1:8000/;" in NGINX
    assert "access_log off;" in NGINX
    assert "proxy_set_header X-User $who;" in SIGN_ON


def test_the_container_installs_extras_that_there_are_and_starts_what_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    [extras] = re.findall(r"pip install --no-cache-dir '/src\[([a-z,]+)\]'", CONTAINERFILE)
    assert set(extras.split(",")) <= set(project["optional-dependencies"])
    assert project["scripts"] == {"judge": "judge.__main__:main"}
    [entry] = re.findall(r"^ENTRYPOINT (\[.*\])$", CONTAINERFILE, re.MULTILINE)
    assert shlex.split(entry.strip("[]").replace(",", " "))[:2] == ["judge", "serve"]
    assert "serve" in commands.all_commands()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    there = UNIT.replace("/opt/judge/bin/judge", sys.executable)
    (tmp_path / "judge.service").write_text(there.replace("User=judge", "User=root").replace("/srv/judge", "/"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "judge.service")], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if "judge.service" in line]
    assert (done.returncode, complaints) == (0, []), done.stderr


@pytest.mark.slow
def test_its_first_steps_and_the_health_check_of_the_container(tmp_path: Path) -> None:
    [first, *_] = [line for block in blocks(TEXT, "console") for line in lines(block) if "judge serve" in line]
    with started(tmp_path, "--share-core", *shlex.split(first)[2:]) as site:
        until(site.well)
        shown = re.sub(r"in/\S+", "in/AbCdEfGh...", site.said.replace(str(site.port), "8000"))
        assert shown.splitlines()[:2] == blocks(TEXT, "text")[0].splitlines()
        [check] = [line for line in lines(CONTAINERFILE) if line.startswith("HEALTHCHECK")]
        command = check.removeprefix("HEALTHCHECK CMD python").replace(":8000", f":{site.port}")
        assert subprocess.run(["sh", "-c", sys.executable + command], check=False).returncode == 0
        assert site.stop() == 0
        assert subprocess.run(["sh", "-c", sys.executable + command], check=False, capture_output=True).returncode == 1
