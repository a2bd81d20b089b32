"""Who is who: the class list, what an export tells of somebody, and whose each submission is."""
