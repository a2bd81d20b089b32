"""Shows what it is given: takes nouns of model and scoring; returns views, what rich prints, markup, files. It opens no
package and no store, runs nothing, and decides no rule.

    reader.py           what a reader may see: the rest of a hidden case is cut out here, before anything is said
    views/              every word, as blocks (blocks.py) and lines (lines.py): a file for each thing
    page/view.py        blocks as HTML, by templates/page/blocks.html; the pages of the web around them: templates/web
    terminal/view.py    blocks on a terminal
    palette.py          how a verdict looks; page/style.py and style.css: all other colours, and the style of pages
    export/             the files that platforms take: a row of export/table.py each
"""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.reports.export.cells import cell, csv_text
    from judge.reports.export.exporter import Sheet
    from judge.reports.export.gradescope import Results
    from judge.reports.export.hand_out import hand_out, make_export
    from judge.reports.export.junit import run_junit_xml
    from judge.reports.export.match import MatchFile
    from judge.reports.export.table import EXPORTS
    from judge.reports.lines import Place
    from judge.reports.measuring_words import bonus_lines, class_change, class_mixture, not_enforced
    from judge.reports.notebook import Overview, finding_html
    from judge.reports.page.board import LiveBoard
    from judge.reports.page.html import Html, join_html
    from judge.reports.page.markdown import problem_words
    from judge.reports.page.templates import render
    from judge.reports.page.view import letters_html, submission_html, view_html
    from judge.reports.picture.scene import Scene, drawable, given_on
    from judge.reports.picture.svg import board_svg, style_with_boards, svg_file
    from judge.reports.picture.text import draw_case
    from judge.reports.picture.words import around
    from judge.reports.scheme import deadline_words, scheme_words
    from judge.reports.site.folder import SiteFolder
    from judge.reports.terminal.console import PlainConsole
    from judge.reports.terminal.diagnostic import finding_lines, notice_lines, wrong_key_lines
    from judge.reports.terminal.manual import ManualPage, explanation
    from judge.reports.terminal.progress import HuntProgress, Live
    from judge.reports.views.boards import BoardsReport, OwnResult, rank_words
    from judge.reports.views.classroom import ClassReport
    from judge.reports.views.comparison import DiffReport
    from judge.reports.views.course import CourseReport
    from judge.reports.views.feedback import feedback
    from judge.reports.views.gradebook import GradebookReport, MarkReport
    from judge.reports.views.hunt import HuntReport
    from judge.reports.views.machines import FleetReport, check_line, contents_lines
    from judge.reports.views.package import AnswersReport, GenerateReport, LimitsReport, ValidationReport
    from judge.reports.views.problem import general_case, problem_page, samples
    from judge.reports.views.regrade import RegradeReport
    from judge.reports.views.roll import RollReport
    from judge.reports.views.run import View, run_report, turn_lines
    from judge.reports.views.scoreboard import ScoreboardReport, ScoreboardView
    from judge.reports.views.similar import SimilarReport

else:
    __getattr__ = door(__name__)
