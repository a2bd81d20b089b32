"""Problem packages of the ICPC: written and read."""
