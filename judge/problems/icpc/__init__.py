"""Problem packages of the ICPC: written and read."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.problems.icpc.expectations import Expectations
    from judge.problems.icpc.read import import_package, name_of
    from judge.problems.icpc.write import Version, check_target, export_package
    from judge.problems.icpc.write_validators import caller_source
    from judge.problems.icpc.write_yaml import as_yaml
else:
    __getattr__ = door(__name__)
