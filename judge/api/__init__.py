"""The judge for Python and notebooks: `judge.check`, `judge.run` and what they return. Its door is `judge` itself."""
