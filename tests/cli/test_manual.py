"""`judge --help` and `judge help`: what is listed where, how a topic looks in a pipe and on a terminal."""

from __future__ import annotations

import functools
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.handed_in import JUDGE
from tests.commands import Call, listed_in, ran, summaries
from tests.manual import TOPICS, blocks
from tests.terminal import raw_output
from tests.test_architecture import loaded_by
from tests.web.running import started, until

SUMMARY = 55
HEAVY = {"numpy", "numba", "hypothesis", "jinja2", "starlette", "distributed", "sqlite3", "rich.live"}

COLOUR = re.compile(r"\x1b\[(?:[0-9]+;)*(?:3[0-8]|4[0-8]|9[0-7])(?:;[0-9]+)*m")
CALL = Call(80)


@functools.cache
def topic(name: str) -> str:
    """What a pipe gets of a topic."""
    return CALL.done("help", name)


def on_a_terminal(*words: str, rows: int, **extra: str) -> str:
    """What a terminal of 80 columns gets; its pager puts a mark before each line."""
    settings = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": str(rows), "PAGER": "sed s/^/PAGED/", **extra}
    return raw_output([*JUDGE, *words], ("NO_COLOR", "FORCE_COLOR"), **settings)


# --- the commands ---------------------------------------------------------------------------------------------------
def test_every_command_is_listed_with_the_first_line_of_its_help() -> None:
    said = CALL.done("--help")
    assert re.findall(r"^(\w+):$", said, flags=re.MULTILINE) == ["Options", "Students", "Hosts", "Instructors", "Help"]
    assert max(map(len, said.splitlines())) <= 80
    for name, summary in summaries().items():
        assert len(summary) <= SUMMARY, name
        assert f"\n\n  {summary}\n" in CALL.done(name, "--help")


# --- the topics -----------------------------------------------------------------------------------------------------
def test_every_topic_says_what_it_is_about() -> None:
    said = CALL.done("help")
    assert max(map(len, said.splitlines())) <= 80
    listed = listed_in(said)
    assert sorted(listed) == sorted(TOPICS)
    for name, text in TOPICS.items():
        assert text.splitlines()[0] == f"# {name}: {listed[name]}"
        assert len(listed[name]) <= SUMMARY


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_in_a_pipe_is_plain_and_whole(name: str) -> None:
    said = topic(name)
    lines = said.splitlines()
    assert "\x1b" not in said
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if line.endswith((" ", "…")) or "```" in line or "**" in line]
    for block in re.findall(r"^```\w+\n(.*?)^```$", TOPICS[name], flags=re.MULTILINE | re.DOTALL):
        for line in filter(None, block.splitlines()):
            assert f"  {line}" in lines, "code is neither folded nor cut"


def test_a_topic_that_is_called_like_a_command_says_how_to_see_its_options() -> None:
    both = {"export", "report", "serve", "store"}
    assert {*TOPICS} & {*summaries()} == both
    for name in both:
        assert f"judge {name} --help" in " ".join(topic(name).split())


@pytest.mark.parametrize("name", ["package"])  # with lists, tables and long lines of code
def test_a_narrow_terminal_folds_and_cuts_nothing(name: str) -> None:
    """Letter by letter, as words are folded, and columns stand beside one another."""
    narrow, wide = (Counter(re.sub(r"[\s─]", "", Call(width).done("help", name))) for width in (40, 200))
    assert narrow == wide


# --- on a terminal --------------------------------------------------------------------------------------------------
def test_a_terminal_gets_colour_unless_it_wants_none_and_a_pager_for_what_is_longer() -> None:
    whole, plain = (on_a_terminal("help", "store", rows=200, **how) for how in ({}, {"NO_COLOR": "1"}))
    assert "PAGED" not in whole
    assert [bool(COLOUR.search(one)) for one in (whole, plain)] == [True, False]
    paged = on_a_terminal("help", "store", rows=10)
    assert paged.startswith("PAGEDstore: what was judged, kept for years")
    for line in topic("store").splitlines():
        assert f"PAGED{line}\r\n" in paged


@pytest.mark.parametrize("words", ["run --help", "help ranking"])
def test_help_loads_nothing_heavy(words: str) -> None:
    ends = "try: entry_point()\nexcept SystemExit: pass"
    loaded = loaded_by(f"import sys; sys.argv = 'judge {words}'.split()\nfrom judge.cli import entry_point\n{ends}")
    assert "click" in loaded
    assert not HEAVY & loaded


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
def test_the_calls_of_serve_are_understood(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All the way to cores that there are not."""
    monkeypatch.chdir(tmp_path)
    CALL.refused("E440", "serve", *words, "-j", "1024")


def test_nginx_sets_what_the_site_believes() -> None:
    assert NGINX.count("{") == NGINX.count("}")
    said = dict(re.findall(r"proxy_set_header (\S+) (\S+);", NGINX))
    assert said["X-Forwarded-For"] == "$remote_addr", "what a visitor sends under this name does not pass"
    assert {"Host", "X-Forwarded-Proto"} < set(said)
    assert "proxy_pass http://127.0.0.1:8000/;" in NGINX
    assert "access_log off;" in NGINX
    assert "proxy_set_header X-User $who;" in SIGN_ON


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    there = UNIT.replace("/opt/judge/bin/judge", sys.executable)
    (tmp_path / "judge.service").write_text(there.replace("User=judge", "User=root").replace("/srv/judge", "/"))
    done = ran("systemd-analyze", "verify", str(tmp_path / "judge.service"))
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
