"""The forms of cases that are not the homework's, a file each: an exported package takes that of its puzzle along."""
