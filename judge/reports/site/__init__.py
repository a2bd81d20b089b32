"""A run as a folder of pages that opens anywhere: without a network, from a USB stick, mostly without a script.

A page is a file here that yields (name of the file, text), a template that extends templates/run/base.html, and a
row in `write.PAGES`. `contents.page_of` renders it with its title, crumbs and footer. Templates take from macros.html:

    {% import "run/macros.html" as m %}
    {% block scripts %}{{ m.scripts() }}{% endblock %}     only where the page has a plot: loads Chart.js
    {{ m.plot(plot, "cactus") }}                           a plots.plot.Plot as a figure; its summary stands beside it
    {% call m.table("cases", "Cases of this run") %}       a table in a region that scrolls by itself
    <thead><tr><th scope="col">case</th><th scope="col" class="num">time</th></tr></thead>
    <tbody><tr id="{{ part.case_anchor(3) }}"><th scope="row">forest-12</th><td class="num">41 ms</td></tr></tbody>
    {% endcall %}
    {{ run.verdict | met(note, run.not_run) }}             shape, letter and word of a verdict
    {{ time_s|seconds }} {{ bytes|mebibytes }} {{ x|ratio }}   numbers, rounded by judge/text.py

A table sorts by each head cell, unless that has `data-sort="none"`. A cell sorts by its `data-value`, a number, else by
its text. `class="num"` sets to the right. Colours are variables of page/style.py and style.css. No `style` attribute
and no script in a page: the policy stops both.
"""
