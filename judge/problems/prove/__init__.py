"""Proofs that so many pieces do not fit, or that nothing is better: found, written as certificates, checked again."""
