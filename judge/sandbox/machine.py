"""Which machine this is, as far as that decides how fast one of its cores computes.

Read from /proc and /sys alone, so that a folder with made-up files can stand for a machine.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Final

from judge.model import UNKNOWN, Machine

ROOT: Final = Path("/")
WANDERING: Final = ("powersave", "ondemand", "schedutil", "conservative", "interactive")  # governors
MOST: Final = 120  # characters of a fact: a virtual machine tells what its owner likes
_SYSTEM: Final = Path("sys/devices/system/cpu")
_KINDS: Final = {"core": "P-core", "atom": "E-core"}  # of Intel's chips that have two


def look(core: int | None, root: Path = ROOT) -> Machine:
    """Return what the system tells of this core; of the first one where no core is named."""
    number = core or 0
    policy = root / _SYSTEM / f"cpu{number}/cpufreq"
    return Machine(
        cpu=_cpu(number, root),
        governor=_fact(policy / "scaling_governor"),
        driver=_fact(policy / "scaling_driver"),
        preference=_fact(policy / "energy_performance_preference"),
        boost=_boost(policy, root / _SYSTEM),
    )


def features(core: int | None, root: Path = ROOT) -> str:
    """Return the instructions that a core knows, as the kernel lists them: what is compiled for it may use them all."""
    facts = _processor(core or 0, root)
    return " ".join(sorted((facts.get("flags") or facts.get("Features") or UNKNOWN).split()))


def governors(core: int | None, root: Path = ROOT) -> list[str]:
    """Return the governors that this core can have."""
    words = _fact(root / _SYSTEM / f"cpu{core or 0}/cpufreq/scaling_available_governors")
    return [] if words == UNKNOWN else words.split()


def boot(root: Path = ROOT) -> str:
    """Return what is another text after each start of the machine."""
    return _fact(root / "proc/sys/kernel/random/boot_id")


def _cpu(core: int, root: Path) -> str:
    """Return the model. Its numbers come with the name, as that of a virtual machine may fit many; the kind of core
    comes with it where a processor has two."""
    facts = _processor(core, root)
    numbers = ".".join(facts[key] for key in ("cpu family", "model") if key in facts)
    part = " ".join(facts[key] for key in ("CPU implementer", "CPU part") if key in facts)  # all that an ARM core says
    name = facts.get("model name", facts.get("cpu", part))
    words = [name, f"({numbers})" if numbers else "", _kind(core, root)]
    return _clean(" ".join(word for word in words if word)) or UNKNOWN


def _processor(core: int, root: Path) -> dict[str, str]:
    """Return what /proc/cpuinfo says of a core: its own paragraph, or the only one."""
    paragraphs = []
    with contextlib.suppress(OSError):
        for text in (root / "proc/cpuinfo").read_text(errors="replace").split("\n\n"):
            pairs = (line.partition(":") for line in text.splitlines() if ":" in line)
            paragraphs.append({key.strip(): value.strip() for key, _, value in pairs})
    own = (facts for facts in paragraphs if facts.get("processor") == str(core))
    return next(own, paragraphs[0] if paragraphs else {})


def _kind(core: int, root: Path) -> str:
    """Return which kind of core this is; empty where the chip has one kind."""
    found = (name for kind, name in _KINDS.items() if core in _cores(_fact(root / f"sys/devices/cpu_{kind}/cpus")))
    return next(found, "")


def _cores(words: str) -> set[int]:
    """Return the numbers of 0-3,8."""
    found: set[int] = set()
    for first, last in re.findall(r"(\d{1,5})(?:-(\d{1,5}))?", words):
        found.update(range(int(first), int(last or first) + 1))
    return found


def _boost(policy: Path, system: Path) -> str:
    """Return "on" or "off": of the core where it has a switch, else of the machine."""
    for path, on in (
        (system / "intel_pstate/no_turbo", "0"),
        (policy / "boost", "1"),
        (system / "cpufreq/boost", "1"),
    ):
        if (fact := _fact(path)) in ("0", "1"):
            return "on" if fact == on else "off"
    return UNKNOWN


def _fact(path: Path) -> str:
    """Return the one line that a file holds."""
    with contextlib.suppress(OSError):
        return _clean(path.read_text(errors="replace")) or UNKNOWN
    return UNKNOWN


def _clean(text: str) -> str:
    """Return text on one line, without what moves a terminal's cursor."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:MOST].strip()
