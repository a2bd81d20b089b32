"""A package's own signature of `solve`: its table in problem.toml, inputs and results as tokens, and what fits."""
