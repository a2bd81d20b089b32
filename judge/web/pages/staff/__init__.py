"""Pages of graders, instructors and hosts: a class, who is in it, its dates, what it handed in, and what was done."""
