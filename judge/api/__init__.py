"""The judge for Python and notebooks: `judge.check` and `judge.run`, and what they return."""
