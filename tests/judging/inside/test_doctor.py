"""What the doctor says of a host, and what to do about it, on made-up machines: no test knows the governor of this one.

An inside, because it is hard: of all that it may say this host shows a line.
"""

from __future__ import annotations

import json
import platform
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from judge.judging import Worker, doctor
from judge.model import Check, Verdict
from judge.sandbox import Numba, Sandbox, Surroundings
from tests.boxed import problem_of
from tests.conftest import MakeSubmission, there
from tests.judging.make import facts_of, rows_of
from tests.make import files
from tests.problems.told import hold

POLICY = "sys/devices/system/cpu/cpu0/cpufreq"
TEE = "sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.sandbox.machine.measure_machine", lambda _: 0.0123)


def examined(root: Path, facts: dict[str, str]) -> list[Check]:
    files(root, {"proc/cpuinfo": "processor : 0\nmodel name : a CPU\n", **facts})
    return list(doctor.host_class(0, root, root / "calibration.json"))


def test_it_names_the_class_and_the_figure_and_keeps_it(tmp_path: Path) -> None:
    assert examined(tmp_path, {}) == [Check("host class", "ok", "a CPU; calibration 12.30 ms")]
    assert [one["calibration_s"] for one in json.loads((tmp_path / "calibration.json").read_text())] == [0.0123]


@pytest.mark.parametrize("governor", ["powersave", "schedutil"])
def test_a_governor_that_lets_times_wander_is_told_with_its_cure(tmp_path: Path, governor: str) -> None:
    facts = {f"{POLICY}/scaling_governor": f"{governor}\n", "proc/self/status": "Uid:\t1000\t1000\t1000\t1000\n"}
    ok, warning = examined(tmp_path, facts)
    assert ok.found == f"a CPU, governor {governor}; calibration 12.30 ms"
    assert (warning.name, warning.state) == ("governor", "warning")
    assert warning.found == f"{governor}: the clock rate changes, and times with it"
    assert warning.mend == Check.Repair(command=f"echo performance | {TEE}")
    _, warning = examined(tmp_path, {f"{POLICY}/scaling_available_governors": "powersave schedutil\n"})
    assert warning.mend is None, "no cure is told that the machine does not have"


def test_a_numba_that_lacks_a_hook_is_told_in_one_line_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = "numba.core.codegen.JITCodeLibrary._shared_module"
    monkeypatch.setattr("judge.sandbox.host.missing_hooks", lambda: (inside, "numba.core.event.register"))
    (check,) = doctor.kept_kernels(Numba(""))
    assert (check.name, check.state) == ("kernels", "warning")
    assert inside in check.found
    assert f"numba {version('numba')}" in check.found
    assert check.mend
    assert "0.63 to 0.68" in check.mend.words
    assert check.mend.command == f"{sys.executable} -m pip install 'numba==0.68.*'"


@pytest.mark.parametrize("kernel", ["fast_attack", "fast_in_line"])
def test_a_fast_rule_that_sees_nothing_is_told(monkeypatch: pytest.MonkeyPatch, kernel: str) -> None:
    monkeypatch.setattr(f"judge.problems.kernels.{kernel}", lambda *_: None)
    check = doctor.fast_rules(Numba(""))
    assert (check.name, check.state) == ("rules", "missing")
    assert kernel in check.found
    assert "pip install" in there(check.mend).command


def test_an_interpreter_that_fails_in_the_box_is_told_without_vain_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = SimpleNamespace(language="Python 2", there=True, runs=[], faults={"plain": "no encodings"}, repair="")
    monkeypatch.setattr(doctor, "try_languages", lambda: [tried])
    assert [*doctor._compilers()] == [Check("Python 2", "warning", "not in plain: no encodings")]


def test_the_quick_checks_come_first() -> None:
    checks = list(islice(doctor.examine(), 5))
    assert [one.name for one in checks] == ["python", "sandbox namespaces", "sandbox landlock", "counting", "cores"]
    assert {one.state for one in checks} <= {"ok", "warning", "missing"}
    assert checks[0].state == "ok"
    assert platform.python_version() in checks[0].found
    for one in checks:
        assert one.found
        assert one.mend is None or one.state != "ok"


# --- a numba that can't be imported ----------------------------------------------------------------------------------
WHY = "ImportError: Numba needs NumPy 2.3 or less. Got NumPy 9.9."


