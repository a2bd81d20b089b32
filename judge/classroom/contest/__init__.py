"""A contest on the clock: what contest.toml says, and who its teams are."""
