"""Reads what is handed in, and never runs it: who competes on what, by which contract, with which file, in which
language, and which place of a source a message means."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.submissions.choice import Choice, entries
    from judge.submissions.contract import also_a_program, why_nothing
    from judge.submissions.expected import expected_in, unread_in
    from judge.submissions.export import COMPILING_S, Exported, exported
    from judge.submissions.folder import LIMITS, files_of, is_there
    from judge.submissions.language import Language, languages, use_table
    from judge.submissions.main_file import any_runs, chosen_main, is_unit_test, named_main, version_of
    from judge.submissions.notebook import is_notebook, read_notebook
    from judge.submissions.python2 import why_python_2
    from judge.submissions.read import (
        declared_problem,
        digest_of,
        handed_in,
        main_of,
        read_again,
        read_beside,
        read_submission,
    )
    from judge.submissions.shipped import solution_names, solution_path, solutions_of, starter_text, write_starter
    from judge.submissions.source import Source
else:
    __getattr__ = door(__name__)
