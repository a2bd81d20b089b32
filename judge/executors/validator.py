"""Has the validator of a package look at an answer: compiled once, then started in a fresh box for each answer.

Its interface is the ICPC's: `validator INPUT ANSWER FEEDBACK_FOLDER FLAGS... < what the program wrote`; exit status 42
means right, 43 wrong, and judgemessage.txt in the folder says why. Whatever else it does is the package's fault: E309,
a judge error, which costs nobody a point. It is a stranger's program too, so it gets limits and a box of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from judge.errors import JudgeError
from judge.executors import program
from judge.executors.program.plan import Plan
from judge.executors.verdict import VALIDATED, VALIDATOR_FAILED, decided
from judge.model import Case, Finding, Problem, Programs, Submission, Verdict
from judge.problems import difference
from judge.sandbox import Bounds, Facts, Sandbox, protocol
from judge.submissions import Language, MainFile, languages

RIGHT, WRONG = VALIDATED
_MESSAGE = "judgemessage.txt"
_SAID = 2000  # characters of it
_ROOM: Final = Sandbox.BOX_BYTES - (1 << 20)  # of a box, without some for its feedback
_PYTHON = re.compile(rb"#!.*python")
_CALLED = ("validat", "output_validat", "check")  # how the file that is run may be called, among several
_SCORED: Final = 44  # how the script ends where the validator is content, and has written one of these
_SCORES: Final = ("score.txt", "score_multiplier.txt")
# Both files come as one, and no byte of the input lies there twice: a box has little room. The folder that it may
# write to is its feedback folder.
_SCRIPT = f"""
n=$1; shift
tail -c "$n" .input >.answer && truncate -s "-$n" .input || exit
"$@"
end=$?
for file in {" ".join(_SCORES)}; do
    if [ $end = {RIGHT} ] && [ -e $file ]; then echo $file >&2; exit {_SCORED}; fi
done
if [ $end -gt 128 ]; then kill -$((end - 128)) $$ 2>/dev/null; fi
exit $end
"""
# The script `build` makes the program `run`, unless that is there, beside all that came with them.
_BUILD = """
cd {folder} && find . -type f -exec cp --parents {} {cache} \\; && cd {cache} &&
if [ -f build ]; then chmod +x build && ./build; fi && chmod +x run
"""
_SCRIPTS = Language((), ("sh", "-c", _BUILD), ("{cache}/run",), name="script")
_Made = program.Ready | Finding
_READY: WeakKeyDictionary[object, dict[Problem.Validator, _Made]] = WeakKeyDictionary()  # homes go with their zygote
_BROKEN: WeakKeyDictionary[Sandbox, set[Problem.Validator]] = WeakKeyDictionary()  # those whose last box broke


def validate_answer(opened: Callable[[], Sandbox], problem: Problem, case: Case, text: bytes) -> Finding | None:
    """Return why the answer is wrong, E309 where the validator failed on it, and nothing where it is right.

    `opened` is asked for a sandbox where the package has a program. That is compiled when the first answer comes.
    Others may have kept the compiler from its core: E307, and the next answer tries again. Where the box broke, that is
    JudgeError E309, and in a new zygote another try may go well.
    """
    used, truth = problem.validator, (case.answer.text if case.answer else None) or b""
    assert used is not None, "a problem without a board has a validator"
    if not used.files and case.answer is None:
        return Finding("E302", "the package has no answer.txt for this case to compare with", verdict=Verdict.JE)
    if not used.files:
        fault = difference(text, truth, used.flags_for(case))
        return _wrong(fault) if fault else None
    sandbox = opened()
    made = _made(sandbox, problem, used)
    if isinstance(made, Finding):
        return made
    try:
        return _run(sandbox, made, used.flags_for(case), (case.text or b"", truth, text))
    except JudgeError as error:
        _READY.get(sandbox.zygote, {}).pop(used, None)  # its folder may be gone with the box
        raise _of_box(error) from error


def validator_fault(sandbox: Sandbox, problem: Problem) -> Finding | None:
    """Compile the program of the package; return why it can't be run: E309, or E307 where others had the core."""
    used = problem.validator
    if not (used and used.files):
        return None
    try:
        made = _made(sandbox, problem, used)
    except JudgeError as error:
        if error.code != VALIDATOR_FAILED:
            raise
        made = _made(sandbox, problem, used)
    return made if isinstance(made, Finding) else None


