"""What the doctor says of a host, and what to do about it, on made-up machines: no test knows the governor of this one.

An inside, because it is hard: of all that it may say this host shows a line.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest

from judge.judging import Worker, doctor
from judge.model import Check, Verdict
from judge.sandbox import Numba, Sandbox, Surroundings
from judge.submissions import Language
from tests.boxed import problem_of
from tests.conftest import MakeSubmission, there

POLICY = "sys/devices/system/cpu/cpu0/cpufreq"
TEE = "sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.sandbox.machine.measure_machine", lambda _: 0.0123)


def examined(root: Path, files: dict[str, str]) -> list[Check]:
    for name, text in {"proc/cpuinfo": "processor : 0\nmodel name : a CPU\n", **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return list(doctor.host_class(0, root, root / "calibration.json"))


def test_it_names_the_class_and_the_figure_and_keeps_it(tmp_path: Path) -> None:
    assert examined(tmp_path, {}) == [Check("host class", "ok", "a CPU; calibration 12.30 ms")]
    assert [one["calibration_s"] for one in json.loads((tmp_path / "calibration.json").read_text())] == [0.0123]


@pytest.mark.parametrize("governor", ["powersave", "ondemand", "schedutil", "conservative"])
def test_a_governor_that_lets_times_wander_is_told_with_its_cure(tmp_path: Path, governor: str) -> None:
    files = {f"{POLICY}/scaling_governor": f"{governor}\n", "proc/self/status": "Uid:\t1000\t1000\t1000\t1000\n"}
    ok, warning = examined(tmp_path, files)
    assert ok.found == f"a CPU, governor {governor}; calibration 12.30 ms"
    assert (warning.name, warning.state) == ("governor", "warning")
    assert warning.found == f"{governor}: the clock rate changes, and times with it"
    assert warning.mend == Check.Repair(command=f"echo performance | {TEE}")


def test_no_cure_is_told_that_the_machine_does_not_have(tmp_path: Path) -> None:
    governors = {"scaling_governor": "powersave\n", "scaling_available_governors": "powersave schedutil\n"}
    _, warning = examined(tmp_path, {f"{POLICY}/{name}": text for name, text in governors.items()})
    assert warning.mend is None


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


@pytest.mark.slow
def test_an_interpreter_that_fails_in_the_box_is_told_without_vain_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    fails = ("{python}", "-c", "raise SystemExit('no encodings')")
    row = Language((), ("{python}", "-c", "pass"), fails, name="Python 2", package="no-such-package-of-apt")
    monkeypatch.setattr("judge.executors.program.startup.languages", lambda: {"Python 2": row})
    (check,) = doctor._compilers()
    assert (check.name, check.state, check.mend) == ("Python 2", "warning", None)
    assert "no encodings" in check.found
    assert "runs in" not in check.found


# --- a numba that can't be imported ----------------------------------------------------------------------------------
WHY = "ImportError: Numba needs NumPy 2.3 or less. Got NumPy 9.9."


@pytest.fixture
def unfit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A numba before all others that is of no use."""
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text(f"raise ImportError({WHY.partition(': ')[2]!r})")
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
DOCKER_ROOT, EVERY = 0xA80425FB, (1 << 41) - 1
RESTRICTED = {"kernel.apparmor_restrict_unprivileged_userns": "1"}
STUDENT = Surroundings(systemd=True)
DOCKER = Surroundings(container="docker", filtered=True, profile="docker-default (enforce)", masked=True)
ROOT_IN_DOCKER = msgspec.structs.replace(DOCKER, uid=0, capabilities=DOCKER_ROOT)
PODMAN = Surroundings(
    uid=0, container="podman", capabilities=0x800405FB, filtered=True, profile="crun (unconfined)", masked=True
)
SECCOMP, APPARMOR, PATHS = (f"--security-opt {it}=unconfined" for it in ("seccomp", "apparmor", "systempaths"))
NO_LABEL, UNMASKED = "--security-opt label=disable", "--security-opt unmask=ALL"
PYTHON = str(Path("/opt/py/bin/python").resolve())
PROFILE = (
    rf"""printf 'abi <abi/4.0>,\nprofile judge "%s" flags=(unconfined) {{\n  userns,\n}}\n' {PYTHON}"""
    " | sudo tee /etc/apparmor.d/judge && sudo apparmor_parser -r /etc/apparmor.d/judge"
)


