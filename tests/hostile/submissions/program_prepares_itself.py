# Is prepared with ONLINE_JUDGE, and leaves pipes, links and closed folders where its program should lie.
# expect: CE, RTE, WA
import contextlib
import os
import sys

if "ONLINE_JUDGE" in sys.argv:
    for act in (lambda: os.mkfifo("pipe"), lambda: os.symlink("@CONTEST@", "link"), lambda: os.chmod(".", 0)):
        with contextlib.suppress(OSError):
            act()
print("FAIL")
