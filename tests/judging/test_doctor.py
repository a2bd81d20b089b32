"""What the doctor says of how fast a host is, on made-up machines: no test knows the governor of this one."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from judge.judging import doctor
from judge.judging.worker import Worker
from judge.model import Check, Repair, Verdict
from judge.sandbox.inside import numba_hooks
from judge.sandbox.sandbox import ENVIRONMENT, Sandbox
from judge.submissions.languages import Language
from tests.boxed import problem_of
from tests.conftest import MakeSubmission

POLICY = "sys/devices/system/cpu/cpu0/cpufreq"
TEE = "sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "measure", lambda _: 0.0123)


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
    assert warning.mend == Repair(command=f"echo performance | {TEE}")


def test_no_cure_is_told_that_the_machine_does_not_have(tmp_path: Path) -> None:
    governors = {"scaling_governor": "powersave\n", "scaling_available_governors": "powersave schedutil\n"}
    _, warning = examined(tmp_path, {f"{POLICY}/{name}": text for name, text in governors.items()})
    assert warning.mend is None


def test_a_numba_that_lacks_a_hook_is_told_in_one_line_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = "numba.core.codegen.JITCodeLibrary._shared_module"
    monkeypatch.setattr(numba_hooks, "missing", lambda: (inside, "numba.core.event.register"))
    (check,) = doctor.kept_kernels()
    assert (check.name, check.state) == ("kernels", "warning")
    assert inside in check.found
    assert f"numba {version('numba')}" in check.found
    assert check.mend
    assert "0.63 to 0.68" in check.mend.words
    assert check.mend.command == f"{sys.executable} -m pip install 'numba==0.68.*'"


@pytest.mark.parametrize(
    "kernel", ["fast_attack", "fast_collinear", "leaps.fast.fast_leap", "points.fast.fast_in_line"]
)
def test_a_fast_rule_that_sees_nothing_is_told(monkeypatch: pytest.MonkeyPatch, kernel: str) -> None:
    path = kernel if "." in kernel else f"fast.{kernel}"
    monkeypatch.setattr(f"judge.problems.rules.{path}", lambda *_: None)
    check = doctor.fast_rules()
    assert (check.name, check.state) == ("rules", "missing")
    assert path.rpartition(".")[2] in check.found
    assert check.mend is not None
    assert "pip install" in check.mend.command


@pytest.mark.slow
def test_an_interpreter_that_fails_in_the_box_is_told_without_advice_that_nothing_backs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fails = ("{python}", "-c", "raise SystemExit('no encodings')")
    row = Language((), ("{python}", "-c", "pass"), fails, name="Python 2", package="no-such-package-of-apt")
    monkeypatch.setattr(doctor, "languages", lambda: {"Python 2": row})
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
    monkeypatch.setitem(ENVIRONMENT, "PYTHONPATH", str(tmp_path))


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
