"""What pages of the web show, as nouns: nothing here knows of HTTP."""
