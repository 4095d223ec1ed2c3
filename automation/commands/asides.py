"""What a clause says besides its step: with which key it is done, what for, when, in what to come.

"Copy B3 with Ctrl+C" is one step with its key. "Press OK to close the warning" is a press; the rest
tells why. A part that tells of another thing is never left out: such words are no step of ours.
"""

import re
from collections.abc import Callable
from typing import Final

from automation.commands.forms import Choose, Edit, Focus, Form, Open, Point, Press, Switch
from automation.commands.targets import phrase
from automation.commands.words import Quotes, has_quote, without_closing

Forms = tuple[Form, ...]

_MAX_CHARS: Final = 300
_CHORD: Final = r"(?:(?:ctrl|control|strg|shift|alt|altgr|super|cmd|command|meta|win)\s*[+-]\s*)+\S+?(?:\s+(?:up|down))?|f\d{1,2}"
_KEY: Final = (
    rf"(?:{_CHORD}|enter|return|escape|esc|tab|delete|del|backspace|home|end|page (?:up|down))"
)
_BY_KEY: Final = re.compile(
    r"(?P<verb>\S+)(?:\s+(?P<what>.+?))?\s+(?:"
    rf"(?:with|using|via|through)\s+(?:the\s+)?(?:keys?\s+|shortcut\s+)?(?P<key>{_CHORD})(?:\s+(?:keys?|shortcut|combination))*"
    rf"|(?:with|using|via|through)\s+(?:the\s+)?(?P<named>{_KEY})\s+key"
    rf"|by\s+(?:pressing|hitting|using)\s+(?:the\s+)?(?P<pressed>{_KEY})(?:\s+key)?)",
    re.IGNORECASE,
)
_MAKE: Final = re.compile(
    r"(?:make|set|format|turn)\s+(?P<what>.+?)\s+(?:(?:to|in|into|as)\s+)?(?P<style>bold|italics?|underlined?)"
    r"|(?P<verb>italici[sz]e|underline|embolden)\s+(?P<thing>(?:it|that|this|them|the\s.+))",
    re.IGNORECASE,
)
_STYLE_KEYS: Final = {"b": "Ctrl+B", "e": "Ctrl+B", "i": "Ctrl+I", "u": "Ctrl+U"}
"""By the first letter of what is wanted: bold, embolden, italic, underlined."""
_LOOKS: Final = re.compile(
    r"\s+(?:(?:to|in|into|as)\s+)?(?:bold|italics?|underlined?|centred|centered|larger|bigger|smaller)$",
    re.IGNORECASE,
)
_MAKING: Final = frozenset(
    {"open", "show", "display", "start", "create", "new", "add", "insert", "bring"}
)
"""Verbs of a key that brings up what they name."""
_MOVING: Final = frozenset(
    {"go", "switch", "jump", "move", "scroll", "navigate", "zoom", "step", "turn", "undo", "redo"}
)
_WAY: Final = re.compile(
    r"(?:to|back|forward|up|down|left|right|in|out|one|through|into)\b.*|(?:the\s+)?(?:next|previous|last)\s.+",
    re.IGNORECASE,
)
_TAKES_KEYS: Final = frozenset(
    {"type", "write", "enter", "press", "hit", "put", "click", "fill", "find", "search", "replace", "overwrite",
     "set", "change", "name", "call"}
)  # fmt: skip
"""Verbs after which such words are a text, a value, or keys in any case."""
_HERE_ONLY: Final = frozenset(
    {"save", "close", "quit", "exit", "undo", "redo", "print", "reload", "refresh"}
)
"""Verbs of a key that works on the whole window: another one cannot be meant by it."""
_INTO: Final = re.compile(
    r"(?:it|that|this|them|the (?:text|clipboard|cell|value))\s+(?:in|into|to|onto|on|at)\s+",
    re.IGNORECASE,
)
_HERE: Final = re.compile(
    r"(?:(?:it|that|this|them|everything|all)"
    r"|(?:(?:the|this|my|all|current|whole|marked|selected|active)\s+)*(?:it|text|file|document|page|tab|window"
    r"|selection|changes?|work|everything|search|dialog|menu|words?|line|sheet|tables?|program|app|editor|form"
    r"|message|question|warning|notice|notification|prompt|pop-?up|alert|box|dialog(?:ue)? box|last (?:step|change|action)))(?:\s+(?:here|there|again))?",
    re.IGNORECASE,
)
"""Objects that are what is in front or has the keyboard: nothing has to be selected first."""
_BY_DOING: Final = re.compile(
    r"(?P<verb>\S+)(?:\s+(?P<what>.+?))?\s+by\s+(?:clicking|choosing|selecting|tapping|picking|(?:pressing|hitting)(?!\s+(?:up|down|left|right|space|plus|minus)\b))"
    r"\s+(?P<rest>\S.*)",
    re.IGNORECASE,
)
_BY_TICKING: Final = re.compile(
    r"(?P<what>(?:accept|agree|confirm|consent|enable|activate|allow|subscribe|choose|select|\S+ing|i|turn|switch)\b.*?)"
    r"\s+by\s+(?P<off>un)?(?:ticking|checking)\s+(?P<rest>\S.*)",
    re.IGNORECASE,
)
_ANY_BOX: Final = re.compile(r"(?:the|its|that|this)\s+(?:check ?box|tick ?box|box)", re.IGNORECASE)
_WITH_BUTTON: Final = re.compile(
    r"(?:confirm(?!\s+(?:that|whether|if)\b)|close|dismiss|answer|accept|agree|decline|acknowledge|respond|reply|finish|end"
    r"|cancel)(?:\s+(?P<what>.{1,60}?))?\s+(?:with|using|via)\s+(?P<how>\S.{0,40})",
    re.IGNORECASE,
)
_ASIDES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # where, of what the step before brings up
        r"\s+(?:in|on|at|of)\s+(?:the|that)\s+(?:\w+\s+)?(?:box|window|dialog(?:ue)?(?: box)?|pop-?up|message|question|prompt|menu"
        r"|list)\s+(?:that|which)\s+(?:(?:then\s+)?(?:comes up|appears|opens|pops up|shows up|follows)|is (?:then )?shown)$",
        # when
        r",?\s+(?:when|once|as soon as)\s+(?:(?:you(?:'re| are)\s+)?(?:asked|prompted)|(?:the|an?|it|that|this)\b.{0,60}?"
        r"(?:appears|comes up|opens|pops up|shows up|asks|is shown|is there))$",
        # what for
        r"\s+(?:in order\s+|so as\s+)?to\s+(?:close|dismiss|confirm|continue|accept|agree|acknowledge|finish|apply|submit"
        r"|proceed|go (?:on|back|ahead)|get (?:rid|past)|leave|exit|quit|hide|see|save|cancel|start|begin|move on|return"
        r"|answer|open)\b(?:\s+.+)?$",
        r",?\s+so (?:that|as to)\s+.+$",
        # once more
        r"\s+(?:again|once more|one more time)$",
    )
)
_AFTER_KEYS: Final = re.compile(rf"(?P<keys>{_KEY})\s+(?:in order\s+)?to\s+[a-z].*", re.IGNORECASE)


