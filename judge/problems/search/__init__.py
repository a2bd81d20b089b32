"""Decide small boards of every puzzle by trying everything that the quotas of its rules leave."""
