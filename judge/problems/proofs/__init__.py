"""Proofs that so many pieces do not fit: found, written as certificates, checked again."""
