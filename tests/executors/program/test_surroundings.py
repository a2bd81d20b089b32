"""What a program finds around it in its box, in every tier, is what the manual lists."""

from __future__ import annotations

import json
import os
import pwd
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.model import Limits
from judge.sandbox import TIERS, Bounds, Sandbox, protocol
from tests.as_user import passes_as_ordinary_user
from tests.boxed import kept, of_tier, problem_of, python, ran
from tests.conftest import MakeSubmission, there
from tests.executors.make import PROGRAMS, rows_of
from tests.manual import TOPICS

LENGTHS = (2).to_bytes(8, "little") * 2  # of its file and of its stdin
ROOMY = Limits(time_limit=2.0, memory=512, output=1, compilation_time=20, processes=16)


# --- what lies below /tmp ---------------------------------------------------------------------------------------------


def test_tmp_can_be_written_where_an_interpreter_lies_below_it() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        inner = Path(folder, "inner")
        inner.mkdir()
        (inner / "file").write_text("seen")
        Path(folder).chmod(0o755)
        with of_tier("namespaces", warm=False, extra=[str(inner)]) as own:
            home = kept(own, {"main.py": PROGRAMS["below_tmp"].encode()})
            job = protocol.Job(False, command=(sys.executable, "-I", f"{home.source}/main.py", folder))
            for _ in range(2):
                with own.start(home, ROOMY, job) as box:
                    facts = box.run(b"", Bounds(ROOMY.stop_s, ROOMY.stop_wall_s, 0))
                assert facts.status == 0, facts.stderr
        assert [path.name for path in Path(folder).iterdir()] == ["inner"]


# --- the table of `judge help program` --------------------------------------------------------------------------------
PROBES = rows_of("program/surroundings.toml")
PROBING = f"PROBES = {[*PROBES.values()]!r}\n{PROGRAMS['probing']}"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in re.findall(r"^\| it may use [^#]*?\n\n", TOPICS["program"], re.MULTILINE)[0].strip().splitlines()
]
HEAD, _, *TABLE = ROWS


def is_nameless(row: Sequence[str], tier: str) -> bool:
    """Say whether this row is about the name of a user who has none on this host, as the spare one of tests."""
    known = {user.pw_uid for user in pwd.getpwall()}
    return row[0].startswith("`/etc/passwd`") and tier == "plain" and os.getuid() not in known


def test_each_row_of_the_manual_has_a_probe() -> None:
    assert [row[0] for row in TABLE] == list(PROBES)
    assert {cell for row in TABLE for cell in row[1:4]} == {"yes", "no"}


def test_a_program_finds_what_the_manual_says(each_tier: Sandbox) -> None:
    home = each_tier.keep({"main.py": PROBING.encode()}, ["input.txt"])
    assert isinstance(home, protocol.Home), home
    python = (sys.executable, "-I", f"{home.source}/main.py")
    job = protocol.Job(False, command=python, input="input.txt", output="output.txt")
    with each_tier.start(home, ROOMY, job) as box:
        facts = box.run(LENGTHS + b"4\n4\n", Bounds(ROOMY.stop_s, ROOMY.stop_wall_s, 0))
    assert facts.status == 0, facts
    tier = each_tier.tier
    for row, why_not in zip(TABLE, json.loads(facts.stdout.splitlines()[-1]), strict=True):
        assert ("no" if why_not else "yes") == row[HEAD.index(tier)] or is_nameless(row, tier), (row[0], why_not)


def test_a_function_finds_what_the_manual_says(each_tier: Sandbox, submission: MakeSubmission) -> None:
    run, tier = ran(each_tier, submission(PROBING), problem_of(limits=ROOMY)), each_tier.tier
    holds = {TABLE[int(at)][0] for at in re.findall(r"\d+", there(run.finding).message)}
    for first, *tiers, function in TABLE:
        wanted = tiers[TIERS.index(tier)] == "yes"
        if function == "no" or (function == "not in `namespaces`" and tier == "namespaces"):
            wanted = False
        assert (first in holds) == wanted or is_nameless([first], tier), first


def test_the_limits_that_the_manual_names_are_those_of_a_box(sandbox: Sandbox, submission: MakeSubmission) -> None:
    limits = Sandbox.rlimits(ROOMY)
    text = " ".join(TOPICS["program"].split())
    assert f"{limits['RLIMIT_NOFILE']} files can be open" in text
    assert f"at most {limits['RLIMIT_FSIZE'] >> 20} MiB" in text
    assert f"stack has {limits['RLIMIT_STACK'] >> 20} MiB" in text
    room = there(re.search(rf"room for {Sandbox.BOX_BYTES >> 20} MiB in ([0-9,]+) files", text))
    if sandbox.tier != "namespaces":
        return
    most = int(room[1].replace(",", ""))
    body = f"for number in range(2 * {most}):\n    try: open(str(number), 'w').close()\n"
    body += "    except OSError: break\nsys.exit(f'made {number}')"
    finding = there(ran(sandbox, submission(python(body), "hw1.py"), problem_of(limits=ROOMY)).finding)
    assert int(there(re.search("made ([0-9]+)", f"{finding}"))[1]) in range(most - 50, most + 1)


if hasattr(os, "geteuid") and os.geteuid() == 0:  # an ordinary user has just run all of the above as one

    @pytest.mark.slow
    @pytest.mark.timeout(300)
    def test_all_of_it_is_there_for_an_ordinary_user_too() -> None:
        passes_as_ordinary_user([__file__])
