"""Views on a terminal: view.py prints each kind of block, diagnostic.py faults as rustc shows them, letters.py a sign
for each case. Besides, what is no view: where it is printed, the progress while something runs, and the manual.
"""
