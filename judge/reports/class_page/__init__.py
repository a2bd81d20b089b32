"""A class at a glance as a web page that is complete in itself: page.py puts together what the others make."""
