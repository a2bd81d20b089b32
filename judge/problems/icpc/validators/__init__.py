"""The validators of an exported package: plain Python, which is copied into it and runs there without the judge."""
