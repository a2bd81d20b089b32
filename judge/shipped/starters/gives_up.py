# judge: problem = THIS_PROBLEM
# @EXPECTED_RESULTS@: WA
"""A wrong solution: it says of every board that nothing can be placed on it.

A good package refuses it. Put here what your students are likely to get wrong.
"""


def solve(n, grid, regions, weights):
    return None  # FAIL
