"""numba in a zygote, set up by a kernel of the judge's own, so that no attempt pays for that.

Loading that kernel takes half as long as compiling it. Which of the two was done shows: a kernel that is compiled has
compiled parts of numba that others use too, a tenth of a second of what an attempt compiles in its window. So where
there is a cache, it is always loaded, also by the zygote that has just had it compiled in another process.
"""

from __future__ import annotations

from judge.sandbox.basis import basis, digest
from judge.sandbox.cache import Cache
from judge.sandbox.protocol import KERNEL_HOME, KernelRequest, Moved, PackRequest, Warmed
from judge.sandbox.zygote_client import START_S, ZygoteProcess


def set_up(zygote: ZygoteProcess, cache: Cache | None, core: int | None) -> None:
    """Set numba up in a zygote that has loaded it, and in which no box has run."""
    if cache is None:
        zygote.ask(KernelRequest(keep=False), Warmed, limit_s=START_S)
        return
    key = digest(("kernel", basis(core)))
    with cache.find(key) as found:
        reply, _ = zygote.ask(KernelRequest(keep=True), Warmed, [found.fd] if found else [], limit_s=START_S)
    if reply.compiled:
        cache.keep(key, b"", lambda fd: zygote.ask(PackRequest(KERNEL_HOME), Moved, [fd])[0].whole)