OUTSIDE = "run the judge outside of this container:  judge help sandbox"
ELSEWHERE = "run the judge on a host that allows user namespaces, or as root with all its capabilities"
SYSCTL = "sysctl -w user.max_user_namespaces=10000"
UNTIL_BOOT, LSM = "until the next boot:", "boot with landlock at the head of lsm= in the kernel's command line"
NO_USERS = {"user.max_user_namespaces": "0"}
NO_CLONE = {"kernel.unprivileged_userns_clone": "0", "user.max_user_namespaces": "9"}


def but(at: Surroundings, **changes: object) -> Surroundings:
    return msgspec.structs.replace(at, **changes)


def docker(*options: str) -> Check.Repair:
    return Check.Repair(doctor.STARTED, f"docker run {' '.join(options)} judge doctor")


def podman(*options: str) -> Check.Repair:
    return Check.Repair(doctor.STARTED, f"podman run {' '.join(options)} judge doctor")


def assert_told(repair: Check.Repair | None, told: Check.Repair) -> None:
    """Compare, and hold of a command that a shell reads it whole, as it is: without a remark or a gap in it."""
    assert repair == told
    assert repair.words or repair.command
    assert not re.search(r"\.\.\.|\n", repair.words)
    if repair.command:
        outside_of_quotes = re.sub(r"'[^']*'", "''", repair.command)
        assert not re.search(r"\.\.\.|\n|  |[();#<>]", outside_of_quotes), repair.command
        assert re.match(r"(sudo )?(docker|podman|echo|printf|sysctl|systemd-run) ", repair.command)
        assert subprocess.run(["bash", "-n", "-c", repair.command], check=True, capture_output=True).stderr == b""
        assert not repair.words or repair.words.endswith(":"), "what follows is what they speak of"


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (ROOT_IN_DOCKER, docker(SECCOMP, APPARMOR, PATHS)),
        (DOCKER, docker(SECCOMP, APPARMOR, PATHS)),
        (but(DOCKER, filtered=False, masked=False), docker(APPARMOR)),
        (but(DOCKER, filtered=False, profile="unconfined"), Check.Repair(OUTSIDE)),
        (but(DOCKER, uid=0), docker(SECCOMP, APPARMOR, "--user 1000", PATHS)),
        (but(ROOT_IN_DOCKER, capabilities=EVERY, profile="unconfined", masked=False), docker(SECCOMP)),
        (but(DOCKER, switches=NO_USERS), Check.Repair("on the host:", f"sudo {SYSCTL}")),
        (PODMAN, podman(SECCOMP, UNMASKED)),
        (but(PODMAN, profile="system_u:system_r:container_t:s0:c1,c2"), podman(SECCOMP, NO_LABEL, UNMASKED)),
        (but(PODMAN, filtered=False), Check.Repair(OUTSIDE)),
        (but(STUDENT, switches=NO_USERS), Check.Repair(UNTIL_BOOT, f"sudo {SYSCTL}")),
        (but(STUDENT, uid=0, switches=NO_USERS), Check.Repair(UNTIL_BOOT, SYSCTL)),
        (
            but(STUDENT, switches=NO_CLONE),
            Check.Repair(UNTIL_BOOT, "sudo sysctl -w kernel.unprivileged_userns_clone=1"),
        ),
        (but(STUDENT, switches=RESTRICTED), Check.Repair(command=PROFILE)),
        (but(STUDENT, profile="ubuntu (enforce)"), Check.Repair(command=PROFILE)),
        (but(STUDENT, switches=RESTRICTED, profile="judge (unconfined)"), Check.Repair(ELSEWHERE)),
        (but(STUDENT, unit="judge.service", filtered=True), Check.Repair(doctor.SERVICE)),
        (but(STUDENT, filtered=True), Check.Repair(ELSEWHERE)),
        (STUDENT, Check.Repair(ELSEWHERE)),
    ],
)
def test_what_opens_the_way_to_namespaces(at: Surroundings, told: Check.Repair) -> None:
    assert_told(doctor.for_namespaces(at, NO_NAMESPACES, PYTHON), told)


