"""What the names in an export say: whose each file is. One module for each platform, and one for a class of none.

Nothing is opened here but Gradescope's list of submitters, Blackboard's receipts, and the times of nbgrader and Sakai.
"""

from judge.classroom.shapes.gradescope import METADATA, submitters
from judge.classroom.shapes.pile import Pile, Sorted, Told, top
from judge.classroom.shapes.table import piles, shape_of

__all__ = ["METADATA", "Pile", "Sorted", "Told", "piles", "shape_of", "submitters", "top"]
