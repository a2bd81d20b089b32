"""Every command, each loaded when it is first asked for."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.cli.board import board
    from judge.cli.cases import answers, generate
    from judge.cli.check import check
    from judge.cli.completion import completion
    from judge.cli.diff import diff
    from judge.cli.hack import hack
    from judge.cli.host import cache, doctor, worker
    from judge.cli.icpc import import_package
    from judge.cli.instructor import export, grade
    from judge.cli.manual import explain, show_help
    from judge.cli.mark import mark
    from judge.cli.new import init, new
    from judge.cli.package import limits, validate
    from judge.cli.regrade import regrade
    from judge.cli.report import course, report, similar
    from judge.cli.run import run
    from judge.cli.serve import serve
    from judge.cli.show import show
    from judge.cli.store import store
    from judge.cli.submit import submit
    from judge.cli.watch import watch
else:
    __getattr__ = door(__name__)