@pytest.fixture
def unfit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A numba before all others that is of no use."""
    files(tmp_path, {"numba/__init__.py": f"raise ImportError({WHY.partition(': ')[2]!r})"})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setitem(Sandbox.ENVIRONMENT, "PYTHONPATH", str(tmp_path))


@pytest.mark.usefixtures("unfit")
def test_a_numba_that_can_not_be_imported_is_the_first_line() -> None:
    check = next(iter(doctor.examine()))
    assert (check.name, check.state) == ("python", "missing")
    assert check.found.endswith(WHY)
    assert check.mend
    assert "pip install" in check.mend.command


@pytest.mark.usefixtures("unfit")
def test_a_run_says_that_it_can_not_be_imported_and_not_to_run_it_again(submission: MakeSubmission) -> None:
    with Sandbox(warm=False) as own:
        prepared = Worker(own).prepare(problem_of(), submission())
    assert prepared.finding is not None
    assert (prepared.verdict, prepared.finding.code, prepared.finding.note) == (Verdict.JE, "E312", WHY)
    assert "again" not in prepared.finding.help


# --- What to do about a host -----------------------------------------------------------------------------------------
NO_NAMESPACES = "namespaces: [Errno 1] make a user namespace: Operation not permitted"
NO_LANDLOCK = "landlock: [Errno 38] this kernel has no Landlock (it came with Linux 5.13, and can be switched off)"
TABLE = rows_of("inside/hosts.toml")
HOSTS = {name: Surroundings(**facts_of(TABLE["kinds"][kind] | facts)) for name, (kind, facts) in TABLE["hosts"].items()}


def repairs(at: Surroundings) -> Iterator[tuple[str, Check.Repair]]:
    """What may be lacking, and what to do about it there."""
    python = str(Path("/opt/py/bin/python").resolve())
    yield "namespaces", there(doctor.for_namespaces(at, NO_NAMESPACES, python))
    yield "namespaces, for all", there(doctor.for_namespaces(at, NO_NAMESPACES, "/usr/bin/no-such-python"))
    yield "Landlock", there(doctor.for_landlock(at, NO_LANDLOCK))
    yield "counting", doctor.for_counting(at)
    yield "not root", doctor.for_root(at, "no other user can be given")
    yield "not root", doctor.for_root(at, "others can't reach this Python")
    if clock := doctor.for_governor(at):
        yield "clock", clock


def test_what_mends_a_host_is_kept() -> None:
    """repairs.txt has of all that may be lacking the words and the command, and the hosts that are told so."""
    told: dict[str, list[str]] = defaultdict(list)
    for name, at in HOSTS.items():
        assert doctor.for_landlock(at, NO_LANDLOCK) == doctor.for_namespaces(at, NO_LANDLOCK)
        for lacks, one in repairs(at):
            told[f"{lacks} | {one.words} | {one.command}"].append(name)
    hold(Path(__file__).with_name("repairs.txt"), (f"{one}  <=  {', '.join(told[one])}" for one in sorted(told)))


def test_a_shell_reads_each_command_whole_and_as_it_is() -> None:
    commands = {one.command for host in HOSTS.values() for _, one in repairs(host)} - {""}
    for command in commands:
        outside_of_quotes = re.sub(r"'[^']*'", "''", command)
        assert not re.search(r"\.\.\.|\n|  |[();#<>]", outside_of_quotes), command
        assert re.match(r"(sudo )?(docker|podman|echo|printf|sysctl|systemd-run) ", command)
    done = subprocess.run(["bash", "-n", "-c", "\n".join(commands)], check=True, capture_output=True)
    assert done.stderr == b""


@pytest.mark.parametrize("python", ["/opt/py/bin/python", "/opt/it's 100% new/python"])
def test_the_profile_is_printed_whole_by_a_shell(python: str) -> None:
    command, _, _ = there(doctor.for_namespaces(HOSTS["AppArmor"], NO_NAMESPACES, python)).command.partition(" | ")
    printed = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout
    path = Path(python).resolve()
    assert printed == f'abi <abi/4.0>,\nprofile judge "{path}" flags=(unconfined) {{\n  userns,\n}}\n'
    if shutil.which("apparmor_parser") and Path("/etc/apparmor.d/abi/4.0").exists():
        subprocess.run(["apparmor_parser", "-QK"], input=printed, text=True, check=True)