def _made(sandbox: Sandbox, problem: Problem, used: Problem.Validator) -> _Made:
    """Return the program as this sandbox has it, or why it can't be run. All but E307 is known from then on. JudgeError
    E309 where the box broke for the first time, which may be chance."""
    known, broken = _READY.setdefault(sandbox.zygote, {}), _BROKEN.setdefault(sandbox, set())
    try:
        made = known.get(used) or _prepare(sandbox, problem, used)
        broken.discard(used)
    except JudgeError as error:
        fault = _of_box(error)
        if used not in broken:
            broken.add(used)
            raise fault from error
        made = _fault(error.message, error.note)
    if not isinstance(made, Finding) or made.code == VALIDATOR_FAILED:
        known[used] = made
    return made


def _of_box(error: JudgeError) -> JudgeError:
    """Return that the validator's box broke, which is no fault of the submission. Other errors are raised."""
    if error.code != "E303":
        raise error
    finding = _fault(error.message, error.note)
    return JudgeError(finding.code, finding.message, note=finding.note, help=finding.help)


def _prepare(sandbox: Sandbox, problem: Problem, validator: Problem.Validator) -> _Made:
    """Compile it: what to run, or why that failed, as a judge error."""
    rules = msgspec.structs.replace(problem, limits=validator.limits, programs=Programs())
    if {"build", "run"} & dict(validator.files).keys():
        plan = Plan(_SCRIPTS, validator.files, "run")
        made = program.prepare_by(plan, sandbox, _handed_in("run", b"", validator.files), rules)
    else:
        submission = _submission(validator)
        if isinstance(submission, Finding):
            return submission
        made = program.prepare(sandbox, submission, rules)
    if isinstance(made, Finding):
        return made if made.code == "E307" else _fault(f"it can't be made ready: {made.message}", made.note)
    return made


def _run(
    sandbox: Sandbox, ready: program.Ready, flags: Sequence[str], texts: tuple[bytes, bytes, bytes]
) -> Finding | None:
    """Start it on input, known answer and answer."""
    given, truth, text = texts
    if (needed := len(given) + 2 * len(truth) + len(text)) > _ROOM:
        message = f"input and answers take {needed / 2**20:.1f} MiB, but its box holds {_ROOM / 2**20:.1f} MiB"
        return _fault(message, "so much is allowed by output in [limits] of problem.toml, or the case is too large")
    work = ready.home.work
    files = (f"{work}/.input", f"{work}/.answer", f"{work}/")
    command = ("sh", "-c", _SCRIPT, "validator", str(len(truth)), *ready.command, *files, *flags)
    data = protocol.INPUT.pack(len(given) + len(truth), len(text)) + given + truth + text
    with sandbox.start(
        ready.home, ready.limits, protocol.Job(False, command=command, input=".input", output=_MESSAGE)
    ) as box:
        facts = box.run(data, Bounds(ready.limits.stop_s, ready.limits.stop_wall_s, 0))
    return _judged(facts, ready)


def _judged(facts: Facts, ready: program.Ready) -> Finding | None:
    message = (facts.output or b"")[: 4 * _SAID].decode(errors="replace")[:_SAID].strip()
    if facts.status == _SCORED and (said := facts.stderr.split()[-1:]) and said[0] in _SCORES:
        return _fault(f"it writes a score into {said[0]}, and an answer is right or wrong here, with nothing between")
    if failed := decided("validator", facts, ready.limits):
        return failed if failed.code != VALIDATOR_FAILED else _fault(failed.message, failed.note or message)
    return None if facts.status == RIGHT else _wrong(message)


def _submission(validator: Problem.Validator) -> Submission | Finding:
    """Return it as a program is handed in; E309 where it is not clear what is run."""
    files = tuple(_with_ending(name, data) for name, data in validator.files)
    sources = {name: data for name, data in files if languages().is_source(name)}
    found = MainFile.of(sources, Programs(parameters=())).paths
    if len(found) != 1:
        called = [name for name in sources if PurePosixPath(name).stem.lower().startswith(_CALLED)]
        found = called or found
    if len(found) != 1:
        return _fault("it is not clear which of its files is run", ", ".join(found or sources))
    return _handed_in(found[0], sources[found[0]], files if len(files) > 1 else ())


def _handed_in(main: str, source: bytes, files: tuple[tuple[str, bytes], ...]) -> Submission:
    return Submission("validator", "", "program", Path(main), source, "", files=files)


def _with_ending(name: str, data: bytes) -> tuple[str, bytes]:
    """Return a file by a name that tells its language: a script may tell it on its first line alone."""
    return (f"{name}.py" if not PurePosixPath(name).suffix and _PYTHON.match(data) else name), data


def _wrong(note: str) -> Finding:
    return Finding("E256", "the validator of the problem refuses the answer", note=note)


def _fault(message: str, note: str = "") -> Finding:
    repair = "correct what is in output_validators/ of the package, or its limits in [validator] of problem.toml"
    message = f"the package's validator failed: {message}"
    return Finding(VALIDATOR_FAILED, message, note=note, help=repair, verdict=Verdict.JE)
