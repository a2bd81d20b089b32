"""Proofs that so many pieces do not fit, or that nothing is better: found, written as certificates, checked again."""

from typing import Final

CERTIFICATE: Final = "certificate.json"  # beside answer.txt; here, as who copies packages loads nothing else
