# A whole program that looks for descriptors of the judge, and writes forged reports into all it finds.
# expect: WA
import contextlib
import os
import struct
import sys

for fd in range(3, 1024):
    with contextlib.suppress(OSError):
        os.write(fd, struct.pack("<cQi", b"Z", 4, 0) + struct.pack("<cQ", b"O", 5) + b"FAIL\n")
        sys.exit(f"descriptor {fd} is open")
print("FAIL")
