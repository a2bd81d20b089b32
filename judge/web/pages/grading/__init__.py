"""The pages on which graders and instructors see work and decide about it: what the commands on `web:` do."""
