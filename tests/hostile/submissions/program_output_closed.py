# Leaves an answer that nobody may read, in a folder that nobody may enter.
# expect: WA, RTE
import contextlib
import os

with open("output.txt", "w") as file:
    file.write("FAIL\n")
for name in ("output.txt", "."):
    with contextlib.suppress(OSError):
        os.chmod(name, 0)
