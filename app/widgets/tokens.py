"""The colour tokens as data: two themes and the overlay's own colours, which follow no theme."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours by name, as #RRGGBB or #AARRGGBB."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    overlay: Mapping[str, str]


@cache
def tokens() -> Tokens:
    """Return the tokens that the resources hold."""
    path = files("resources") / "theme" / "tokens.json"
    data: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    light, dark, overlay = (MappingProxyType(data[name]) for name in ("light", "dark", "overlay"))
    return Tokens(light, dark, overlay)


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two opaque colours, 1..21.

    Source: WCAG 2.2, relative luminance and contrast ratio.
    """
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
