"""Write HTML in which text is text. Only an `Html` is taken as mark-up; every other string is escaped."""

from __future__ import annotations

import html

from judge.reports.commands import parted

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
_VOID = {"br", "hr", "meta"}


class Html(str):
    """Text that is mark-up already, made by `element`."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return it as it is: what templates ask of mark-up."""
        return str(self)


def element(tag: str, *inside: str, **attributes: str | float | None) -> Html:
    """Return an element. Of an attribute's name `_` at the end goes and any other becomes `-`; None leaves it out."""
    words = [f' {_name(name)}="{_value(value)}"' for name, value in attributes.items() if value is not None]
    begin = f"<{tag}{''.join(words)}>"
    return Html(begin if tag in _VOID else f"{begin}{joined(*inside)}</{tag}>")


def joined(*parts: str) -> Html:
    """Return parts behind one another, each escaped that is no mark-up."""
    return Html("".join(part if isinstance(part, Html) else html.escape(part, quote=False) for part in parts))


def named(name: str, tag: str = "bdi") -> Html:
    """Return a stranger's name: it may be written from right to left, and turns nothing around it."""
    return element(tag, name, dir="auto")


def prose(text: str) -> Html:
    """Return a text of ours, with its commands as such."""
    return joined(*(element("code", part) if command else part for part, command in parted(text)))


def document(title: str, style: str, *body: str) -> str:
    """Return a whole page without a script, a link elsewhere or a picture from elsewhere; should one get in all the
    same, the policy stops it. `style` is CSS of our own."""
    head = joined(
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Html(style)),
    )
    return f"<!doctype html>\n{element('html', element('head', head), element('body', *body), lang='en')}\n"


def _value(value: str | float) -> str:
    return html.escape(str(value), quote=False).replace('"', "&quot;")


def _name(word: str) -> str:
    return word.removesuffix("_").replace("_", "-")
