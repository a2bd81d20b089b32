# Writes a report of the judge's own process into every descriptor that it has.
# expect: RTE, WA
import contextlib
import os
import struct

REPORT = b"Z" + struct.pack("<QiQQ", 20, 0, 0, 0) + b"O" + struct.pack("<Q", 4) + b"FAIL"
for fd in range(3, 256):
    with contextlib.suppress(OSError):
        os.write(fd, REPORT)
