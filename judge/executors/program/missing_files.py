"""The files that a program tried in vain to open, for one that left no answer and does not say why.

It is run once more on the same case, in a box like any other, with a library in front of libc's `open` and `fopen`
that tells of each failure on stderr. That library is compiled in the submission's own box, from the text below; it
needs a C compiler, and a program that is linked to libc. What it tells is the program's word like all of its stderr,
and only ever becomes part of a sentence.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from judge.executors.program.commands import homes
from judge.model import Limits
from judge.sandbox.box import Bounds
from judge.sandbox.request import Home, Job
from judge.sandbox.sandbox import Sandbox

LIBRARY = "failed-opens.so"
RERUN_S = 1.0  # of CPU at most, and twice that on the wall: whoever looks for a file does so early
_MARK = "judge: could not open "
_SYSTEM = ("/usr/", "/lib", "/etc/", "/proc", "/sys/", "/dev/", "/opt/", "/bin/", "/tmp/hsperfdata")
_CODE_ENDINGS = (".so", ".py", ".pyc", ".pth", ".zip", ".jar", ".class", ".cfg", ".mo", ".json", ".node")
_SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
static void tell(const char *path, int failed) {
    int why = errno;
    if (failed && (why == ENOENT || why == EACCES || why == ENOTDIR || why == EROFS))
        dprintf(2, "\n" MARK "%d %.300s\n", why, path);
    errno = why;
}
#define OPEN(name) int name(const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest); \
    int fd = ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name))(path, flags, mode); \
    tell(path, fd < 0); return fd; }
#define OPENAT(name) int name(int folder, const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest); \
    int fd = ((int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name))(folder, path, flags, mode); \
    tell(path, fd < 0); return fd; }
#define FOPEN(name) FILE *name(const char *path, const char *mode) { \
    FILE *file = ((FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, #name))(path, mode); \
    tell(path, !file); return file; }
#define TMPFILE(name) FILE *name(void) { \
    FILE *file = ((FILE *(*)(void))dlsym(RTLD_NEXT, #name))(); \
    tell("/tmp", !file); return file; }
OPEN(open) OPEN(open64) OPENAT(openat) OPENAT(openat64) FOPEN(fopen) FOPEN(fopen64) TMPFILE(tmpfile) TMPFILE(tmpfile64)
"""


class Failed(NamedTuple):
    """A path that could not be opened, and what the system answered."""

    path: str
    errno: int


def failed_opens(sandbox: Sandbox, home: Home, limits: Limits, job: Job, data: bytes) -> tuple[Failed, ...]:
    """The paths that it could not open, in order and each once; `job` and `data` are those of the run that left no
    answer. Empty where the host can't tell."""
    library = f"{home.cache}/{LIBRARY}"
    make = f'printf %s "$1" | gcc -x c -shared -fPIC -D \'MARK="{_MARK}"\' -o {library} - -ldl'
    generous = msgspec.structs.replace(limits, memory=max(limits.memory, 512))
    making = Job(prepare=True, command=("sh", "-c", make, "sh", _SOURCE))
    with sandbox.start(home, generous, making) as box:
        if box.run(b"", Bounds(limits.compilation_time, limits.compilation_time, 0)).status != 0:
            return ()
    again = msgspec.structs.replace(job, environment={**job.environment, "LD_PRELOAD": library})
    with sandbox.start(home, limits, again) as box:
        facts = box.run(data, Bounds(min(RERUN_S, limits.time_limit), min(2 * RERUN_S, limits.wall_limit_s), 0))
    said = (line.removeprefix(_MARK) for line in facts.stderr.splitlines() if line.startswith(_MARK))
    failed = (Failed(path, int(why)) for why, _, path in (line.partition(" ") for line in said) if why.isdigit())
    return tuple(one for one in dict.fromkeys(failed) if one.path)


def own(failed: Iterable[Failed], text: str) -> list[Failed]:
    """Return those that a program of this text opens itself, and not its language."""
    return [one for one in failed if one.path in text or not _of_the_language(one.path)]


def _of_the_language(path: str) -> bool:
    return path.startswith((*_SYSTEM, sys.prefix, sys.base_prefix, *homes())) or path.endswith(_CODE_ENDINGS)
