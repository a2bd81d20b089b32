"""Read what an ICPC package says about itself: problem.yaml, and where older ones put the time limit."""

from __future__ import annotations

import re
import shlex
from typing import Annotated, Any, Final

import msgspec

from judge.errors import JudgeError, Place
from judge.problems.icpc.read_files import Files, refused
from judge.problems.icpc.read_yaml import Yaml, read_yaml
from judge.problems.manifest import MOST

ELSEWHERE: Final = "judge it by BAPCtools or DOMjudge"
MEMORY_MIB, OUTPUT_MIB = 2048, 8  # what systems give where a package says nothing
_FORMS = ("legacy", "legacy-icpc", "draft", "2023-07-draft", "2023-07", "2025-09-draft", "2025-09")
_INI_LIMIT = re.compile(rb"^[ \t]*timelimit[ \t]*=[ \t]*['\"]?([\d.]+)", re.MULTILINE)
_PROBLEM_NAME = re.compile(rb"\\problemname\{([^{}\n]{1,200})\}")
_KNOWN_KINDS = ("pass-fail", "scoring", "default", "custom")
_UNKNOWN_KINDS = {
    "interactive": "it is interactive: its validator talks with the program while that runs",
    "multi-pass": "it is multi-pass: each case runs the program several times",
    "submit-answer": "answers are handed in, and no program",
    "score": "its validator gives scores",
}


Seconds = Annotated[float, msgspec.Meta(gt=0, le=MOST)]
Mebibytes = Annotated[int, msgspec.Meta(gt=0, le=MOST)]


class YamlLimits(msgspec.Struct, frozen=True):
    """The `limits` of problem.yaml, as far as they are taken over."""

    time_limit: Seconds | None = None
    memory: Mebibytes = MEMORY_MIB
    output: Mebibytes = OUTPUT_MIB
    compilation_time: Seconds | None = None
    validation_time: Seconds = 60.0
    validation_memory: Mebibytes = MEMORY_MIB
    validation_output: Mebibytes = OUTPUT_MIB


class YamlGrading(msgspec.Struct, frozen=True):
    """The `grading` of an older problem.yaml, as far as it decides the points."""

    objective: str = "max"
    accept_score: str | None = None
    reject_score: str | None = None
    on_reject: str | None = None


class Metadata(msgspec.Struct, frozen=True):
    """The keys of problem.yaml, of all versions, as far as they decide how answers are judged or whose they are."""

    problem_format_version: str = "legacy"
    type: str | list[str] = "pass-fail"
    name: str | dict[str, str] = ""
    license: str = "unknown"
    rights_owner: Any = None
    author: Any = None
    limits: YamlLimits = YamlLimits()
    validation: str = "default"
    validator_flags: str | list[str] = ""
    grading: YamlGrading = YamlGrading()
    constants: dict[str, Any] = {}

    @property
    def legacy(self) -> bool:
        """Say whether it is of the form before versions had numbers."""
        return self.problem_format_version.startswith("legacy")

    @property
    def names(self) -> dict[str, str]:
        """Return its names by language; the first is the title, the English one if there is any."""
        names = self.name if isinstance(self.name, dict) else {"en": self.name}
        return dict(sorted(names.items(), key=lambda one: (not one[1].strip(), one[0] != "en")))

    @property
    def title(self) -> str:
        """Return its name."""
        return " ".join(next(iter(self.names.values()), "").split())

    def titled(self, files: Files) -> Metadata:
        """Return it with a name: older packages leave that to the LaTeX of their statement."""
        texts = [path for path in files.below("problem_statement") if path.endswith(".tex")]
        for path in sorted(texts, key=lambda one: not one.endswith((".en.tex", "problem.tex"))):
            found = _PROBLEM_NAME.search(files.read(path))
            if found and not self.title:
                return msgspec.structs.replace(self, name=found[1].decode(errors="replace"))
        return self

    @property
    def scoring(self) -> bool:
        return "scoring" in self.kinds

    @property
    def kinds(self) -> list[str]:
        """Return all words that say of what kind it is."""
        return [*(self.type.split() if isinstance(self.type, str) else self.type), *self.validation.split()]

    @property
    def owner(self) -> str:
        """Return whose it is, where that is said in words."""
        return next((one for one in (self.rights_owner, self.author) if isinstance(one, str)), "")

    @property
    def flags(self) -> tuple[str, ...]:
        return words(self.validator_flags, "problem.yaml")


