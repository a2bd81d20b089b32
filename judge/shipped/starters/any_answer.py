# judge: problem = THIS_PROBLEM
"""A first solution, which answers every case alike: the statement says what is asked for.

Try it with  judge run THIS_FILE
"""

import numpy as np

# As in any_row.py, of a puzzle that the validator of its package judges.
ANSWER, SHAPE = "board", (8, 8)


def solve(n, grid, regions, weights):
    """RESULT"""
    if ANSWER == "number":
        return 0
    if ANSWER == "word":
        return False
    return np.zeros(SHAPE, np.int8)
