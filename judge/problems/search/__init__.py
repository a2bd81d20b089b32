"""Decide small boards of every puzzle by trying everything: `lines.py` says what rules allow, `tree.py` searches."""
