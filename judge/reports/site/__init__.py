"""A run as a folder of pages that opens anywhere: without a network, from a USB stick, mostly without a script.

A new page is a view, such as those of judge/reports/views/record.py, and a line in `pages.pages`; what it links to is a
Place that `pages` knows a file for. templates/page/blocks.html writes its blocks into templates/run/base.html. A table
sorts by each head cell, unless that has `data-sort="none"`. A cell sorts by its `data-value`, a number, else by its
text. No `style` attribute and no script in a page: the policy stops both.
"""
