"""What makes a submission a program of other judges: plain Python, which is copied beside it and runs there."""
