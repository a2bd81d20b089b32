"""What those who keep the site running ask: is it well, and how much does it do."""

from __future__ import annotations

import msgspec

from judge.web.ask import Ask
from judge.web.metrics import KIND, process_metrics, store_metrics, text_of
from judge.web.reply import Plain


def health(ask: Ask) -> Plain:
    """Say whether there are judges, and a store that takes what is handed in: 200, or else 503."""
    store, judges = ask.site.well.writable(ask.store), ask.store.queue.judges()
    well = store and judges > 0
    said = {"ok": well, "judges": judges, "store": "writable" if store else "not writable"}
    return Plain(msgspec.json.encode(said), "application/json", 200 if well else 503)


def metrics(ask: Ask) -> Plain:
    """Return every figure for Prometheus."""
    found = ask.site.meter.metrics() | store_metrics(ask.store) | process_metrics()
    return Plain(text_of(found).encode(), KIND)
