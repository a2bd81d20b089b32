"""Reads and writes packages, and says whether an answer is right. Folders and bytes in, nouns out: no sandbox, source,
time or rank is known here. Authors' commands use three more doors: `prove`, `generators` and `icpc`."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.problems.about import about_of
    from judge.problems.cases import chosen_cases
    from judge.problems.check import OneCase
    from judge.problems.compare import difference
    from judge.problems.constraints import TREE
    from judge.problems.deadlines import read_deadline, read_extension, read_moment, read_time, span_s
    from judge.problems.language_table import read_languages, take_table
    from judge.problems.manifest import read_manifest, with_limit
    from judge.problems.package import Files, package_files, read_package, write_case_files
    from judge.problems.places import SHIPPED_PACKAGES, all_packages, known_packages, package_folder, package_folders
    from judge.problems.programs import program_input, read_output
    from judge.problems.puzzles import Puzzle, judge_answer, puzzle_fits, puzzle_named, puzzle_names
    from judge.problems.puzzles.trial import Trial
    from judge.problems.row.case import Call
    from judge.problems.row.read import reference_in
    from judge.problems.row.small import SmallBoards, images
    from judge.problems.row.words import own_words
    from judge.problems.rules import disagreeing_rule
    from judge.problems.skeleton import write_skeleton
    from judge.problems.spoil import spoil_package
    from judge.problems.validation import validate_package
else:
    __getattr__ = door(__name__)
