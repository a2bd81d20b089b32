"""Pages to look at: HTML with a style of its own, that loads nothing and runs nothing."""
