"""Buttons that people name by the picture on them, and by what that belongs to: `the pencil in Tobias Lund's row`.

Programs call such a button by what it does: Edit, Hide, Remove. A picture may stand for several of these, so
that only what belongs to a thing that is named itself is looked for, and of two buttons neither is taken.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from automation.commands.coverage import explained, is_icon, surest
from automation.commands.forms import Phrase
from automation.commands.language import alternatives, languages
from automation.commands.matching import Want, is_exact
from automation.commands.screen_view import Elements, Scene, in_one_window
from automation.core.observation import ScreenElement
from automation.screen.roles import BUTTONS
from automation.screen.rows import shares_row

_ARTICLE: Final = rf"(?:(?:the|its|{alternatives('articles')})\s+)?"
_ARTICLE_FIRST: Final = re.compile(rf"{_ARTICLE}(?=\S)", re.IGNORECASE)
_AT: Final = rf"(?:{alternatives('icon_joints')})"
_KIND: Final = rf"(?:{alternatives('thing_words')})"
_LOOKS: Final = rf"(?:(?:{alternatives('icon_looks')})\s+)?"
_SAID_THEN: Final = rf"(?:\s+(?:{alternatives('icon_nouns')}))?"
_KIND_FIRST: Final = re.compile(
    rf"{_ARTICLE}{_KIND}\s+(?:(?:{alternatives('in_words')}|for|with)\s+)?{_ARTICLE}(?=\S)",
    re.IGNORECASE,
)
"""`the tag Nuts`, `the row of Tobias Lund`."""
_KIND_LAST: Final = re.compile(rf"(?<=\S)\s+{_KIND}$", re.IGNORECASE)


@cache
def _icons() -> dict[str, tuple[str, ...]]:
    """Return by the word for a picture what buttons with it are called, in all languages."""
    data = [language.get("icons", {}) for language in languages().values()]
    named: dict[str, list[str]] = {}
    for each in data:
        for key, icon in each.items():
            named.setdefault(key, []).extend(icon["named"])
    return {
        word: tuple(named[key]) for each in data for key, icon in each.items()
        for word in icon["said"]
    }  # fmt: skip


@cache
def _said() -> re.Pattern[str]:
    words = sorted(_icons(), key=len, reverse=True)
    icon = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
    before = rf"{_ARTICLE}{_LOOKS}(?P<icon>{icon}){_SAID_THEN}\s+{_AT}\s+(?P<of>.+)"
    after = rf"(?P<owner>.{{1,80}}?)['\u2019]s?\s+{_LOOKS}(?P<own>{icon}){_SAID_THEN}"
    alone = rf"{_ARTICLE}{_LOOKS}(?P<alone>{alternatives('icons_alone')}){_SAID_THEN}"
    return re.compile(rf"{before}|{after}|{alone}", re.IGNORECASE)


def says_icon(target: Phrase, want: Want) -> bool:
    """Tell whether words name a button by its picture and by what it belongs to."""
    return want is Want.CLICK and _said().fullmatch(target.text) is not None


def by_icon(target: Phrase, pool: Sequence[ScreenElement], scene: Scene, want: Want) -> Elements:
    """Return the buttons that may have the picture which the words say, of the one thing that they name."""
    said = _said().fullmatch(target.text) if want is Want.CLICK else None
    if said is None or any(reading.is_literal for reading in target.readings):
        return []
    icon = " ".join((said["icon"] or said["own"] or said["alone"]).casefold().split())
    if said["alone"]:
        hits = (h for word in _icons()[icon] for h in surest(explained(word, pool, scene, want)))
        return list(
            dict.fromkeys(
                h.element for h in hits if h.element.role in BUTTONS and is_icon(h.element)
            )
        )
    for name in _names(said["of"] or said["owner"]):
        if not any(is_exact(name, e.name) for e in scene.near if e.role not in BUTTONS):
            continue
        found: Elements = []
        for word in (icon, *_icons()[icon]):
            for hit in surest(explained(f"{word} of {name}", pool, scene, want)):
                button = hit.element
                # What shows another sign is not what was said, though it may do the same.
                is_sign = not any(map(str.isalnum, button.name))
                is_meant = word == icon if is_sign else button.role in BUTTONS
                if is_meant and not any(button is e for e in found):
                    found.append(button)
        if found:
            return [] if any(_is_beside_nameless(e, scene) for e in found) else found
    return []


def _is_beside_nameless(button: ScreenElement, scene: Scene) -> bool:
    """Tell whether a button of which nothing is told stands in the row of another: it may show the picture."""
    nameless = [e for e in scene.near if e.role in BUTTONS and not (e.name or e.description)]
    return any(shares_row(e.box, button.box) and in_one_window(e, button) for e in nameless)


def _names(words: str) -> Iterator[str]:
    """Yield what a thing may be called, by all of the words or without those for its kind."""
    first, last = _KIND_FIRST.sub("", words, count=1), _KIND_LAST.sub("", words)
    bare = _ARTICLE_FIRST.sub("", last)
    yield from dict.fromkeys((words, first, last, bare, _KIND_LAST.sub("", first)))
