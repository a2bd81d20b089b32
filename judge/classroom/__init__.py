"""Makes a gradebook of what a class handed in: takes folders, zips, lists, the store; returns rolls, rows, decisions.
It runs no submission, guesses nothing, and knows no report.

    archive.py, shapes/         the files of an export, and what each platform's names say
    matching.py, intake.py      whose each is: a Roll
    lateness.py                 who was late, what that costs, and how many late days it spends; of those of a course
                                course.py keeps count, from homework to homework
    gradebook.py                which attempt counts, and the rows; marks.py: what is decided by hand
    similar/                    what submissions have in common
"""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.classroom.content import read_upload
    from judge.classroom.contest import ContestState, read_contest
    from judge.classroom.course import CourseBook, read_course
    from judge.classroom.example import write_example
    from judge.classroom.from_site import ClassUpload, counting_brief, row_of_job, web_class
    from judge.classroom.gradebook import Gradebook, submissions_of
    from judge.classroom.intake import read_roll
    from judge.classroom.lateness import own_deadline, with_extensions, with_term
    from judge.classroom.lms_list import read_lms_list
    from judge.classroom.marks import Marking
    from judge.classroom.match import Match
    from judge.classroom.regrade import Pending, find_owners
    from judge.classroom.roster import Roster
    from judge.classroom.similar.compare import similarities
else:
    __getattr__ = door(__name__)
