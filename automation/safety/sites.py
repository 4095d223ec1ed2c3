"""Which web site a browser shows, and what kind of place that is.

The address is read from the browser's own address bar in the accessibility tree: it lies above the
page, so that no field of a page can stand in for it. Where the tree tells none, a name in the title
that looks like a domain counts.
"""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from automation.core.observation import ScreenElement, WindowInfo
from automation.safety.app_kinds import AppKind

_DOMAIN: Final = re.compile(
    r"(?<![\w@.-])((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24})(?![\w@-])", re.IGNORECASE
)
_INNER: Final = re.compile(
    r"^(about|chrome|edge|brave|vivaldi|opera|moz-extension):", re.IGNORECASE
)
_FILE_ENDINGS: Final = frozenset({"txt", "pdf", "odt", "ods", "odp", "doc", "docx", "xls", "xlsx", "ppt",
    "png", "jpg", "jpeg", "gif", "svg", "html", "htm", "md", "py", "js", "zip", "gz", "csv", "json",
    "mp3", "mp4", "exe", "sh"})  # fmt: skip
_SECRETS: Final = ("about:logins", "chrome://password-manager", "edge://wallet/passwords",
    "edge://settings/passwords", "brave://password-manager", "vivaldi://password-manager",
    "vault.bitwarden.com", "my.1password.com", "lastpass.com/vault", "passwords.google.com",
    "app.dashlane.com", "pass.proton.me")  # fmt: skip
_BANKS: Final = re.compile(
    r"(?:^|[.-])(?:paypal|coinbase|binance|kraken|revolut|klarna)\.|(?:^|\.)(?:wise|stripe)\.com"
    r"|(?:^|[.-])(?:bank|checkout)|bank(?:$|[.-])|sparkasse|volksbank|raiffeisen"
)
"""Names of hosts; "bank" begins or ends a part of one: an embankment is none."""
_MAIL: Final = ("mail.", "outlook.", "webmail", "roundcube")
_CHAT: Final = ("web.whatsapp.com", "web.telegram.org", "discord.com", "slack.com", "messenger.com",
    "teams.microsoft.com", "teams.live.com", "chat.google.com", "mattermost", "app.element.io")  # fmt: skip


def address_of(elements: Sequence[ScreenElement]) -> str:
    """Return what stands in the address bar; empty when the tree does not tell.

    Args:
        elements: what is seen in one browser window.
    """
    fields = [e for e in elements if e.role in ("field", "combo") and e.value]
    typed = [e for e in fields if _is_address(e.value or "")]
    top = min(typed, key=lambda e: (e.box.y, e.box.x), default=None)
    return (top.value or "").strip() if top else ""


def site_of(address: str, window: WindowInfo) -> str:
    """Return the host that is shown; empty when nobody tells."""
    if address:
        if inner := _INNER.match(address):
            return f"{inner.group(1).casefold()}:"
        host = urlsplit(address if "://" in address else f"//{address}").hostname or ""
        return _plain(host)
    names = domains_in(window.title)
    return names[0] if names else ""


def domains_in(text: str) -> tuple[str, ...]:
    """Return the names in a text that look like domains, in order."""
    found = (_plain(match) for match in _DOMAIN.findall(text))
    return tuple(name for name in found if name.rpartition(".")[2] not in _FILE_ENDINGS)


def site_in_text(text: str) -> str:
    """Return the host if the text is one address and nothing else; empty for other texts."""
    address = text.strip()
    if any(char.isspace() for char in address):
        return ""
    return next(iter(domains_in(address.partition("?")[0])), "")


def kinds_of_address(address: str) -> frozenset[AppKind]:
    """Return what kind of place the address is; an address can only add a suspicion."""
    place = address.casefold().removeprefix("https://").removeprefix("http://")
    place = place.removeprefix("www.")
    host = place.partition("/")[0]
    kinds = set()
    if any(place.startswith(secret) for secret in _SECRETS):
        kinds.add(AppKind.PASSWORDS)
    if _INNER.match(place) and not place.startswith(("about:blank", "about:newtab", "about:home")):
        kinds.add(AppKind.SETTINGS)
    if _BANKS.search(host):
        kinds.add(AppKind.BANK)
    if any(word in host for word in _MAIL):
        kinds.add(AppKind.MAIL)
    if any(word in host for word in _CHAT):
        kinds.add(AppKind.CHAT)
    return frozenset(kinds)


def _is_address(value: str) -> bool:
    text = value.strip()
    if not text or " " in text:
        return False
    return bool(_INNER.match(text) or "://" in text or _DOMAIN.match(text) or "localhost" in text)


def _plain(host: str) -> str:
    return host.casefold().removeprefix("www.").rstrip(".")
