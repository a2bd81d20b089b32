"""One view of each thing: every word that terminal, pages and notebooks say of it, for a renderer of blocks."""