def by_means(words: str, quotes: Quotes, read: Callable[[str], Forms]) -> Forms:
    """Return the step of a clause that says by which key or button it is done; else nothing.

    Args:
        words: the clause, quotes masked.
        quotes: what is behind the masks.
        read: reads a clause without such words.
    """
    bare = without_closing(words) if len(words) <= _MAX_CHARS else ""
    if match := _BY_KEY.fullmatch(bare):
        return _by_key(match, quotes)
    if match := _MAKE.fullmatch(bare):
        style = (match["style"] or match["verb"]).casefold()
        return _key_on(match["what"] or match["thing"], _STYLE_KEYS[style[0]], quotes)
    if match := _BY_TICKING.fullmatch(bare):
        return _by_ticking(match, quotes)
    if (match := _BY_DOING.fullmatch(bare)) and _is_in_front(match["verb"], match["what"] or ""):
        return read(f"click {match['rest']}")
    if (match := _WITH_BUTTON.fullmatch(bare)) and _is_in_front("", match["what"] or ""):
        return read(f"press {match['how']}")
    return ()


def _is_in_front(verb: str, what: str) -> bool:
    """Tell whether nothing has to be selected first: the object is in front, or comes up by the step."""
    if not what or _HERE.fullmatch(what):
        return True
    if verb.casefold() in _MAKING:
        return re.match(r"(?:an?|the|another|new)\s", what, re.IGNORECASE) is not None
    return verb.casefold() in _MOVING and _WAY.fullmatch(what) is not None


def _by_key(match: re.Match[str], quotes: Quotes) -> Forms:
    verb, what = match["verb"].casefold(), match["what"] or ""
    if verb in _TAKES_KEYS:
        return ()
    what = "" if _is_in_front(verb, what) else _INTO.sub("", _LOOKS.sub("", what))
    if verb in _HERE_ONLY and what:
        return ()
    return _key_on(what, match["key"] or match["named"] or match["pressed"], quotes)


def _key_on(what: str, key: str, quotes: Quotes) -> Forms:
    """Return a key press on what the words name, which is clicked first."""
    on = None if _is_in_front("", what) else phrase(what, quotes)
    pressed = phrase(key, quotes)
    return (Press(quotes.plain(key), pressed, is_key=True, on=on),) if pressed else ()


def _by_ticking(match: re.Match[str], quotes: Quotes) -> Forms:
    rest, what = match["rest"], match["what"]
    names = (what, what.partition(" ")[2]) if _ANY_BOX.fullmatch(rest) else (rest,)
    boxes = [box for name in names if name and (box := phrase(name, quotes))]
    return tuple(Switch(box, match["off"] is None) for box in boxes)


def without_asides(words: str) -> str:
    """Return the words of a clause without what they say of purpose, time and what is to come."""
    bare = without_closing(words) if len(words) <= _MAX_CHARS else words
    for pattern in _ASIDES:
        match = pattern.search(bare) if len(bare) <= _MAX_CHARS else None
        if match is not None and bare[: match.start()].strip():
            bare = bare[: match.start()].rstrip(" ,")
    return bare


def said_simply(words: str, forms: Forms, read: Callable[[str], Forms]) -> Forms:
    """Return what else a clause means: the step alone, where a name with all its words is not there."""
    first = forms[0] if forms else None
    if has_quote(words[-1:]) or not isinstance(
        first, Point | Press | Switch | Choose | Open | Focus | Edit
    ):
        return ()
    if isinstance(first, Press) and (match := _AFTER_KEYS.fullmatch(without_closing(first.text))):
        return read(f"press {match['keys']}")
    bare = without_asides(words)
    if bare == without_closing(words):
        return ()
    return tuple(form for form in read(bare) if type(form) is type(first) and form not in forms)
