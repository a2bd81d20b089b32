"""setuptools, behind one question: is this Python new enough? pip would ask it last, and search for minutes before.

pyproject.toml names this file as the backend that builds the judge. It imports nothing of the judge, and runs under the
Python that is asked.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python reads this
    version = "{}.{}".format(*sys.version_info[:2])
    sys.exit("judge needs Python 3.11 or newer, and {} is Python {}".format(sys.executable, version))  # noqa: UP032

from setuptools.build_meta import *  # noqa: F403 - the hooks that pip calls
