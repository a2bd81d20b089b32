"""Makes a gradebook of what a class handed in: takes folders, zips, lists, the store; returns rolls, rows, decisions.
It runs no submission, guesses nothing, and knows no report."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.classroom.content import Assignment, choices_in, content_of
    from judge.classroom.contest import read_competitors, read_schedule
    from judge.classroom.contest_state import ContestState
    from judge.classroom.course import read_course, read_course_book
    from judge.classroom.csv_file import remarks
    from judge.classroom.example import write_example
    from judge.classroom.file import File, checked_names, name_fault
    from judge.classroom.from_site import ClassUpload, newest_first, read_class_upload, web_class
    from judge.classroom.gradebook import (
        WAITS,
        Candidate,
        Gradebook,
        counting,
        judged,
        read_bonuses,
        read_gradebook,
        submissions_of,
    )
    from judge.classroom.intake import read_roll
    from judge.classroom.lateness import (
        charged_row,
        checked_extension,
        own_deadline,
        with_extensions,
        with_homework,
        with_term,
    )
    from judge.classroom.lms_list import read_lms_list
    from judge.classroom.marks import Marking
    from judge.classroom.match import Match, read_match
    from judge.classroom.regrade import Pending, decide_regrade, find_owners, is_as_judged, read_pending, to_decide
    from judge.classroom.roster import Roster, read_groups, read_roster, roster_in
    from judge.classroom.shapes.pile import Pile
    from judge.classroom.similar.compare import similarities
else:
    __getattr__ = door(__name__)