def test_a_python_that_others_use_is_told_of() -> None:
    repair = doctor.for_namespaces(but(STUDENT, switches=RESTRICTED), NO_NAMESPACES, "/usr/bin/no-such-python")
    assert_told(repair, Check.Repair(doctor.SHARED, PROFILE.replace(PYTHON, "/usr/bin/no-such-python")))


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (but(STUDENT, kernel=(5, 12)), Check.Repair("boot a kernel from 5.13 on")),
        (but(STUDENT, kernel=(5, 13)), Check.Repair(LSM)),
        (STUDENT, Check.Repair(LSM)),
        (but(DOCKER, filtered=False), Check.Repair(f"on the host: {LSM}")),
        (DOCKER, Check.Repair(f"update docker, or {doctor.STARTED}", f"docker run {SECCOMP} judge doctor")),
    ],
)
def test_a_kernel_without_landlock(at: Surroundings, told: Check.Repair) -> None:
    assert doctor.for_landlock(at, NO_LANDLOCK) == doctor.for_namespaces(at, NO_LANDLOCK)
    assert_told(doctor.for_landlock(at, NO_LANDLOCK), told)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (but(STUDENT, bus=True), Check.Repair(command=doctor.SCOPE)),
        (STUDENT, Check.Repair("log in by ssh, not by su, and there:", doctor.SCOPE)),
        (but(STUDENT, bus=True, unit="judge.service"), Check.Repair(doctor.SERVICE)),
        (but(STUDENT, systemd=False), Check.Repair("run the judge as root")),
        (but(STUDENT, bus=True, delegated=True), Check.Repair("run the judge as root")),
        (but(STUDENT, uid=0), Check.Repair("mount the cgroup file system writable")),
        (PODMAN, podman(UNMASKED)),
        (but(PODMAN, uid=1000), podman("--user 0", UNMASKED)),
        (
            DOCKER,
            Check.Repair(
                f"where it may do all that root may: {doctor.STARTED}", "docker run --privileged judge doctor"
            ),
        ),
    ],
)
def test_what_gives_the_judge_a_cgroup(at: Surroundings, told: Check.Repair) -> None:
    assert_told(doctor.for_counting(at), told)


@pytest.mark.parametrize(
    ("at", "why", "told"),
    [
        (STUDENT, "others can't reach this Python", Check.Repair("install Python in a folder that is open to all")),
        (ROOT_IN_DOCKER, "no other user can be given", docker("--user 1000")),
        (but(STUDENT, uid=0), "no other user can be given", Check.Repair("start the judge as an ordinary user")),
    ],
)
def test_what_spares_boxes_from_being_root(at: Surroundings, why: str, told: Check.Repair) -> None:
    assert_told(doctor.for_root(at, why), told)


@pytest.mark.parametrize("python", ["/opt/py/bin/python", "/opt/it's 100% new/python"])
def test_the_profile_is_printed_whole_by_a_shell(python: str) -> None:
    repair = doctor.for_namespaces(but(STUDENT, switches=RESTRICTED), NO_NAMESPACES, python)
    assert repair
    command, _, _ = repair.command.partition(" | ")
    printed = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout
    path = Path(python).resolve()
    assert printed == f'abi <abi/4.0>,\nprofile judge "{path}" flags=(unconfined) {{\n  userns,\n}}\n'
    if shutil.which("apparmor_parser") and Path("/etc/apparmor.d/abi/4.0").exists():
        subprocess.run(["apparmor_parser", "-QK"], input=printed, text=True, check=True)


@pytest.mark.parametrize(
    ("at", "repair"),
    [
        (STUDENT, Check.Repair("", f"echo performance | sudo tee {doctor.GOVERNORS}")),
        (but(STUDENT, uid=0), Check.Repair("", f"echo performance | tee {doctor.GOVERNORS}")),
        (ROOT_IN_DOCKER, Check.Repair("on the host:", f"echo performance | sudo tee {doctor.GOVERNORS}")),
    ],
)
@pytest.mark.parametrize("governors", [(), ("powersave", "performance")])
def test_every_core_keeps_its_clock_rate(at: Surroundings, repair: Check.Repair, governors: tuple[str, ...]) -> None:
    assert doctor.for_governor(but(at, governors=governors)) == repair
