"""What every template of the web may use."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from judge.web.assets import version

if TYPE_CHECKING:
    from judge.model.account import Account, Role
    from judge.web.site import Site


def words_of(site: Site, viewer: Account | None = None, csrf: str = "", here: str = "") -> dict[str, Any]:
    """Return the words: `may(role)` says whether the viewer has at least that role, `asset(name)` is the address of one
    of our own files, `root` goes before every path, `outdated` is said of a form that came from an old page, `once` is
    what the forms of this page are known by when they come again."""
    root = site.settings.root_path

    def may(least: Role) -> bool:
        return viewer is not None and viewer.may(least)

    def asset(name: str) -> str:
        return f"{root}/static/{name}?v={version(name)}"

    return {
        **{"site": site, "viewer": viewer, "may": may, "csrf": csrf, "once": secrets.token_hex()},
        **{"root": root, "here": here.removeprefix(root), "asset": asset, "outdated": ""},
    }
