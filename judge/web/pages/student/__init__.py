"""The pages of a student: a problem, handing in, what came of it, what they had before, and where they are."""
