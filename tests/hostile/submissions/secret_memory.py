# Looks through all objects and mappings of its process for what the judge knew before it was forked.
# expect: RTE
import contextlib
import gc


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    found = [text for item in gc.get_objects() if isinstance(item, dict) for text in item.values()]
    found = [text for text in found if isinstance(text, str) and "canary" in text and len(text) < 200]
    with contextlib.suppress(OSError), open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps:
            if "heap" in line:
                first, last = (int(word, 16) for word in line.split()[0].split("-"))
                memory.seek(first)
                data = memory.read(last - first)
                at = data.find(b"hostile-token")
                found.append(data[at : at + 100].decode(errors="replace") if at >= 0 else "")
    raise RuntimeError("\n".join(found))
