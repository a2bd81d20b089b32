"""What `judge generate` makes of a generators.toml: boards from recipes, the same on every machine."""
