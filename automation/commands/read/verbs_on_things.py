"""Verbs that act on a thing: click, drag, scroll, check, choose, open, type, fill, set, clear."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, get_args

from automation.commands.forms import (
    Adjust,
    Assign,
    Bare,
    Choose,
    Drag,
    Expand,
    Focus,
    Form,
    ListPlace,
    Open,
    Path,
    Phrase,
    Point,
    Press,
    Reading,
    Switch,
    Turn,
    TurnUntil,
    Type,
)
from automation.commands.language import alternatives, fits_of, table
from automation.commands.language import words as listed
from automation.commands.read.menu_paths import shown_or_hidden
from automation.commands.targets import phrase
from automation.commands.words import Quotes, has_doubt, has_quote, number, without_closing
from automation.core.actions import Button, Direction, Modifier
from automation.core.text import as_number

# ruff: noqa: RUF001 - people write these signs


Forms = tuple[Form, ...]

_PATH: Final = re.compile(r"\s*(?:->|=>|-->|[>→›»▸▶⟩➔])\s*")
_SIGN_SAID: Final = re.compile(
    r"(?:the\s+)?[>→›»▸▶⟩➔]+(?:\s+(?:button|key|sign|arrow|symbol|icon))?[.!]?", re.IGNORECASE
)
_TIMES: Final = re.compile(
    r"(?:^|\s+)(?:(?:for )?(\w+) times|x\s?(\d+)|(\d+)\s?x|(once|twice|thrice))$", re.IGNORECASE
)
_HELD: Final = re.compile(
    r"\s+(?:while|with)\s+(?:holding\s+)?(?:down\s+)?(?:the\s+)?(ctrl|control|shift|alt|super)"
    r"(?:\s+key)?(?:\s+(?:held|pressed))?(?:\s+down)?$",
    re.IGNORECASE,
)
_CELL_RANGE: Final = re.compile(
    r"(?:the\s+)?(?:(?:cells?|range|cell range)\s+)?(?:from\s+)?(?P<a>[a-z]{1,3}\d{1,6})\s*(?::|-|–|to|through|until|till)\s*"
    r"(?P<b>[a-z]{1,3}\d{1,6})",
    re.IGNORECASE,
)
END_NOTCHES: Final = 100
"""Wheel notches that reach the end of nearly every page and list, in one action of a second."""
MODIFIERS: Final[dict[str, Modifier]] = {
    "ctrl": "ctrl",
    "control": "ctrl",
    "strg": "ctrl",
    "shift": "shift",
    "alt": "alt",
    "super": "super",
    "meta": "super",
    "cmd": "super",
    "command": "super",
    "win": "super",
}
_A_BIT: Final = re.compile(
    r"\b(?:a (?:little )?bit|a little|slightly|some more|more)\b", re.IGNORECASE
)
_SLID: Final = re.compile(
    r"(?P<t>(?:.*\s)?(?:slider|scale|control|knob))\s+(?:all the way\s+)?to\s+(?:(?:the|its)\s+)?(?:very\s+|far\s+)?"
    r"(?P<place>right|top|end|maximum|max|left|bottom|start|beginning|minimum|min|middle|cent(?:re|er)|half(?:way)?)"
    r"(?:[- ]hand)?(?:\s+(?:end|side|edge|position|value))?",
    re.IGNORECASE,
)
_PLACES: Final = {
    "right": "100%", "top": "100%", "end": "100%", "maximum": "100%", "max": "100%", "middle": "50%",
    "centre": "50%", "center": "50%", "half": "50%", "halfway": "50%",
}  # fmt: skip
"""Where on its way a slider stands; all the others are its beginning."""
_APP_WORD: Final = re.compile(
    r"^(?:the\s+)?(?:app(?:lication)?|program(?:me)?)\s+\S|\s(?:app(?:lication)?|program(?:me)?)$",
    re.IGNORECASE,
)
_SWITCHED_TO: Final = re.compile(r"(?P<t>\S.*?)\s+(?:over\s+)?to\s+(?!(?:on|off)$)(?P<x>\S.*)")
_PER_PAGE: Final = re.compile(
    r"(?P<n>\d{1,4}|all)(?:\s+(?P<what>\w+(?:\s\w+)?))?\s+(?:per|on (?:a|each|every|one)) page",
    re.IGNORECASE,
)
_MADE: Final = re.compile(
    r"^(?P<t>.+?)\s+(?:(?:be\s+)?(?:on|checked|ticked|enabled|active)"
    r"|(?P<off>(?:be\s+)?(?:off|unchecked|unticked|disabled|inactive)))$",
    re.IGNORECASE,
)
_ON_OFF: Final = re.compile(
    r"(?P<t>.+?)\s+(?P<s>on|off)(?P<place>\s+(?:in|inside|within|under)\s+\S.*)?", re.IGNORECASE
)


def repeated(rest: str) -> tuple[str, int]:
    """Return (the words without a trailing `3 times`, 3); 1 when nothing of that kind is said."""
    bare = without_closing(rest)
    match = _TIMES.search(bare) if len(bare) < 500 else None
    if match is None:
        return rest, 1
    count = number(next(g for g in match.groups() if g))
    if count is None or not 1 <= count <= 100:
        return rest, 1
    return bare[: match.start()].strip(), count


def path(rest: str, quotes: Quotes, *, is_pressed: bool = False) -> Path | None:
    """Return the menu path `A > B > C`; None when the words are no path.

    With `is_pressed` the last entry is clicked in any case, even where that turns it off.
    """
    parts = _PATH.split(without_closing(rest)) if len(rest) < 1000 else []
    if len(parts) == 2 and _SIGN_SAID.fullmatch(rest.strip()):
        return None  # “press the > button”
    if has_doubt(" > ".join(parts)):
        return None  # “avoid File > Close”
    items = [phrase(part, quotes) for part in parts]
    found = tuple(item for item in items if item is not None)
    if len(found) < 2 or len(found) != len(items):
        return None
    return Path(found, said="" if is_pressed else quotes.plain(parts[-1]))


def click(
    rest: str, quotes: Quotes, button: Button = "left", count: int = 1, *held: Modifier
) -> Forms:
    """`click T`, `click A > B`, `click T 3 times`, `click T while holding Ctrl`."""
    words = re.sub(r"^(?:on|at|into|in|inside)\s+(?=\S)", "", rest, flags=re.IGNORECASE)
    if (
        button == "left"
        and count == 1
        and not held
        and (menu := path(words, quotes, is_pressed=True))
    ):
        return (menu,)
    if match := _HELD.search(words):
        held = (*held, MODIFIERS[match.group(1).casefold()])
        words = words[: match.start()]
    forms: list[Form] = [Point(t, button, count, held) for t in (phrase(words, quotes),) if t]
    fewer, repeat = repeated(words)
    if repeat > 1 and (target := phrase(re.sub(r"^on\s+", "", fewer), quotes)):
        forms.append(Point(target, button, count, held, repeat))
    return tuple(forms)


def click_twice(rest: str, quotes: Quotes) -> Forms:
    """`click twice on T`."""
    match = re.match(r"(?:(?:on|at)\s+)(.+)", rest, re.IGNORECASE | re.DOTALL)
    target = phrase(match.group(1), quotes) if match else None
    return (Point(target, "left", 1, (), 2),) if target else ()


def hover(rest: str, quotes: Quotes) -> Forms:
    """`hover over T`, `hover the mouse over T`."""
    rest = re.sub(r"^(?:the\s+)?(?:mouse|pointer|cursor)\s+", "", rest, flags=re.IGNORECASE)
    words = re.sub(r"^(?:over|on|onto|to|at|above)\s+", "", rest, flags=re.IGNORECASE)
    target = phrase(words, quotes)
    return (Point(target, None),) if target else ()


def slide(rest: str, quotes: Quotes) -> Forms:
    """`drag the T slider to the middle`: a value of the slider, and no place on the screen."""
    match = _SLID.fullmatch(without_closing(rest)) if len(rest) < 300 else None
    target = phrase(match["t"], quotes) if match else None
    if match is None or target is None:
        return ()
    value = _PLACES.get(match["place"].casefold(), "0%")
    return (Assign(target, value, target),)


def move(rest: str, quotes: Quotes) -> Forms:
    """`move (the mouse) to T`, `move the T slider to the right`; moving other things is a drag."""
    if slid := slide(rest, quotes):
        return slid
    match = re.match(
        r"(?:the\s+)?(?:(?:mouse|pointer|cursor)(?:\s+pointer)?\s+)?(?:over|onto|on|to)\s+(?:to\s+)?(.+)",
        rest,
        re.IGNORECASE | re.DOTALL,
    )
    target = phrase(match.group(1), quotes) if match else None
    return (Point(target, None),) if target else ()


_TO_PLACE: Final = re.compile(r"^(?:(?:up|down) )?(?:so (?:that )?\w+ \w+ )?(?:(?:on)?to )?", re.I)
LIST_ENDS: Final = ("first", "last")
_LIST_PLACES: Final[tuple[ListPlace, ...]] = get_args(ListPlace)


def drag(rest: str, quotes: Quotes) -> Forms:
    """`drag A to B`, `drag A by 40 right`."""
    bare = without_closing(re.sub(r"^and[ -]drop\s+", "", rest, flags=re.IGNORECASE))
    if len(bare) > 800:
        return ()
    if slid := slide(bare, quotes):
        return slid
    for kind, slots in fits_of("drags", bare):
        origin = phrase(slots["a"], quotes)
        if kind != "by":
            end = phrase(slots["b"], quotes) if "b" in slots else None
            place: ListPlace = next((p for p in _LIST_PLACES if p == kind), "")
            said = _TO_PLACE.sub("", bare.partition(slots["a"])[2].strip()) if place else ""
            if origin is None or (end is None and (place not in LIST_ENDS or "b" in slots)):
                return ()
            return (Drag(origin, end, side=place, said=said),)
        way = table("ways")[slots["w"].casefold()]
        pixels = int(re.sub(r"\D", "", slots["n"]))
        dx = {"left": -pixels, "right": pixels}.get(way, 0)
        dy = {"up": -pixels, "down": pixels}.get(way, 0)
        return (Drag(origin, None, (dx, dy)),) if origin and pixels else ()
    return ()


def switch_on(rest: str, quotes: Quotes, on: bool = True) -> Forms:
    """`check T`, `turn on T`, `uncheck T`."""
    words = _BEFORE_BOX.sub("", rest)
    if words.casefold().split()[-1:] and words.casefold().split()[-1] in listed("denials"):
        return ()  # `die Heizung nicht ausschalten`
    target = phrase(words, quotes)
    return (Switch(target, on),) if target else ()


_BEFORE_BOX: Final = re.compile(
    r"^(?:off|mark|both|that (?:he|she|they|it|i|we|you) (?:should|must|shall|can|may|will|wants? to|ha(?:s|ve) to))\s+(?=\S)",
    re.IGNORECASE,
)
"""What stands between a verb and the name of a box: `tick that he should lock up`."""


def turn(rest: str, quotes: Quotes) -> Forms:
    """`turn T on`, `switch T off in the tool bar`, `switch T to x`."""
    if to := _SWITCHED_TO.fullmatch(without_closing(rest)) if len(rest) < 300 else None:
        holder, option = phrase(to["t"], quotes), phrase(to["x"], quotes)
        return (Assign(holder, quotes.plain(to["x"]), option),) if holder and option else ()
    match = _ON_OFF.fullmatch(without_closing(rest)) if len(rest) < 500 else None
    target = phrase(f"{match['t']}{match['place'] or ''}", quotes) if match else None
    if match is None or target is None:
        return ()
    return (Switch(target, match.group("s").casefold() == "on"),)


def make(rest: str, quotes: Quotes) -> Forms:
    """`make T checked`."""
    match = _MADE.match(without_closing(rest)) if len(rest) < 500 else None
    target = phrase(match.group("t"), quotes) if match else None
    if match is None or target is None:
        return ()
    return (Switch(target, match.group("off") is None),)


def choose(rest: str, quotes: Quotes) -> Forms:
    """`choose x`, `choose x in T`, `choose x from the File menu`, `choose A > B`."""
    if menu := path(rest, quotes):
        return (menu,)
    rest = _HELD.sub("", rest)  # one more of a list is held Ctrl for in any case
    whole = phrase(rest, quotes)
    if whole is None:
        return ()
    if cells := _CELL_RANGE.fullmatch(without_closing(rest)):
        first, last = (phrase(cells[end], quotes) for end in "ab")
        return (Choose(first, through=last),) if first and last else ()
    places: list[Form] = []
    pattern = r"\s+(?:in|from|under|for|on|of|within|inside|out of|as)\s+(?:the\s+)?"
    found = list(re.finditer(pattern, rest, re.IGNORECASE))[-3:]
    # "Coach as means of transport": what follows these words is a name to its end.
    found.sort(key=lambda match: match.group().split()[0].casefold() in ("as", "under"))
    for match in found:
        option = phrase(rest[: match.start()], quotes)
        where = without_closing(rest[match.end() :])
        target = phrase(where, quotes)
        if option is None or target is None or where.casefold().endswith(" menu"):
            continue
        places.append(Choose(option, target))
    return (*reversed(places), Choose(whole))


def expand(rest: str, quotes: Quotes, unfold: bool = True) -> Forms:
    """`expand T`, `collapse T`."""
    target = phrase(rest, quotes)
    return (Expand(target, unfold),) if target else ()


def open_thing(rest: str, quotes: Quotes) -> Forms:
    """`open File > Save As`, `open report.txt`, `open Mousepad`."""
    words = re.sub(r"^up\s+(?=\S)", "", rest, flags=re.IGNORECASE)
    bare = without_closing(words)
    is_page = bare.rpartition(" ")[2].casefold() in listed("page_words")  # "the Programme tab"
    if len(words) < 200 and not is_page and _APP_WORD.search(bare):
        return launch(words, quotes)
    if menu := path(words, quotes):
        return (menu,)
    target = phrase(words, quotes)
    return (Open(target),) if target else ()


def show(rest: str, quotes: Quotes, *, at_all: bool = True) -> Forms:
    """`show the History tab`, `show 50 rows per page`; in other words only where a menu has such an entry."""
    bare = re.sub(r"^me\s+", "", without_closing(rest), flags=re.IGNORECASE)
    if many := _PER_PAGE.fullmatch(bare):
        names = dict.fromkeys((f"{many['what'] or ''} per page".strip(), "per page"))
        lists = [p for name in names if (p := phrase(name, quotes))]
        option = phrase(many["n"], quotes)
        return tuple(Assign(holder, many["n"], option) for holder in lists if option)
    if re.search(r"\S\s+(?:tab|page|sheet)$", bare, re.I) and (target := phrase(bare, quotes)):
        return (Focus(target),)
    return shown_or_hidden(bare, quotes, on=True) if at_all else ()


def hide(rest: str, quotes: Quotes) -> Forms:
    """`hide the ruler`, where a menu has such an entry."""
    return shown_or_hidden(rest, quotes, on=False)


def launch(rest: str, quotes: Quotes) -> Forms:
    """`launch app`, `start the app called X`."""
    bare = without_closing(rest)
    bare = re.sub(
        r"^(?:the\s+)?(?:(?:app(?:lication)?|program(?:me)?)\s+)?", "", bare, flags=re.IGNORECASE
    )
    bare = re.sub(r"\s+(?:app(?:lication)?|program(?:me)?)$", "", bare, flags=re.IGNORECASE)
    target = phrase(bare, quotes)
    is_app = re.fullmatch(r"app(?:lication)?|program(?:me)?", bare, re.IGNORECASE) is None
    return (Open(target, only_app=is_app),) if target else ()  # "open the programme", of a tab


def scroll(rest: str, quotes: Quotes) -> Forms:
    """`scroll down 3`, `scroll T up`, `scroll to the bottom`, `scroll until I see x`."""
    bare = _A_BIT.sub(" ", without_closing(rest)).strip() if len(rest) < 800 else rest
    small = 2 if _A_BIT.search(rest) and "more" not in rest else 5
    if not bare:
        return (Turn("down", small),)
    for kind, slots in fits_of("scrolls", bare):
        if kind == "until":
            return _scroll_until(slots, quotes)
        if turned := _turned(kind, slots, quotes, small):
            return (turned,)
    return ()


def _turned(kind: str, slots: Mapping[str, str], quotes: Quotes, small: int) -> Turn | None:
    amount = number(slots["n"]) if "n" in slots else small
    target = phrase(slots["t"], quotes) if "t" in slots else None
    if amount is None or not 1 <= amount <= 1000 or ("t" in slots and target is None):
        return None
    if target and target.label.casefold() in ("page", "window", "screen", "document"):
        target = None
    if kind == "by":
        return Turn(table("ways")[slots["w"].casefold()], amount, target)
    return Turn("up" if kind == "top" else "down", END_NOTCHES, target, to_end=True)


def _scroll_until(slots: Mapping[str, str], quotes: Quotes) -> Forms:
    target = phrase(slots["x"], quotes)
    if target is None:
        return ()
    way: Direction = table("ways")[slots["w"].casefold()] if "w" in slots else "down"
    text = re.sub(
        r"^the (?:text|word|button|link|heading)\s+", "", target.text, flags=re.IGNORECASE
    )
    return (TurnUntil(text, way),)


_MASK: Final = "[\U00100000-\U0010fffd]"
_FILLER: Final = r"(?:(?:the|this|my)\s+)?(?:(?:text|words?|string|letters?|value|phrase|number|name|command)\s+)?"
_QUOTED_ONLY: Final = re.compile(rf"{_FILLER}({_MASK})[.!]?", re.IGNORECASE)
_CALLED_QUOTED: Final = re.compile(
    rf"the\s+(?P<what>\w+(?:\s\w+){{0,3}})\s+(?P<text>{_MASK})", re.IGNORECASE
)
_QUOTED_INTO: Final = re.compile(
    rf"{_FILLER}({_MASK})\s+(?:into|in|to|inside|on|onto|as|for|at|under|beside|next to)\s+(.+)",
    re.IGNORECASE | re.DOTALL,
)
_TARGET_FIRST: Final = re.compile(
    rf"(?:into|in)\s+(.+?)(?:\s*:\s+(\S.*)|\s*:?\s+(?:the\s+(?:text|words?|value)\s+)?({_MASK}))",
    re.IGNORECASE | re.DOTALL,
)
_INTO: Final = re.compile(r"\s+(?:into|inside)\s+", re.IGNORECASE)
_IN: Final = re.compile(r"\s+(?:in|in to)\s+", re.IGNORECASE)
_UNDER: Final = re.compile(r"\s+(?:under|below|beside|next to)\s+(?:the\s+)?", re.IGNORECASE)
"""Where a form has its field: `type x under Wishes`. The words may as well be of the text."""
_AS: Final = re.compile(r"\s+(?:as|for|on|at)\s+", re.IGNORECASE)
_TO: Final = re.compile(r"\s+(?:to be|to|=)\s+|\s*=\s*", re.IGNORECASE)
_VALUE: Final = re.compile(r"\s+the (?:value|text|name)\s+", re.IGNORECASE)
_BY: Final = re.compile(
    r"(?P<t>.+?)\s+by\s+(?P<n>[\d.,]+|[^\W\d_]+)\s*(?P<p>%|percent)?(?:\s*(?:steps?|points?|units?))?",
    re.IGNORECASE | re.DOTALL,
)
_BY_DOING: Final = re.compile(r"\bby\s+\w+ing\b", re.IGNORECASE)
"""`increase Volume by pressing Up 3 times` says a way, which is several steps."""
_COLON: Final = re.compile(r"\s*:\s+|\s+=\s+")
_CURSOR: Final = re.compile(
    r"(?:the\s+)?(?:text\s+)?(?:cursor|caret|focus|insertion point)\s+(?:in|into|on|inside|onto)\s+(?:to\s+)?(.+)",
    re.IGNORECASE,
)
_SELECTION: Final = re.compile(
    r"it|that|(?:the\s+)?(?:selection|selected (?:text|words?|lines?)|marked text)", re.IGNORECASE
)
_UNCLEAR: Final = re.compile(rf"\s*(?:{_MASK}|.*:\s*{_MASK}).*\S", re.DOTALL)
"""Quoted text with more words about it: no one knows which of them are to be typed."""
_WITH: Final = re.compile(r"\s+(?:with|by|using)\s+", re.IGNORECASE)
_COMPOSED: Final = re.compile(
    r"(?:(?:me|us|him|her|them|\w+)\s+)?(?:an?|the|my|some|your|our|their)\s+(?:\w+\s+){0,3}?"
    r"(?:e-?mail|letter|message|mail|reply|answer|summary|report|essay|poem|story|note|review|"
    r"comment|paragraph|article|text|joke|haiku|list|program|script|code|function|tweet|post|"
    r"description|speech|song|address|password|details|data|name|form)\b(?!\s*[:\U00100000-\U0010fffd])",
    re.IGNORECASE,
)
_AS_WHAT: Final = re.compile(
    r"(?P<text>\S.*?)\s+as\s+(?P<article>(?:the|a|an|its|your|my|their)\s+)?(?P<what>[^\s,;:]+(?:\s+[^\s,;:]+){0,2}(?:\s+of\s+[^\s,;:]+)?)",
    re.IGNORECASE | re.DOTALL,
)
_AS_IN_TEXT: Final = re.compile(
    r"(?:soon|well|far|long|much|many|if|we|you|i|he|she|they|it|of|always|usual|possible|discussed|planned|agreed|promised"
    r"|requested|before|early|late|quickly|a|an|the)\b",
    re.IGNORECASE,
)
_AS_AND_MORE: Final = re.compile(
    r"\S[^,]*?\s+as\s+(?!(?:soon|well|far|long|much|many|if|we|you|i|he|she|they|it|of|always|usual|possible|a|an)\b)(?:the\s+|its\s+)?[^\s,]+(?:\s+[^\s,]+){0,2},\s+\S",
    re.IGNORECASE,
)
"""`type KL 4471 as number plate, take gate 2`: more steps that nobody understands, and no part of the text."""
_AS_A_LINE: Final = re.compile(
    r"\sas\s+(?:an?|the)\s+(?:(?:new|first|last|second|third|next|own|separate)\s+)+(?:line|paragraph|row|item|entry|bullet)\b",
    re.IGNORECASE,
)
"""`write Salt as a new first line`."""
_AND_DO_IT: Final = re.compile(
    r"\s(?:below|above|under|beneath|beside|next to|after|before)\s+(?:it|that|this)(?:\s|$)"
    r"|\sand\s+(?!(?:the|a|an|my|your|our|his|her|their|this|that|it|all|not|in|on|at|for|of|to|with|from|by|is|are|was|then)\b)"
    r"[a-z]+\s+(?:it|this|that|the\s+(?:entry|form|pass|note|order|text|message|page|file|dialog|window|box|list|changes?|row|line|card"
    r"|ticket|post|comment|draft|question))\b",
    re.IGNORECASE,
)
"""`write Grid cleaned below it and add the entry`: such an end of an unquoted text is likely a step."""
_IN_A_FIELD: Final = re.compile(
    r"\s(?:in|into)\s+the\s+(?:\S+\s+){0,2}(?:box|field|input|cell|row|column)\b", re.IGNORECASE
)
"""`type 12*8 in the box at the top`: a place that is not understood, and no part of the text."""
MAX_SAID_CHARS: Final = 300
_FOCUSED_NAMES: Final = re.compile(
    r"(?:(?:new|file|folder)\s+)*(?:name|filename|title|text|value|answer)", re.IGNORECASE
)
"""What the only field of a small dialog is called in words that need not stand on it."""
_COMMAND: Final = re.compile(r"the\s+command\s+(?=\S)", re.IGNORECASE)
_IN_FIELD: Final = re.compile(
    r"(?P<value>\S.*?)\s+(?:in|into|inside)\s+(?P<field>(?:the\s+)?\S.*\s(?:field|box|list|input|drop-?down))",
    re.IGNORECASE,
)
_TICK_OF: Final = re.compile(
    r"(?:the\s+)?(?:tick|check)(?:\s?mark)?\s+(?:from|off|out of|at|in|next to)\s+(?P<box>\S.*)",
    re.IGNORECASE,
)
_A_BOX: Final = re.compile(r"\S\s+(?:check ?box|tick ?box)$", re.IGNORECASE)
_SEARCHED: Final = re.compile(
    r"(?:for\s+)?(?P<text>\S.*?)\s+(?:in|with|using|via)\s+(?P<field>(?:the\s+)?(?:\S.*\s)?(?:search|find|filter)\s?(?:box|field|bar)?"
    r"|(?:the\s+)?\S.*\s(?:box|field|bar))",
    re.IGNORECASE,
)
_CONTENT_OF: Final = re.compile(
    r"(?:the\s+)?(?:text|contents?|value|words?|everything)\s+(?:in|of|inside|from)\s+(?=\S)",
    re.IGNORECASE,
)
_CALLED_FIRST: Final = re.compile(
    rf"(?:a|an|the|my|your|our|{alternatives('articles')})\s+(?P<what>[^\s:]+(?:\s[^\s:]+){{0,3}}):\s(?P<text>.*\S)",
    re.IGNORECASE,
)
"""`write a reply: Thank you`: no text begins so, but the name of the field."""
MAX_SCANNED_CHARS: Final = 5000
"""Unquoted text longer than this is typed as it stands; nobody hides a field name in it."""


_INSTEAD: Final = re.compile(r"\s+instead[.!]?$", re.IGNORECASE)
"""`select kettle, type stove instead`."""
_THERE: Final = re.compile(
    r"(?!.*\b(?:i|we|you|he|she|it|they|me|us|them|let's|meet|go)\b)(?P<text>\S.*?)\s+(?:in\s+)?there",
    re.IGNORECASE,
)
"""`clear Subject and write Ski camp there instead`; "We meet there" is a text."""


_CASED: Final = re.compile(
    r"\s+in\s+(?:all\s+)?(?:(?P<upper>upper[- ]?case|capital letters|all caps|großbuchstaben)"
    r"|lower[- ]?case|kleinbuchstaben)(?:\s+letters)?(?=\s+(?:in|into)\s+\S|[.!\s]*$)",
    re.IGNORECASE,
)
"""How the letters of a text are to be written; no part of it."""
_NOTHING: Final = re.compile(r"(?:nothing|nichts)\s+(?:into|in)\s+(?P<t>\S.*)", re.IGNORECASE)


def type_text(rest: str, quotes: Quotes, replaces: bool = False) -> Forms:
    """`type x`, `type x into T in upper case`, `type nothing into T`."""
    cased = _CASED.search(rest) if len(rest) < 500 else None
    if cased and (plain := rest[: cased.start()].strip()):
        forms = _plainly_typed(f"{plain}{rest[cased.end() :]}", quotes, replaces)
        change = str.upper if cased["upper"] else str.lower
        return tuple(replace(f, text=change(f.text)) if isinstance(f, Type) else f for f in forms)
    if nothing := _NOTHING.fullmatch(rest.strip()):
        return clear(nothing["t"], quotes)
    return _plainly_typed(rest, quotes, replaces)


def _plainly_typed(rest: str, quotes: Quotes, replaces: bool) -> Forms:
    """`type x`, `type x into T`, `type in T: x`."""
    said = _INSTEAD.sub("", rest)
    rest = there["text"] if said != rest and (there := _THERE.fullmatch(said)) else said
    if not rest.strip() or _says_more(rest):
        return ()
    quoted = _quoted(rest, quotes, replaces)
    if quoted:
        return quoted
    if len(rest) > MAX_SCANNED_CHARS:
        return (Type(quotes.written(rest).strip(), None, replaces),)
    if forms := _field_first(rest.strip(), quotes, replaces):
        return forms
    if has_quote(rest) and _UNCLEAR.fullmatch(rest) and quotes.whole(rest) is None:
        return ()
    for pattern in (_INTO, _IN):
        if forms := _split_last(pattern, rest, quotes, replaces):
            return forms
    if forms := _as_what(rest, quotes):
        return forms
    return _as_text(rest, quotes, replaces)


def _field_first(words: str, quotes: Quotes, replaces: bool) -> Forms:
    """Read `in T: x`, `a reply: x`."""
    if match := _TARGET_FIRST.fullmatch(words):
        target, text = phrase(match.group(1), quotes), match.group(2) or match.group(3)
        if target is not None and quotes.plain(text).strip():
            return (Type(quotes.plain(text).strip(), target, replaces, needs_target=True),)
    if match := _CALLED_FIRST.fullmatch(words):
        target = phrase(match["what"], quotes)
        return (Type(_text(match["text"], quotes), target, needs_target=True),) if target else ()
    return ()


def _as_text(rest: str, quotes: Quotes, replaces: bool) -> Forms:
    """Read all the words as a text, unless they name a field that nobody understood."""
    under = _split_last(_UNDER, rest, quotes, replaces)
    is_placed = _IN_A_FIELD.search(rest[:MAX_SAID_CHARS]) is not None
    return under if is_placed else (*under, _typed(rest, None, quotes, replaces))


def _says_more(rest: str) -> bool:
    """Tell whether a text is followed by where it goes in words that nobody reads, and is no text with them."""
    words = rest[:MAX_SAID_CHARS]
    return any((_AS_AND_MORE.match(words), _AS_A_LINE.search(words), _AND_DO_IT.search(words)))


def _as_what(rest: str, quotes: Quotes) -> Forms:
    """Read `type Lunch as the subject`: a field, which the words "as soon as possible" name none."""
    match = _AS_WHAT.fullmatch(without_closing(rest))
    if (
        match is None
        or _AS_IN_TEXT.match(match["what"])
        or re.search(r"\bas\b", match["text"], re.I)
    ):
        return ()
    target = phrase(match["what"], quotes)
    text = _text(match["text"], quotes)
    forms: list[Form] = [Type(text, target, needs_target=True)] if target and text else []
    if named := phrase(match["text"], quotes):  # `enter the town as Dover`
        value = _text(f"{match['article'] or ''}{match['what']}", quotes)
        forms.append(Type(value, named, replaces=True, needs_target=True))
    if _FOCUSED_NAMES.fullmatch(match["what"]):
        forms.append(Type(text))
    elif not match["article"] and not re.search(r"\sof\s", match["what"]):
        forms.append(Type(quotes.written(rest).strip()))
    return tuple(forms)


def call_it(rest: str, quotes: Quotes) -> Forms:
    """`call it x`: what is new is called so; `call it off` cancels."""
    if any(word.casefold() in listed("verb_particles") for word in rest.split()[:1]):
        return ()
    forms = type_text(rest, quotes)
    return tuple(replace(f, is_title=True) if isinstance(f, Type) else f for f in forms)


def type_in(rest: str, quotes: Quotes) -> Forms:
    """`type in x`, `type in the Name field: x`."""
    if _TARGET_FIRST.fullmatch(f"in {rest.strip()}"):
        return type_text(f"in {rest}", quotes)
    return type_text(rest, quotes)


def _quoted(rest: str, quotes: Quotes, replaces: bool) -> Forms:
    bare = rest.strip()
    if match := _QUOTED_ONLY.fullmatch(bare):
        return (Type(quotes.plain(match.group(1)), None, replaces),)
    if match := _QUOTED_INTO.fullmatch(bare):
        target = phrase(match.group(2), quotes)
        if target is not None:
            return (Type(quotes.plain(match.group(1)), target, replaces, needs_target=True),)
    if (match := _CALLED_QUOTED.fullmatch(bare)) and not _is_of_texts(match["what"]):
        target = phrase(match["what"], quotes)
        if target is not None:  # `enter the remark "Call first"`
            return (Type(quotes.plain(match["text"]), target, replaces, needs_target=True),)
    return ()


def _is_of_texts(what: str) -> bool:
    return not listed("text_nouns").isdisjoint(what.casefold().split())


def _split_last(pattern: re.Pattern[str], rest: str, quotes: Quotes, replaces: bool) -> Forms:
    """Read `text PREPOSITION target`, each place tried, the last first."""
    forms: list[Form] = []
    for match in reversed(list(pattern.finditer(rest))[-3:]):
        target = phrase(rest[match.end() :], quotes)
        typed = _typed(rest[: match.start()], target, quotes, replaces)
        if target is not None and typed.text:
            forms.append(typed)
    return tuple(forms)


def _text(masked: str, quotes: Quotes) -> str:
    bare = masked.strip()
    match = _QUOTED_ONLY.fullmatch(bare)
    return quotes.plain(match.group(1)) if match else quotes.written(bare)


def _typed(masked: str, target: Phrase | None, quotes: Quotes, replaces: bool) -> Type:
    """Return the typing of words that are not all quoted: "the command ls" is `ls` in a terminal only."""
    bare = masked.strip()
    said = None if _QUOTED_ONLY.fullmatch(bare) else _COMMAND.match(bare)
    command = quotes.written(bare[said.end() :]) if said else ""
    text = _text(masked, quotes)
    return Type(text, target, replaces, needs_target=target is not None, command=command)


def write(rest: str, quotes: Quotes) -> Forms:
    """`write x` is `type x`, but "write an email to Bob" asks for a composition."""
    return () if _COMPOSED.match(rest.strip()) else type_text(rest, quotes)


def enter(rest: str, quotes: Quotes) -> Forms:
    """`enter x in T`, `enter x`; alone it is the key."""
    if not without_closing(rest):
        target = phrase("Enter", quotes)
        return (Press("Enter", target, is_key=True),) if target else ()
    if _COMPOSED.match(rest.strip()):
        return ()
    forms = type_text(rest, quotes)
    if len(rest) > 500 or any(isinstance(form, Type) and form.target for form in forms):
        return forms
    plain = tuple(
        replace(f, may_name=not has_quote(rest)) if isinstance(f, Type) else f for f in forms
    )
    return _split_last(_AS, rest, quotes, replaces=False) + plain


def write_down(rest: str, quotes: Quotes) -> Forms:
    """`write down x`, `type out x`; "out of stock" is a text."""
    return () if re.match(r"of\s", rest, re.IGNORECASE) else write(rest, quotes)


def put_in(rest: str, quotes: Quotes) -> Forms:
    """`put in x as the town`, `put in the Name field: x`; a place is always named."""
    forms = (*type_in(rest, quotes), *put(rest, quotes))
    return tuple(dict.fromkeys(f for f in forms if isinstance(f, Type) and f.target))


def give(rest: str, quotes: Quotes) -> Forms:
    """`give T the value x`."""
    return _target_then_value(_VALUE, rest, quotes)


def put(rest: str, quotes: Quotes) -> Forms:
    """`put x in T`, `put the cursor in T`; a place is always named."""
    if match := _CURSOR.match(rest.strip()):
        target = phrase(match.group(1), quotes)
        return (Point(target),) if target else ()
    if has_pronoun(rest):  # no text to type: `put it on the list` is a button
        words = quotes.plain(f"put {without_closing(rest)}")
        return (Bare(Phrase(words, (Reading(words),)), is_sentence=True),)
    forms = enter(rest, quotes) if rest.strip() else ()
    return tuple(form for form in forms if isinstance(form, Type) and form.target)


def has_pronoun(words: str) -> bool:
    """Tell whether words are one for what was said before, and a place: `it on the list`."""
    first, where, *_ = (*words.casefold().split(), "", "")
    return first in listed("pronouns") and where in listed("place_words") | {"into", "onto", "to"}


def fill(rest: str, quotes: Quotes) -> Forms:
    """`fill T with x`, `fill in T with x`, `fill x into T`."""
    bare = re.sub(r"^(?:in|out)\s+", "", rest, flags=re.IGNORECASE)
    with_value = _target_then_value(_WITH, bare, quotes)
    return with_value or put(bare, quotes) or _target_then_value(_COLON, bare, quotes)


def _target_then_value(pattern: re.Pattern[str], rest: str, quotes: Quotes) -> Forms:
    if len(rest) > MAX_SCANNED_CHARS:
        return ()
    forms: list[Form] = []
    for match in list(pattern.finditer(rest))[:3]:
        target = phrase(_CONTENT_OF.sub("", rest[: match.start()].strip()), quotes)
        text = _text(rest[match.end() :], quotes)
        if target is not None and text:
            forms.append(Type(text, target, replaces=True, needs_target=True))
    return tuple(forms)


def replace_text(rest: str, quotes: Quotes) -> Forms:
    """`replace T with x`, `replace the text in T with x`."""
    return _target_then_value(_WITH, rest, quotes)


def assign(rest: str, quotes: Quotes) -> Forms:
    """`set T to x`, `change T to x`: a field, a box, a list or a switch."""
    if len(rest) > MAX_SCANNED_CHARS:
        return ()
    forms: list[Form] = list(slide(rest, quotes))
    words = _CONTENT_OF.sub("", rest.strip())
    for match in list(_TO.finditer(words))[:4]:
        head = re.sub(r"\s+from\s+\S+$", "", words[: match.start()], flags=re.IGNORECASE)
        target, option = phrase(head, quotes), phrase(words[match.end() :], quotes)
        value = _text(words[match.end() :], quotes)
        if place := _IN_FIELD.fullmatch(without_closing(words[match.end() :])):
            inside, choice = phrase(place["field"], quotes), phrase(place["value"], quotes)
            if inside and choice:
                forms.append(Assign(inside, _text(place["value"], quotes), choice))
        if target is not None and value:
            value = value if has_quote(words[match.end() :]) else without_closing(value)
            forms.append(Assign(target, value, option or target))
    return tuple(forms) or turn(rest, quotes)


def search(rest: str, quotes: Quotes) -> Forms:
    """`search for x in the search box`; without a field it is a goal."""
    match = _SEARCHED.fullmatch(without_closing(rest))
    target = phrase(match["field"], quotes) if match else None
    text = _text(match["text"], quotes) if match else ""
    return (Type(text, target, True, needs_target=True, enters=True),) if target and text else ()


def adjust(rest: str, quotes: Quotes, up: bool = True) -> Forms:
    """`increase T`, `increase T by 3`, `decrease T to 7`."""
    words = without_closing(rest)
    if len(words) > MAX_SCANNED_CHARS or _BY_DOING.search(words):
        return ()
    forms: list[Form] = []
    if match := _BY.fullmatch(words):
        target = phrase(match.group("t"), quotes)
        by = as_number(match.group("n")) or number(match.group("n"))
        if target is not None and by:
            forms.append(Adjust(target, up, by, is_percent=bool(match.group("p"))))
    whole = phrase(words, quotes)
    named = (Adjust(whole, up),) if whole is not None else ()
    return (*forms, *assign(rest, quotes), *named)


def delete(rest: str, quotes: Quotes) -> Forms:
    """`delete the text in T`, `delete the selection`; anything else that is deleted is a goal."""
    if _SELECTION.fullmatch(without_closing(rest)):
        key = phrase("Delete", quotes)
        return (Press("Delete", key, is_key=True),) if key else ()
    match = _CONTENT_OF.match(rest.strip())
    return untick(rest, quotes) or (clear(rest, quotes) if match else ())


def untick(rest: str, quotes: Quotes) -> Forms:
    """`remove the tick from T`, `take the tick out of T`."""
    match = _TICK_OF.fullmatch(without_closing(rest))
    box = phrase(match["box"], quotes) if match else None
    return (Switch(box, on=False),) if box else ()


def clear(rest: str, quotes: Quotes) -> Forms:
    """`clear T`, `clear the text in T`, `clear the T checkbox`."""
    target = phrase(_CONTENT_OF.sub("", rest.strip()), quotes)
    if target and _A_BOX.search(without_closing(rest)):
        return (Switch(target, on=False),)
    return (Type("", target, replaces=True, needs_target=True),) if target else ()
