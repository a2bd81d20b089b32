"""Reads what is handed in, and never runs it: who competes on what, by which contract, with which file, in which
language, and which place of a source a message means."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.submissions.choice import Choice, entries, solution_names, solution_path, solutions_of
    from judge.submissions.expected_verdicts import expected_submissions, unread_remarks
    from judge.submissions.export import Exported
    from judge.submissions.language import Language, languages
    from judge.submissions.main_file import MainFile, imported_sources, version_in
    from judge.submissions.notebook import read_notebook
    from judge.submissions.read import (
        LIMITS,
        Folder,
        declared_problem,
        handed_in,
        read_again,
        read_beside,
        read_submission,
    )
    from judge.submissions.source import Source
else:
    __getattr__ = door(__name__)
