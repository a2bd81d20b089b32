"""The pages on which graders and instructors see work and decide about it. Each calls what a command on `web:` calls."""
