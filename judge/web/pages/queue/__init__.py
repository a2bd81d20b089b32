"""The queue of the judges, for staff."""
