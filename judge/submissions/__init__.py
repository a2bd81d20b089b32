"""Reads what is handed in, and never runs it: who competes on what, by which contract, with which file, in which
language, and which place of a source a message means."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.submissions.choice import Choice, entries
    from judge.submissions.contract import also_a_program, contract_of, head_of
    from judge.submissions.expected import FOLDER, NAME, Expected, expected_in, unread_in
    from judge.submissions.export import COMPILING_S, Exported, exported, limit_elsewhere, program_files
    from judge.submissions.folder import FILES_LIMIT, FOLDER_LIMIT, SOURCE_LIMIT, files_of, is_folder, is_there
    from judge.submissions.language import Language, as_in_table, endings, is_source, language_of, languages, use_table
    from judge.submissions.main_file import (
        CALL_IT,
        chosen_main,
        has_main,
        is_short,
        is_unit_test,
        main_begins,
        named_main,
        run_of,
        version_of,
    )
    from judge.submissions.names import hint_for
    from judge.submissions.notebook import NOTEBOOK_LIMIT, NotebookError, Script, is_notebook, script_of
    from judge.submissions.python2 import why_python_2
    from judge.submissions.read import (
        declared_problem,
        digest,
        digest_of,
        handed_in,
        main_of,
        needed_beside,
        not_alone,
        read_again,
        read_submission,
    )
    from judge.submissions.shipped import solution_names, solution_path, solutions_of, starter_text, write_starter
    from judge.submissions.source import Source
    from judge.submissions.tree import last_name, own_nodes, runs_something, tree_in
else:
    __getattr__ = door(__name__)
