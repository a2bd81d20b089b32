"""What a student handed in, and which of its files is run."""
