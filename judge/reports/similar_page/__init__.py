"""Alike submissions side by side as a web page that is complete in itself: page.py puts together what others make."""
