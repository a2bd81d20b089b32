"""A run as a folder of pages that opens anywhere: without a network, from a USB stick, mostly without a script."""
