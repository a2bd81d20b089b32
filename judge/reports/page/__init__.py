"""Views as HTML: pieces and tables in Python, blocks in templates/page/blocks.html; marks, bars, and the one style.

A page that stands alone loads nothing and runs nothing. Its template extends `page/base.html` and is rendered by
`templates.render` with a `title` and its `css`, which `style.style` makes of the style of all and what is its own.
For pages of the web there are also `board`, a leaderboard for many readers, and `markdown`, the statement of a problem.
"""