def read_metadata(files: Files) -> Metadata:
    """Return what problem.yaml says. JudgeError E428 where it can't be read, E429 for what is not judged here."""
    if "problem.yaml" not in files.sizes:
        repair = "name the folder or the zip that holds the problem.yaml"
        raise refused("it has no problem.yaml", files.name, repair)
    source = read_yaml(files, "problem.yaml", Metadata)
    said = source.said
    if said.problem_format_version not in _FORMS:
        known = ", ".join(_FORMS)
        message = f"its format is {said.problem_format_version!r:.40}, and those that are read are {known}"
        raise _not_judged(source, "problem_format_version", message, "convert it first, for example: bt upgrade")
    for kind in said.kinds:
        if kind not in _KNOWN_KINDS:
            key = "validation" if kind in said.validation.split() else "type"
            raise _not_judged(source, key, _UNKNOWN_KINDS.get(kind, f"its {key} is {kind!r:.40}, which is not known"))
    for folder, what in (
        ("include", "it adds files to each submission"),
        ("graders", "it brings a grader of its own"),
        ("static_validator", "it looks at the text of each submission"),
    ):
        if any(files.below(folder)):
            raise JudgeError("E429", what, Place(f"{files.name}/{folder}"), help=ELSEWHERE)
    if said.constants:
        message = "it has constants, which stand for values in its other files"
        raise _not_judged(source, "constants", message, "write the values in their places, and delete constants")
    _check_grading(source)
    words(said.validator_flags, source.file)  # which is not known any more where they are asked for
    files.unread["problem.yaml"] |= {f"name.{language}" for language in list(said.names)[1:]}
    if not said.scoring:
        files.unread["problem.yaml"] |= {key for key in source.lines if key.startswith("grading.")}
    return said.titled(files)


def _check_grading(source: Yaml[Metadata]) -> None:
    """Raise E429 where problem.yaml itself decides points: by the least, or as before there was a testdata.yaml."""
    grading = source.said.grading
    if not source.said.scoring:
        return
    if grading.objective != "max":
        what = f"its objective is {grading.objective!r:.40}, not the most points"
        raise _not_judged(source, "grading.objective", what)
    for key in ("accept_score", "reject_score", "on_reject"):
        if getattr(grading, key) is not None:
            repair = f"write {key} into data/testdata.yaml, and delete it here"
            raise _not_judged(source, f"grading.{key}", f"problem.yaml has {key}, which belongs to groups", repair)


def _not_judged(source: Yaml[Metadata], key: str, what: str, repair: str = ELSEWHERE) -> JudgeError:
    return JudgeError("E429", what, Place(source.file, source.lines.get(key, 0)), help=repair)


def time_limit(files: Files, said: Metadata) -> float | None:
    """Return the limit in seconds; None where the package leaves it to the times of its submissions."""
    found, beside = said.limits.time_limit, list[bytes]()
    if found is None and ".timelimit" in files.sizes:
        beside.append(files.read(".timelimit", 100).strip())
    if found is None and "domjudge-problem.ini" in files.sizes:
        beside += _INI_LIMIT.findall(files.read("domjudge-problem.ini", 1 << 16))[:1]
    if found is None:
        found = next((float(text) for text in beside if re.fullmatch(rb"\d{1,6}(?:\.\d{1,6})?", text)), None)
    if found == 0:
        raise refused("its time limit is 0", files.name, "write limits: {time_limit: SECONDS} into problem.yaml")
    return found


def words(flags: str | list[str], file: str) -> tuple[str, ...]:
    """Return flags as words: older packages have them in one text, as a shell splits it."""
    try:
        return tuple(shlex.split(flags) if isinstance(flags, str) else flags)
    except ValueError as fault:
        raise refused(f"the flags {flags!r:.80}: {fault}", file, "end each quote that begins in them") from None
