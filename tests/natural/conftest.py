"""Where programs are judged and run bare."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A folder that boxes may look into."""
    for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        folder.chmod(0o755)
    return tmp_path
