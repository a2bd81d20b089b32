"""The contest on the clock: its scoreboard for everybody, and what its hosts say about it."""
