"""`judge help serve` holds: its commands are understood, its unit and its Containerfile do what is said."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from judge.cli.main import commands
from judge.cli.serve import serve
from tests.manual import ROOT, TOPICS, blocks
from tests.web.running import started, until

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
