"""Runs foreign code in sealed boxes, and says what was seen: files, limits and a Job in, Facts out. It knows no board,
no language and no verdict. `protocol` is a door of its own: its words are what both sides of the wall say.

    inside/jail.py      the folders that a box sees
    inside/init.py      which of them it may read and write, in each tier; inside/seal.py makes the kernel hold that
    inside/seccomp.py   the system calls that are refused
    meter.py, clock.py  what a box used, and how long others kept it from its core
    tiers.py            what each kind of box enforces, and what it leaves open
"""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.sandbox.box import Bounds, Box, Facts
    from judge.sandbox.cache import Cache, file_stamp
    from judge.sandbox.cores import Waiting, timed_cores
    from judge.sandbox.host import Numba, Surroundings, found_command, has_candidate, printed_folder
    from judge.sandbox.inside.linux import prctl
    from judge.sandbox.machine import look_at_machine, measured_machine
    from judge.sandbox.names import name_finding, why_not_kept
    from judge.sandbox.pool import arena, untimed_sandbox, usable_cores
    from judge.sandbox.provision import room_for
    from judge.sandbox.sandbox import Sandbox
    from judge.sandbox.tiers import TIERS, Tier
else:
    __getattr__ = door(__name__)
