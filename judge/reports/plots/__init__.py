"""Plots of a run: what is drawn (a Plot, frozen), built from the record by a file for each kind, drawn by pages."""
