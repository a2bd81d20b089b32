"""Search for small boards on which a submission is wrong, or on which two differ."""
