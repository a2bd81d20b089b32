"""The small boards of a puzzle, on which `judge hack` looks for mistakes."""
