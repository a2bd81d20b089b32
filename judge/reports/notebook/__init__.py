"""How results look in a notebook: pieces of HTML that load nothing, run nothing, and suit light and dark pages."""
