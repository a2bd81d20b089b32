"""Does a test fail when the code is wrong? `python -m tests.mutation` changes one place at a time and looks.

The changes are those of mutmut; the trials are our own, because a process for each of thousands would take hours:
one pytest collects the tests once and notes which function each of them enters. Then it forks for every mutant, puts
the changed code into the function that everybody has imported already, and runs the tests that enter it.
"""

from __future__ import annotations

from hypothesis import Phase, settings

# One failure is enough: to look for its smallest example takes longer than all the other tests.
settings.register_profile("mutation", settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate))
