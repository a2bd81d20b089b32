# A whole program that changes its input, its source and its executable, for whoever reads them next.
# expect: AC
# repeat: 2
import contextlib
import os
import sys

with open("input.txt") as file:
    assert file.read().startswith("DFS\n8\n8\n")
assert sys.stdin.read().startswith("DFS\n8\n8\n")
for name in ("input.txt", __file__, sys.executable, "/cache/program"):
    with contextlib.suppress(OSError), open(name, "w") as file:
        file.write("BFS\n1\n1\n0\n")
with contextlib.suppress(OSError):
    os.unlink("input.txt")
columns = (0, 4, 7, 5, 2, 6, 1, 3)
print("OK", *("".join("01"[column == place] for column in range(8)) for place in columns), sep="\n")
