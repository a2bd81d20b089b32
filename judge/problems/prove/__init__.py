"""Proofs that so many pieces do not fit, or that nothing is better: found, written as certificates, checked again."""

from typing import TYPE_CHECKING, Final

from judge.door import door

CERTIFICATE: Final = "certificate.json"  # beside answer.txt; here, as who copies packages loads nothing else

if TYPE_CHECKING:
    from judge.problems.prove.constructions import fitting
    from judge.problems.prove.deciding import decide, needs_answer
    from judge.problems.prove.truth import Truth, is_easy, most_pieces, truth_of
else:
    __getattr__ = door(__name__)
