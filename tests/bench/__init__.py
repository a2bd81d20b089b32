"""Measurements that are run by hand, `python -m tests.bench.<name>`, and assert nothing about seconds."""
