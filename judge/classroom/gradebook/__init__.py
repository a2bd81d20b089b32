"""The gradebook's rows: which attempt counts, what lateness costs, what was decided by hand."""
