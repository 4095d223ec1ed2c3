"""Reads paths of menus: `File > Save`, `Save in the File menu`, and which entries of the screen they name."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from automation.commands.find.coverage import is_kin
from automation.commands.find.screen_view import Scene, Way
from automation.commands.forms import Form, Path, Switch
from automation.commands.matching import Tier, match
from automation.commands.targets import phrase
from automation.commands.words import (
    Quotes,
    as_said,
    doubts,
    has_doubt,
    without_closing,
    without_opening,
)

Kind = Literal["whole", "mark", "show", "press", "do"]
"""How an entry is named: with the verb, or after one that marks it, shows its thing, presses it, or just does it."""
_MAX_CHARS: Final = 200
_ARROW: Final = re.compile(r"\s*(?:-->|->|=>|[>→›»▸▶⟩➔])\s*")  # noqa: RUF001 - people write these signs
_IN: Final = r"(?:in|inside|within|from|under|on|of|out of|via|using|through|with|by)"
_MENU_LAST: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<entry>.+)[\s,]+{_IN}\s+(?:the\s+)?(?P<menu>\S.{{0,40}}?)(?:['’]s)?\s+menu",  # noqa: RUF001
        rf"(?P<entry>[^>→]+?)\s+{_IN}\s+(?:the\s+)?(?P<menu>\S[^>→]{{0,40}}?{_ARROW.pattern}\S.{{0,60}})",
        rf"[^()]+?\s*\((?P<entry>[^()]{{1,60}}?)\s+{_IN}\s+(?:the\s+)?(?P<menu>[^()\s]{{1,40}})\s+menu\)",
        r"(?P<entry>.+?)\s*\((?:(?:in|from|under|see)\s+)?(?:the\s+)?(?P<menu>[^()]{1,60}?)\s+menu\)",
        r"(?P<entry>.+?)\s*\((?P<menu>[^()>]{1,40}>[^()]{1,60})\)",
    )
)
_MENU_FIRST: Final = re.compile(
    r"(?:(?P<in>in|inside|from|under|on|via|using|through|with|open|use|go to)\s+)?(?:the\s+)?"
    r"(?!the\s)(?P<menu>[^\s,:;>]+(?:\s+[^\s,:;>]+){0,2}?)\s+menu(?!\s+bar\b)(?P<sign>\s*[:,>–-]\s*|\s+(?:and\s+|to\s+)?)(?P<entry>[^\s:,>].*)",  # noqa: RUF001
    re.IGNORECASE,
)
_TITLE_LAST: Final = re.compile(
    rf"(?P<entry>.+)\s+{_IN}\s+(?:the\s+)?(?P<menu>\S.{{0,30}})|(?P<other>.+?)\s*\((?P<within>[^()]{{1,40}})\)",
    re.IGNORECASE,
)
"""Where the screen tells that the last word is a menu, nobody has to say so."""
_TITLE_FIRST: Final = re.compile(
    r"(?:under|in|inside|from|unter|im|in der)\s+(?:the\s+)?(?P<menu>\S+)\s+(?P<entry>\S.*)",
    re.IGNORECASE,
)
"""`unter Ansicht die Namen`, behind which somebody has said that it is turned on."""
_LISTED: Final = re.compile(r"\s*,\s*(?:and\s+)?(?:then\s+)?|\s+then\s+", re.IGNORECASE)
_GOAL: Final = re.compile(r"(?P<goal>[^:]{1,120}):\s+(?P<rest>\S.*)")
_DICTATED: Final = re.compile(r"(?:type|write|enter|paste|say|press|hit|key)\b", re.IGNORECASE)
_VERBS: Final[tuple[tuple[Kind, bool | None, str], ...]] = (
    ("mark", True, "tick|check|turn on|switch on|put a tick (?:at|by|in|next to)"),
    ("mark", False, "untick|uncheck|take the tick (?:off|from|out of)|remove the tick (?:at|by|from)"),
    ("do", None, r"(?:show|view|display|see) (?:me )?(?:this|it|them|everything|(?:(?:the|my|all) )+(?:files|items|folder|entries|pictures)) (?:as|in)"),
    ("show", True, "show me|show|display|unhide|enable|activate|bring back"),
    ("show", False, "hide|turn off|switch off|disable|deactivate|remove|close|get rid of|do not show|don't show|stop showing"),
    ("press", None, "click on|click|tap|toggle"),
    ("do", None, "choose|select|pick|open up|open|(?:go |jump |get )?back to|go to|switch to|change to|jump to|bring up|launch|start|run|use|press|view|see"
     "|call up|call|take|do|make it|set to|set it to|put it on|go|sort by|sort|arrange by|order by|group by|arrange|change"
     "|set|insert|add|apply"),
)  # fmt: skip
"""The kinds, whether the entry is to be on, and their verbs; longer verbs before those they begin with."""
_BY_VERB: Final = tuple(
    (kind, on, re.compile(rf"(?:{verbs})\s+(?P<name>\S.*)", re.IGNORECASE))
    for kind, on, verbs in _VERBS
)
_VERB_ALONE: Final = re.compile(
    rf"(?:{'|'.join(verbs for *_, verbs in _VERBS)}|right click|right-click|hover over|hover|point to|point at|look|expand|go)",
    re.IGNORECASE,
)
_UNDER: Final = re.compile(
    rf"(?:and\s+)?(?:then\s+)?(?:under|in|inside|on)\s+(?:the\s+)?(?P<menu>\S.{{0,40}}?)(?:\s+(?:sub-?)?menu)?"
    rf"(?:\s*[,:>]\s*|\s+)(?P<entry>(?:{'|'.join(verbs for *_, verbs in _VERBS)})\s+\S.*)",
    re.IGNORECASE,
)
"""A level that is said between a menu and its entry: `under Units, choose Fahrenheit`."""
_LEVEL: Final = re.compile(r"under\s+(?:the\s+)?(?=\S)", re.IGNORECASE)
IN_FIRST: Final = re.compile(r"(?:in|under|from)\s+(?:the\s+)?", re.IGNORECASE)
_EXPLAINED: Final = re.compile(r"(?P<said>[^()]+?)\s*\((?P<path>[^()]+)\)")
"""A step, and in brackets the path of the entry that does it: `Freeze the first row (View, Freeze First Row)`."""
_OF_MENU: Final = re.compile(r"(?P<entry>.+)\s+(?:of|in|from)\s+(?:the\s+)?(?P<menu>\S.*)", re.I)
"""`the properties of the archive` in the Archive menu."""
_DONE_WITH: Final = re.compile(
    r"\S+\s+(?:it|this|that|them|everything|the\s+\S+)\s+(?:with|using|by|via)\s+(?P<name>\S.*)",
    re.IGNORECASE,
)
"""What an entry is for, before its name: `mirror it with Flip Horizontal`; only of a menu that is named."""
_PLACE: Final = re.compile(
    r"(?:at|in|on|to) the (?:very |far )?(?:top|bottom|left|right|upper|lower|middle|corner)\b",
    re.IGNORECASE,
)
_ON_OFF: Final = re.compile(
    r"(?:(?:turn|switch|flip|set|put)\s+)?(?P<name>\S.{0,80}?),?\s+(?P<way>on|off)", re.IGNORECASE
)
"""`turn the ruler on`, `Ruler off`; an entry that is called so itself fits better."""
_ARTICLES: Final = frozenset(
    {
        "the",
        "a",
        "an",
        "my",
        "this",
        "its",
        "it",
        "them",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "ein",
        "eine",
        "einen",
    }
)
_SHOWING: Final = frozenset({"show", "display", "view", "enable", "use"})
HIDING: Final = frozenset({"hide", "disable"})
_FILLERS: Final = frozenset(
    {"one", "folder", "level", "page", "window", "dialog", "dialogue", "box", "option", "item", "entry",
     "mode", "view", "command", "setting", "menu", "once", "again"}
)  # fmt: skip
"""Words that people say after the name of an entry, and that are no part of it."""
_SAME: Final = 3
"""Up to here a name is the one that was said; beyond, it only begins with its words or is like it."""
_BEGUN: Final = 4
"""Here a name begins with the words, which must stand in no other one."""
SOME_WORDS: Final = 7
"""Here a name only holds the words somewhere: whether it is meant is asked."""
LAZY_MENUS: Final = frozenset({"", "empty"})
"""What a menu holds that is filled only when it opens."""


@dataclass(frozen=True, slots=True)
class EntryName:
    """One way to take the words for an entry."""

    text: str
    kind: Kind
    on: bool | None = None


def said_path(words: str, quotes: Quotes) -> Path | None:
    """Return the path of a whole step whose words name a menu: `hide the ruler in the View menu`.

    Where no screen tells a name, words that deny, limit or ask (`never choose Save ...`) make it none.
    """
    parts = _said_parts(words)
    if not parts or has_doubt(words.replace(parts[-1], _unturned(parts[-1]))):
        return None
    return _path(parts, quotes)


def _said_parts(words: str) -> tuple[str, ...]:
    """Return the menus and the entry, verb and all, that a step names; nothing where it names no menu."""
    bare = without_closing(without_opening(words)) if len(words) <= _MAX_CHARS else ""
    first = _MENU_FIRST.fullmatch(bare)
    for found in (first, *(pattern.fullmatch(bare) for pattern in _MENU_LAST)):
        if found is None or _ARROW.search(found["entry"]) or _DICTATED.match(found["entry"]):
            continue
        if _VERB_ALONE.fullmatch(found["entry"]) or _PLACE.match(found["entry"]):
            continue  # “click the File menu”, “the main menu at the top right”
        if found is first and not (found["in"] or found["sign"].strip()):
            continue
        again = _OF_MENU.fullmatch(found["entry"])
        is_said = again is not None and again["menu"].casefold() == found["menu"].casefold()
        entry = again["entry"] if again is not None and is_said else found["entry"]
        under = _UNDER.fullmatch(entry) if found is first else None
        menus = _ARROW.split(found["menu"])
        if len(menus) > 1 and _words_rank(names_in(entry)[-1].text, menus[-1]) <= _SAME:
            menus.pop()  # `hide the status bar with View > Statusbar`
        return (*menus, *(under.groups() if under else (entry,)))
    parts = _ARROW.split(bare)
    is_path = len(parts) > 1 and " " not in parts[0] and not _DICTATED.fullmatch(parts[0])
    return tuple(parts) if is_path else ()


def _path(parts: Sequence[str], quotes: Quotes) -> Path | None:
    """Return a path whose last part is told with its verb, and how the entry is to be after it."""
    parts = [parts[0], *(_LEVEL.sub("", part, count=1) for part in parts[1:])]
    name = names_in(quotes.plain(parts[-1]))[-1]
    items = [phrase(part, quotes) for part in (*parts[:-1], name.text)]
    found = tuple(item for item in items if item is not None)
    if len(found) != len(items):
        return None
    return Path(found, name.on, quotes.plain(parts[-1]))


def shown_or_hidden(rest: str, quotes: Quotes, on: bool) -> tuple[Form, ...]:
    """Return what `hide the ruler` may mean where a menu has such an entry, and nothing else."""
    target = phrase(rest, quotes) if len(rest) <= _MAX_CHARS else None
    said = f"{'show' if on else 'hide'} {quotes.plain(without_closing(rest))}"
    return (Path((target,), on, said),) if target else ()


def is_guess(form: Form) -> bool:
    """Tell whether a form means something only where the screen has such an entry."""
    return isinstance(form, Path) and len(form.items) == 1 and bool(form.said)


def listed_path(words: str, scene: Scene) -> Path | None:
    """Return the path that words are where the first is a menu on the screen: `View, Zoom, Fit Page`.

    What stands before a colon tells what for: `Fit the page: View > Fit Page`.
    """
    bare = without_closing(words) if len(words) <= _MAX_CHARS else ""
    if (explained := _EXPLAINED.fullmatch(bare)) is not None:
        return _explained(explained["said"], explained["path"], scene)
    goal = _GOAL.fullmatch(bare)
    if not re.search(r"[:,>]|->|\bthen\b|→", bare) or (goal and _DICTATED.match(goal["goal"])):
        return None
    for said in (bare, goal["rest"] if goal else ""):
        parts = _ARROW.split(said) if _ARROW.search(said) else _LISTED.split(said)
        if len(parts) == 1 and goal and said == bare:
            parts = [goal["goal"], goal["rest"]]
        parts = [without_opening(part) for part in parts if part]
        if len(parts) < 2 or len(parts[0].split()) > 4:
            continue
        first = IN_FIRST.sub("", re.sub(r"\s+menu$", "", parts[0], flags=re.I), count=1)
        if title := _title(first, scene):
            path = _path((title, *parts[1:]), Quotes(""))
            found = ways_of(path, scene.menus, _SAME) if path is not None else []
            if found and (said == bare or _are_names(goal["goal"] if goal else "", found)):
                return path
            is_unlisted = not any(w[0].name == title for w in scene.menus if len(w) > 1)
            if said == bare and first != parts[0] and is_unlisted and len(parts) == 2:
                return path if names_in(parts[1])[-1].on is not None else None
    return None


def _explained(said: str, words: str, scene: Scene) -> Path | None:
    """Return the path in brackets behind a step whose words the entry has: none where that leads elsewhere."""
    path = None if _DICTATED.match(said) else listed_path(words, scene)
    found = ways_of(path, scene.menus, _SAME) if path is not None else []
    shared = {word for way, _ in found for word in _split(way[-1].name)}.intersection(_split(said))
    return path if shared and _are_names(said, found) else None


def _are_names(words: str, found: Sequence[tuple[Way, EntryName]]) -> bool:
    """Tell whether all words that deny, limit or ask are a part of the names that were found."""
    return doubts(words) <= doubts(" ".join(e.name for way, _ in found for e in way))


def _title(words: str, scene: Scene) -> str:
    """Return the name of the menu in the bar that is called so; empty where there is none."""
    wanted = as_said(re.sub(r"^the\s+", "", words, flags=re.IGNORECASE))
    if not any(as_said(e.name) == wanted for e in scene.near):
        return ""  # cheaper than all that the menus hold
    return next((w[0].name for w in scene.menus if as_said(w[0].name) == wanted), "")


def meant_path(words: str, scene: Scene, *, on: bool | None = None) -> Path | None:
    """Return the path that the words of a step mean by the menus that the program lists; None if none.

    The menu may be left out where one entry of all is called so.

    Args:
        on: what they name is to be turned on or off, in whatever language that was said.
    """
    bare = without_closing(without_opening(words)) if len(words) <= _MAX_CHARS else ""
    if not bare or not scene.menus:
        return None
    none = Quotes("")
    if on is not None:
        verb = "turn on" if on else "turn off"
        first = _TITLE_FIRST.fullmatch(bare)
        title = _title(first["menu"], scene) if first is not None else ""
        if first is not None and title:
            path = _path((title, f"{verb} {first['entry']}"), none)
            return path if path is not None and ways_of(path, scene.menus, _SAME) else None
        bare = f"{verb} {bare}"
    said = _said_parts(bare)
    paths = [_path(said, none) if said else None, listed_path(bare, scene)]
    if (placed := _TITLE_LAST.fullmatch(bare)) is not None:
        title = _title(placed["menu"] or placed["within"], scene)
        paths.append(_path((title, placed["entry"] or placed["other"]), none) if title else None)
    for path in paths:
        found = ways_of(path, scene.menus) if path is not None else []
        if path is not None and found and _are_names(_unturned(bare), found):
            return path
    names = [
        name
        for name in names_in(bare)
        if any(rank_of(name.text, w, 0)[0] <= _SAME for w in scene.menus)
    ]
    if not names or (target := phrase(names[-1].text, none)) is None:
        return None
    return Path((target,), names[-1].on, bare)


def path_of(words: str, forms: Iterable[Form], scene: Scene) -> Path | None:
    """Return the path that the words of a step mean, or that its forms turn on or off; None if none."""
    turned = (form for form in forms if isinstance(form, Switch))
    ways = (meant_path(form.target.text, scene, on=form.on) for form in turned)
    return meant_path(words, scene) or next(filter(None, ways), None)


def _unturned(words: str) -> str:
    """Return the words without a verb that turns an entry off: `don't show` is said of it, and denies nothing."""
    off = names_in(words)[-1]
    return off.text if off.on is False else words


def names_in(words: str) -> list[EntryName]:
    """Return the names that an entry may have by the words, the whole of them first."""
    bare = without_closing(words)
    found = [EntryName(bare, "whole")]
    if match_ := _ON_OFF.fullmatch(bare):
        return [*found, EntryName(match_["name"], "mark", match_["way"].casefold() == "on")]
    for kind, on, verb in _BY_VERB:
        if said := verb.fullmatch(bare):
            return [*found, EntryName(said["name"], kind, on)]
    return found


def menus_of(form: Path, ways: Sequence[Way]) -> list[Way]:
    """Return the menus, or submenus, that all items of a path but the last name; all is () for none."""
    menus: list[Way] = [()]
    for item in form.items[:-1]:
        named = re.sub(r"\s+(?:sub-?)?menu$", "", item.label, flags=re.IGNORECASE)
        inside = [w for w in ways if any(w[: len(m)] == m and len(w) > len(m) for m in menus)]
        menus = _best([(rank_of(named, w, len(w) - 1)[0], w) for w in inside])
        level = min(map(len, menus), default=0)
        menus = [menu for menu in menus if len(menu) == level]
    return menus


def _done_with(words: str) -> EntryName | None:
    """Return the entry that words say with what it is for: `mirror it with Flip Horizontal`."""
    found = _DONE_WITH.fullmatch(words)
    return EntryName(found["name"], "do") if found is not None else None


def ways_of(form: Path, ways: Sequence[Way], most: int = 99) -> list[tuple[Way, EntryName]]:
    """Return the entries that the words of a path fit best, each with how it is named."""
    menus = menus_of(form, ways)
    if not menus or (len(form.items) == 1 and not form.said):
        return []
    is_placed = len(form.items) > 1
    limit = min(most, _NEVER - 1 if is_placed else _SAME)
    names = (
        names_in(form.said) if form.said else [EntryName(form.items[-1].label, "press", form.on)]
    )
    by = _done_with(form.said) if is_placed else None
    names += [by] if by is not None else []
    rated: list[tuple[tuple[int, int], tuple[Way, EntryName]]] = []
    for way in ways:
        depth = next((len(m) for m in menus if way[: len(m)] == m and len(way) > len(m)), None)
        if depth is None or (not is_placed and len(way) == 1):
            continue
        for name in names:
            rank, _ = rank_of(name.text, way, depth)
            is_firm = rank <= _SAME or not (name.on is False or name is by)
            if rank <= limit and is_firm:
                rated.append(((rank, len(way) - depth if is_placed else 0), (way, name)))
    best = min((rank for rank, _ in rated), default=(_NEVER, 0))
    found = [
        pair for rank, pair in rated if rank == best or best[0] == _BEGUN < SOME_WORDS == rank[0]
    ]
    found = list({way: (way, name) for way, name in found}.values())
    telling = [(w, n) for w, n in found if tells_state(w)]
    # What is shown or hidden has an entry that tells it; another one called so does something else.
    return telling if telling and all(name.on is not None for _, name in found) else found


def tells_state(way: Way) -> bool:
    """Tell whether an entry tells that it can be on or off."""
    return way[-1].role == "radio" or "checkable" in way[-1].states


def _best(rated: Sequence[tuple[int, Way]]) -> list[Way]:
    best = min((rank for rank, _ in rated), default=_NEVER)
    return [way for rank, way in rated if rank == best <= _SAME]


def rank_of(words: str, way: Way, depth: int) -> tuple[int, str]:
    """Return how well words fit an entry, by its own name or those of its submenus with it."""
    return min((_words_rank(words, name), name) for name in _called(way, depth))


def _called(way: Way, depth: int) -> Iterator[str]:
    yield way[-1].name
    for start in range(max(1, depth), len(way) - 1):
        yield " ".join(e.name for e in way[start:])


_NEVER: Final = SOME_WORDS + 1


@lru_cache(maxsize=8192)
def _words_rank(words: str, name: str) -> int:
    """Return how well words fit the name of an entry: 0 is all the same, `_NEVER` not at all."""
    if as_said(words) == as_said(name) != "":
        return 0
    said, there = _split(words), _split(name)
    if not said or not there:
        return _NEVER
    if "".join(said) == "".join(there) or _run_together(words) == _run_together(name):
        return 1
    if there[0] in _SHOWING | HIDING and len(there) > 1:
        rest = "".join(_plain_words(name)[1:])
        if "".join(said) == "".join(there[1:]) or _run_together(words) == rest:
            return 2
    if sorted(said) == sorted(there) or _are_kin(said, there):
        return _SAME
    if said == there[: len(said)]:
        return _BEGUN
    if [w for w in said if w not in _FILLERS] == list(there):
        return 5
    alike = match(words, name)
    if alike is not None and alike.tier is Tier.FUZZY and alike.is_sure:
        return 6
    return SOME_WORDS if set(said) <= set(there) else _NEVER


def _are_kin(said: Sequence[str], there: Sequence[str]) -> bool:
    """Tell whether words are those of a name with other endings: `die lateinischen Namen`."""
    return len(said) == len(there) and all(is_kin(a, b) for a, b in zip(said, there, strict=True))


def _plain_words(name: str) -> list[str]:
    found = re.findall(r"[^\W_]+|\+|-(?=\s|$)", as_said(name))
    return [word for word in found if word not in _ARTICLES] or found


def _run_together(name: str) -> str:
    return "".join(_plain_words(name))


def first_name(name: str) -> str:
    """Return the first word of a name that is no article, or nothing."""
    return next(iter(_split(name)), "")


def _split(name: str) -> tuple[str, ...]:
    """Return the words of a name without articles and plurals; signs are no words."""
    kept = _plain_words(name)
    return tuple(
        w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w for w in kept
    )
