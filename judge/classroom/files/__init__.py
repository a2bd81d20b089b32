"""A class as files: a folder or a zip, whatever hostile hands have made of it."""
