"""Pages that load nothing and run nothing: the one style, marks and bars of all, and the page of a submission.

Templates of templates/page/ extend `page/base.html` and take macros from `page/macros.html`. Each is rendered by
`templates.render` with a `title` and its `css`, which `style.style` makes of the style of all and what is its own.
"""
